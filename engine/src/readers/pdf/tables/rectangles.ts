/** Makes rectangular cells of merged grid positions, so that they cover the grid. */
import type { Segment } from './segments.ts'

/** A cell of one or more grid positions; ends are exclusive. */
export interface GridCell {
  readonly row0: number
  readonly row1: number
  readonly column0: number
  readonly column1: number
  readonly segments: readonly Segment[]
  /** True if a tag says that it heads others. */
  readonly isHeader?: boolean
}

/** Grows merged positions to rectangles, until no two overlap. */
export function rectangles(
  owner: number[],
  height: number,
  width: number,
  contents: ReadonlyMap<number, readonly Segment[]>,
): GridCell[] {
  if (owner.every((id, at) => id === at)) return singleCells(owner, width, contents)
  let bounds = boundsByOwner(owner, width)
  for (let changed = true; changed; ) {
    changed = false
    for (const [id, rect] of bounds) {
      if (rect.count === (rect.row1 - rect.row0) * (rect.column1 - rect.column0)) continue
      changed = true
      takeOver(owner, width, rect, id)
    }
    if (changed) bounds = boundsByOwner(owner, width)
  }
  const cells: GridCell[] = []
  for (const [id, rect] of bounds) {
    const { row0, row1, column0, column1 } = rect
    const segments: Segment[] = []
    for (let row = row0; row < Math.min(row1, height); row++) {
      for (let column = column0; column < column1; column++) {
        const index = row * width + column
        const own = owner[index] === id ? contents.get(index) : undefined
        if (own) segments.push(...own)
      }
    }
    cells.push({ row0, row1, column0, column1, segments })
  }
  return cells.sort(byPosition)
}

/** Makes a cell of each position. */
function singleCells(
  positions: readonly number[],
  width: number,
  contents: ReadonlyMap<number, readonly Segment[]>,
): GridCell[] {
  return positions.map((at) => {
    const row0 = Math.floor(at / width)
    const column0 = at % width
    const segments = contents.get(at) ?? []
    return { row0, row1: row0 + 1, column0, column1: column0 + 1, segments }
  })
}

/** Gives all positions of a rectangle to one cell. */
function takeOver(owner: number[], width: number, rect: Rect, id: number): void {
  for (let row = rect.row0; row < rect.row1; row++) {
    for (let column = rect.column0; column < rect.column1; column++) {
      const other = owner[row * width + column]
      if (other === id) continue
      for (let index = 0; index < owner.length; index++) {
        if (owner[index] === other) owner[index] = id
      }
    }
  }
}

interface Rect {
  /** Positions that the cell has. */
  count: number
  row0: number
  row1: number
  column0: number
  column1: number
}

function boundsByOwner(owner: readonly number[], width: number): Map<number, Rect> {
  const bounds = new Map<number, Rect>()
  for (let index = 0; index < owner.length; index++) {
    const id = owner[index] as number
    const row = Math.floor(index / width)
    const column = index % width
    const rect = bounds.get(id)
    if (!rect)
      bounds.set(id, { count: 1, row0: row, row1: row + 1, column0: column, column1: column + 1 })
    else {
      rect.count++
      rect.row1 = Math.max(rect.row1, row + 1)
      rect.column0 = Math.min(rect.column0, column)
      rect.column1 = Math.max(rect.column1, column + 1)
    }
  }
  return bounds
}

/** Returns cells by row and column; a spanning cell is at each of its positions. */
export function cellTable(
  cells: readonly GridCell[],
  rowCount: number,
): (GridCell | undefined)[][] {
  const table: (GridCell | undefined)[][] = Array.from({ length: rowCount }, () => [])
  for (const cell of cells) {
    for (const line of table.slice(cell.row0, cell.row1)) {
      for (let column = cell.column0; column < cell.column1; column++) line[column] = cell
    }
  }
  return table
}

/** Makes empty cells at the positions in the first rows of a grid that no cell covers. */
export function emptyCells(
  cells: readonly GridCell[],
  rowCount: number,
  columnCount: number,
): GridCell[] {
  return cellTable(cells, rowCount).flatMap((line, row0) =>
    Array.from({ length: columnCount }, (_, column0): GridCell | undefined =>
      line[column0]
        ? undefined
        : { row0, row1: row0 + 1, column0, column1: column0 + 1, segments: [] },
    ).filter((cell) => cell !== undefined),
  )
}

export function byPosition(a: GridCell, b: GridCell): number {
  return a.row0 - b.row0 || a.column0 - b.column0
}
