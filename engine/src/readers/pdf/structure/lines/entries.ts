/** Finds the entries of an index or a table of contents among lines. */
import type { Place } from '../../content/index.ts'
import { endsInPages, hasLeader } from '../../layout/index.ts'
import { structureSettings } from '../settings.ts'
import { linesNear, type SequenceLine } from './sequence.ts'
import { featureSettings, labelSettings } from './settings.ts'

/** Returns true for a line that can begin an entry, because of page numbers or its link. */
export function isEntry(at: SequenceLine): boolean {
  return isInIndex(at) || isInContents(at) || isLeftOfEntry(at)
}

/**
 * Returns true for a line that begins an entry. In an index it comes after page numbers, or after a line that has room for its
 * first word. Where few lines have page numbers, as among changes, it is left of a line with a leader.
 *
 * @param roomBefore Room at the end of the line before, without the first word of this line.
 */
export function beginsEntry(at: SequenceLine, roomBefore: number): boolean {
  if (isInContents(at) || isLeftOfEntry(at)) return true
  return isInIndex(at) && (roomBefore > 0 || (at.before !== undefined && hasPages(at.before)))
}

/** Matches the remaining page numbers of an entry. */
const morePages = /^[\d\s,–-]+$/

/** Returns true for a line that begins left of the line before, which leads to page numbers: a version above its changes. */
function isLeftOfEntry({ before, line }: SequenceLine): boolean {
  if (!before || !hasLeader(before.line.text) || morePages.test(line.text)) return false
  return line.x0 < before.line.x0 - structureSettings.indentEms * line.size
}

const digit = /^\d/

/**
 * Returns true if a line or the one before ends in page numbers, like most lines near it. A line that begins with a number
 * holds the remaining pages of the entry before.
 */
function isInIndex(at: SequenceLine): boolean {
  if (digit.test(at.line.text)) return false
  if (!(hasPages(at) || (at.before && hasPages(at.before)))) return false
  const lines = [at, ...linesNear(at, featureSettings.entryReach)]
  const entries = lines.filter(hasPages).length
  return entries >= labelSettings.minEntries && entries >= labelSettings.entryShare * lines.length
}

function hasPages({ line }: SequenceLine): boolean {
  return endsInPages(line.text)
}

/** Returns true if a line and the line before are links to different places in the document. */
function isInContents(at: SequenceLine): boolean {
  const before = at.before && placeOf(at.before)
  const place = before && placeOf(at)
  return place !== undefined && !isSame(place, before)
}

/** Returns the place to which a whole line is a link; its page number may be beside the link. */
function placeOf({ line: { runs } }: SequenceLine): Place | undefined {
  const [first] = runs
  const link = first?.link
  if (typeof link !== 'object') return undefined
  const isLinked = runs.every((run) => isSame(run.link, link) || /^[\s.\d]*$/.test(run.text))
  return isLinked ? link : undefined
}

function isSame(a: Place | string | undefined, b: Place | undefined): boolean {
  return typeof a === 'object' && a.page === b?.page && a.x === b.x && a.y === b.y
}
