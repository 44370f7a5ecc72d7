/** Computes the named features of a grid in its surroundings, from which learnt weights score whether it is a table. */
import type { BBox } from '../../../model/index.ts'
import { isDigit, isLetter } from '../ascii.ts'
import { areaOfBox, boxOfRuling, commonArea, isCentreIn } from '../boxes.ts'
import { allBullets } from '../bullet-signs.ts'
import { round } from '../models/index.ts'
import { mean, median, share, stepsOf, sumOf } from '../statistics.ts'
import type { Area, FilledCell } from './area.ts'
import type { GridCell } from './rectangles.ts'
import { rejections } from './rejections.ts'
import { isDrawn } from './rulings.ts'
import type { Segment, TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** An area with facts that several features share. */
interface Facts extends Area {
  /** Distances between lines, relative to the size of the lower one. */
  readonly leadings: readonly number[]
  /** Gaps between segments of one line, in ems. */
  readonly gaps: readonly number[]
  /** Shares of the words. */
  readonly styles: { readonly [name in 'mono' | 'bold' | 'boldHead' | 'boldStub']: number }
}

type Feature = (area: Facts) => number

const isHead = ({ row0 }: FilledCell) => row0 === 0
const isStub = ({ column0 }: FilledCell) => column0 === 0
const isFigure = (cell: FilledCell) => cell.isFigure

const kinds = { ruled: 0, halfRuled: 1, unruled: 2 } as const

/** Features of the shape and filling of the grid. */
const shapeFeatures = {
  kind: ({ grid }) => kinds[grid.kind],
  rows: ({ grid }) => grid.rowCount,
  columns: ({ grid }) => grid.columnCount,
  filled: ({ cells }) => cells.length,
  fill: ({ fill }) => fill,
  fullRows: ({ fullRows }) => fullRows,
  fullRowShare: ({ fullRows, grid }) => fullRows / Math.max(1, grid.rowCount),
  alignment: ({ alignment }) => alignment,
  samePattern: ({ cells, grid }) => patternShare(cells, grid.rowCount),
  firstColumnFill: ({ cells, grid }) =>
    sumOf(cells.filter(isStub), ({ row0, row1 }) => row1 - row0) / Math.max(1, grid.rowCount),
  emptyHeads: ({ cells, grid }) => 1 - cells.filter(isHead).length / Math.max(1, grid.columnCount),
  spanning: ({ cells }) => share(cells, ({ column0, column1 }) => column1 - column0 > 1),
  tall: ({ cells }) => share(cells, ({ row0, row1 }) => row1 - row0 > 1),
  wrapped: ({ cells }) => share(cells, ({ segments }) => segments.length > 1),
  ruledHeader: ({ grid }) => grid.ruledHeaderRows,
} as const satisfies Readonly<Record<string, Feature>>

/** Returns the share of rows with the most frequent set of filled columns. */
function patternShare(cells: readonly FilledCell[], rowCount: number): number {
  const rows = Map.groupBy(cells, ({ row0 }) => row0)
  const counts = new Map<string, number>()
  for (const row of rows.values()) {
    const pattern = row.map(({ column0 }) => column0).join()
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values()) / Math.max(1, rowCount)
}

const marker = new RegExp(
  `^(?:[${allBullets}]|\\(?(?:\\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.):]|\\[\\d{1,3}\\])$`,
  'u',
)
const codeMark = /[{};=<>[\]#$\\_|]|\(\)|\/\//g
const mathMark = /[=+×−∑∏∫√≤≥∈∀∂∞→←≈·⊤⋅∥]/gu
const endsSentence = /[.!?:][)”"']?$/
const endsOpen = /[,;(–-]$/
const opensLower = /^\p{Ll}/u
const letters = /\p{L}/gu
const digits = /\p{Nd}/gu
const url = /https?:|www\.|@\w/

/** Features of the text of the cells. */
const textFeatures = {
  figures: ({ figures }) => figures,
  firstFigures: ({ cells }) => share(cells.filter(isStub), isFigure),
  headFigures: ({ cells }) => share(cells.filter(isHead), isFigure),
  allFigures: ({ cells }) => share(cells, isFigure),
  sameKind: ({ cells, grid }) => kindShare(cells, grid.columnCount),
  prose: ({ prose }) => prose,
  proseColumns: ({ proseColumns }) => proseColumns,
  meanWords: ({ meanWords }) => meanWords,
  mostWords: ({ cells }) => Math.max(0, ...cells.map(({ words }) => words.length)),
  wordShareOfLargest: ({ cells, words }) =>
    Math.max(0, ...cells.map((cell) => cell.words.length)) / Math.max(1, words.length),
  singleLetters: ({ cells }) => share(cells, ({ text }) => text.length === 1),
  lowercase: ({ lowercase }) => lowercase,
  torn: ({ torn }) => torn,
  sentences: ({ cells }) => share(cells, ({ text }) => endsSentence.test(text)),
  openEnds: ({ cells }) => share(cells, ({ text }) => endsOpen.test(text)),
  goesOn: ({ cells }) => goesOnShare(cells),
  prefix: ({ region }) => prefixShare(region.lines),
  markers: ({ cells }) => share(cells, ({ text }) => marker.test(text)),
  firstMarkers: ({ cells }) =>
    share(cells.filter(isStub), ({ text }) => marker.test(text.split(' ')[0] ?? '')),
  codeMarks: ({ text }) => density(text, codeMark),
  mathMarks: ({ text }) => density(text, mathMark),
  letters: ({ text }) => densityOf(text, isLetter, letters),
  digits: ({ text }) => densityOf(text, isDigit, digits),
  rising: (area) => risingShare(area),
  evenlySpaced: (area) => evenlySpaced(area),
  addresses: ({ cells }) => share(cells, ({ text }) => url.test(text)),
  repeats: ({ cells }) =>
    1 - new Set(cells.map(({ text }) => text)).size / Math.max(1, cells.length),
} as const satisfies Readonly<Record<string, Feature>>

const prefix = /^[#>$%|*+~:;/\\-]{1,4}$/

/** Returns the share of lines that begin with the most frequent sign: prompts, and marks of output in listings. */
function prefixShare(lines: readonly TextLine[]): number {
  const signs = lines.flatMap(({ segments: [first] }) => {
    const sign = first?.words[0]?.text ?? ''
    return prefix.test(sign) ? [sign] : []
  })
  const counts = [...Map.groupBy(signs, (sign) => sign).values()].map((own) => own.length)
  return Math.max(0, ...counts) / Math.max(1, lines.length)
}

/** Returns the share of the steps down the last column that do not fall; page numbers never fall. */
function risingShare({ cells, grid }: Area): number {
  const last = cells.filter(({ column0 }) => column0 === grid.columnCount - 1)
  const values = last.flatMap(({ text }) => (/^\d{1,4}$/.test(text) ? [Number(text)] : []))
  if (values.length < 0.6 * last.length) return 0
  return share(stepsOf(values), (step) => step >= 0)
}

/** Returns the length of the longest run of figures with equal differences in a row or column, as along an axis. */
function evenlySpaced({ cells }: Area): number {
  const figures = cells.flatMap(numberIn)
  const lines = [
    ...Map.groupBy(figures, ({ row0 }) => row0).values(),
    ...Map.groupBy(figures, ({ column0 }) => column0).values(),
  ]
  return Math.max(0, ...lines.map(evenRun))
}

interface PlacedNumber extends Pick<GridCell, 'row0' | 'column0'> {
  readonly value: number
}

function numberIn({ text, row0, column0 }: FilledCell): PlacedNumber[] {
  if (isLetter(text.charCodeAt(0))) return []
  const plain = text.replace(/[%$€£,\s]/g, '').replace('−', '-')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? [{ value: Number(plain), row0, column0 }] : []
}

/** Returns the length of the longest run of values with one step other than 0. */
function evenRun(line: readonly PlacedNumber[]): number {
  let [longest, length, step] = [0, 1, 0]
  let before = line[0]?.value ?? 0
  for (const { value } of line) {
    const next = value - before
    before = value
    const isSame = next !== 0 && Math.abs(next - step) < 1e-6 * Math.abs(next)
    length = isSame ? length + 1 : 2
    step = next
    if (isSame) longest = Math.max(longest, length)
  }
  return longest
}

function density(text: string, pattern: RegExp): number {
  return (text.match(pattern)?.length ?? 0) / Math.max(1, text.length)
}

/** Counts a class of characters: by their codes in ASCII, and by a pattern in other texts. */
function densityOf(text: string, isOne: (code: number) => boolean, pattern: RegExp): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) return density(text, pattern)
    if (isOne(code)) count++
  }
  return count / Math.max(1, text.length)
}

/** Returns the mean over columns of the share of cells of the more frequent kind, figures or text, without heads. */
function kindShare(cells: readonly FilledCell[], columnCount: number): number {
  const byColumn = Map.groupBy(
    cells.filter(({ row0 }) => row0 > 0),
    ({ column0 }) => column0,
  )
  let sum = 0
  for (const column of byColumn.values()) {
    const figures = share(column, isFigure)
    sum += Math.max(figures, 1 - figures)
  }
  return sum / Math.max(1, Math.min(columnCount, byColumn.size))
}

/** Returns the share of cells that continue the sentence of the cell before in the row: lines of text that were cut. */
function goesOnShare(cells: readonly FilledCell[]): number {
  const goingOn = cells.filter(({ text, row0 }, at) => {
    const before = cells[at - 1]
    if (!before || before.row0 !== row0 || !opensLower.test(text)) return false
    return !endsSentence.test(before.text) && before.words.length > 1
  })
  return goingOn.length / Math.max(1, cells.length)
}

/** Features of the style of the words. */
const styleFeatures = {
  mono: ({ styles }) => styles.mono,
  monoPage: ({ context }) => context.mono(),
  bold: ({ styles }) => styles.bold,
  boldHead: ({ styles }) => styles.boldHead,
  boldStub: ({ styles }) => styles.boldStub,
  size: ({ words, context }) => median(words.map(({ size }) => size)) / Math.max(1, context.size),
  largest: ({ words, context }) =>
    Math.max(0, ...words.map(({ size }) => size)) / Math.max(1, context.size),
  sizes: ({ words }) => new Set(words.map(({ size }) => Math.round(size * 2))).size,
} as const satisfies Readonly<Record<string, Feature>>

function stylesOf({ cells, words, context }: Area): Facts['styles'] {
  const { styleOf } = context.page
  let [mono, bold, boldHead, boldStub, head, stub] = [0, 0, 0, 0, 0, 0]
  for (const cell of cells) {
    if (isHead(cell)) head += cell.words.length
    if (isStub(cell)) stub += cell.words.length
    for (const word of cell.words) {
      const style = styleOf?.(word)
      if (style?.mono) mono++
      if (!style?.bold) continue
      bold++
      if (isHead(cell)) boldHead++
      if (isStub(cell)) boldStub++
    }
  }
  return {
    mono: mono / Math.max(1, words.length),
    bold: bold / Math.max(1, words.length),
    boldHead: boldHead / Math.max(1, head),
    boldStub: boldStub / Math.max(1, stub),
  }
}

/** Features of positions and distances: gaps, leading, margins. */
const placeFeatures = {
  width: ({ grid, context }) => (grid.box.x1 - grid.box.x0) / context.page.width,
  height: ({ grid, context }) => (grid.box.y1 - grid.box.y0) / context.page.height,
  top: ({ grid, context }) => grid.box.y0 / context.page.height,
  bottom: ({ grid, context }) => grid.box.y1 / context.page.height,
  columnGap: ({ gaps }) => median(gaps),
  leastGap: ({ gaps }) => Math.min(9, ...gaps),
  leading: ({ leadings }) => median(leadings),
  pageLeading: ({ leadings, region, context }) =>
    (median(leadings) * median(region.lines.map(({ size }) => size))) /
    Math.max(1, context.leading),
  leadingSpread: ({ leadings }) => spread(leadings),
  fragments: ({ region }) => mean(region.lines.map(({ segments }) => segments.length)),
  singles: ({ region }) => share(region.lines, ({ segments }) => segments.length === 1),
  beside: ({ grid, context }) => besideShare(grid.box, context.lines),
  spaceAbove: ({ grid, context }) => spaceTo(grid.box.y0, -1, context),
  spaceBelow: ({ grid, context }) => spaceTo(grid.box.y1, 1, context),
  tableCaption: ({ grid, context }) => captionNear(grid.box, 'table', context),
  figureCaption: ({ grid, context }) => captionNear(grid.box, 'figure', context),
} as const satisfies Readonly<Record<string, Feature>>

function shapesAround({ grid: { box }, context }: Area): number {
  const around = {
    x0: box.x0 - settings.reachPoints,
    y0: box.y0 - settings.reachPoints,
    x1: box.x1 + settings.reachPoints,
    y1: box.y1 + settings.reachPoints,
  }
  return Math.min(50, context.shapes.filter((shape) => isCentreIn(shape, around)).length)
}

function gapsOf(lines: readonly TextLine[]): number[] {
  const gaps: number[] = []
  for (const { segments } of lines) {
    for (let index = 1; index < segments.length; index++) {
      const [before, segment] = [segments[index - 1] as Segment, segments[index] as Segment]
      gaps.push((segment.x0 - before.x1) / Math.max(1, segment.size))
    }
  }
  return gaps
}

function leadingsOf(lines: readonly TextLine[]): number[] {
  return lines
    .slice(1)
    .map((line, index) => (line.baseline - (lines[index]?.baseline ?? 0)) / Math.max(1, line.size))
}

/** Returns the mean distance from the median, relative to the median. */
function spread(values: readonly number[]): number {
  const middle = median(values)
  return mean(values.map((value) => Math.abs(value - middle))) / Math.max(0.1, middle)
}

/** Returns the share of the lines in a box that extend beyond its sides. */
function besideShare({ x0, x1, y0, y1 }: BBox, lines: readonly TextLine[]): number {
  const within = lines.filter(({ baseline }) => baseline > y0 && baseline < y1)
  return share(within, (line) => line.x0 < x0 - 3 || line.x1 > x1 + 3)
}

/** Returns the distance to the next line of text, in leadings of the page. */
function spaceTo(edge: number, direction: 1 | -1, { lines, leading }: Area['context']): number {
  let least: number = settings.maxSpace
  for (const line of lines) {
    const near = direction > 0 ? line.baseline - edge : edge - line.baseline
    if (near > 0) least = Math.min(least, near / Math.max(1, leading))
  }
  return least
}

/** Returns 1 if a caption of the kind is above, −1 if one is below, within a few lines; else 0. */
function captionNear(
  { y0, y1 }: BBox,
  kind: 'table' | 'figure',
  { captions, leading }: Area['context'],
): number {
  const reach = 5 * Math.max(8, leading)
  const own = captions.filter((caption) => caption.kind === kind)
  if (own.some(({ baseline }) => baseline <= y0 + 8 && baseline > y0 - reach)) return 1
  return own.some(({ baseline }) => baseline >= y1 - 2 && baseline < y1 + reach) ? -1 : 0
}

/** Features of drawings inside and around. */
const drawingFeatures = {
  horizontalDrawn: ({ region }) => region.horizontal.filter(isDrawn).length,
  verticalDrawn: ({ region }) => region.vertical.filter(isDrawn).length,
  horizontalEdges: ({ region }) => region.horizontal.filter((line) => !isDrawn(line)).length,
  verticalEdges: ({ region }) => region.vertical.filter((line) => !isDrawn(line)).length,
  rulesPerRow: ({ region, grid }) => region.horizontal.length / Math.max(1, grid.rowCount),
  wallsPerColumn: ({ region, grid }) => region.vertical.length / Math.max(1, grid.columnCount),
  wideRules: ({ region, grid }) =>
    share(region.horizontal, ({ from, to }) => to - from > 0.9 * (grid.box.x1 - grid.box.x0)),
  ticks: ({ grid, context }) =>
    context.page.drawings.rulings.filter(
      (ruling) => ruling.to - ruling.from < 12 && isCentreIn(boxOfRuling(ruling), grid.box),
    ).length,
  fills: ({ grid, context }) => context.fills.filter((fill) => isCentreIn(fill, grid.box)).length,
  shapesAround: (area) => shapesAround(area),
  figure: ({ grid, context }) => coveredShare(grid.box, context.figures),
} as const satisfies Readonly<Record<string, Feature>>

/** Returns the share of a box that the largest figure in it covers. */
function coveredShare(box: BBox, figures: readonly BBox[]): number {
  const most = Math.max(0, ...figures.map((figure) => commonArea(box, figure)))
  return most / Math.max(1, areaOfBox(box))
}

/** Hand-written tests that no tree uses; they only reject. */
const onlyRejecting: readonly string[] = ['isProseInColumns', 'isSparse', 'isAxis']

/** The results of the other hand-written tests, each as 0 or 1. */
const testFeatures = Object.fromEntries(
  Object.entries(rejections)
    .filter(([name]) => !onlyRejecting.includes(name))
    .map(([name, test]): [string, Feature] => [name, (area) => Number(test(area))]),
)

const features: Readonly<Record<string, Feature>> = {
  ...shapeFeatures,
  ...textFeatures,
  ...styleFeatures,
  ...placeFeatures,
  ...drawingFeatures,
  ...testFeatures,
}

export const featureNames: readonly string[] = Object.keys(features)
const featureList = Object.values(features)

function factsOf(area: Area): Facts {
  const { lines } = area.region
  return { ...area, leadings: leadingsOf(lines), gaps: gapsOf(lines), styles: stylesOf(area) }
}

/** Features by the cells of an area: the usual grid of a table is scored as a table, and again beside other grids. */
const known = new WeakMap<Area['cells'], readonly number[]>()

/** @returns The features in the order of `featureNames`. */
export function featuresOf(area: Area): readonly number[] {
  const found = known.get(area.cells)
  if (found) return found
  const facts = factsOf(area)
  const made = featureList.map((own) => round(own(facts)))
  known.set(area.cells, made)
  return made
}
