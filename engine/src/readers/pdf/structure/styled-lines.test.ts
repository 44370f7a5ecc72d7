import { expect, test } from 'vitest'
import { copyWord, groupIntoFragments, type LineFragment, type Word } from '../layout/index.ts'
import { word } from '../layout/testing/layout.ts'
import { styledLines } from './styled-lines.ts'

/** The scripts of the words of one line. */
function scriptsOf(...words: Word[]): (string | undefined)[] {
  const wordsOf = new Map<LineFragment, readonly Word[]>()
  const fragments = groupIntoFragments(words, { wordsOf })
  const font = { name: 'Times', flags: 0, weight: 400, italic: false }
  const objects = [{ font, size: 10, angleDegrees: 0, renderMode: 0 }]
  const glyphObjects = new Uint32Array(1)
  const facts = { number: 1, wordsOf, objects, glyphObjects, links: [] }
  return styledLines(fragments, false, facts).flatMap(({ runs }) =>
    runs.map(({ script }) => script),
  )
}

test('smaller words above and below the baseline are scripts', () => {
  const raised = word('2', 60, 96, 7)
  expect(scriptsOf(word('m', 50, 100), raised, word('wide', 70, 100))).toEqual([
    undefined,
    'super',
    undefined,
  ])
})

test.each(['▶', '☐'])('a small %s above the baseline is no script', (text) => {
  const raised = word(text, 60, 97, 7)
  expect(scriptsOf(word('1', 50, 100), raised, word('Turn', 70, 100))).toEqual([undefined])
})

test('small text apart from the words of its line is no script, but its own scripts are', () => {
  const [value, unit, index] = [
    word('2007', 120, 98, 8),
    word('m', 147, 98, 8),
    word('2', 152, 95, 5),
  ]
  expect(scriptsOf(word('Year', 50, 100), value)).toEqual([undefined])
  expect(scriptsOf(word('Year', 50, 100), value, unit, index)).toEqual([undefined, 'super'])
  expect(scriptsOf(word('m', 50, 100), word('2', 55, 96, 7))).toEqual([undefined, 'super'])
})

const otherWord: Word = copyWord(word('by him', 150, 100), { firstGlyph: 1 })

test.each([
  { name: 'beside text', words: [word('miller.org/wheels', 50, 100), otherWord], color: 0 },
  { name: 'alone', words: [word('miller.org/wheels', 50, 100)], color: 0xff },
])('a line has the color of its letters beside links; a link $name', ({ words, color }) => {
  const wordsOf = new Map<LineFragment, readonly Word[]>()
  const fragments = groupIntoFragments(words, { wordsOf })
  const font = { name: 'Times', flags: 0, weight: 400, italic: false }
  const objects = [0xff, 0].map((shade) => {
    return { font, size: 10, angleDegrees: 0, renderMode: 0, color: shade * 256 }
  })
  const links = [{ x0: 40, y0: 80, x1: 140, y1: 110, target: 'https://miller.org/wheels' }]
  const facts = { number: 1, wordsOf, objects, glyphObjects: new Uint32Array([0, 1]), links }
  expect(styledLines(fragments, false, facts).map(({ style }) => style.color)).toEqual([color])
})

/** The text of an entry whose leader is in a font of its own: dots of 2 points every 5 points. */
function textOfEntry(title: Word, firstDot: number): string {
  const dots = Array.from({ length: 8 }, (_, at) => word('.', firstDot + 5 * at, 100))
  const words = [title, ...dots, word('7', firstDot + 40, 100)].map((own, at) =>
    copyWord(own, {
      firstGlyph: at === 0 ? 0 : 1,
      lastGlyph: at === 0 ? 0 : 1,
      ...(own.text === '.' && { x1: own.x0 + 2 }),
    }),
  )
  const wordsOf = new Map<LineFragment, readonly Word[]>()
  const fragments = groupIntoFragments(words, { wordsOf })
  const objects = ['Times', 'Courier'].map((name) => {
    const font = { name, flags: 0, weight: 400, italic: false }
    return { font, size: 10, angleDegrees: 0, renderMode: 0 }
  })
  const facts = { number: 1, wordsOf, objects, glyphObjects: new Uint32Array([0, 1]), links: [] }
  return styledLines(fragments, false, facts)
    .flatMap(({ runs }) => runs.map(({ text }) => text))
    .join('')
}

test.each([
  {
    name: 'a leader dot that touches a title is left out',
    title: 'Vats.',
    dot: 75,
    text: 'Vats 7',
  },
  { name: 'a full stop stays', title: 'Vats.', dot: 75.5, text: 'Vats. 7' },
  { name: 'a full stop before a leader dot stays', title: 'Vats..', dot: 75, text: 'Vats.. 7' },
])('$name', ({ title, dot, text }) => {
  expect(textOfEntry(copyWord(word(title, 50, 100), { x1: 72 }), dot)).toBe(text)
})
