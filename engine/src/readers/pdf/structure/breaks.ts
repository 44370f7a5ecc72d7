/** Two lines under each other → whether their style, numbers or tags set them apart. */
import { LARGE } from './body-style.ts'
import { isEdgeOfCode } from './code.ts'
import { sectionNumber } from './heading-text.ts'
import { isEdgeOfNote } from './notes.ts'
import type { StyledLine } from './styled-lines.ts'

/** Letters of a line that is set in one style: that share of them. */
const UNIFORM = 0.97
const NONE = 0.1

/** Elements that are one block each; paragraphs are not always: some programs tag each line as one. */
const ownBlock = /^(?:H[1-6]?|Title|LI|LBody|TOCI)$/

/** `2.2.` over `2.2.1.`: a heading right under another, each on a line of its own. */
const depthNumber = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\p{L}/u

export interface BreakOptions {
  /** The size of most of the document's text. */
  readonly bodySize: number
  readonly useTags: boolean
}

export function isBreak(
  before: StyledLine,
  line: StyledLine,
  { bodySize, useTags }: BreakOptions,
): boolean {
  if (useTags && isTagBreak(before.tag, line.tag)) return true
  if (isEdgeOfCode(before, line) || isEdgeOfNote(before, line)) return true
  if (depthNumber.test(line.text) && isNumberedAlike(before.text, line.text)) return true
  if (before.bold >= UNIFORM !== line.bold >= UNIFORM) {
    return before.bold <= NONE || line.bold <= NONE
  }
  const isHeadingLike = line.bold >= UNIFORM || line.size > LARGE * bodySize
  if (isHeadingLike && sectionNumber.test(line.text)) return true
  return before.style.color !== line.style.color && before.style.font !== line.style.font
}

function isTagBreak(before: StyledLine['tag'], next: StyledLine['tag']): boolean {
  if (!before || !next || before === next) return false
  return before.type !== next.type || ownBlock.test(next.type)
}

/** Whether a line before `2.2.1.` has such a number as well, or is the `2.` that it belongs to. */
function isNumberedAlike(before: string, text: string): boolean {
  const own = /^\d{1,2}(?=\.\s)/.exec(before)?.[0]
  return depthNumber.test(before) || (own !== undefined && text.startsWith(`${own}.1`))
}
