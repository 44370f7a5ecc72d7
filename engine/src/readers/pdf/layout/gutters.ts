/**
 * Finds the gutter that divides a region: a vertical strip without text, with flowing text on both sides.
 *
 * Text that crosses a gutter (titles, wide figures) ends it above and below. A strip between the cells of a table is
 * not a gutter, because rows of a table are read across.
 */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { firstFrom } from '../statistics.ts'
import { bandsOf, typicalSize } from './bands.ts'
import type { LineFragment } from './fragments.ts'
import { groupIntoRows } from './lines.ts'
import {
  areBlocks,
  areChart,
  areColumns,
  areLevelSides,
  areProse,
  isBefore,
  isFlowing,
  type Sides,
} from './running-text.ts'
import { layoutLimits as limits, layoutSettings as settings } from './settings.ts'

interface Gutter {
  readonly x: number
  readonly y0: number
  readonly y1: number
}

function middleOf({ y0, y1 }: LineFragment): number {
  return (y0 + y1) / 2
}

export function sidesOf(gutter: Gutter, fragments: readonly LineFragment[]): Sides {
  const left: LineFragment[] = []
  const right: LineFragment[] = []
  for (const fragment of fragments) {
    const middle = middleOf(fragment)
    if (!(middle >= gutter.y0 && middle <= gutter.y1)) continue
    if (fragment.x1 <= gutter.x) left.push(fragment)
    else right.push(fragment)
  }
  return { left, right }
}

const byTop = (a: BBox, b: BBox) => a.y0 - b.y0
const byMiddle = (a: LineFragment, b: LineFragment) => middleOf(a) - middleOf(b)

/**
 * Returns the gutter with the most text beside it; unpromising strips are not examined closely.
 *
 * @param obstacles Other boxes that no gutter crosses: pictures.
 */
export function findGutter(
  fragments: readonly LineFragment[],
  obstacles: readonly BBox[] = [],
): Gutter | undefined {
  const em = typicalSize(fragments)
  const sorted = [...fragments].sort(byTop)
  const filled = obstacles.length === 0 ? sorted : [...sorted, ...obstacles].sort(byTop)
  const strips = candidates(filled, em).flatMap((x) => freeStrips(filled, x, em))
  for (const strip of promising(strips, sorted)) {
    const gutter = flowingPart(strip, sorted, em)
    if (gutter) return gutter
  }
  return undefined
}

/** A strip with the fragments on both sides. */
interface Parting {
  strip: Gutter
  readonly left: number
  readonly beside: number
}

/** Returns the strips with the most fragments beside them; of strips that divide the fragments identically, one. */
function promising(strips: readonly Gutter[], fragments: readonly LineFragment[]): Gutter[] {
  const places = placesOf(fragments)
  const partings: Parting[] = []
  const byTop = new Map<number, Parting[]>()
  for (const strip of strips) {
    const parting = partingOf(strip, places)
    if (!parting) continue
    const { y0, y1 } = strip
    const alike = byTop.get(y0)
    const same = alike?.find((other) => other.left === parting.left && other.strip.y1 === y1)
    if (same) same.strip = strip
    else {
      partings.push(parting)
      if (alike) alike.push(parting)
      else byTop.set(y0, [parting])
    }
  }
  partings.sort((a, b) => b.beside - a.beside)
  return partings.slice(0, limits.strips).map(({ strip }) => strip)
}

/** Fragments by their middles, from top to bottom. */
interface Places {
  readonly middles: Float64Array
  readonly ends: Float64Array
}

function placesOf(fragments: readonly LineFragment[]): Places {
  const sorted = [...fragments].sort(byMiddle)
  return {
    middles: new Float64Array(sorted.map(middleOf)),
    ends: new Float64Array(sorted.map(({ x1 }) => x1)),
  }
}

/** @returns `undefined` if one side is empty. */
function partingOf(strip: Gutter, { middles, ends }: Places): Parting | undefined {
  const { x, y0, y1 } = strip
  let left = 0
  let right = 0
  // A crowded page has thousands of strips a few lines high.
  const first = firstFrom(middles.length, (at) => middles[at] as number, y0)
  for (let index = first; (middles[index] ?? Number.NaN) <= y1; index++) {
    if ((ends[index] as number) <= x) left++
    else right++
  }
  return left === 0 || right === 0 ? undefined : { strip, left, beside: left + right }
}

/**
 * Returns the right ends of fragments and pictures. Of ends close to each other, only the last: the space on its right
 * is free, too.
 */
function candidates(fragments: readonly BBox[], em: number): number[] {
  let last = Number.NEGATIVE_INFINITY
  for (const { x0 } of fragments) last = Math.max(last, x0)
  const ends = new Map<number, number>()
  for (const { x1 } of fragments) {
    const place = Math.floor(x1 / (settings.overlap * em))
    if (x1 < last) ends.set(place, Math.max(x1, ends.get(place) ?? x1))
  }
  return [...ends.values()]
}

/** Returns the stretches of the strip right of `right` that nothing crosses, at least an em high. */
function freeStrips(sorted: readonly BBox[], right: number, em: number): Gutter[] {
  const strips: Gutter[] = []
  const x = right + 0.01
  const end = right + settings.strangerGap * em
  let from = Number.NEGATIVE_INFINITY
  for (const fragment of sorted) {
    if (fragment.x0 >= end || fragment.x1 <= x) continue
    // Skips low gaps: those between two lines of a column are too many to keep.
    if (fragment.y0 > from && fragment.y0 - from >= em)
      strips.push({ x, y0: from, y1: fragment.y0 })
    from = Math.max(from, fragment.y1)
  }
  strips.push({ x, y0: from, y1: Number.POSITIVE_INFINITY })
  return strips
}

/** The bands of text beside a strip, from top to bottom. */
interface Banded {
  readonly strip: Gutter
  readonly bands: readonly LineFragment[][][]
  readonly em: number
}

/** Returns the sides of the bands from `start` to before `end`. */
function sidesIn({ strip, bands }: Banded, start: number, end = start + 1): Sides {
  return sidesOf(strip, bands.slice(start, end).flat(2))
}

/** Returns the longest part of a strip with flowing text on both sides, without independent bands above or below. */
function flowingPart(
  strip: Gutter,
  fragments: readonly LineFragment[],
  em: number,
): Gutter | undefined {
  const { left, right } = sidesOf(strip, fragments)
  if (areChart({ left, right })) return undefined
  const bands = bandsOf(groupIntoRows([...left, ...right]), em, settings.bandGap)
  const banded = { strip, bands, em }
  // A band of one row at the end of several is a running header or footer.
  const isOuter = (index: number) => bands.length > 1 && bands.at(index)?.length === 1
  const isHeader = isOuter(0) && !beginsColumns(banded, 0, bands.length)
  const first = isHeader || endsParagraph(banded) ? 1 : 0
  const last = bands.length - (isOuter(-1) ? 1 : 0)
  for (let dropped = 0; dropped <= settings.droppedBands && dropped < last - first; dropped++) {
    for (let above = 0; above <= dropped; above++) {
      const range = { from: first + above, to: last - dropped + above }
      const sides = sidesOf(partOf(banded, range.from, range.to), fragments)
      if (!isFlowing(sides) || (isNarrow(sides, em) && !areProse(sides))) continue
      return extended(banded, { ...withoutTables(banded, range), first, last })
    }
  }
  return undefined
}

/** Returns true for a gap that only columns of running text have. */
function isNarrow({ left, right }: Sides, em: number): boolean {
  return boxAround(right).x0 - boxAround(left).x1 < settings.gutter * em
}

/** Bands with flowing text on both sides. */
interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Extends the strip over adjacent bands that lie on both of its sides and are not read across: a chart in a column under
 * its heading, the headings of columns. Bands before `first` and from `last` on are not examined.
 */
function extended(
  banded: Banded,
  { from, to, first, last }: Range & { readonly first: number; readonly last: number },
): Gutter {
  const isAtBoth = ({ left, right }: Sides) => left.length > 0 && right.length > 0
  // Columns go on beside any text. Blocks end where the file does not have them one after the other.
  const areOnlyBlocks = !areColumns(sidesIn(banded, from, to))
  let end = to
  for (let index = to; index < last; index++) {
    const own = sidesIn(banded, index)
    if (!isAtBoth(own)) continue
    if (areLevelSides(own) && !isFlowing(own)) break
    if (areOnlyBlocks && !areBlocks(sidesIn(banded, from, index + 1))) break
    end = index + 1
  }
  let start = from
  for (let index = from - 1; index >= first; index--) {
    const own = sidesIn(banded, index)
    if (!isAtBoth(own)) continue
    const isHead = (banded.bands[index]?.length ?? 0) < settings.tableRows
    if (areLevelSides(own) && !(isHead && beginsColumns(banded, index, to))) break
    if (areOnlyBlocks && !areBlocks(sidesIn(banded, index, end))) break
    start = index
  }
  return partOf(banded, start, endOfRow(banded, start, end))
}

/** Returns the end of the first row of blocks, if the file has rows of like blocks below each other, as cards are. */
function endOfRow(banded: Banded, start: number, end: number): number {
  for (let index = start + 1; index < end; index++) {
    const row = banded.bands.slice(start, index).flat(2)
    const below = banded.bands.slice(index, end).flat(2)
    if (!isBefore(row, below) || !areBlocks(sidesOf(banded.strip, row))) continue
    const isAlike = typicalSize(row) === typicalSize(below)
    const isLast = endOfRow(banded, index, end) === end
    return isAlike && (!isLast || areBlocks(sidesOf(banded.strip, below))) ? index : end
  }
  return end
}

/** Returns the bands of a range without independent tables at the ends. */
function withoutTables(banded: Banded, { from, to }: Range): Range {
  const isTable = (index: number) => {
    const sides = sidesIn(banded, index)
    const rows = Math.min(sides.left.length, sides.right.length)
    return rows >= settings.tableRows && !isFlowing(sides)
  }
  let [first, end] = [from, to]
  while (first < end && isTable(first)) first++
  while (end > first + 1 && isTable(end - 1)) end--
  return first === end ? { from, to } : { from: first, to: end }
}

/** Returns true if the first band is on one side only, close below the text that ends the strip: it is the end of that text. */
function endsParagraph(banded: Banded): boolean {
  const { strip, bands, em } = banded
  if (bands.length < 2) return false
  const { left, right } = sidesIn(banded, 0)
  const isClose = boxAround(bands[0]?.flat() ?? []).y0 - strip.y0 <= settings.bandGap * em
  return isClose && (left.length === 0 || right.length === 0)
}

/** Returns true if both sides of a band's row start at the left edges of those below: column headings, not a running header. */
function beginsColumns(banded: Banded, index: number, end: number): boolean {
  const [own, others] = [sidesIn(banded, index), sidesIn(banded, index + 1, end)]
  return (['left', 'right'] as const).every((side) => {
    const offset = boxAround(own[side]).x0 - boxAround(others[side]).x0
    return Math.abs(offset) < settings.same * banded.em
  })
}

/** Returns the strip over a range of bands; at an end where no band is dropped, the strip keeps its end. */
function partOf({ strip, bands }: Banded, first: number, end: number): Gutter {
  const [above, below] = [bands[first - 1], bands[end]]
  return {
    x: strip.x,
    y0: above ? boxAround(above.flat()).y1 : strip.y0,
    y1: below ? boxAround(below.flat()).y0 : strip.y1,
  }
}
