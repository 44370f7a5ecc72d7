/** Units in reading order → the same, paragraphs that go on in a later column or page joined. */
import { isCode } from './code.ts'
import { endsBroken } from './hyphens.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { isCaption } from './markers.ts'

/** Paragraphs that can still go on: those of the last columns. Notes, captions and tables may stand between. */
const MAX_OPEN = 24
/** Sizes of one text differ by less than this share. */
const SIZE_SHARE = 0.05
/** Columns that can lie between the parts of a paragraph, the next one counted. */
const MAX_COLUMNS = 2

const endsSentence = /[.?!:]["'”’»)\]]*(?:\[?\d{1,3}\]?)?$/
const startsLower = /^[\p{Ll}]/u
/** A number at the end of a column goes on nowhere. */
const letter = /\p{L}/u

/** Joins, in place, and leaves out what was joined to another unit. */
export function joinBlocks(
  units: readonly LayoutBlock[],
  isHeading: (unit: TextBlock) => boolean,
): LayoutBlock[] {
  const kept: LayoutBlock[] = []
  let open: TextBlock[] = []
  let waiting: TextBlock[] = []
  let column = -1
  for (const unit of units) {
    if (endsText(unit, isHeading)) {
      open = []
      waiting = []
    }
    if (unit.type !== 'text' || isHeading(unit) || unit.isCell || isCode(unit)) {
      kept.push(unit)
      continue
    }
    if (unit.column !== column) {
      open = [...open, ...waiting].slice(-MAX_OPEN)
      waiting = []
      column = unit.column
    }
    const before = startsLower.test(unit.lines[0]?.text ?? '') ? findOpen(open, unit) : undefined
    if (before) {
      before.firstLines.push(...unit.firstLines.map((line) => line + before.lines.length))
      before.lines.push(...unit.lines)
      before.provenance.push(...unit.provenance)
      before.column = unit.column
      continue
    }
    kept.push(unit)
    waiting.push(unit)
  }
  return kept
}

/** Detects what no paragraph goes on after: a heading, or a displayed formula within its text. */
function endsText(unit: LayoutBlock, isHeading: (unit: TextBlock) => boolean): boolean {
  return unit.type === 'text' ? isHeading(unit) : unit.type === 'formula'
}

/** A last line shorter than this share of the widest ends a paragraph, or a part of an address. */
const MIN_LAST_LINE = 0.6

function endsShort({ lines }: TextBlock): boolean {
  if (lines.length < 2) return false
  const widths = lines.map(({ x0, x1 }) => x1 - x0)
  return (widths.at(-1) ?? 0) < MIN_LAST_LINE * Math.max(...widths)
}

/** The last paragraph of its kind in a column before it, when that ends within a sentence. */
function findOpen(open: readonly TextBlock[], unit: TextBlock): TextBlock | undefined {
  const before = open.findLast((other) => isAlike(other, unit))
  if (!before || unit.column - before.column > MAX_COLUMNS || before.column >= unit.column) {
    return undefined
  }
  const text = textOf(before)
  if (endsShort(before) && !endsBroken(text)) return undefined
  return endsSentence.test(text) || isCaption(text) || !letter.test(text) ? undefined : before
}

/** Of a paragraph as bold as a label is, none that is not at all goes on. */
const BOLD = 0.9
const NOT_BOLD = 0.1

function isAlike(a: TextBlock, b: TextBlock): boolean {
  const [bold, otherBold] = [a.lines.at(-1)?.bold ?? 0, b.lines[0]?.bold ?? 0]
  if (Math.max(bold, otherBold) >= BOLD && Math.min(bold, otherBold) <= NOT_BOLD) return false
  const own = a.lines[0]?.size ?? 0
  const other = b.lines[0]?.size ?? 0
  return Math.abs(own - other) <= SIZE_SHARE * Math.max(own, other)
}
