/** Detects cards set side by side in the rows of a region: each is a heading with text of another size under it. */
import { boxAround } from '../boxes.ts'
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
  readonly rows: LineFragment[][]
  readonly size: number
}

/** Returns the first cards of a region: a row of headings above a layer of text, without text of either size below. */
export function findCards(rows: readonly LineFragment[][]): Cards | undefined {
  if (!rows.some((row) => startsOf(row).length > 1)) return undefined
  const layers = layersOf(rows)
  let first = 0
  for (const [index, heads] of layers.entries()) {
    const starts = startsOf(heads.rows[0] ?? [])
    const [under, next, ...others] = layers.slice(index + 1)
    const areHeads = starts.length > 1 && heads.rows.length === 1
    if (areHeads && under && isUnder(heads, under, starts) && !isRow(under, next, starts)) {
      const own = [heads, under]
      for (const layer of next ? [next, ...others] : []) {
        const isNear = gapBetween(own.at(-1) ?? under, layer) <= settings.near * layer.size
        if (!isNear || !fits(layer, starts)) break
        own.push(layer)
      }
      const text = own.flatMap((layer) => layer.rows)
      return { columns: columnsOf(text, starts), first, end: first + text.length }
    }
    first += heads.rows.length
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
  for (const row of rows) {
    const size = Math.max(...row.map((fragment) => fragment.size))
    const last = layers.at(-1)
    const [above, fragment] = [last?.rows.at(-1)?.[0], row[0]]
    const isClose = above && fragment && isLeading(fragment.baseline - above.baseline, size)
    if (last && isClose && !areOfOtherSize(last.size, size)) last.rows.push(row)
    else layers.push({ rows: [row], size })
  }
  return layers
}

const isLeading = (step: number, size: number) => step <= settings.leading * size

function areOfOtherSize(a: number, b: number): boolean {
  return Math.max(a, b) >= (1 + layoutSettings.sameText) * Math.min(a, b)
}

function gapBetween(above: Layer, below: Layer): number {
  return boxAround(below.rows.flat()).y0 - boxAround(above.rows.flat()).y1
}

/** Returns true if every heading has a text under it that begins at the same edge. */
function isUnder(heads: Layer, under: Layer, starts: readonly number[]): boolean {
  const isNear = gapBetween(heads, under) <= settings.near * Math.max(heads.size, under.size)
  if (!isNear || !areOfOtherSize(heads.size, under.size)) return false
  if (under.rows.length > settings.lines || !fits(under, starts)) return false
  return [heads, under].every(({ rows }) =>
    columnsOf(rows, starts).every((column, index) => {
      const offset = Math.abs(boxAround(column).x0 - (starts[index] as number))
      const isAligned = offset <= settings.edge * under.size
      return isAligned && isWordy(column.map(({ text }) => text).join(' '))
    }),
  )
}

/** Returns true if the text below has the same size and left edges: the rows then belong to a table. */
function isRow(under: Layer, next: Layer | undefined, starts: readonly number[]): boolean {
  if (!next || areOfOtherSize(next.size, under.size) || !fits(next, starts)) return false
  return next.rows.some((row) => startsOf(row).length > 1)
}

/** Returns true if no text crosses from card to card. */
function fits({ rows }: Layer, starts: readonly number[]): boolean {
  const [leftmost = 0] = starts
  return rows.flat().every(({ x0, x1, size }) => {
    const slack = settings.edge * size
    return x0 >= leftmost - slack && !starts.some((own) => x0 < own - slack && x1 > own - slack)
  })
}

function columnsOf(rows: readonly LineFragment[][], starts: readonly number[]): LineFragment[][] {
  const columns: LineFragment[][] = starts.map(() => [])
  for (const fragment of rows.flat()) {
    const slack = settings.edge * fragment.size
    const index = starts.findLastIndex((start) => fragment.x0 >= start - slack)
    columns[Math.max(0, index)]?.push(fragment)
  }
  return columns
}
