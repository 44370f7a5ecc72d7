/** Keeps the parts of a paragraph that continues in later columns: each has the sides of its own column. */
import type { Provenance } from '../../../model/index.ts'
import type { StyledLine } from './styled-line.ts'

/** Sides of a column, in the frame. */
interface ColumnSides {
  readonly columnStart: number
  readonly columnEnd: number
}

/** A part in one column. */
interface ColumnPart extends ColumnSides {
  /** Index of its first line in the block. */
  readonly firstLine: number
}

/** Lines in one or more columns; the sides are those of the first. */
export interface ColumnLines extends ColumnSides {
  readonly lines: StyledLine[]
  /** Number, in the document, of the column of its last line. */
  column: number
  readonly laterParts: ColumnPart[]
  /** The place of each part. */
  readonly provenance: Provenance[]
}

function placesOf({ columnStart, columnEnd, laterParts }: ColumnLines): ColumnPart[] {
  return [{ firstLine: 0, columnStart, columnEnd }, ...laterParts]
}

/** Adds a block in a later column to a block, in place. */
export function continueBlock(before: ColumnLines, block: ColumnLines): void {
  const count = before.lines.length
  for (const part of placesOf(block))
    before.laterParts.push({ ...part, firstLine: part.firstLine + count })
  before.lines.push(...block.lines)
  before.provenance.push(...block.provenance)
  before.column = block.column
}

/** Returns a block for each part, with its lines and the sides of its column. */
export function columnPartsOf<Block extends ColumnLines>(block: Block): Block[] {
  const places = placesOf(block)
  return places.map(({ firstLine, ...sides }, at) => {
    const own = block.lines.slice(firstLine, places[at + 1]?.firstLine)
    return { ...block, ...sides, lines: own, laterParts: [] }
  })
}

/** Returns the part in the last column. */
export function lastPart<Block extends ColumnLines>(block: Block): Block {
  return columnPartsOf(block).at(-1) ?? block
}

/** Returns the lines before the block continues in another column. */
export function firstPart({ lines, laterParts }: ColumnLines): StyledLine[] {
  return lines.slice(0, laterParts[0]?.firstLine)
}
