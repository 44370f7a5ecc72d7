/** A grid and what stands around it on its page → the facts that its features are counted from, each once. */
import type { BBox } from '../../../model/index.ts'
import type { Frame, Word } from '../layout/index.ts'
import { type Grid, wordsOf } from './grid.ts'
import { captionKind } from './prose.ts'
import type { GridCell } from './rectangles.ts'
import type { Region } from './region.ts'
import type { GridFacts } from './rejections.ts'
import type { Lines } from './rulings.ts'
import type { TextLine } from './segments.ts'
import type { TablePage } from './table.ts'

/** A page as one direction of its text shows it. */
export interface FrameContext {
  readonly page: TablePage
  readonly frame: Frame
  readonly rulings: Lines
  /** Curves and slanted lines, filled areas, and pictures, in the frame. */
  readonly shapes: readonly BBox[]
  readonly fills: readonly BBox[]
  readonly images: readonly BBox[]
  /** Clusters of drawing and pictures. */
  readonly figures: readonly BBox[]
  /** All lines of the frame, those that tables have taken included. */
  readonly lines: readonly TextLine[]
  readonly captions: readonly { readonly baseline: number; readonly kind: 'table' | 'figure' }[]
  /** Share of the page's words in monospaced type. */
  readonly mono: number
  /** Size of most of the page's text, and the distance of most of its lines, in points. */
  readonly size: number
  readonly leading: number
}

/** A cell with its text. */
export interface CellText {
  readonly cell: GridCell
  readonly text: string
  readonly words: readonly Word[]
  readonly isFigure: boolean
}

/** What the features of a grid are counted from. */
export interface Area {
  readonly facts: GridFacts
  readonly grid: Grid
  readonly region: Region
  readonly context: FrameContext
  readonly cells: readonly CellText[]
  readonly words: readonly Word[]
  /** All text of the cells. */
  readonly text: string
}

export function areaOf(facts: GridFacts, region: Region, context: FrameContext): Area {
  const cells = facts.filled.map((cell, index): CellText => {
    const [text = '', isFigure = false] = [facts.texts[index], facts.areFigures[index]]
    return { cell, text, words: wordsOf(cell), isFigure }
  })
  const words = cells.flatMap((cell) => cell.words)
  const text = facts.texts.join(' ')
  return { facts, grid: facts.grid, region, context, cells, words, text }
}

/** Captions among lines, with what they caption. */
export function captionsOf(lines: readonly TextLine[]): FrameContext['captions'] {
  return lines.flatMap((line) => {
    const kind = captionKind(line)
    return kind ? [{ baseline: line.baseline, kind }] : []
  })
}

export function median(values: readonly number[]): number {
  return new Float64Array(values).sort()[values.length >> 1] ?? 0
}

export function share<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(test).length / items.length
}
