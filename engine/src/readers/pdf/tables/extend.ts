/** Extends a region between rules by the parts outside of the rules: heads above, row labels at the left. */
import type { Ruling } from '../content/index.ts'
import { columnPlaces, isItem } from './column-boundaries.ts'
import { placeSegments } from './placed-segments.ts'
import { isProse, opensCaption } from './prose.ts'
import { lineOfSegments, type Region, regionOf } from './region.ts'
import { rowsOfLines } from './rows.ts'
import { isDrawn, joinFragments, type Lines } from './rulings.ts'
import { isNumeric, type Segment, type TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/**
 * Adds the lines directly above a region if most columns have one segment above them, or if their segments are above a
 * rule shorter than the table, like heads of several columns.
 *
 * @param lines All lines outside of tables.
 */
export function extendUpwards(region: Region, lines: readonly TextLine[], rulings: Lines): Region {
  if (region.kind === 'unruled') return region
  const places = columnPlaces(region)
  if (places.length < 1) return region
  const { box } = region
  const above = lines.filter(({ baseline }) => baseline < box.y0 + 1).slice(-settings.cellLines)
  const taken: TextLine[] = []
  let [top, ruledTop, ruled] = [box.y0, box.y0, 0]
  for (const row of rowsOfLines(above).slice(-settings.several).toReversed()) {
    const within = row.flatMap((line) => {
      const isOver = ({ x0, x1 }: Segment) => x1 > box.x0 - 2 && x0 < box.x1 + 2
      return lineOfSegments(line, line.segments.filter(isOver)) ?? []
    })
    const [first] = within
    const last = within.at(-1)
    if (!first || !last) continue
    const areGroups = within.every((line) => areOverRules(line, top, region, rulings.horizontal))
    if (top - last.baseline > settings.maxLeadingEms * last.size) break
    const areOver = taken.length > 0 && areOverHeads(within, places)
    if (!areGroups && !areOver && !areHeads(within, places, region)) break
    taken.unshift(...within)
    top = first.baseline - first.size
    if (areGroups) [ruledTop, ruled] = [top, taken.length]
  }
  const covered = new Set(taken.flatMap((line) => placed(line, places)))
  const areAll = covered.size >= settings.majority * (places.length + 1) && covered.size > 1
  const heads = areAll ? taken : taken.slice(taken.length - ruled)
  if (heads.length === 0) return region
  const grown = { ...box, y0: areAll ? top : ruledTop }
  const { horizontal } = regionOf(grown, [], rulings, region.kind)
  return { ...region, box: grown, horizontal, lines: [...heads, ...region.lines] }
}

/**
 * Adds the row below the last shaded one, or below the last rule if each row has a rule above it: nothing may bound the
 * last row below.
 *
 * @param lines All lines outside of tables.
 */
export function extendDownwards(region: Region, lines: readonly TextLine[]): Region {
  const { box } = region
  const isStriped = endsWithStripe(region)
  const offset = isStriped ? undefined : rowOffset(region)
  const places = isStriped || offset !== undefined ? columnPlaces(region) : []
  if (places.length < 1) return region
  const isNext = (line: TextLine) =>
    offset === undefined
      ? line.y0 - box.y1 <= settings.paddingPoints
      : Math.abs(line.baseline - box.y1 - offset) <= settings.snapPoints
  const below = lines.filter(({ baseline }) => baseline > box.y1 + 1).slice(0, settings.cellLines)
  const taken: TextLine[] = []
  for (const row of rowsOfLines(below)) {
    const [first] = row
    const last = taken.at(-1)
    const isNear =
      first &&
      (last ? first.baseline - last.baseline <= settings.tightEms * first.size : isNext(first))
    if (!isNear || !areInColumns(row, places, region)) break
    if (!last && row.flatMap(({ segments }) => segments).length < 2) break
    taken.push(...row)
  }
  const y1 = taken.at(-1)?.y1
  if (y1 === undefined) return region
  return { ...region, box: { ...box, y1: y1 + 1 }, lines: [...region.lines, ...taken] }
}

/** Returns true if the last of several shaded rows ends a region; a single one may be the heads. */
function endsWithStripe({ box, kind, horizontal }: Region): boolean {
  if (kind === 'unruled' || horizontal.length < settings.few) return false
  return !horizontal.some((rule) => rule.at > box.y1 - settings.nearPoints && isDrawn(rule))
}

/** Returns the distance from a rule to the text below it, if it is the same in all rows and the region ends with a rule. */
function rowOffset({ kind, box, horizontal, lines }: Region): number | undefined {
  const rules = horizontal.filter(isDrawn).toSorted((a, b) => a.at - b.at)
  const end = rules.at(-1)?.at ?? 0
  if (kind !== 'halfRuled' || rules.length <= settings.few || box.y1 - end > settings.snapPoints)
    return undefined
  const offsets = rules.slice(0, -1).map(({ at }) => {
    const next = lines.find(({ baseline }) => baseline > at)
    return (next?.baseline ?? Number.POSITIVE_INFINITY) - at
  })
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)]
  return most - least <= settings.snapPoints ? least : undefined
}

function placed(line: TextLine, places: readonly number[]): number[] {
  return placeSegments(line.segments, places).map(({ first }) => first)
}

/** @param row Lines side by side. */
function areHeads(row: readonly TextLine[], places: readonly number[], region: Region): boolean {
  const segments = row.flatMap((line) => line.segments)
  if (row.some(opensCaption) || row.some(isItem) || segments.some(isProse)) return false
  return segments.length > 1 && areInColumns(row, places, region)
}

/** Returns true for heads of several columns above other heads, right of the labels: `Year ended 31 December` above `2025` and `2024`. */
function areOverHeads(row: readonly TextLine[], places: readonly number[]): boolean {
  const segments = row.flatMap((line) => line.segments)
  if (row.some(opensCaption) || segments.some(isTitle)) return false
  const spans = placeSegments(segments, places)
  return spans.every(({ first }) => first > 0) && spans.some(({ first, last }) => last > first)
}

/** Returns true if each segment is in one column. */
function areInColumns(
  row: readonly TextLine[],
  places: readonly number[],
  { box }: Region,
): boolean {
  return row.every(
    ({ segments }) =>
      segments.every(({ x0, x1 }) => x0 > box.x0 - 3 && x1 < box.x1 + 3) &&
      placeSegments(segments, places).every(({ first, last }) => first === last),
  )
}

/** Returns true if each segment of a line has a short rule below it, above the table so far. */
function areOverRules(
  line: TextLine,
  top: number,
  { box }: Region,
  horizontal: readonly Ruling[],
): boolean {
  if (opensCaption(line) || line.segments.some(isTitle)) return false
  const widest = settings.nearlyAll * (box.x1 - box.x0)
  const rules = [...horizontal, ...joinFragments(horizontal)]
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

/** Returns true for the last line of a title centred over the table, which is not a column head. */
function isTitle(segment: Segment): boolean {
  return isProse(segment) || segment.words.length > settings.maxWords
}

function isCentredOver({ x0, x1 }: Segment, from: number, to: number): boolean {
  const offset = Math.abs(x0 + x1 - from - to) / 2
  return (
    x0 > from - 2 &&
    x1 < to + 2 &&
    offset <= Math.max(settings.sidePoints, settings.slackShare * (to - from))
  )
}

/**
 * Adds the row labels at the left of a region. In accounts of companies, the rules are only under the figures; some grids
 * are drawn without their first column.
 *
 * @param lines All lines outside of tables.
 */
export function extendLeftwards(
  region: Region,
  lines: readonly TextLine[],
  rulings: Lines,
): Region {
  if (region.kind === 'unruled') return region
  const { box } = region
  const isLabelled = region.kind === 'ruled' ? hasText : hasFigures
  const rows = lines
    .filter(({ baseline }) => baseline > box.y0 && baseline < box.y1 + 2)
    .map(({ segments }) => ({
      left: segments.filter(({ x1 }) => x1 < box.x0 + 2),
      inside: segments.filter(({ x0, x1 }) => x0 > box.x0 - 3 && x1 < box.x1 + 3),
    }))
  const labelled = rows.filter(isLabelled)
  const labels = labelled.flatMap(({ left }) => (left.length === 1 ? left : []))
  if (labels.length < 2 || labels.length < settings.mostly * labelled.length) return region
  const isBeside = (label: Segment) => !isProse(label) && box.x0 - label.x1 <= settings.reachPoints
  if (region.kind === 'ruled' && !labels.every(isBeside)) return region
  const bare = rows.filter(({ inside, left }) => inside.length === 0 && left.length > 0)
  if (bare.length > settings.mostly * labels.length) return region
  const starts = labels.map(({ x0 }) => x0)
  const x0 = Math.min(...starts)
  if (Math.max(...starts) - x0 > settings.reachPoints) return region
  return regionOf({ ...box, x0: x0 - 1 }, lines, rulings, region.kind)
}

/** The texts of a line left of a region and inside of it. */
interface Sides {
  readonly left: readonly Segment[]
  readonly inside: readonly Segment[]
}

const hasText = ({ inside }: Sides) => inside.length > 0
const hasFigures = ({ inside }: Sides) => inside.length > 0 && inside.every(isFigure)

const sign = /^[$€£¥%()]+$/

function isFigure(segment: Segment): boolean {
  const text = segment.text
  return isNumeric(text) || sign.test(text)
}
