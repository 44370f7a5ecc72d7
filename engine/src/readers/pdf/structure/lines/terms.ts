/** Finds lines that begin with a term: words in a separate style before the description, as in lists of options. */
import { endsInTag } from '../right-tags.ts'
import { structureSettings as settings } from '../settings.ts'
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
    if (!isAligned(other.line.x0, at.line.x0, at)) return false
    const own = leadOf(other)
    return own?.font === lead.font && own.bold === lead.bold && own.italic === lead.italic
  })
}

/**
 * Returns true if a line begins with a term and, after a gap as wide as between cells, its explanation, and another line near it
 * has the same indent and the same tab: the position of the explanation.
 *
 * A sentence that merely goes on over a wide gap has no term: the line before is filled or a small letter follows, it does not
 * end a sentence, and it has no text at the tab. Of 725 documents 71 change; in about five, line numbers and notes in the margin
 * are taken for explanations.
 *
 * @param roomBefore Room at the end of the line before, without the first word of this line.
 */
export function isTabbedTerm(at: SequenceLine, roomBefore: number): boolean {
  const tab = tabOf(at)
  if (tab === undefined) return false
  const { before, line, facts } = at
  const hasTab = (other: SequenceLine) => isAligned(tabOf(other) ?? other.line.x0, tab, at)
  const goesOn = roomBefore <= 0 || facts.startsLower
  if (before && goesOn && !before.facts.endsSentence && !hasTab(before)) return false
  return linesNear(at, featureSettings.listReach).some(
    (other) => isAligned(other.line.x0, line.x0, at) && hasTab(other),
  )
}

function isAligned(a: number, b: number, { line }: SequenceLine): boolean {
  return Math.abs(a - b) <= labelSettings.termStartEms * line.size
}

/** Returns the start of a line's second part if a wide gap is before it. */
function tabOf({ block, line: { fragments, mono } }: SequenceLine): number | undefined {
  const [term, text] = fragments
  if (!term || !text || block.leftwards || mono >= settings.solid) return undefined
  return text.x0 - term.x1 > settings.wideGapEms * term.size ? text.x0 : undefined
}

/** Returns true for a line that begins a block by the rules, below a line that ends in a tag at the right edge of the column. */
export function isBelowTag({ index, before }: SequenceLine): boolean {
  if (index > 0 || !before || before.line.mono >= settings.solid) return false
  return endsInTag(before.line, before.block)
}
