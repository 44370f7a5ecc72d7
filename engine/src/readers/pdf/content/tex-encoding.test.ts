import { expect, test } from 'vitest'
import { expandLigatures } from './ligatures.ts'
import type { PageText } from './page-text.ts'

/** A text in a font without a name, each letter 5 points wide in 10 points; the widths of other characters may differ. */
function nameless(said: string, widths: Readonly<Record<string, number>> = {}): PageText {
  const letters = [...said]
  const advances = letters.map((letter) => widths[letter] ?? 5)
  const starts = advances.map((_, at) => advances.slice(0, at).reduce((sum, own) => sum + own, 0))
  const zeros = () => new Float32Array(letters.length)
  return {
    objects: [{ font: { name: '', flags: 0, weight: 400, italic: false }, size: 10 }],
    glyphs: {
      count: letters.length,
      codes: Uint32Array.from(letters, (letter) => letter.charCodeAt(0)),
      objects: new Uint32Array(letters.length),
      originX: Float32Array.from(starts),
      x0: Float32Array.from(starts),
      x1: Float32Array.from(starts, (x, at) => x + (advances[at] as number)),
      advances: Float32Array.from(advances),
      ...{ originY: zeros(), y0: zeros(), y1: zeros() },
    },
  } as unknown as PageText
}

function read(said: string, widths?: Readonly<Record<string, number>>): string {
  const { codes, count } = expandLigatures(nameless(said, widths), () => new Map()).glyphs
  return String.fromCharCode(...codes.subarray(0, count))
}

const words = 'the mill of the river turns with the water'

test.each([
  { name: 'T1', said: `\x10${words}\x11 o\x1ece \x15`, text: `“${words}” office –` },
  { name: 'OT1', said: `\\${words}" o\x0ece {`, text: `“${words}” office –` },
  { name: 'Ghostscript 8', said: `${words} whi\rh [or\u2104`, text: `${words} which [or]` },
])('expandLigatures: the codes of a font without a name are read by $name', ({ said, text }) => {
  expect(read(said)).toBe(text)
})

test('expandLigatures: a dash of T1 has its width, which relations do not have', () => {
  expect(read(`${words} \x16`, { '\x16': 10 })).toBe(`${words} —`)
  expect(read(`${words} \x15`, { '\x15': 7.78 })).toBe(`${words} \x15`)
})

test('expandLigatures: a few letters, as in formulas, do not show the codes of text', () => {
  expect(read('sin \x15')).toBe('sin \x15')
})
