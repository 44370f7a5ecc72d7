import { expect, test } from 'vitest'
import type { TextObject } from '../content/index.ts'
import { styleOf } from './style.ts'

const object = (name: string, more: Partial<TextObject['font']> = {}): TextObject => ({
  font: { name, flags: 0, weight: 400, italic: false, ...more },
  size: 10,
  angleDegrees: 0,
  renderMode: 0,
})

test.each<{ name: string; given: TextObject; is: string }>([
  { name: 'a bold name', given: object('TimesNewRomanPS-BoldMT'), is: 'bold' },
  { name: 'a bold font of TeX', given: object('CMBX12'), is: 'bold' },
  { name: 'a bold sans of TeX in PostScript', given: object('SFSX1000'), is: 'bold' },
  { name: 'a bold italic font of TeX in PostScript', given: object('SFBI1200'), is: 'bold italic' },
  { name: 'a slanted sans of TeX in PostScript', given: object('SFSI1000'), is: 'italic' },
  { name: 'a typewriter font of TeX in PostScript', given: object('SFTT1000'), is: 'mono' },
  { name: 'a bold typewriter font of TeX, of the TX fonts', given: object('t1xbtt'), is: 'mono' },
  { name: 'a heavy weight', given: object('F1', { weight: 700 }), is: 'bold' },
  {
    name: 'a thick stem of a font with a regular name',
    given: object('Lato-Regular', { weight: 640 }),
    is: '',
  },
  {
    name: 'a thick stem of a font with an italic name',
    given: object('EBGaramond-Italic', { weight: 650, italic: true }),
    is: 'italic',
  },
  { name: 'an italic name', given: object('Minion-It'), is: 'italic' },
  { name: 'a bold italic name', given: object('Arial-BoldItalicMT'), is: 'bold italic' },
  { name: 'a monospaced font', given: object('Courier'), is: 'mono' },
  {
    name: 'a monospaced font whose name does not say so',
    given: object('Hack-Regular'),
    is: 'mono',
  },
  { name: 'letters of formulas', given: object('CMMI10', { italic: true }), is: 'italic math' },
  { name: 'leaning letters', given: { ...object('F1'), isSlanted: true }, is: 'italic' },
  { name: 'a stroked outline', given: { ...object('F1'), renderMode: 2 }, is: 'bold' },
])('styleOf: $name', ({ given, is }) => {
  const { bold, italic, mono, math } = styleOf(given)
  const words = { bold, italic, mono, math }
  const shown = Object.entries(words).flatMap(([word, holds]) => (holds ? [word] : []))
  expect(shown.join(' ')).toBe(is)
})

test('styleOf: cuts of fonts without a name are different fonts', () => {
  const fonts = [400, 700].map((weight) => styleOf(object('', { weight })).font)
  expect(new Set(fonts).size).toBe(2)
})
