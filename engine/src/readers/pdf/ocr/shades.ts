/** Measures the shades of a straightened picture on a coarse grid, and finds even areas that are neither paper nor ink. */
import { darkThreshold, type GrayImage, grays, shrink } from './gray-image.ts'
import { type Blob, type Grid, takePatches } from './patches.ts'
import { ocrLimits, ocrSettings } from './settings.ts'

interface Shades {
  readonly columns: number
  readonly rows: number
  /** Pixels per square. */
  readonly step: number
  /** Rounded mean shade of each square. */
  readonly means: Uint8Array
}

export function shadesOf(image: GrayImage, dpi: number): Shades {
  const step = Math.max(1, Math.round(dpi / ocrSettings.shades.squaresPerInch))
  const { width: columns, height: rows, pixels: means } = shrink(image, step)
  return { columns, rows, step, means }
}

/** Marks the squares that are darker than paper, with or without ink. */
function printedGrid(shades: Shades): Grid {
  return gridOf(shades, (mean) => mean <= grays.white - ocrSettings.shades.printed)
}

function gridOf({ columns, rows, step, means }: Shades, belongs: (mean: number) => boolean): Grid {
  const marked = new Uint8Array(means.length)
  for (let at = 0; at < means.length; at++) if (belongs(means[at] as number)) marked[at] = 1
  return { columns, rows, step, marked }
}

/** Returns the median shade of some squares, and the number of squares with it. */
function evennessOf(
  squares: readonly number[],
  { means }: Shades,
): { readonly shade: number; readonly even: number } {
  const ordered = squares.map((at) => means[at] as number).sort((a, b) => a - b)
  const shade = ordered[ordered.length >> 1] as number
  return {
    shade,
    even: ordered.filter((mean) => Math.abs(mean - shade) <= ocrSettings.shades.even).length,
  }
}

/** Finds rectangles of an even grey: shaded rows of tables and headers. */
export function findShadedAreas(shades: Shades, image: GrayImage, dpi: number): Blob[] {
  const limit = darkThreshold(image)
  const areas = findEvenAreas(
    shades,
    dpi,
    (mean) => mean > limit && mean <= grays.white - ocrSettings.shades.printed,
  )
  const least = ocrSettings.areas.minInches * dpi
  return joinParted(areas, ocrSettings.areas.maxGapInches * dpi).filter(
    ({ x0, x1 }) => x1 - x0 >= least,
  )
}

/** Finds dark rectangles with light letters. */
export function findDarkAreas(shades: Shades, image: GrayImage, dpi: number): ShadedArea[] {
  const limit = darkThreshold(image)
  return findEvenAreas(shades, dpi, (mean) => mean <= limit)
}

interface ShadedArea extends Blob {
  readonly shade: number
}

function findEvenAreas(
  shades: Shades,
  dpi: number,
  belongs: (mean: number) => boolean,
): ShadedArea[] {
  const grid = gridOf(shades, belongs)
  const whole = { ...grid, marked: grid.marked.slice() }
  const areas = takePatches(grid).flatMap(({ squares, ...box }) => {
    const [across, down] = [box.x1 - box.x0, box.y1 - box.y0]
    if (
      across < ocrSettings.areas.minPartInches * dpi ||
      down < ocrSettings.areas.minHeightInches * dpi
    )
      return []
    const { shade, even } = evennessOf(squares, shades)
    if (even * grid.step ** 2 < ocrSettings.areas.minEvenShare * across * down) return []
    return isRectangle(box, whole) ? [{ ...box, shade }] : []
  })
  return areas.length > ocrLimits.maxShadedAreas ? [] : areas
}

/** Returns true if the marked squares of a box reach each of its sides almost everywhere. */
function isRectangle({ x0, y0, x1, y1 }: Blob, { columns, step, marked }: Grid): boolean {
  const [left, top, right, bottom] = [x0 / step, y0 / step, x1 / step - 1, y1 / step - 1]
  const reaches = (first: number, inwards: number): boolean => {
    for (let at = 0; at < ocrSettings.areas.edgeSquares; at++)
      if (marked[first + at * inwards] === 1) return true
    return false
  }
  const isStraight = (start: number, along: number, count: number, inwards: number): boolean => {
    let reached = 0
    for (let at = 0; at < count; at++) if (reaches(start + at * along, inwards)) reached += 1
    return reached >= ocrSettings.areas.minStraightShare * count
  }
  const [across, down] = [right - left + 1, bottom - top + 1]
  return (
    isStraight(top * columns + left, 1, across, columns) &&
    isStraight(bottom * columns + left, 1, across, -columns) &&
    isStraight(top * columns + left, columns, down, 1) &&
    isStraight(top * columns + right, columns, down, -1)
  )
}

/** Finds rectangles of many shades: photos, whose grain is read as letters. */
export function findPhotos(shades: Shades, dpi: number): Blob[] {
  const { step } = shades
  const least = ocrSettings.areas.minInches * dpi
  return takePatches(printedGrid(shades)).flatMap(({ squares, ...box }) => {
    const [across, down] = [box.x1 - box.x0, box.y1 - box.y0]
    if (across < least || down < least) return []
    if (squares.length * step ** 2 < ocrSettings.minPhotoShare * across * down) return []
    const { even } = evennessOf(squares, shades)
    return even < ocrSettings.areas.minEvenShare * squares.length ? [box] : []
  })
}

/** Turns light text on dark rectangles into dark letters on white. */
export function invertAreas(
  image: GrayImage,
  areas: readonly ShadedArea[],
  { step }: Shades,
): GrayImage {
  if (areas.length === 0) return image
  const pixels = image.pixels.slice()
  for (const { x0, y0, x1, y1, shade } of areas) {
    const scale = grays.white / (grays.white - shade)
    for (let y = Math.max(0, y0 - step); y < Math.min(image.height, y1 + step); y++) {
      for (let x = Math.max(0, x0 - step); x < Math.min(image.width, x1 + step); x++) {
        const at = y * image.width + x
        // Leaves out the squares along the edge, where paper shows and shades blur.
        const isInside = x >= x0 + step && x < x1 - step && y >= y0 + step && y < y1 - step
        const lighter = Math.max(0, (pixels[at] as number) - shade)
        pixels[at] = isInside ? grays.white - lighter * scale : grays.white
      }
    }
  }
  return { ...image, pixels }
}

/** Joins areas of the same height side by side. */
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
