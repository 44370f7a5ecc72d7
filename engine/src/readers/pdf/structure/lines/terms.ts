/** Finds lines that begin with a term: words in a separate style before the description, as in lists of options. */
import type { Style } from '../style.ts'
import { linesNear, type SequenceLine } from './sequence.ts'
import { featureSettings, labelSettings } from './settings.ts'

/** Returns the style of a line's beginning if another style follows: that of a lead or a term. */
function leadOf({ line }: SequenceLine): Style | undefined {
  const [first] = line.runs
  if (!first || line.runs.length < 2) return undefined
  const { bold, italic, mono } = first.style
  return bold || italic || mono ? first.style : undefined
}

/** Returns true if a line begins with a term, and a near line at the same indent has another term in the same style. */
export function isTermOfList(at: SequenceLine): boolean {
  const lead = leadOf(at)
  if (!lead) return false
  return linesNear(at, featureSettings.listReach).some((other) => {
    if (Math.abs(other.line.x0 - at.line.x0) > labelSettings.termStartEms * at.line.size)
      return false
    const own = leadOf(other)
    return own?.font === lead.font && own.bold === lead.bold && own.italic === lead.italic
  })
}
