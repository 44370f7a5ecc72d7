/** A region between rules → the same with what the rules leave out: heads above, labels of its rows at the left. */
import type { Ruling } from '../content/index.ts'
import { columnPlaces } from './column-boundaries.ts'
import { isProse, opensCaption } from './prose.ts'
import { lineOfSegments, type Region, regionOf } from './region.ts'
import { placeSegments } from './rows.ts'
import { joinPieces } from './rule-pieces.ts'
import type { Lines } from './rulings.ts'
import { isNumeric, type Segment, type TextLine, textOf } from './segments.ts'

/** Heads are at most this many ems above the ruling or each other, from baseline to line. */
const MAX_GAP_EMS = 1.9
/** Lines of heads above the ruling. */
const MAX_LINES = 4
/** So many of the columns must have a head there. */
const MIN_SHARE = 0.6

/**
 * Takes the lines right above a region whose segments stand over its columns, most of them, one over each; or over a rule
 * shorter than the table, as heads of several columns do.
 *
 * @param lines All lines that no table has taken.
 */
export function extendUpwards(region: Region, lines: readonly TextLine[], rulings: Lines): Region {
  if (region.kind === 'unruled') return region
  const places = columnPlaces(region)
  if (places.length < 1) return region
  const { box } = region
  const above = lines.filter(
    ({ baseline }) => baseline < box.y0 + 1 && baseline > box.y0 - MAX_LINES * 20,
  )
  const taken: TextLine[] = []
  let [top, ruledTop, ruled] = [box.y0, box.y0, 0]
  for (const line of above.toReversed().slice(0, MAX_LINES)) {
    const within = lineOfSegments(
      line,
      line.segments.filter(({ x0, x1 }) => x1 > box.x0 - 2 && x0 < box.x1 + 2),
    )
    if (!within) continue
    const areGroups = areOverRules(within, top, region, rulings.level)
    if (top - line.baseline > MAX_GAP_EMS * line.size) break
    if (!areGroups && !areHeads(within, places, region)) break
    taken.unshift(within)
    top = line.baseline - line.size
    if (areGroups) [ruledTop, ruled] = [top, taken.length]
  }
  const covered = new Set(taken.flatMap((line) => placed(line, places)))
  const areAll = covered.size >= MIN_SHARE * (places.length + 1) && covered.size > 1
  const heads = areAll ? taken : taken.slice(taken.length - ruled)
  if (heads.length === 0) return region
  const grown = { ...box, y0: areAll ? top : ruledTop }
  const { level } = regionOf(grown, [], rulings, region.kind)
  return { ...region, box: grown, level, lines: [...heads, ...region.lines] }
}

function placed(line: TextLine, places: readonly number[]): number[] {
  return placeSegments(line.segments, places).map(({ first }) => first)
}

function areHeads(line: TextLine, places: readonly number[], { box }: Region): boolean {
  if (opensCaption(line) || line.segments.some(isProse)) return false
  if (line.segments.length < 2) return false
  return (
    line.segments.every(({ x0, x1 }) => x0 > box.x0 - 3 && x1 < box.x1 + 3) &&
    placeSegments(line.segments, places).every(({ first, last }) => first === last)
  )
}

/** A rule under the heads of several columns is at most that share of the table wide. */
const MAX_GROUP_SHARE = 0.94

/** Whether a short rule is drawn under each text of a line, above what is already the table's. */
function areOverRules(
  line: TextLine,
  top: number,
  { box }: Region,
  level: readonly Ruling[],
): boolean {
  if (opensCaption(line) || line.segments.some(isTitle)) return false
  const widest = MAX_GROUP_SHARE * (box.x1 - box.x0)
  const rules = [...level, ...joinPieces(level)]
  return line.segments.every((segment) => {
    return rules.some(
      ({ at, from, to }) =>
        at > line.baseline &&
        at < top + 2 &&
        from > box.x0 - 3 &&
        to < box.x1 + 3 &&
        to - from < widest &&
        isCentredOver(segment, from, to),
    )
  })
}

/** A head of columns has no more words than this; the last line of a title may be centred over the table, too. */
const MAX_HEAD_WORDS = 8

function isTitle(segment: Segment): boolean {
  return isProse(segment) || segment.words.length > MAX_HEAD_WORDS
}

/** A head stands over the middle of its rule within this many points, or that share of its length. */
const MIDDLE_POINTS = 4
const MIDDLE_SHARE = 0.06

function isCentredOver({ x0, x1 }: Segment, from: number, to: number): boolean {
  const offset = Math.abs(x0 + x1 - from - to) / 2
  return (
    x0 > from - 2 && x1 < to + 2 && offset <= Math.max(MIDDLE_POINTS, MIDDLE_SHARE * (to - from))
  )
}

/** Of the rows of figures, that share has a label at the left. */
const MIN_LABELLED = 0.8
/** Lines of labels without figures, those of wrapped ones and of groups, are no more than that share of the labels. */
const MAX_BARE_LABELS = 0.75
/** Labels are flush, but for indents of at most so many points. */
const MAX_INDENT_POINTS = 40

/**
 * Takes the labels at the left of a region that has nothing but figures: where rules are drawn under figures alone, as in
 * the accounts of companies, they leave the labels of the rows out.
 *
 * @param lines All lines that no table has taken.
 */
export function extendLeftwards(
  region: Region,
  lines: readonly TextLine[],
  rulings: Lines,
): Region {
  if (region.kind !== 'halfRuled') return region
  const { box } = region
  const rows = lines
    .filter(({ baseline }) => baseline > box.y0 && baseline < box.y1 + 2)
    .map(({ segments }) => ({
      left: segments.filter(({ x1 }) => x1 < box.x0 + 2),
      inside: segments.filter(({ x0, x1 }) => x0 > box.x0 - 3 && x1 < box.x1 + 3),
    }))
  const figures = rows.filter(({ inside }) => inside.length > 0 && inside.every(isFigure))
  const labels = figures.flatMap(({ left }) => (left.length === 1 ? left : []))
  if (labels.length < 2 || labels.length < MIN_LABELLED * figures.length) return region
  const bare = rows.filter(({ inside, left }) => inside.length === 0 && left.length > 0)
  if (bare.length > MAX_BARE_LABELS * labels.length) return region
  const starts = labels.map(({ x0 }) => x0)
  const x0 = Math.min(...starts)
  if (Math.max(...starts) - x0 > MAX_INDENT_POINTS) return region
  return regionOf({ ...box, x0: x0 - 1 }, lines, rulings, region.kind)
}

const sign = /^[$€£¥%()]+$/

function isFigure(segment: Segment): boolean {
  const text = textOf(segment)
  return isNumeric(text) || sign.test(text)
}
