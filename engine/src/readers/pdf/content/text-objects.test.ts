import { expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import { type DrawnFace, FontReader, type FontTable } from './text-objects.ts'

/** An engine with one font, whose objects have its handle. */
function engineWith(name: string, weight: number): Engine {
  const bytes = new Uint8Array(8192)
  const pdfium = {
    FPDFTextObj_GetFont: () => 7,
    FPDFFont_GetBaseFontName: (_: number, buffer: number) => {
      bytes.set(new TextEncoder().encode(`${name}\0`), buffer)
      return name.length + 1
    },
    FPDFFont_GetFlags: () => 4,
    FPDFFont_GetWeight: () => weight,
    FPDFFont_GetItalicAngle: () => 0,
  }
  return { pdfium, scratch: 0, heap: () => ({ bytes }) } as unknown as Engine
}

const regular: DrawnFace = { weight: 450, isSlanted: false }
const boldItalic: DrawnFace = { weight: 800, isSlanted: true }
const tooShort: DrawnFace = { weight: 0, isSlanted: false }

test.each([
  ['a plain name with a bold weight', 'Helvetica', 695, regular, 450, false],
  ['a number for a name', 'TT496t00', 0, boldItalic, 800, true],
  ['a character set and a code page for a name', 'C0H200B0-T1V10500', 0, boldItalic, 800, true],
  ['no name', '', 0, boldItalic, 800, true],
  ['too few letters to measure', 'Helvetica', 695, tooShort, 695, false],
  ['a bold name', 'Helvetica-Bold', 695, regular, 695, false],
  ['a plain name with a plain weight', 'CMR10', 400, boldItalic, 400, false],
  ['a plain name with a bold weight, drawn slanted', 'Helvetica', 695, boldItalic, 800, false],
])('FontReader: %s', (_, name, given, drawn, weight, italic) => {
  const reader = new FontReader(engineWith(name, given), new Map(), () => drawn)
  expect(reader.fontOf(1)).toMatchObject({ weight, italic })
})

test('FontReader: a font is measured once for all pages, unless it has no name', () => {
  const table: FontTable = new Map()
  let measured = 0
  const measure = () => {
    measured++
    return regular
  }
  const fonts = [1, 2].map(() => new FontReader(engineWith('F1', 700), table, measure).fontOf(1))
  expect(measured).toBe(1)
  expect(fonts[0]).toBe(fonts[1])
})
