/** Finds columns that begin further right than usual because all of their text is indented. */
import { sizeOf, type TextBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'

/** Numbers of columns by where they begin, in whole points. */
type Starts = ReadonlyMap<number, number>

/**
 * Measures the distance of a block's column from the usual start of columns, in points. On a page that holds only nested items,
 * the column begins further right. Left and right pages may have starts of their own.
 *
 * @returns A function of the block; 0 for columns that begin as usual, and for text from right to left.
 */
export function findColumnShifts(texts: readonly TextBlock[]): (block: TextBlock) => number {
  const sides = [0, 1].map((side) => startsOf(texts.filter(({ page }) => page % 2 === side)))
  const [even, odd] = sides.map(mostFrequent)
  const isTwoSided = even !== undefined && odd !== undefined && Math.abs(even - odd) > 1
  const usual = isTwoSided ? sides.map(usualOf) : [usualOf(startsOf(texts))]
  return (block) => {
    if (block.leftwards) return 0
    const reach = settings.columnStarts.ems * sizeOf(block)
    const start = usual[block.page % usual.length]?.find(
      (own) => own <= block.columnStart && block.columnStart - own <= reach,
    )
    return start === undefined ? 0 : block.columnStart - start
  }
}

function startsOf(texts: readonly TextBlock[]): Starts {
  const starts = new Map<number, number>()
  const columns = Map.groupBy(texts, ({ page, column }) => `${page} ${column}`)
  for (const [block] of columns.values()) {
    const start = Math.floor(block?.columnStart ?? 0)
    starts.set(start, (starts.get(start) ?? 0) + 1)
  }
  return starts
}

/** Returns the most frequent start; `undefined` if no two columns begin there. */
function mostFrequent(starts: Starts): number | undefined {
  const [start, count] = [...starts].sort(([, a], [, b]) => b - a)[0] ?? [0, 0]
  return count < settings.columnStarts.columns ? undefined : start
}

/** Returns the starts of several columns, from left to right. */
function usualOf(starts: Starts): number[] {
  const all = starts.values().reduce((sum, count) => sum + count, 0)
  const least = Math.max(settings.columnStarts.columns, settings.columnStarts.share * all)
  return [...starts]
    .flatMap(([start, count]) => (count >= least ? [start] : []))
    .sort((a, b) => a - b)
}
