/** Detects cards set side by side in the rows of a region: each is a heading with text of another size under it. */
import { bottomOf, topOf } from './bands.ts'
import type { LineFragment } from './fragments.ts'
import { isWordy } from './running-text.ts'
import { layoutSettings } from './settings.ts'

const settings = layoutSettings.cards

interface Cards {
  /** The fragments of each card, from left to right. */
  readonly columns: readonly LineFragment[][]
  /** Index of the first row; `end` is the index after the last. */
  readonly first: number
  readonly end: number
}

/** Consecutive rows of one size with small leading. */
interface Layer {
  readonly first: number
  readonly end: number
  readonly size: number
}

/** Returns the first cards of a region: a row of headings above a layer of text, without text of either size below. */
export function findCards(rows: readonly LineFragment[][]): Cards | undefined {
  if (!rows.some((row) => startsOf(row).length > 1)) return undefined
  const layers = layersOf(rows)
  for (const [index, heads] of layers.entries()) {
    const starts = startsOf(rows[heads.first] ?? [])
    const under = layers[index + 1]
    if (starts.length < 2 || !under || heads.end - heads.first > 1) continue
    const others = layers.slice(index + 2)
    if (!isUnder(rows, heads, under, starts) || isRow(rows, under, others[0], starts)) continue
    let end = under.end
    for (const layer of others) {
      const near = topOf(rows[layer.first] ?? []) - bottomOf(rows[end - 1] ?? [])
      if (near > settings.near * layer.size || !fits(rows, layer, starts)) break
      end = layer.end
    }
    return {
      columns: columnsOf(rows.slice(heads.first, end).flat(), starts),
      first: heads.first,
      end,
    }
  }
  return undefined
}

/** Returns the left edges of a row's texts that are separated by wide gaps. */
function startsOf(row: readonly LineFragment[]): number[] {
  const starts: number[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { x0, x1, size } of row) {
    if (x0 - end >= settings.gap * size) starts.push(x0)
    end = Math.max(end, x1)
  }
  return starts
}

function layersOf(rows: readonly LineFragment[][]): Layer[] {
  const layers: Layer[] = []
  for (const [index, row] of rows.entries()) {
    const size = Math.max(...row.map((fragment) => fragment.size))
    const before = layers.at(-1)
    const above = rows[index - 1]?.[0]
    const leading = above && row[0] ? row[0].baseline - above.baseline : Number.POSITIVE_INFINITY
    const goesOn =
      before && !areOfOtherSize(before.size, size) && leading <= settings.leading * size
    if (before && goesOn) layers[layers.length - 1] = { ...before, end: index + 1 }
    else layers.push({ first: index, end: index + 1, size })
  }
  return layers
}

function areOfOtherSize(a: number, b: number): boolean {
  return Math.max(a, b) >= settings.otherSize * Math.min(a, b)
}

function isUnder(
  rows: readonly LineFragment[][],
  heads: Layer,
  under: Layer,
  starts: readonly number[],
): boolean {
  const gap = topOf(rows[under.first] ?? []) - bottomOf(rows[heads.end - 1] ?? [])
  const isNear = gap <= settings.near * Math.max(heads.size, under.size)
  if (!isNear || !areOfOtherSize(heads.size, under.size)) return false
  if (under.end - under.first > settings.lines || !fits(rows, under, starts)) return false
  const head = columnsOf(rows.slice(heads.first, heads.end).flat(), starts)
  const text = columnsOf(rows.slice(under.first, under.end).flat(), starts)
  return [...head, ...text].every((column, index) => {
    const left = Math.min(...column.map(({ x0 }) => x0))
    const start = starts[index % starts.length] as number
    const isAligned = Math.abs(left - start) <= settings.edge * under.size
    return isAligned && isWordy(column.map((fragment) => fragment.text).join(' '))
  })
}

/** Returns true if the text below has the same size and left edges: the rows then belong to a table. */
function isRow(
  rows: readonly LineFragment[][],
  under: Layer,
  next: Layer | undefined,
  starts: readonly number[],
): boolean {
  return (
    next !== undefined &&
    !areOfOtherSize(next.size, under.size) &&
    fits(rows, next, starts) &&
    rows.slice(next.first, next.end).some((row) => startsOf(row).length > 1)
  )
}

/** Returns true if no text crosses from card to card. */
function fits(rows: readonly LineFragment[][], layer: Layer, starts: readonly number[]): boolean {
  const [leftmost = 0] = starts
  return rows.slice(layer.first, layer.end).every((row) =>
    row.every(({ x0, x1, size }) => {
      const slack = settings.edge * size
      if (x0 < leftmost - slack) return false
      return !starts.some((start) => x0 < start - slack && x1 > start - slack)
    }),
  )
}

function columnsOf(
  fragments: readonly LineFragment[],
  starts: readonly number[],
): LineFragment[][] {
  const columns: LineFragment[][] = starts.map(() => [])
  for (const fragment of fragments) {
    const slack = settings.edge * fragment.size
    const index = starts.findLastIndex((start) => fragment.x0 >= start - slack)
    columns[Math.max(0, index)]?.push(fragment)
  }
  return columns
}
