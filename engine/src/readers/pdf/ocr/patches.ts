/** Groups the marked squares of a coarse grid into connected patches. */

/** An area of a picture in pixels, with exclusive ends, accurate to the step of the grid. */
export interface Blob {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export interface Grid {
  readonly columns: number
  readonly rows: number
  /** Pixels per square. */
  readonly step: number
  /** 1 for a marked square that no patch contains yet. */
  readonly marked: Uint8Array
}

interface Patch extends Blob {
  /** Indices of the patch's squares. */
  readonly squares: readonly number[]
}

/** Removes all patches from the grid; squares that share only a corner are connected. */
export function takePatches(grid: Grid): Patch[] {
  const patches: Patch[] = []
  for (let at = 0; at < grid.marked.length; at++) {
    if (grid.marked[at] === 1) patches.push(takePatch(grid, at))
  }
  return patches
}

function takePatch({ columns, rows, step, marked }: Grid, start: number): Patch {
  let [x0, y0, x1, y1] = [columns, rows, 0, 0]
  const squares: number[] = []
  const open = [start]
  marked[start] = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    squares.push(at)
    const x = at % columns
    const y = Math.floor(at / columns)
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
    for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
        const next = row * columns + column
        if (marked[next] === 0) continue
        marked[next] = 0
        open.push(next)
      }
    }
  }
  return { x0: x0 * step, y0: y0 * step, x1: (x1 + 1) * step, y1: (y1 + 1) * step, squares }
}
