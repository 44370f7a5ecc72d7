import { expect, test } from 'vitest'
import {
  allocateGlyphs,
  type Font,
  type Page,
  type Ruling,
  type TextObject,
} from '../content/index.ts'
import { withStruckText } from './struck-text.ts'

/** A line of 10 points with its baseline at 100, whose letters are 5 points wide; `|` begins a text object, `_` is white of justified text. */
function pageOf(text: string, rulings: readonly Partial<Ruling>[]): Page {
  const parts = text.split('|')
  const letters = parts.flatMap((part, object) => [...part].map((letter) => ({ letter, object })))
  const glyphs = { ...allocateGlyphs(letters.length), count: letters.length }
  for (const [index, { letter, object }] of letters.entries()) {
    glyphs.codes[index] = letter.charCodeAt(0)
    glyphs.originX[index] = 5 * index
    glyphs.originY[index] = 100
    glyphs.advances[index] = letter === '_' ? 0 : 5
    glyphs.x0[index] = 5 * index
    glyphs.x1[index] = 5 * index + (/[ _]/.test(letter) ? 0 : 5)
    glyphs.objects[index] = object
  }
  const line = { isHorizontal: true, at: 97, thickness: 0.6 }
  const own = rulings.map((ruling) => ({ ...line, ...ruling }) as Ruling)
  const objects = parts.map(
    (): TextObject => ({
      font: { name: 'Text' } as Font,
      size: 10,
      angleDegrees: 0,
      renderMode: 0,
    }),
  )
  // Cast: only these fields are read.
  return { glyphs, objects, height: 800, drawings: { rulings: own } } as unknown as Page
}

function struckOf({ glyphs, objects }: Page): string {
  const marks = Array.from(glyphs.objects.slice(0, glyphs.count), (own) => objects[own]?.isStruck)
  return marks.map((isStruck) => (isStruck ? 'x' : '.')).join('')
}

test.each<{ name: string; text: string; line: Partial<Ruling>; struck: string }>([
  { name: 'a text object', text: 'ab|cd|ef', line: { from: 10, to: 20 }, struck: '..xx..' },
  { name: 'justified words', text: 'ab___cd', line: { from: 0, to: 35 }, struck: 'xxxxxxx' },
  {
    name: 'not brackets far apart',
    text: 'a________b',
    line: { from: 0, to: 50 },
    struck: '..........',
  },
  { name: 'part of a text object', text: 'abcdef', line: { from: 10, to: 20 }, struck: '..xx..' },
  {
    name: 'words and their blanks',
    text: 'ab cd ef',
    line: { from: 0, to: 28 },
    struck: 'xxxxxx..',
  },
  {
    name: 'not an underline',
    text: 'abcdef',
    line: { from: 0, to: 30, at: 101 },
    struck: '......',
  },
  {
    name: 'not a line over letters',
    text: 'abcd',
    line: { from: 0, to: 20, at: 92 },
    struck: '....',
  },
  { name: 'not a line that goes on', text: 'abcd', line: { from: 0, to: 90 }, struck: '....' },
  {
    name: 'not a line that begins within',
    text: 'abcdef',
    line: { from: -9, to: 20 },
    struck: '......',
  },
  { name: 'not a bar', text: 'abcd', line: { from: 0, to: 20, thickness: 3 }, struck: '....' },
  { name: 'not a single letter', text: 'abcd', line: { from: 5, to: 10 }, struck: '....' },
])('withStruckText: $name', ({ text, line, struck }) => {
  const page = withStruckText(pageOf(text, [line]))
  expect(struckOf(page)).toBe(struck)
  expect(page.drawings.rulings).toHaveLength(struck.includes('x') ? 0 : 1)
})
