/** Undoes the row filters of a PNG and returns pixels of 8 bits a sample. RFC 2083, 2.6 and 6. */
import { damaged } from './picture.ts'

/** The image header (4.1.1). */
export interface Header {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly color: number
  readonly isInterlaced: boolean
  readonly samples: number
}

/** The first pixel (x, y) and the pixel steps (across, down) of each interlace pass (2.6). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const whole = [[0, 0, 1, 1]] as const

/** @param rows Inflated rows; of 16-bit samples the lower byte is dropped. */
export function unfilter(rows: Uint8Array, header: Header): Uint8Array {
  const { width, height, samples, bits, isInterlaced } = header
  const pixels = new Uint8Array(width * height * samples)
  const pixelBytes = (samples * bits) / 8
  let at = 0
  for (const [x0, y0, across, down] of isInterlaced ? passes : whole) {
    const columns = Math.ceil((width - x0) / across)
    const lines = Math.ceil((height - y0) / down)
    if (columns <= 0 || lines <= 0) continue
    let above = new Uint8Array(columns * pixelBytes)
    for (let line = 0; line < lines; line++) {
      const row = rows.slice(at + 1, at + 1 + columns * pixelBytes)
      if (row.length < columns * pixelBytes) throw damaged('some of its pixels are missing')
      undo(rows[at] ?? 0, row, above, pixelBytes)
      const y = y0 + line * down
      for (let column = 0; column < columns; column++) {
        const to = (y * width + x0 + column * across) * samples
        for (let sample = 0; sample < samples; sample++) {
          pixels[to + sample] = row[column * pixelBytes + (sample * bits) / 8] as number
        }
      }
      at += 1 + row.length
      above = row
    }
  }
  return pixels
}

/** Filters (6.1): None, Sub, Up, Average, Paeth. */
function undo(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : (row[at - pixelBytes] as number)
    const up = above[at] as number
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] as number)
    row[at] = (row[at] as number) + guess(filter, left, up, corner)
  }
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const [a, b, c] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
