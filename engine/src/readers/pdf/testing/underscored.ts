/** For tests: text whose underscores are drawn as rules. */
import { show } from '../content/testing/pdf-builder.ts'

/** Widths of Helvetica's letters, in thousandths of an em. */
const helveticaWidths = [
  { letters: 'ijl', width: 222 },
  { letters: 'ft .;', width: 278 },
  { letters: 'r', width: 333 },
  { letters: 'cksvxyz', width: 500 },
  { letters: 'T', width: 611 },
  { letters: 'm', width: 833 },
] as const

function helveticaWidth(text: string): number {
  const widths = [...text].map(
    (letter) => helveticaWidths.find(({ letters }) => letters.includes(letter))?.width ?? 556,
  )
  return widths.reduce((sum, width) => sum + width, 0) / 1000
}

/** Shows text in 8 points and draws a rule for each underscore, as TeX does with its old fonts. */
export function showUnderscored(x: number, y: number, text: string): string {
  const size = 8
  let start = x
  const operators = text.split(/(_)/).map((part) => {
    const at = start
    start += size * (part === '_' ? 0.36 : helveticaWidth(part))
    if (part === '_') return `${(at + 0.06 * size).toFixed(2)} ${y} ${0.3 * size} 0.4 re f`
    return part === '' ? '' : show(at, y, part, { size })
  })
  return operators.join('\n')
}
