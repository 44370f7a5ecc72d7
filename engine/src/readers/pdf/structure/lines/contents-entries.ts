/** Finds entries of a list of contents: lines that are links into the document as a whole. */
import type { Place } from '../../content/index.ts'
import type { SequenceLine } from './sequence.ts'

/** Returns the place that all of a line links to; its page number may be beside the link. */
function placeOf({ line: { runs } }: SequenceLine): Place | undefined {
  const [first] = runs
  const link = first?.link
  if (link === undefined || typeof link === 'string') return undefined
  return runs.every((run) => isSame(run.link, link) || /^[\s.\d]*$/.test(run.text))
    ? link
    : undefined
}

function isSame(a: Place | string | undefined, b: Place): boolean {
  return typeof a === 'object' && a.page === b.page && a.x === b.x && a.y === b.y
}

/** Returns true if a line and the line before are links to different places in the document. */
export function isEntryOfContents(at: SequenceLine): boolean {
  const place = at.before && placeOf(at.before)
  const own = place && placeOf(at)
  return own !== undefined && !isSame(own, place as Place)
}
