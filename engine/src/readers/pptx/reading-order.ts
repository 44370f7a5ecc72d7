/** Sorts boxes on a slide into reading order: finds rows and columns by the gaps between them. */
import type { BBox } from '../../model/index.ts'

interface Positioned {
  readonly box?: BBox
}

/**
 * The overlap, as a share of a box's size and in points, up to which two boxes still count as beside or below each
 * other: frames are larger than their text and are placed by hand. At zero, a caption whose frame touches a column
 * hides the gap between columns; far above, a label on a picture of text becomes a line above it.
 */
const OVERLAP_SHARE = 0.1
const OVERLAP_POINTS = 18

/** Gaps along one axis of at least this share of the widest are cut together: columns of a row are not exactly evenly spaced. */
const EVEN_GAPS = 0.5

/** Parts whose sizes differ by at most this factor look alike; texts of cards differ in length. */
const ALIKE = 1.3

/** Boxes whose tops differ by less than this share of the lower height are in one row. */
const ROW_SHARE = 0.5

/** The most nested cuts. Only hostile slides need more; the remaining boxes are sorted by position. */
const MAX_CUTS = 50

/**
 * Sorts the items of a slide into reading order.
 *
 * Cuts the slide at gaps across or down, and again within the parts. Where a grid can be cut both ways, parts that look
 * alike are read one after the other (columns of cards, rows of numbers with their texts); if that does not decide, the
 * order of the file does; else the wider gap is cut, since related items are closer. Where boxes overlap and nothing can be
 * cut, items on a larger box are read with it; else from top to bottom.
 *
 * Items without a position follow their predecessor in the file, which is the order of drawing and of screen readers.
 *
 * @param items In the order of the file.
 * @param rightToLeft True to read columns from the right.
 */
export function inReadingOrder<Item extends Positioned>(
  items: readonly Item[],
  rightToLeft = false,
): Item[] {
  const followers = new Map<Item | undefined, Item[]>()
  const positioned: PositionedItem<Item>[] = []
  for (const item of items) {
    const last = positioned.at(-1)?.item
    const waiting = followers.get(last)
    if (item.box) positioned.push({ item, box: item.box, order: positioned.length })
    else if (waiting) waiting.push(item)
    else followers.set(last, [item])
  }
  const sorted = sortPositioned(positioned, rightToLeft, 0)
  return [
    ...(followers.get(undefined) ?? []),
    ...sorted.flatMap(({ item }) => [item, ...(followers.get(item) ?? [])]),
  ]
}

interface PositionedItem<Item> {
  readonly item: Item
  readonly box: BBox
  /** Index in the file. */
  readonly order: number
}

type Part<Item> = readonly PositionedItem<Item>[]

interface Cut<Item> {
  /** The widest gap, points; negative where boxes overlap slightly. */
  readonly gap: number
  readonly parts: readonly Part<Item>[]
  /** True if the parts have similar sizes along the axis. */
  readonly alike: boolean
}

function sortPositioned<Item>(
  items: Part<Item>,
  rightToLeft: boolean,
  depth: number,
): readonly PositionedItem<Item>[] {
  if (items.length < 2) return items
  if (depth === MAX_CUTS) return sortByPosition(items, rightToLeft)
  const sort = (part: Part<Item>): Part<Item> => sortPositioned(part, rightToLeft, depth + 1)
  const cut = chooseCut(items, rightToLeft)
  if (cut) return cut.parts.flatMap(sort)
  const ground = findGround(items)
  if (!ground) return sortByPosition(items, rightToLeft)
  const { item: below, on } = ground
  const beside = items.filter((item) => !on.has(item))
  return sort(beside).flatMap((item) => (item === below ? [item, ...sort([...on])] : [item]))
}

/** Returns the largest box on which others lie (a card, a background picture); these are read right after it. */
function findGround<Item>(
  items: Part<Item>,
):
  | { readonly item: PositionedItem<Item>; readonly on: ReadonlySet<PositionedItem<Item>> }
  | undefined {
  const item = items.reduce((largest, each) =>
    areaOf(each.box) > areaOf(largest.box) ? each : largest,
  )
  const on = items.filter(({ box }) => liesOn(box, item.box))
  return on.length === 0 ? undefined : { item, on: new Set(on) }
}

function areaOf({ x0, y0, x1, y1 }: BBox): number {
  return (x1 - x0) * (y1 - y0)
}

/** Returns true if the box's centre is on the ground and its area at most half of it. */
function liesOn(box: BBox, ground: BBox): boolean {
  const x = (box.x0 + box.x1) / 2
  const y = (box.y0 + box.y1) / 2
  const isWithin = x >= ground.x0 && x <= ground.x1 && y >= ground.y0 && y <= ground.y1
  return isWithin && areaOf(box) * 2 <= areaOf(ground)
}

function chooseCut<Item>(items: Part<Item>, rightToLeft: boolean): Cut<Item> | undefined {
  const rows = findCut(items, ({ y0, y1 }) => [y0, y1])
  const columns = findCut(items, ({ x0, x1 }) => (rightToLeft ? [-x1, -x0] : [x0, x1]))
  if (!rows || !columns) return rows ?? columns
  if (rows.alike !== columns.alike) return rows.alike ? rows : columns
  const [byRows, byColumns] = [followsFile(rows), followsFile(columns)]
  if (byRows !== byColumns) return byRows ? rows : columns
  return columns.gap > rows.gap ? columns : rows
}

/** Returns true if the parts have the same order in the file. */
function followsFile<Item>({ parts }: Cut<Item>): boolean {
  let last = -1
  for (const part of parts) {
    const orders = part.map(({ order }) => order)
    if (orders.reduce((least, order) => Math.min(least, order)) < last) return false
    last = orders.reduce((most, order) => Math.max(most, order))
  }
  return true
}

function findCut<Item>(
  items: Part<Item>,
  spanOf: (box: BBox) => [start: number, end: number],
): Cut<Item> | undefined {
  const spans = items
    .map((item) => {
      const [start, end] = spanOf(item.box)
      const give = Math.min((end - start) * OVERLAP_SHARE, OVERLAP_POINTS)
      return { item, start, end, from: start + give, to: end - give }
    })
    .sort((a, b) => a.from - b.from || a.item.order - b.item.order)
  /** Width of the gap before each span that has one. */
  const gaps = new Map<number, number>()
  let [reach, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  spans.forEach((span, index) => {
    if (span.from > reach) gaps.set(index, span.start - end)
    reach = index === 0 ? span.to : Math.max(reach, span.to)
    end = Math.max(end, span.end)
  })
  if (gaps.size === 0) return undefined
  const gap = [...gaps.values()].reduce((widest, each) => Math.max(widest, each))
  const least = Math.min(gap, gap * EVEN_GAPS)
  const parts: (typeof spans)[] = [[]]
  spans.forEach((span, index) => {
    if ((gaps.get(index) ?? Number.NEGATIVE_INFINITY) >= least) parts.push([])
    parts.at(-1)?.push(span)
  })
  return {
    gap,
    parts: parts.map((part) => part.map(({ item }) => item)),
    alike: areAlike(parts.map(extentOf)),
  }
}

function extentOf(spans: readonly { readonly start: number; readonly end: number }[]): number {
  const end = spans.reduce((most, span) => Math.max(most, span.end), Number.NEGATIVE_INFINITY)
  return end - spans.reduce((least, span) => Math.min(least, span.start), Number.POSITIVE_INFINITY)
}

function areAlike(extents: readonly number[]): boolean {
  const most = extents.reduce((greatest, each) => Math.max(greatest, each))
  return extents.every((each) => each * ALIKE >= most)
}

/** Sorts from top to bottom; boxes with nearly equal tops form a row. */
function sortByPosition<Item>(items: Part<Item>, rightToLeft: boolean): PositionedItem<Item>[] {
  const sorted = items.toSorted((a, b) => a.box.y0 - b.box.y0 || a.order - b.order)
  const rows: PositionedItem<Item>[][] = []
  for (const item of sorted) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && item.box.y0 - first.box.y0 < ROW_SHARE * lowerHeight(item, first)) {
      row.push(item)
    } else rows.push([item])
  }
  const edge = ({ box }: PositionedItem<Item>): number => (rightToLeft ? -box.x1 : box.x0)
  return rows.flatMap((row) => row.sort((a, b) => edge(a) - edge(b) || a.order - b.order))
}

function lowerHeight<Item>(a: PositionedItem<Item>, b: PositionedItem<Item>): number {
  return Math.min(a.box.y1 - a.box.y0, b.box.y1 - b.box.y0)
}
