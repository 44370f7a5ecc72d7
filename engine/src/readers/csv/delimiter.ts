/** Finds the delimiter of separated values: the character that gives the most even rows. */
import { readRecords } from './records.ts'

const delimiters = [',', ';', '\t', '|'] as const
/** The most rows and characters that are examined. */
const MAX_ROWS = 50
const MAX_CHARACTERS = 65_536

export function findDelimiter(text: string): string {
  const sample = text.slice(0, MAX_CHARACTERS)
  const ranked = delimiters.map((delimiter) => ({ delimiter, score: evenness(sample, delimiter) }))
  const best = ranked.toSorted((one, other) => other.score - one.score)[0]
  return best && best.score > 0 ? best.delimiter : ','
}

/** Returns the share of rows with the most common number of cells, weighted by that number; 0 if that number is 1. */
function evenness(sample: string, delimiter: string): number {
  const counts = new Map<number, number>()
  let rows = 0
  for (const { length } of readRecords(sample, delimiter)) {
    counts.set(length, (counts.get(length) ?? 0) + 1)
    rows += 1
    if (rows === MAX_ROWS) break
  }
  const [columns = 1, share = 0] =
    [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  return columns === 1 ? 0 : (share / rows) * (1 + Math.log2(columns) / 10)
}
