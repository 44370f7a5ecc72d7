/** A straightened picture → the shades of its coarse squares, and the even areas that are neither paper nor ink. */
import { darkThreshold, type GrayImage, WHITE } from './gray-image.ts'
import { type Blob, type Grid, takePatches } from './patches.ts'

/** Squares an inch: strokes of small print are as wide, and the grain of paper is even over one. */
const SQUARES_PER_INCH = 75
/** Paper is white when a picture has its whole contrast; what is darker by this over a square is printed. */
const PRINTED = 14

export interface Shades {
  readonly columns: number
  readonly rows: number
  /** Pixels a square. */
  readonly step: number
  /** Of each square, rounded. */
  readonly means: Uint8Array
  readonly darkest: Uint8Array
}

export function shadesOf({ width, height, pixels }: GrayImage, dpi: number): Shades {
  const step = Math.max(1, Math.round(dpi / SQUARES_PER_INCH))
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)]
  const sums = new Uint32Array(columns * rows)
  const darkest = new Uint8Array(columns * rows).fill(WHITE)
  for (let y = 0; y < rows * step; y++) {
    let at = y * width
    let square = Math.floor(y / step) * columns
    for (const last = square + columns; square < last; square++) {
      let [sum, least] = [0, darkest[square] as number]
      for (const end = at + step; at < end; at++) {
        const shade = pixels[at] as number
        sum += shade
        if (shade < least) least = shade
      }
      sums[square] = (sums[square] as number) + sum
      darkest[square] = least
    }
  }
  const means = new Uint8Array(sums.length)
  for (let at = 0; at < sums.length; at++) means[at] = (sums[at] as number) / (step * step)
  return { columns, rows, step, means, darkest }
}

/** The squares that are darker than paper, with ink or without. */
export function printedGrid({ columns, rows, step, means }: Shades): Grid {
  const marked = new Uint8Array(means.length)
  for (let at = 0; at < means.length; at++) {
    if ((means[at] as number) <= WHITE - PRINTED) marked[at] = 1
  }
  return { columns, rows, step, marked }
}

/** A shaded band is as large as a row of a table at least; inches. */
const MIN_WIDTH_INCHES = 0.8
const MIN_HEIGHT_INCHES = 0.1
/** Parts of a band that rulings part are as wide, inches; wider than most letters. */
const MIN_PART_INCHES = 0.15
/** Share of its box that is printed: the rest are edges, and what rulings left that were erased. */
const MIN_FILL = 0.9
/** Share of its squares that have its shade, but for so much: the rest is the text in it. Photos have many shades. */
const MIN_EVEN_SHARE = 0.55
const EVEN = 10
/** Parts of one area that a ruled line had parted are this near; inches. */
const PARTED_INCHES = 0.05
/** More of them are the texture of a picture. */
const MAX_AREAS = 200

/** Finds rectangles of an even grey, as rows of tables and headers are shaded. */
export function findShadedAreas(shades: Shades, image: GrayImage, dpi: number): Blob[] {
  const limit = darkThreshold(image)
  const areas = takePatches(printedGrid(shades)).filter(({ x0, y0, x1, y1, squares }) => {
    const [across, down] = [x1 - x0, y1 - y0]
    if (across < MIN_PART_INCHES * dpi || down < MIN_HEIGHT_INCHES * dpi) return false
    if (squares.length * shades.step ** 2 < MIN_FILL * across * down) return false
    const means = squares.map((at) => shades.means[at] as number).sort((a, b) => a - b)
    const shade = means[means.length >> 1] as number
    if (shade <= limit) return false
    const even = means.filter((mean) => Math.abs(mean - shade) <= EVEN).length
    return even >= MIN_EVEN_SHARE * means.length
  })
  if (areas.length > MAX_AREAS) return []
  const least = MIN_WIDTH_INCHES * dpi
  return joinParted(areas, PARTED_INCHES * dpi).filter(({ x0, x1 }) => x1 - x0 >= least)
}

/** Joins areas side by side of one height. */
function joinParted(areas: readonly Blob[], gap: number): Blob[] {
  const joined: Blob[] = []
  for (const { x0, y0, x1, y1 } of areas.toSorted((a, b) => a.x0 - b.x0)) {
    const at = joined.findIndex(
      (other) =>
        x0 - other.x1 <= gap && Math.abs(other.y0 - y0) <= gap && Math.abs(other.y1 - y1) <= gap,
    )
    const left = joined[at]
    const area = left
      ? { x0: left.x0, y0: Math.min(left.y0, y0), x1, y1: Math.max(left.y1, y1) }
      : { x0, y0, x1, y1 }
    if (left) joined.splice(at, 1)
    joined.push(area)
  }
  return joined
}
