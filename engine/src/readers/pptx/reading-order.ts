/** Boxes on a slide → the order in which they are read: rows and columns, found by the gaps between them. */
import type { BBox } from '../../model/index.ts'

export interface Placed {
  readonly box?: BBox
}

/**
 * How far a box may reach into the next and still stand beside or below it: a share of its size, and points. Frames
 * are larger than their text, and are put close by hand. With none, a caption whose frame touches a column keeps the
 * columns from being told apart; with much more, a label on a picture of text is taken for a line above it.
 */
const OVERLAP_SHARE = 0.1
const OVERLAP_POINTS = 18

/** Of gaps along one axis, those at least this share of the widest are cut at once: columns of one row are not quite evenly spaced. */
const EVEN_GAPS = 0.5

/** Parts whose sizes differ by no more than this factor look alike: texts of cards are not equally long. */
const ALIKE = 1.3

/** Of the lower of two boxes: with tops nearer than this they stand in one row. */
const ROW_SHARE = 0.5

/** Cuts within cuts. Only a hostile slide needs more; what is left then is ordered by position. */
const MAX_CUTS = 50

/**
 * Sorts what stands on a slide into reading order.
 *
 * Cuts the slide across or down where there are gaps, and again within the parts. A grid can be cut both ways: then
 * those parts are read one after the other that look alike (columns of cards, rows of numbers with their texts); if that
 * does not tell, it goes the way of the file; else the wider gap is cut, since what belongs together stands closer.
 * Where nothing can be cut because boxes overlap, what lies on a larger box is taken with it; else it goes from top to
 * bottom.
 *
 * Items without a place stay behind the one that they follow in the file, which is the order of drawing and of screen
 * readers.
 *
 * @param items In the order of the file.
 * @param rightToLeft Whether columns are read from the right.
 */
export function inReadingOrder<Item extends Placed>(
  items: readonly Item[],
  rightToLeft = false,
): Item[] {
  const followers = new Map<Item | undefined, Item[]>()
  const placed: PlacedItem<Item>[] = []
  for (const item of items) {
    const last = placed.at(-1)?.item
    const waiting = followers.get(last)
    if (item.box) placed.push({ item, box: item.box, order: placed.length })
    else if (waiting) waiting.push(item)
    else followers.set(last, [item])
  }
  const sorted = sortPlaced(placed, rightToLeft, 0)
  return [
    ...(followers.get(undefined) ?? []),
    ...sorted.flatMap(({ item }) => [item, ...(followers.get(item) ?? [])]),
  ]
}

interface PlacedItem<Item> {
  readonly item: Item
  readonly box: BBox
  /** In the file. */
  readonly order: number
}

type Part<Item> = readonly PlacedItem<Item>[]

interface Cut<Item> {
  /** The widest, points; negative where boxes overlap a little. */
  readonly gap: number
  readonly parts: readonly Part<Item>[]
  /** Whether the parts measure about the same along the axis. */
  readonly alike: boolean
}

function sortPlaced<Item>(
  items: Part<Item>,
  rightToLeft: boolean,
  depth: number,
): readonly PlacedItem<Item>[] {
  if (items.length < 2) return items
  if (depth === MAX_CUTS) return sortByPosition(items, rightToLeft)
  const sort = (part: Part<Item>): Part<Item> => sortPlaced(part, rightToLeft, depth + 1)
  const cut = chooseCut(items, rightToLeft)
  if (cut) return cut.parts.flatMap(sort)
  const ground = findGround(items)
  if (!ground) return sortByPosition(items, rightToLeft)
  const { item: below, on } = ground
  const beside = items.filter((item) => !on.has(item))
  return sort(beside).flatMap((item) => (item === below ? [item, ...sort([...on])] : [item]))
}

/** The largest box on which others lie: a card, a picture behind all. What lies on it is read right after it. */
function findGround<Item>(
  items: Part<Item>,
): { readonly item: PlacedItem<Item>; readonly on: ReadonlySet<PlacedItem<Item>> } | undefined {
  const item = items.reduce((largest, each) =>
    areaOf(each.box) > areaOf(largest.box) ? each : largest,
  )
  const on = items.filter(({ box }) => liesOn(box, item.box))
  return on.length === 0 ? undefined : { item, on: new Set(on) }
}

function areaOf({ x0, y0, x1, y1 }: BBox): number {
  return (x1 - x0) * (y1 - y0)
}

/** Whether its centre does, and it is no more than half as large. */
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

/** Whether the parts come one after the other in the file, too. */
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
  /** Before which span there is a gap, and how wide it really is. */
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

/** From top to bottom; tops that are nearly the same make a row. */
function sortByPosition<Item>(items: Part<Item>, rightToLeft: boolean): PlacedItem<Item>[] {
  const sorted = items.toSorted((a, b) => a.box.y0 - b.box.y0 || a.order - b.order)
  const rows: PlacedItem<Item>[][] = []
  for (const item of sorted) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && item.box.y0 - first.box.y0 < ROW_SHARE * lowerHeight(item, first)) {
      row.push(item)
    } else rows.push([item])
  }
  const edge = ({ box }: PlacedItem<Item>): number => (rightToLeft ? -box.x1 : box.x0)
  return rows.flatMap((row) => row.sort((a, b) => edge(a) - edge(b) || a.order - b.order))
}

function lowerHeight<Item>(a: PlacedItem<Item>, b: PlacedItem<Item>): number {
  return Math.min(a.box.y1 - a.box.y0, b.box.y1 - b.box.y0)
}
