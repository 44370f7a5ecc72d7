/** Collects the facts about a grid and its surroundings from which features are computed. */
import type { BBox } from '../../../model/index.ts'
import type { CaptionKind } from '../captions.ts'
import type { Frame, Word } from '../layout/index.ts'
import { type Grid, wordsOf } from './grid.ts'
import { lineCaptionKind } from './prose.ts'
import type { GridCell } from './rectangles.ts'
import type { Region } from './region.ts'
import type { GridFacts } from './rejections.ts'
import type { Lines } from './rulings.ts'
import type { TextLine } from './segments.ts'
import type { TablePage } from './table.ts'

/** The page in the coordinates of one direction of its text. */
export interface FrameContext {
  readonly page: TablePage
  readonly frame: Frame
  readonly rulings: Lines
  /** Curves and slanted lines, and filled areas, in the frame. */
  readonly shapes: readonly BBox[]
  readonly fills: readonly BBox[]
  /** Clusters of drawings and pictures. */
  readonly figures: readonly BBox[]
  /** All lines of the frame, including those of tables. */
  readonly lines: readonly TextLine[]
  readonly captions: readonly { readonly baseline: number; readonly kind: CaptionKind }[]
  /** Share of the page's words in monospaced type. */
  readonly mono: () => number
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

/** A grid with the facts that its features are computed from. */
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

/** Finds captions among lines, each with its kind. */
export function captionsOf(lines: readonly TextLine[]): FrameContext['captions'] {
  return lines.flatMap((line) => {
    const kind = lineCaptionKind(line.segments)
    return kind ? [{ baseline: line.baseline, kind }] : []
  })
}
