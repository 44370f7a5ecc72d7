/** Finds the depth of headings with several kinds of numbers: `I.`, below it `A.`, below that `1.`; or `Chapter 1`, below it `1.`. */
import { labelOf } from './chapter-labels.ts'
import { numberOf } from './heading-text.ts'
import type { FoundHeading } from './headings.ts'

type Kind = 'label' | 'roman' | 'capital' | 'digit' | 'smallRoman' | 'small'

/**
 * Returns the depth of each heading below the kind of number with which the document begins; `undefined` without a depth,
 * and for all headings if there is one kind only.
 *
 * A kind is below the one before it if it begins with its first number and the other kind continues later: letters at
 * the end are appendices. Chapters and appendices with a label are below none. A decimal number has a depth for each of
 * its parts: `1.1` is below `1.`.
 *
 * @param texts Headings in order.
 */
export function depthsByKind(texts: readonly string[]): (number | undefined)[] {
  const numbers = texts.map(numberOf)
  const roman = {
    capital: numbers.some((number = '') => /^I{2,3}$/.test(number)),
    small: numbers.some((number = '') => /^i{2,3}$/.test(number)),
  }
  const kinds = texts.map((text, index) => kindOf(text, numbers[index], roman))
  const order: Kind[] = []
  for (const kind of new Set(kinds)) {
    if (kind === undefined) continue
    const first = kinds.indexOf(kind)
    const above = order.at(-1)
    const count = kinds.filter((other) => other === kind).length
    const goesOn = above === undefined || (kind !== 'label' && kinds.lastIndexOf(above) > first)
    if (goesOn && count >= 2 && isFirst.test(numbers[first] ?? '')) order.push(kind)
  }
  return kinds.map((kind, index) => {
    const depth = kind === undefined ? -1 : order.indexOf(kind)
    if (depth < 0 || order.length < 2) return undefined
    return depth + (numbers[index]?.split('.').length ?? 1) - 1
  })
}

/** Matches `Chapter 3` and `Annexe B`. */
const labelled = /^\p{L}{3,}\s+(?:\d|[A-Z]\b)/u
const isFirst = /^(?:I|A|a|i|1)$/

/** @param roman Tells whether the document has Roman numbers that cannot be letters, in capitals and in small letters. */
function kindOf(
  text: string,
  number: string | undefined,
  roman: Record<'capital' | 'small', boolean>,
): Kind | undefined {
  if (number === undefined) return undefined
  if (labelled.test(text)) return 'label'
  if (/^\d/.test(number)) return 'digit'
  if (roman.capital && /^[IVX]+$/.test(number)) return 'roman'
  if (roman.small && /^[ivx]+$/.test(number)) return 'smallRoman'
  if (/^[A-Z]$/.test(number)) return 'capital'
  return /^[a-z]$/.test(number) ? 'small' : undefined
}

/** Returns the number of parts of a decimal number; chapters with a label have 1, unless the label is a Roman number. */
export function depthOfNumber({ block, text }: FoundHeading): number | undefined {
  const label = labelOf(block)
  if (label !== '' && !/\s[IVXL]+\W?$/.test(label)) return 1
  return decimalNumber(text)?.split('.').length
}

/** Returns the number before a title. `1)` counts items without a depth. */
export function decimalNumber(text: string): string | undefined {
  if (/^\S+\)/.test(text)) return undefined
  const number = numberOf(text)
  return number && /^(?:\d|[A-Z]\.\d)/.test(number) ? number : undefined
}
