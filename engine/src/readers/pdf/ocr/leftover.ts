/** A picture and the words read in it → the ink that no word accounts for: bullets, single letters, drawings. */
import { darkThreshold, type GrayImage } from './gray-image.ts'
import type { PictureWord } from './words.ts'

/** Ink that hangs together; pixels, ends exclusive, to the step of the grid. */
export interface Blob {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** Squares in which ink is looked for, an inch: dots of 6-point print are as large. */
const SQUARES_PER_INCH = 75
/** Dark pixels of a square that make it inked; less is dirt. */
const MIN_DARK_SHARE = 0.12

interface Grid {
  readonly columns: number
  readonly rows: number
  readonly step: number
  /** 1 where there is ink that is yet in no blob. */
  readonly inked: Uint8Array
}

export function findLeftover(
  image: GrayImage,
  words: readonly PictureWord[],
  { dpi }: { readonly dpi: number },
): Blob[] {
  const grid = gridOf(image, Math.max(1, Math.round(dpi / SQUARES_PER_INCH)))
  for (const word of words) clearWord(grid, word)
  const blobs: Blob[] = []
  for (let at = 0; at < grid.inked.length; at++) {
    if (grid.inked[at] === 1) blobs.push(takeBlob(grid, at))
  }
  return blobs
}

function gridOf(image: GrayImage, step: number): Grid {
  const limit = darkThreshold(image)
  const columns = Math.floor(image.width / step)
  const rows = Math.floor(image.height / step)
  const counts = new Uint16Array(columns * rows)
  for (let y = 0; y < rows * step; y++) {
    const row = Math.floor(y / step) * columns
    const start = y * image.width
    for (let x = 0; x < columns * step; x++) {
      if ((image.pixels[start + x] as number) > limit) continue
      const square = row + Math.floor(x / step)
      counts[square] = (counts[square] as number) + 1
    }
  }
  const least = Math.max(1, MIN_DARK_SHARE * step * step)
  return {
    columns,
    rows,
    step,
    inked: Uint8Array.from(counts, (count) => (count >= least ? 1 : 0)),
  }
}

function clearWord({ columns, rows, step, inked }: Grid, word: PictureWord): void {
  const first = Math.max(0, Math.floor(word.y0 / step))
  const last = Math.min(rows - 1, Math.floor(word.y1 / step))
  const from = Math.max(0, Math.floor(word.x0 / step))
  const to = Math.min(columns - 1, Math.floor(word.x1 / step))
  for (let row = first; row <= last; row++)
    inked.fill(0, row * columns + from, row * columns + to + 1)
}

/** Takes the inked squares that hang together with one, corners too, off the grid. */
function takeBlob({ columns, rows, step, inked }: Grid, start: number): Blob {
  let [x0, y0, x1, y1] = [columns, rows, 0, 0]
  const open = [start]
  inked[start] = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % columns
    const y = Math.floor(at / columns)
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
    for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
        const next = row * columns + column
        if (inked[next] === 0) continue
        inked[next] = 0
        open.push(next)
      }
    }
  }
  return { x0: x0 * step, y0: y0 * step, x1: (x1 + 1) * step, y1: (y1 + 1) * step }
}
