/** Evens out the illumination of a photographed page, as if the paper were white everywhere. */
import { type GrayImage, grays } from './gray-image.ts'
import { ocrSettings } from './settings.ts'

const settings = ocrSettings.illumination

/** @returns The unchanged picture if it is evenly lit. */
export function evenOut(image: GrayImage): GrayImage {
  const paper = smooth(withoutAreas(fillDark(paperShades(image))))
  if (range(paper.shades) < settings.minDifference) return image
  const { width, height } = image
  const pixels = new Uint8Array(image.pixels.length)
  const across = Array.from({ length: width }, (_, x) => placeAmong(paper.columns, x))
  const lefts = Uint16Array.from(across, ({ first }) => first)
  const shares = Float32Array.from(across, ({ share }) => share)
  const row = new Float32Array(paper.columns + 1)
  for (let y = 0, at = 0; y < height; y++) {
    fillRow(row, paper, y)
    for (let x = 0; x < width; x++, at++) {
      const left = lefts[x] as number
      const shade = mix(row[left], row[left + 1], shares[x] as number)
      pixels[at] = Math.min(grays.white, ((image.pixels[at] as number) * grays.white) / shade)
    }
  }
  return { ...image, pixels }
}

interface Squares {
  readonly columns: number
  readonly rows: number
  readonly shades: Float32Array
}

function paperShades(image: GrayImage): Squares {
  const columns = Math.max(1, Math.round(image.width / settings.squarePixels))
  const rows = Math.max(1, Math.round(image.height / settings.squarePixels))
  const shades = new Float32Array(columns * rows)
  const counts = new Uint32Array(grays.count)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      shades[row * columns + column] = paperShade(image, column, row, counts)
    }
  }
  return { columns, rows, shades }
}

function paperShade(
  { width, height, pixels }: GrayImage,
  column: number,
  row: number,
  counts: Uint32Array,
): number {
  counts.fill(0)
  const bottom = Math.min(height, (row + 1) * settings.squarePixels)
  const right = Math.min(width, (column + 1) * settings.squarePixels)
  let total = 0
  for (let y = row * settings.squarePixels; y < bottom; y++) {
    for (let x = column * settings.squarePixels; x < right; x++) {
      const shade = pixels[y * width + x] as number
      counts[shade] = (counts[shade] as number) + 1
      total += 1
    }
  }
  let above = total * (1 - settings.paperQuantile)
  for (let shade = grays.white; shade > 0; shade--) {
    above -= counts[shade] as number
    if (above <= 0) return shade
  }
  return 0
}

/**
 * Gives squares without paper the shade of their lightest neighbour with paper: the dark grounds of covers and slides are
 * print, not bad light.
 */
function fillDark(squares: Squares): Squares {
  const { columns, shades } = squares
  const filled = shades.slice()
  for (let index = 0; index < filled.length; index++) {
    if ((filled[index] as number) >= settings.minPaper) continue
    const left = index % columns > 0 ? (filled[index - 1] as number) : 0
    const above = index >= columns ? (filled[index - columns] as number) : 0
    filled[index] = Math.max(left, above)
  }
  for (let index = filled.length - 1; index >= 0; index--) {
    if ((filled[index] as number) >= settings.minPaper) continue
    const right = (index + 1) % columns > 0 ? (filled[index + 1] as number) : 0
    const below = index + columns < filled.length ? (filled[index + columns] as number) : 0
    filled[index] = Math.max(right, below, settings.minPaper)
  }
  return { ...squares, shades: filled }
}

/**
 * Removes dark areas on lighter paper: headers and rows of tables are printed dark, whereas illumination fades over the
 * whole page.
 */
function withoutAreas(squares: Squares): Squares {
  const { columns, rows } = squares
  let closed = squares.shades
  // Closing (Serra 1982): areas narrower than the reach disappear, gradients remain.
  for (const choose of [Math.max, Math.min]) {
    closed = chooseAlong(closed, { count: columns, step: 1 }, choose)
    closed = chooseAlong(closed, { count: rows, step: columns }, choose)
  }
  const shades = squares.shades.map((shade, index) => {
    const around = closed[index] as number
    return around - shade >= settings.minPrinted ? around : shade
  })
  return { ...squares, shades }
}

/** Returns for each square the chosen shade within reach, along rows or columns. */
function chooseAlong(
  shades: Float32Array,
  { count, step }: { readonly count: number; readonly step: number },
  choose: (...values: number[]) => number,
): Float32Array {
  return shades.map((shade, index) => {
    const place = Math.floor(index / step) % count
    let chosen = shade
    for (let away = -settings.reachSquares; away <= settings.reachSquares; away++) {
      if (place + away < 0 || place + away >= count) continue
      chosen = choose(chosen, shades[index + away * step] as number)
    }
    return chosen
  })
}

/** Replaces each square by the mean of itself and its neighbours. */
function smooth(squares: Squares): Squares {
  const { columns, rows, shades } = squares
  const smoothed = new Float32Array(shades.length)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let [sum, count] = [0, 0]
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          sum += shades[y * columns + x] as number
          count += 1
        }
      }
      smoothed[row * columns + column] = sum / count
    }
  }
  return { ...squares, shades: smoothed }
}

function range(shades: Float32Array): number {
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (const shade of shades) {
    least = Math.min(least, shade)
    most = Math.max(most, shade)
  }
  return most - least
}

/**
 * Returns a position between the middles of squares, for linear interpolation: the square before, and the share of the
 * distance to the next.
 */
function placeAmong(count: number, at: number): { first: number; share: number } {
  const place = Math.min(count - 1, Math.max(0, at / settings.squarePixels - 0.5))
  const first = Math.floor(place)
  return { first, share: place - first }
}

/** Writes the shades of paper in the middles of squares at the height of a row of pixels; the last one is repeated. */
function fillRow(row: Float32Array, { columns, rows, shades }: Squares, y: number): void {
  const { first, share } = placeAmong(rows, y)
  const [upper, lower] = [first * columns, Math.min(rows - 1, first + 1) * columns]
  for (let column = 0; column < columns; column++) {
    row[column] = mix(shades[upper + column], shades[lower + column], share)
  }
  row[columns] = row[columns - 1] as number
}

function mix(a = 0, b = 0, share: number): number {
  return a + (b - a) * share
}
