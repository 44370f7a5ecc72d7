/** Divides a region into the bands of its rows: at horizontal rulings, and between lines of text. */
import type { BBox } from '../../../model/index.ts'
import type { Ruling } from '../content/index.ts'
import type { Boundary } from './column-boundaries.ts'
import { type PlacedSegment, placeSegments } from './placed-segments.ts'
import { lineOfSegments, type Region } from './region.ts'
import {
  groupByWords,
  groupIntoRows,
  joinInterleaved,
  type Rights,
  rightsOf,
  rowsOfLines,
} from './rows.ts'
import { isDrawn } from './rulings.ts'
import { isAmount, isNumeric, type Segment, type TextLine } from './segments.ts'
import { hardSeparators, hasSeparator } from './separators.ts'
import { tableSettings as settings } from './settings.ts'

/** Rows of lines between two boundaries. */
export interface RowBand {
  readonly y0: number
  readonly y1: number
  readonly lines: readonly TextLine[]
  /** True if a ruling bounds it below. */
  readonly hardBelow: boolean
}

/**
 * How lines are grouped into rows: by the surroundings, each line alone, all lines between two rulings, by their words.
 */
type RowMode = 'usual' | 'lines' | 'bands' | 'words'

export function rowBands(
  region: Region,
  columns: readonly Boundary[],
  mode: RowMode = 'usual',
): RowBand[] {
  const { box, horizontal, lines, rowEdges = [] } = region
  const places = columns.map(({ at }) => at)
  const drawn = horizontal.filter((ruling) => isDrawn(ruling) || isWide(ruling, box))
  const hard = hardSeparators(drawn, box.y0, box.y1, settings.minShapePoints)
  const inner = [...hard, ...rowEdges].sort((a, b) => a - b)
  const edges = [Number.NEGATIVE_INFINITY, ...inner, Number.POSITIVE_INFINITY]
  const bands: { y0: number; y1: number; lines: TextLine[]; isLast: boolean }[] = []
  for (let index = 1; index < edges.length; index++) {
    const y0 = edges[index - 1] as number
    const y1 = edges[index] as number
    const within = linesBetween(lines, y0, y1)
    if (within.length > 0) {
      bands.push({ y0, y1, lines: within, isLast: index === edges.length - 1 })
    }
  }
  const wide = hard.filter((at) => hasSeparator(horizontal, at, box.x0, box.x1)).length + 1
  const isDense = wide >= settings.few && lines.length / wide <= settings.few
  const areRows =
    region.kind === 'ruled' ||
    isDense ||
    haveOneEach(
      bands.map((band) => band.lines),
      places,
    )
  const rights = rightsOf(lines, places)
  const header = bands.findIndex((band) => !isTitle(band.lines, places))
  return bands.flatMap(({ y0, y1, lines: within, isLast }, at) => {
    const isHeader = at === Math.max(0, header) && at < bands.length - 1
    const usual = (lines: readonly TextLine[]) =>
      isHeader
        ? groupHeader(lines, places, rights, region.kind)
        : groupIntoRows(lines, places, rights, areRows)
    const groups = groupsOf[rowEdges.length > 0 ? 'bands' : mode](within, places, rights, () => {
      const bounded = boundedLines(region, places, { y0, y1, lines: within })
      return bounded !== within && usual(bounded).length === 1 ? [within] : usual(within)
    })
    return groups.map((group, index) => ({
      lines: group,
      y0: index === 0 ? y0 : edgeBetween(groups[index - 1], group),
      y1: index === groups.length - 1 ? y1 : edgeBetween(group, groups[index + 1]),
      hardBelow: index === groups.length - 1 && !isLast && hard.includes(y1),
    }))
  })
}

const groupsOf: Readonly<
  Record<
    RowMode,
    (
      lines: readonly TextLine[],
      places: readonly number[],
      rights: Rights,
      usual: () => TextLine[][],
    ) => TextLine[][]
  >
> = {
  usual: (_lines, _places, _rights, usual) => usual(),
  lines: rowsOfLines,
  bands: (lines) =>
    lines.length > settings.cellLines ? lines.map((line) => [line]) : [[...lines]],
  words: groupByWords,
}

/** Returns true if lines are a title over the columns instead of heads. */
function isTitle(lines: readonly TextLine[], places: readonly number[]): boolean {
  return lines.every(({ segments }) => {
    const [only, ...more] = placeSegments(segments, places)
    return only !== undefined && more.length === 0 && only.last > only.first
  })
}

/** Returns true if some column has one line of text in each band where others have several. */
function haveOneEach(bands: readonly (readonly TextLine[])[], places: readonly number[]): boolean {
  const most = Math.max(...bands.map((lines) => lines.length))
  if (bands.length < settings.few || most === 1 || most > settings.cellLines) return false
  const counts = bands.map((lines) =>
    Map.groupBy(
      lines.flatMap(({ segments }) => placeSegments(segments, places)),
      ({ first }) => first,
    ),
  )
  return places.some((_, at) => {
    const single = counts.filter((columns) => columns.get(at + 1)?.length === 1).length
    return single >= settings.mostly * bands.length
  })
}

/** Returns the lines of a band without texts of cells over several rows: no ruling is above or below them at the band's edges. */
function boundedLines(
  { kind, box, horizontal }: Region,
  places: readonly number[],
  { y0, y1, lines }: Pick<RowBand, 'y0' | 'y1' | 'lines'>,
): readonly TextLine[] {
  if (kind !== 'ruled') return lines
  const edges = [y0, y1].filter((y) => Number.isFinite(y))
  const xs = [box.x0, ...places, box.x1]
  const bounded = xs
    .slice(1)
    .map((x1, at) => edges.every((y) => hasSeparator(horizontal, y, xs[at] as number, x1)))
  if (bounded.every((own) => own)) return lines
  return lines.flatMap((line) => {
    const own = placeSegments(line.segments, places)
    const kept = own.filter(({ first, last }) => bounded.slice(first, last + 1).every((is) => is))
    return (
      lineOfSegments(
        line,
        kept.map(({ segment }) => segment),
      ) ?? []
    )
  })
}

/** Returns true if the edge of a fill is so wide that it separates rows; a shorter one marks some cells. */
function isWide({ from, to }: Ruling, { x0, x1 }: BBox): boolean {
  return to - from >= settings.half * (x1 - x0)
}

/** Groups the lines of a header band: a line that spans columns is a separate row, the others are wrapped cells of one row. */
function groupHeader(
  lines: readonly TextLine[],
  places: readonly number[],
  rights: Rights,
  kind: Region['kind'],
): TextLine[][] {
  if (kind === 'ruled') return groupIntoRows(lines, places, rights, true)
  const groups: TextLine[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    if (group && goesOnIn(group, line, places)) group.push(line)
    else groups.push([line])
  }
  return joinInterleaved(groups)
}

/** Returns true if lines of one head are flush, or centred over each other. */
function areFlush(a: Segment, b: Segment): boolean {
  const distances = [a.x0 - b.x0, a.x1 - b.x1, (a.x0 + a.x1 - b.x0 - b.x1) / 2]
  return distances.some((distance) => Math.abs(distance) <= settings.nearPoints)
}

/** Returns true if a line of heads continues those above it: it is below them, and neither spans columns. */
function goesOnIn(group: readonly TextLine[], line: TextLine, places: readonly number[]): boolean {
  const own = placeSegments(line.segments, places)
  const above = group.flatMap(({ segments }) => placeSegments(segments, places))
  if ([...own, ...above].some(({ first, last }) => last > first) || isBodyRow(own)) return false
  const columns = new Set(above.map(({ first }) => first))
  const shared = own.filter(({ first, segment }) =>
    above.some((head) => head.first === first && areFlush(head.segment, segment)),
  ).length
  return 2 * shared >= Math.min(own.length, columns.size)
}

/** Returns true for a label with amounts beside it, as above the first rule of accounts; years and units are heads. */
function isBodyRow([label, ...others]: readonly PlacedSegment[]): boolean {
  if (label?.first !== 0 || isNumeric(label.segment.text)) return false
  const amounts = others.filter(({ segment }) => isAmount(segment))
  return amounts.length >= 2 && amounts.length === others.length
}

/** Returns the lines whose middles are between two heights. */
function linesBetween(lines: readonly TextLine[], y0: number, y1: number): TextLine[] {
  const found: TextLine[] = []
  for (const line of lines) {
    const middle = (line.y0 + line.y1) / 2
    if (middle > y0 && middle <= y1) found.push(line)
  }
  return found
}

function edgeBetween(
  above: readonly TextLine[] | undefined,
  below: readonly TextLine[] | undefined,
): number {
  return ((above?.at(-1)?.y1 ?? 0) + (below?.[0]?.y0 ?? 0)) / 2
}
