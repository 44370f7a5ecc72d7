/** Finds the ink of a picture outside of recognised words: bullets, single letters, drawings. */
import { darkThreshold, type GrayImage } from './gray-image.ts'
import { type Blob, type Grid, takePatches } from './patches.ts'
import type { PictureWord } from './picture-word.ts'
import { visitDark } from './pixel-code/index.ts'
import { ocrSettings } from './settings.ts'

export function findLeftover(
  image: GrayImage,
  words: readonly PictureWord[],
  { dpi }: { readonly dpi: number },
): Blob[] {
  const grid = gridOf(image, Math.max(1, Math.round(dpi / ocrSettings.shades.squaresPerInch)))
  for (const word of words) clearWord(grid, word)
  return takePatches(grid).map(({ x0, y0, x1, y1 }) => ({ x0, y0, x1, y1 }))
}

function gridOf(image: GrayImage, step: number): Grid {
  const limit = darkThreshold(image)
  const columns = Math.floor(image.width / step)
  const rows = Math.floor(image.height / step)
  const counts = new Uint16Array(columns * rows)
  visitDark(image, limit, (y, dark) => {
    if (y >= rows * step) return
    const first = Math.floor(y / step) * columns
    for (let at = 0; at < dark.length; at++) {
      const column = Math.floor((dark[at] as number) / step)
      if (column < columns) counts[first + column] = (counts[first + column] as number) + 1
    }
  })
  const least = Math.max(1, ocrSettings.shades.minInkShare * step * step)
  const marked = new Uint8Array(counts.length)
  for (let at = 0; at < counts.length; at++) if ((counts[at] as number) >= least) marked[at] = 1
  return { columns, rows, step, marked }
}

function clearWord({ columns, rows, step, marked }: Grid, word: PictureWord): void {
  const first = Math.max(0, Math.floor(word.y0 / step))
  const last = Math.min(rows - 1, Math.floor(word.y1 / step))
  const from = Math.max(0, Math.floor(word.x0 / step))
  const to = Math.min(columns - 1, Math.floor(word.x1 / step))
  for (let row = first; row <= last; row++)
    marked.fill(0, row * columns + from, row * columns + to + 1)
}
