/** Computes on the pixels of a picture, 16 at a time: a page has four million. */
import { buildModule } from '../wasm-code/module.ts'
import { averageSquaresCode } from './average-squares.ts'
import { listDarkCode } from './list-dark.ts'
import { sampleRowCode } from './sample-row.ts'

/** The longest side of a square: its columns' sums have 16 bits. */
export const mostStep = 257

/** The longest side of a picture that is rotated: positions have 16 bits before the point, with a sign. */
export const mostSide = 32_000

interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Averages complete squares of `step` × `step` pixels, rounded down. @param step 1 to {@link mostStep}. */
export function averageOfSquares({ width, height, pixels }: Picture, step: number): Uint8Array {
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)]
  const sums = align(pixels.length)
  const to = sums + 2 * width + spare
  const { memory, functions } = copyIn(pixels, to + columns * rows)
  functions.averageSquares(0, width, columns, rows, step, to, sums)
  return new Uint8Array(memory.buffer).slice(to, to + columns * rows)
}

/**
 * Visits the rows of a picture that have pixels up to a shade.
 *
 * @param visit Gets the columns of these pixels, valid during the call.
 */
export function visitDark(
  { width, pixels }: Picture,
  limit: number,
  visit: (row: number, columns: Uint32Array) => void,
): void {
  const to = align(pixels.length)
  const result = to + 4 * width
  const { memory, functions } = copyIn(pixels, result + 4)
  const numbers = new Uint32Array(memory.buffer)
  for (let from = 0, row = 0; from < pixels.length; from += width, row++) {
    functions.listDark(from, width, limit, to, result)
    const end = numbers[result / 4] as number
    if (end > to) visit(row, numbers.subarray(to / 4, end / 4))
  }
}

/**
 * Rotates a picture by a small angle about its middle, with bilinear sampling; pixels from outside are white. Places and weights are
 * rounded to 1/65536 and 1/256 of a pixel.
 */
export function rotate({ width, height, pixels }: Picture, degreesClockwise: number): Uint8Array {
  const to = align(pixels.length)
  const { memory, functions } = copyIn(pixels, to + pixels.length)
  const angle = (degreesClockwise * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  const fixed = (value: number) => Math.round(value * 65_536)
  for (let row = 0; row < height; row++) {
    // The source position of the row's first pixel; each pixel to the right adds (cos, −sin).
    const x = -middleX * cos + (row - middleY) * sin + middleX
    const y = middleX * sin + (row - middleY) * cos + middleY
    functions.sampleRow(
      width,
      height,
      fixed(x),
      fixed(y),
      fixed(cos),
      fixed(-sin),
      to + row * width,
    )
  }
  return new Uint8Array(memory.buffer).slice(to, to + pixels.length)
}

/** Bytes that vectors may reach over the end of data. */
const spare = 32
const pageBytes = 65_536

/** Returns the first place for other data. */
function align(length: number): number {
  return Math.ceil((length + spare) / spare) * spare
}

/** Copies pixels to address 0. @param size Bytes that are needed in total. */
function copyIn(pixels: Uint8Array, size: number): Code {
  const code = loadCode()
  const { memory } = code
  const missing = size + spare - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  new Uint8Array(memory.buffer).set(pixels)
  return code
}

interface Code {
  readonly memory: WebAssembly.Memory
  readonly functions: Readonly<Record<'averageSquares' | 'listDark' | 'sampleRow', Run>>
}

type Run = (...parameters: number[]) => void

let loaded: Code | undefined

/** Loads the functions when they are first needed: most documents have no scans. */
function loadCode(): Code {
  loaded ??= createCode()
  return loaded
}

function createCode(): Code {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const functions = [averageSquaresCode(), listDarkCode(), sampleRowCode()]
  const module = new WebAssembly.Module(buildModule(functions))
  const { exports } = new WebAssembly.Instance(module, { '': { memory } })
  // Sound: the module exports these functions.
  return { memory, functions: exports as Code['functions'] }
}
