/** Finds the depth of headings with several kinds of numbers: `I.`, below it `A.`, below that `1.`; or `Chapter 1`, below it `1.`. */
import { labelOf } from './chapter-labels.ts'
import { sectionNumber } from './heading-text.ts'
import type { FoundHeading } from './headings.ts'

type Kind = 'label' | 'roman' | 'capital' | 'digit' | 'small'

/**
 * Returns the depth of each heading below the kind of number with which the document begins; `undefined` without a depth,
 * and for all headings if there is one kind only.
 *
 * A kind is below the one before it if it begins with its first number and the other kind continues later: letters at
 * the end are appendices. A decimal number has a depth for each of its parts: `1.1` is below `1.`.
 *
 * @param texts Headings in order.
 */
export function depthsByKind(texts: readonly string[]): (number | undefined)[] {
  const hasRoman = texts.some((text) => /^I{2,3}$/.test(numberOf(text) ?? ''))
  const kinds = texts.map((text) => kindOf(text, hasRoman))
  const order: Kind[] = []
  for (const kind of new Set(kinds)) {
    if (kind === undefined) continue
    const first = kinds.indexOf(kind)
    const above = order.at(-1)
    const count = kinds.filter((other) => other === kind).length
    const goesOn = above === undefined || kinds.lastIndexOf(above) > first
    if (goesOn && count >= 2 && isFirst.test(numberOf(texts[first]) ?? '')) order.push(kind)
  }
  return kinds.map((kind, index) => {
    const depth = kind === undefined ? -1 : order.indexOf(kind)
    if (depth < 0 || order.length < 2) return undefined
    return depth + (numberOf(texts[index])?.split('.').length ?? 1) - 1
  })
}

/** Matches `Chapter 3` and `Annexe B`. */
const labelled = /^\p{L}{3,}\s+(?:\d|[A-Z]\b)/u
const isFirst = /^(?:I|A|a|i|1)$/

function numberOf(text = ''): string | undefined {
  return sectionNumber.exec(text)?.[1]
}

function kindOf(text: string, hasRoman: boolean): Kind | undefined {
  const number = numberOf(text)
  if (number === undefined) return undefined
  if (labelled.test(text)) return 'label'
  if (/^\d/.test(number)) return 'digit'
  if (hasRoman && /^[IVX]+$/.test(number)) return 'roman'
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
  const number = sectionNumber.exec(text)?.[1]
  return number && /^(?:\d|[A-Z]\.\d)/.test(number) ? number : undefined
}
