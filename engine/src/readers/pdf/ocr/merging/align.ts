/** Pairs the characters of two readings of a line (Needleman and Wunsch, 1970). */
import { type LineReadings, middleOf, type SeenCharacter } from './line.ts'
import { mergingSettings as settings } from './settings.ts'

const { missingCost } = settings

/** A pair of characters; one of them may be missing. */
export interface Column {
  readonly first: SeenCharacter | undefined
  readonly second: SeenCharacter | undefined
  /** Indices of the characters in the readings; −1 if missing. */
  readonly at: number
  readonly secondAt: number
}

export function align({ box, first, second }: LineReadings): Column[] {
  const columns: Column[] = []
  const most = settings.maxDistance * (box.y1 - box.y0)
  const costs = costsOf(first, second, most)
  const wide = second.length + 1
  let [at, secondAt] = [first.length, second.length]
  while (at > 0 || secondAt > 0) {
    const here = costs[at * wide + secondAt] as number
    const above = at > 0 ? (costs[(at - 1) * wide + secondAt] as number) : Number.POSITIVE_INFINITY
    const both = costs[(at - 1) * wide + secondAt - 1] as number
    const [a, b] = [first[at - 1], second[secondAt - 1]]
    if (a && b && here === both + costOf(a, b, most)) {
      columns.push({ first: a, second: b, at: --at, secondAt: --secondAt })
    } else if (a && here === above + missingCost) {
      columns.push({ first: a, second: undefined, at: --at, secondAt: -1 })
    } else columns.push({ first: undefined, second: b, at: -1, secondAt: --secondAt })
  }
  return columns.reverse()
}

/** Returns, row by row, the least cost of turning each beginning of one reading into each beginning of the other. */
function costsOf(
  first: readonly SeenCharacter[],
  second: readonly SeenCharacter[],
  most: number,
): Float64Array {
  const wide = second.length + 1
  const costs = new Float64Array((first.length + 1) * wide)
  for (let at = 0; at <= first.length; at++) {
    for (let other = 0; other <= second.length; other++) {
      const [a, b] = [first[at - 1], second[other - 1]]
      let least = at === 0 && other === 0 ? 0 : Number.POSITIVE_INFINITY
      if (a) least = Math.min(least, (costs[(at - 1) * wide + other] as number) + missingCost)
      if (b) least = Math.min(least, (costs[at * wide + other - 1] as number) + missingCost)
      if (a && b) {
        least = Math.min(least, (costs[(at - 1) * wide + other - 1] as number) + costOf(a, b, most))
      }
      costs[at * wide + other] = least
    }
  }
  return costs
}

function costOf(a: SeenCharacter, b: SeenCharacter, most: number): number {
  if (a.text === b.text) return 0
  if (isSame(a.text, b.text)) return settings.otherCaseCost
  return Math.abs(middleOf(a) - middleOf(b)) > most ? 2 * missingCost : 1
}

/** ASCII look-alikes of characters that the second reader cannot read. */
const lookAlikes: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  ß: 'b',
}

/** Compares characters without case and accents. */
export function isSame(a: string, b: string): boolean {
  return a === b || bare(a) === bare(b)
}

function bare(text: string): string {
  return lookAlikes[text] ?? text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
