/** Finds entries of an index: lines that end in page numbers, among lines that do. */
import { endsInPages } from '../../layout/index.ts'
import { linesNear, type SequenceLine } from './sequence.ts'
import { featureSettings, labelSettings } from './settings.ts'

const digit = /^\d/

function isWithPages({ line }: SequenceLine): boolean {
  return endsInPages(line.text)
}

/**
 * Returns true if a line begins an entry of an index: most of the lines near it end in page numbers. A line that begins with a
 * number holds the remaining pages of the entry before.
 */
export function isEntryOfIndex(at: SequenceLine): boolean {
  if (digit.test(at.line.text)) return false
  if (!(isWithPages(at) || (at.before && isWithPages(at.before)))) return false
  const lines = [at, ...linesNear(at, featureSettings.entryReach)]
  const entries = lines.filter(isWithPages).length
  return entries >= labelSettings.minEntries && entries >= labelSettings.entryShare * lines.length
}
