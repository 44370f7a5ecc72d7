/** Finds regions between horizontal rules with the same ends: tables without vertical rulings. */
import type { BBox } from '../../../model/index.ts'
import type { Ruling } from '../content/index.ts'
import { isItem } from './column-boundaries.ts'
import { columnStarts, isFlush } from './flush.ts'
import { isProseLine, opensCaption } from './prose.ts'
import { linesWithin, type Region, regionOf } from './region.ts'
import { joinFragments, type Lines } from './rulings.ts'
import type { TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** Alternative cuts of one stack of rules into regions; exactly one of them is used. */
export type RegionChoice = readonly (readonly Region[])[]

/** Finds regions between stacked rules; the first option of each choice holds only bands that look like rows. */
export function findHalfRuledChoices(rulings: Lines, lines: readonly TextLine[]): RegionChoice[] {
  const rules = joinFragments(rulings.horizontal).filter(
    ({ from, to }) => to - from >= settings.minWidthPoints,
  )
  const used = new Set<Ruling>()
  const choices: RegionChoice[] = []
  for (const rule of rules) {
    if (used.has(rule)) continue
    const bands = bandsBelow(rule, rules, lines, used)
    used.add(rule)
    for (const { below } of bands) used.add(below)
    if (bands.length === 0) {
      choices.push(regionsUnderHeads(rule, lines, rulings).map((region) => [region]))
      continue
    }
    const between = cutsOf(rule, bands).map((runs) =>
      runs.flatMap((run) => regionBetween(run, lines, rulings)),
    )
    const { options: under, areTitled } = underHeads(rule, bands, lines, rulings)
    const options = areTitled ? under : [...between, ...under]
    choices.push(options.filter((regions) => regions.length > 0))
  }
  return choices.filter((options) => options.length > 0)
}

/** Returns the alternative cuts of bands, each as runs of rules. */
function cutsOf(rule: Ruling, bands: readonly Band[]): Ruling[][][] {
  const strict = cutAtLoose(bands)
  const parted = cutAt(bands, ({ kind }) => kind !== 'rows')
  const adjoining = cutAt(bands, (band) => band.kind !== 'rows' || isBlank(band))
  // Tables with all their rules and an empty band between are never one.
  if (adjoining.length > parted.length && adjoining.every((run) => run.length >= settings.few))
    return [adjoining]
  const isWhole = strict.length === 1 && strict[0]?.length === bands.length + 1
  return [
    strict,
    ...(isWhole ? [] : [[[rule, ...bands.map(({ below }) => below)]]]),
    ...(parted.length > strict.length ? [parted] : []),
  ]
}

interface UnderHeads {
  readonly options: RegionChoice
  /** True if titles part the tables, which are then never one. */
  readonly areTitled: boolean
}

/** Finds tables with a rule only under their heads: the rows continue below, without a rule at their end. */
function underHeads(
  rule: Ruling,
  bands: readonly Band[],
  lines: readonly TextLine[],
  rulings: Lines,
): UnderHeads {
  const isParted = cutAtLoose(bands).length === 0 || bands.some(hasTextInRows)
  if (!isParted && bands.length > 1) return { options: [], areTitled: false }
  const heads = isParted ? [{ below: rule }, ...bands] : bands
  const headed = heads.map(({ below }) => regionsUnderHeads(below, lines, rulings))
  const areAll = headed.every((found) => found.length > 0)
  return {
    options: [0, -1].map((at) => headed.flatMap((found) => found.at(at) ?? [])),
    areTitled: areAll && bands.some(({ hasTitle }) => hasTitle),
  }
}

function cutAtLoose(bands: readonly Band[]): Ruling[][] {
  return cutAt(bands, ({ kind }) => kind === 'loose')
}

/** Finds regions between stacked rules, cut at every band that does not look like rows. */
export function findHalfRuledRegions(rulings: Lines, lines: readonly TextLine[]): Region[] {
  return findHalfRuledChoices(rulings, lines).flatMap(([regions = []]) => regions)
}

/** The area between two neighbouring rules: rows, perhaps the title of the next table, or other text. */
interface Band {
  readonly above: Ruling
  readonly below: Ruling
  readonly kind: 'rows' | 'title' | 'loose'
  /** True if it has no words. */
  readonly isEmpty: boolean
  /** True if a line of it is running text. */
  readonly hasText: boolean
  /** True if a line of it is a title above more rows. */
  readonly hasTitle: boolean
}

/** Returns true if a band without text is between two tables; the two lines of a double rule are closer. */
function isBlank({ isEmpty, above, below }: Band): boolean {
  return isEmpty && below.at - above.at >= settings.stripPoints
}

/** Returns true if text is between the rows of a band: it is between two tables with a rule under the heads. */
const hasTextInRows = ({ kind, hasText, hasTitle }: Band) =>
  kind === 'rows' && (hasText || hasTitle)

/** Lists the bands below a rule, down to a caption or a page of text. */
function bandsBelow(
  rule: Ruling,
  rules: readonly Ruling[],
  lines: readonly TextLine[],
  used: ReadonlySet<Ruling>,
): Band[] {
  const bands: Band[] = []
  let last = rule
  for (const next of rules) {
    if (next.at <= last.at || used.has(next) || !haveSameEnds(rule, next)) continue
    const within = linesWithin(lines, boxBetween(last, next))
    const starts = columnStarts(linesWithin(lines, boxBetween(rule, next)))
    const kind = kindOf(within, starts, { above: last, below: next })
    if (!kind) break
    const rows = within.filter(({ segments }) => segments.length > 1)
    const largest = largestOf(rows)
    const hasTitle = within.some((line) => isTitle(line, largest))
    const hasText = within.some((line) => line.segments.length === 1 && isProseLine(line))
    bands.push({ above: last, below: next, kind, isEmpty: within.length === 0, hasText, hasTitle })
    last = next
  }
  return bands
}

function kindOf(
  lines: readonly TextLine[],
  starts: readonly number[],
  { above, below }: Pick<Band, 'above' | 'below'>,
): Band['kind'] | undefined {
  if (lines.length === 0) return below.at - above.at > settings.reachPoints ? 'title' : 'rows'
  if (lines.some(opensCaption)) return undefined
  if (!isTabular(lines, starts)) return isReadable(lines) ? 'loose' : undefined
  const blank = Math.max(
    ...lines.map((line, at) => (line.y0 - (lines[at - 1]?.y1 ?? above.at)) / line.size),
  )
  if (blank > settings.wideRowGapEms) return 'title'
  return 'rows'
}

/** Returns true if lines may be cells with longer text: few lines, and little running text as wide as the rules. */
function isReadable(lines: readonly TextLine[]): boolean {
  if (lines.length > settings.cellLines) return false
  const prose = lines.filter((line) => line.segments.length === 1 && isProseLine(line)).length
  return lines.length === 1 || prose <= settings.minority * lines.length
}

/** Returns the rules of each run of bands between cuts. */
function cutAt(bands: readonly Band[], isCut: (band: Band) => boolean): Ruling[][] {
  const runs: Ruling[][] = []
  let open: Ruling[] | undefined
  for (const band of bands) {
    if (isCut(band)) open = undefined
    else if (open) open.push(band.below)
    else {
      open = [band.above, band.below]
      runs.push(open)
    }
  }
  return runs
}

function regionBetween(
  run: readonly Ruling[],
  lines: readonly TextLine[],
  rulings: Lines,
): Region[] {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || first === last) return []
  const region = regionOf(boxBetween(first, last), lines, rulings, 'halfRuled')
  return region.lines.length > 1 ? [region] : []
}

/** Finds the table of a single rule with heads above and rows below, down to other text or to text across its columns. */
function regionsUnderHeads(rule: Ruling, lines: readonly TextLine[], rulings: Lines): Region[] {
  const strip = { x0: rule.from - 3, x1: rule.to + 3, y0: 0, y1: Number.POSITIVE_INFINITY }
  const near = linesWithin(lines, strip)
  const isInside = ({ segments }: TextLine) =>
    segments.every(({ x0, x1 }) => x0 > strip.x0 && x1 < strip.x1)
  const start = near.findIndex(({ baseline }) => baseline > rule.at)
  if (start < 1) return []
  let top = start
  let edge = rule.at
  while (top > 0 && start - top < settings.few) {
    const line = near[top - 1] as TextLine
    if (edge - line.baseline > settings.maxLeadingEms * line.size || !isInside(line)) break
    if (isProseLine(line) || isItem(line) || isTitle(line, largestOf(near.slice(top, start)))) break
    edge = line.baseline
    top--
  }
  const heads = near.slice(top, start)
  if (!heads.some(({ segments }) => segments.length > 1)) return []
  let end = start
  let largest = largestOf(heads)
  edge = rule.at
  for (; end < near.length; end++) {
    const line = near[end] as TextLine
    if (line.baseline - edge > settings.rowGapEms * line.size || !isInside(line)) break
    const isText = line.segments.length === 1 && isProseLine(line)
    if (opensCaption(line) || isTitle(line, largest)) break
    if (isText && !isFlush(line.x0, columnStarts(near.slice(top, end)))) break
    largest = Math.max(largest, line.size)
    edge = line.baseline
  }
  if ((near[start]?.segments.length ?? 0) < 2 || end === start) return []
  const rows = near.slice(start, end)
  const whole = rows.findIndex((line, at) => isAcross(line, [...heads, ...rows.slice(0, at)]))
  const bottoms = [edge, ...(whole > 0 ? [(rows[whole - 1] as TextLine).baseline] : [])]
  return bottoms.map((bottom) => {
    const box = { ...strip, x0: rule.from, x1: rule.to, y0: heads[0]?.y0 ?? 0, y1: bottom + 3 }
    return regionOf(box, lines, rulings, 'halfRuled')
  })
}

/**
 * Returns true for a single text that is clearly larger than the rows of the table: the title of a section.
 *
 * @param largest Size of the largest row; 0 without rows.
 */
function isTitle({ segments, size }: TextLine, largest: number): boolean {
  return segments.length === 1 && largest > 0 && size > settings.clearlyLarger * largest
}

function largestOf(rows: readonly TextLine[]): number {
  return rows.reduce((largest, { size }) => Math.max(largest, size), 0)
}

/** Returns true if a line has text in a gap between columns that all lines above leave free. */
function isAcross({ segments }: TextLine, above: readonly TextLine[]): boolean {
  let end = Number.POSITIVE_INFINITY
  for (const next of above.flatMap((line) => line.segments).sort((a, b) => a.x0 - b.x0)) {
    const isIn = ({ x0, x1 }: BBox) => (x0 < end ? x1 > next.x0 : x1 < next.x0)
    if (next.x0 > end && segments.some(isIn)) return true
    end = end === Number.POSITIVE_INFINITY ? next.x1 : Math.max(end, next.x1)
  }
  return false
}

function haveSameEnds(a: Ruling, b: Ruling): boolean {
  const slack = Math.max(settings.sidePoints, settings.slackShare * (a.to - a.from))
  return Math.abs(a.from - b.from) <= slack && Math.abs(a.to - b.to) <= slack
}

function boxBetween(a: Ruling, b: Ruling): BBox {
  return { x0: Math.min(a.from, b.from), x1: Math.max(a.to, b.to), y0: a.at, y1: b.at }
}

/** Returns true if the lines between two rules may be rows: not running text, and in columns or few. */
function isTabular(lines: readonly TextLine[], starts: readonly number[]): boolean {
  if (lines.length === 0) return true
  if (lines.some(opensCaption)) return false
  const prose = lines.filter((line) => isProseLine(line) && !isFlush(line.x0, starts)).length
  if (prose > settings.minority * lines.length) return false
  return lines.length <= 2 || lines.some(({ segments }) => segments.length > 1)
}
