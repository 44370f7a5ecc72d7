import { expect, test } from 'vitest'
import { groupIntoFragments, type LineFragment, type Word } from '../layout/index.ts'
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

test('a small bullet above the baseline is no script', () => {
  const raised = word('▶', 60, 97, 7)
  expect(scriptsOf(word('1', 50, 100), raised, word('Turn', 70, 100))).toEqual([undefined])
})
