/** Damages a PDF the way careless producers do. */
import { replaceSameLength } from './places.ts'
import type { Style } from './style.ts'

const tears: { readonly [Torn in Style['torn']]: (pdf: Buffer) => Buffer } = {
  none: (pdf) => pdf,
  // The HTML source already contains these two.
  letters: (pdf) => pdf,
  wordSpacing: (pdf) => pdf,
  noUnicode: (pdf) => replaceSameLength(pdf, '/ToUnicode', '/XoUnicode'),
  components: withComponentNames,
}

export const tear = (pdf: Buffer, torn: Style['torn']): Buffer => tears[torn](pdf)

/**
 * Renames ligatures by their letters: `/fi` becomes `/f_i`, as in newer fonts. A reader without a table of such names loses
 * them.
 *
 * Only for PDFs with a plain cross-reference table, as pdfTeX writes it: offsets after a longer name move.
 */
function withComponentNames(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1')
  const moves: { readonly at: number; readonly by: number }[] = []
  const torn = text.replace(/\/Differences\s*\[[^\]]*\]/g, (names: string, at: number) => {
    const longer = names.replace(
      /\/(ffi|ffl|ff|fi|fl)(?=[\s/\]])/g,
      (_, name: string) => `/${[...name].join('_')}`,
    )
    moves.push({ at, by: longer.length - names.length })
    return longer
  })
  const moved = (offset: number): number =>
    moves.reduce((sum, { at, by }) => (at < offset ? sum + by : sum), offset)
  const whole = torn
    .replace(/^(\d{10})(?= \d{5} n)/gm, (offset) => String(moved(Number(offset))).padStart(10, '0'))
    .replace(/(?<=startxref\s+)\d+/, (offset) => String(moved(Number(offset))))
  return Buffer.from(whole, 'latin1')
}
