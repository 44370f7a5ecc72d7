/** Decides if two consecutive lines belong to different blocks, by style, numbers and tags. */
import { beginsWithLabel } from '../hyphens.ts'
import { isEdgeOfCode } from './code-lines.ts'
import { depthNumber, sectionNumber } from './heading-text.ts'
import { findMarker } from './markers.ts'
import { isEdgeOfNote } from './notes.ts'
import { structureSettings as settings } from './settings.ts'
import { isWebLink, type StyledLine } from './styled-line.ts'
import { isOneBlockTag } from './tag-types.ts'

interface BreakOptions {
  /** Size of most of the document's text. */
  readonly bodySize: number
  readonly useTags: boolean
}

export function isBreak(
  before: StyledLine,
  line: StyledLine,
  { bodySize, useTags }: BreakOptions,
): boolean {
  if (useTags && isTagBreak(before, line)) return true
  if (isWithinLink(before, line)) return false
  if (isEdgeOfCode(before, line) || isEdgeOfNote(before, line)) return true
  // `2.2.1.` right below `2.2.` is another heading.
  if (depthNumber.test(line.text) && depthNumber.test(before.text)) return true
  if (before.bold >= settings.solid !== line.bold >= settings.solid) {
    return Math.min(before.bold, line.bold) <= 1 - settings.uniform
  }
  const isHeadingLike = line.bold >= settings.solid || line.size > settings.larger * bodySize
  if (isHeadingLike && sectionNumber.test(line.text)) return true
  const hasCode = isPartlyCode(before) || isPartlyCode(line)
  if (hasCode && !beginsWithLabel(line.text)) return false
  return before.style.color !== line.style.color && before.style.font !== line.style.font
}

/** Returns true if one link to an address ends a line and begins the next one. */
export function isWithinLink({ runs: before }: StyledLine, { runs }: StyledLine): boolean {
  const last = before.at(-1)
  return last !== undefined && isWebLink(last) && runs[0]?.link === last.link
}

/** Returns true for a line of text and code. Its color and font may be those of the code, and then show no new paragraph. */
function isPartlyCode({ mono }: StyledLine): boolean {
  return mono > 0 && mono < settings.uniform
}

/** Paragraphs break only at the marker of an item: some programs make one of each line. */
function isTagBreak({ tag: before }: StyledLine, { tag: next, text }: StyledLine): boolean {
  if (!before || !next || before === next) return false
  if (before.type !== next.type || isOneBlockTag(next)) return true
  return next.within.includes('LI') && findMarker(text) !== undefined
}
