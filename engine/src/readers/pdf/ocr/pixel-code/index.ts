/** Computes on the pixels of a picture, 16 at a time: a page has four million. */
import { assemble } from '../wasm-code/assemble.ts'
import { buildModule, i32, type ModuleFunction } from '../wasm-code/module.ts'

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
  const memory = copyIn(pixels, to + columns * rows)
  averageSquares(0, width, columns, rows, step, to, sums)
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
  const memory = copyIn(pixels, result + 4)
  const numbers = new Uint32Array(memory.buffer)
  for (let from = 0, row = 0; from < pixels.length; from += width, row++) {
    listDark(from, width, limit, to, result)
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
  const memory = copyIn(pixels, to + pixels.length)
  const angle = (degreesClockwise * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  const fixed = (value: number) => Math.round(value * 65_536)
  for (let row = 0; row < height; row++) {
    // The source position of the row's first pixel; each pixel to the right adds (cos, −sin).
    const x = -middleX * cos + (row - middleY) * sin + middleX
    const y = middleX * sin + (row - middleY) * cos + middleY
    sampleRow(width, height, fixed(x), fixed(y), fixed(cos), fixed(-sin), to + row * width)
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
function copyIn(pixels: Uint8Array, size: number): WebAssembly.Memory {
  const missing = size + spare - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  new Uint8Array(memory.buffer).set(pixels)
  return memory
}

/**
 * Averages squares of `step` × `step` pixels, row by row, rounded down. First it adds the rows of a row of squares at `sums`, two bytes a
 * column.
 */
function averageSquaresOf(): ModuleFunction {
  const parameters = ['from', 'width', 'columns', 'rows', 'step', 'to', 'sums']
  const integers = ['end', 'at', 'place', 'left', 'sum']
  const locals = [...parameters, ...integers, 'low', 'high', 'none']
  const add = (half: 'low' | 'high') =>
    set(half, `(i16x8.add ${get(half)} (i16x8.extend_${half}_i8x16_u (v128.load 0 ${get('at')})))`)
  const body = `
    (if (i32.eqz (i32.mul ${get('columns')} ${get('rows')})) (then (return)))
    ${set('end', `(i32.add ${get('sums')} (i32.shl (i32.mul ${get('columns')} ${get('step')}) (i32.const 1)))`)}
    (loop
      ${set('place', get('sums'))}
      (loop
        ${set('at', `(i32.add ${get('from')} (i32.shr_u (i32.sub ${get('place')} ${get('sums')}) (i32.const 1)))`)}
        ${set('low', get('none'))} ${set('high', get('none'))} ${set('left', get('step'))}
        (loop ${add('low')} ${add('high')} ${move('at', get('width'))} ${countDown('left')})
        (v128.store 0 ${get('place')} ${get('low')})
        (v128.store 16 ${get('place')} ${get('high')})
        ${move('place', '(i32.const 32)')}
        (br_if 0 (i32.lt_u ${get('place')} ${get('end')})))
      ${set('place', get('sums'))}
      (loop
        ${set('sum', '(i32.const 0)')} ${set('left', get('step'))}
        (loop
          ${move('sum', `(i32.load16_u 0 ${get('place')})`)} ${move('place', '(i32.const 2)')}
          ${countDown('left')})
        (i32.store8 0 ${get('to')} (i32.div_u ${get('sum')} (i32.mul ${get('step')} ${get('step')})))
        ${move('to', '(i32.const 1)')}
        (br_if 0 (i32.lt_u ${get('place')} ${get('end')})))
      ${move('from', `(i32.mul ${get('width')} ${get('step')})`)}
      ${countDown('rows')})`
  return toFunction('averageSquares', parameters, locals, integers.length, body)
}

/** Writes the numbers of the pixels up to a shade at `to`, four bytes each; `result` gets the address after the last one. */
function listDarkOf(): ModuleFunction {
  const parameters = ['from', 'count', 'limit', 'to', 'result']
  const integers = ['at', 'bits']
  const locals = [...parameters, ...integers, 'shades']
  const left = `(i32.sub ${get('count')} ${get('at')})`
  const body = `
    ${set('shades', `(i8x16.splat ${get('limit')})`)}
    (block (loop
      (br_if 1 (i32.ge_u ${get('at')} ${get('count')}))
      ${set('bits', `(i8x16.bitmask (i8x16.le_u (v128.load 0 (i32.add ${get('from')} ${get('at')})) ${get('shades')}))`)}
      (if (i32.lt_u ${left} (i32.const 16)) (then
        ${set('bits', `(i32.and ${get('bits')} (i32.sub (i32.shl (i32.const 1) ${left}) (i32.const 1)))`)}))
      (block (loop
        (br_if 1 (i32.eqz ${get('bits')}))
        (i32.store 0 ${get('to')} (i32.add ${get('at')} (i32.ctz ${get('bits')})))
        ${move('to', '(i32.const 4)')}
        ${set('bits', `(i32.and ${get('bits')} (i32.sub ${get('bits')} (i32.const 1)))`)}
        (br 0)))
      ${move('at', '(i32.const 16)')}
      (br 0)))
    (i32.store 0 ${get('result')} ${get('to')})`
  return toFunction('listDark', parameters, locals, integers.length, body)
}

/**
 * Samples the picture at address 0 along a line, for the pixels of a row. Positions and steps have 16 bits of fraction.
 *
 * Eight pixels are sampled at once if they come from eight neighbours of one row and the row below.
 */
function sampleRowOf(): ModuleFunction {
  const parameters = ['width', 'height', 'x', 'y', 'stepX', 'stepY', 'to']
  const integers = ['end', 'left', 'top', 'at', 'right', 'down']
  const locals = [...parameters, ...integers, 'r', 'd', 'a', 'b', 'c', 'half']
  const whole = (place: string) => `(i32.shr_s ${place} (i32.const 16))`
  const after = (place: string, step: string, count: number) =>
    `(i32.add ${get(place)} (i32.mul ${get(step)} (i32.const ${count})))`
  const all = (conditions: readonly string[]) =>
    conditions.reduce((one, other) => `(i32.and ${one} ${other})`)
  const isInside = (count: number) =>
    all([
      `(i32.ge_s ${get('left')} (i32.const 0))`,
      `(i32.ge_s ${get('top')} (i32.const 0))`,
      `(i32.lt_s (i32.add ${get('left')} (i32.const ${count})) ${get('width')})`,
      `(i32.lt_s (i32.add ${get('top')} (i32.const 1)) ${get('height')})`,
    ])
  const isStraight = all([
    isInside(8),
    `(i32.le_s (i32.add ${get('to')} (i32.const 8)) ${get('end')})`,
    `(i32.eq ${whole(after('x', 'stepX', 7))} (i32.add ${get('left')} (i32.const 7)))`,
    `(i32.eq ${whole(after('y', 'stepY', 7))} ${get('top')})`,
  ])
  const next = (count: number) => `
    ${move('to', `(i32.const ${count})`)}
    ${set('x', after('x', 'stepX', count))} ${set('y', after('y', 'stepY', count))}`
  /** The fractions of eight positions, 8 bits each. */
  const fractions = (place: string, step: string) => {
    const lanes = '(v128.const 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0)'
    const four = (from: string) => `(i32x4.shr_u (i32x4.shl (i32x4.add (i32x4.splat ${from})
      (i32x4.mul ${lanes} (i32x4.splat ${get(step)}))) (i32.const 16)) (i32.const 24))`
    return `(i16x8.narrow_i32x4_u ${four(get(place))} ${four(after(place, step, 4))})`
  }
  /** Mixes eight pixels with their right neighbours; the results have 8 bits of fraction. */
  const mixed = (name: string, offset: string) => `
    ${set(name, `(v128.load8x8_u 0 ${offset})`)}
    ${set(
      name,
      `(i16x8.add (i16x8.shl ${get(name)} (i32.const 8)) (i16x8.mul ${get('r')}
      (i16x8.sub (v128.load8x8_u 1 ${offset}) ${get(name)})))`,
    )}`
  const below = `(i32.add ${get('at')} ${get('width')})`
  const rows = (half: 'low' | 'high') => `(i32x4.shr_u (i32x4.add ${get('half')} (i32x4.add
    (i32x4.extmul_${half}_i16x8_u ${get('a')} ${get('c')})
    (i32x4.extmul_${half}_i16x8_u ${get('b')} ${get('d')}))) (i32.const 16))`
  const eight = `
    ${set('r', fractions('x', 'stepX'))} ${set('d', fractions('y', 'stepY'))}
    ${mixed('a', get('at'))} ${mixed('b', below)}
    ${set('c', `(i16x8.sub (i16x8.splat (i32.const 256)) ${get('d')})`)}
    ${set('a', `(i16x8.narrow_i32x4_u ${rows('low')} ${rows('high')})`)}
    (v128.store64_lane 0 0 ${get('to')} (i8x16.narrow_i16x8_u ${get('a')} ${get('a')}))
    ${next(8)}`
  const fraction = (place: string) =>
    `(i32.and (i32.shr_u ${get(place)} (i32.const 8)) (i32.const 255))`
  const mix = (one: string, other: string, share: string) =>
    `(i32.add (i32.mul ${one} (i32.sub (i32.const 256) ${get(share)})) (i32.mul ${other} ${get(share)}))`
  const pair = (place: string) =>
    mix(`(i32.load8_u 0 ${place})`, `(i32.load8_u 1 ${place})`, 'right')
  const single = `
    (i32.store8 0 ${get('to')} (i32.const 255))
    (if ${isInside(1)} (then
      ${set('right', fraction('x'))} ${set('down', fraction('y'))}
      (i32.store8 0 ${get('to')} (i32.shr_u (i32.add (i32.const 32768)
        ${mix(pair(get('at')), pair(below), 'down')}) (i32.const 16)))))
    ${next(1)}`
  const body = `
    ${set('half', '(i32x4.splat (i32.const 32768))')}
    ${set('end', `(i32.add ${get('to')} ${get('width')})`)}
    (loop
      ${set('left', whole(get('x')))} ${set('top', whole(get('y')))}
      ${set('at', `(i32.add (i32.mul ${get('top')} ${get('width')}) ${get('left')})`)}
      (block
        (block
          (br_if 0 (i32.eqz ${isStraight}))
          ${eight}
          (br 1))
        ${single})
      (br_if 0 (i32.lt_u ${get('to')} ${get('end')})))`
  return toFunction('sampleRow', parameters, locals, integers.length, body)
}

function toFunction(
  name: string,
  parameters: readonly string[],
  locals: readonly string[],
  integers: number,
  body: string,
): ModuleFunction {
  const vectors = locals.length - parameters.length - integers
  return {
    name,
    type: [parameters.length, ...parameters.map(() => i32), 0],
    body: [2, integers, i32, vectors, 0x7b, ...assemble(body, locals), 0x0b],
  }
}

function get(name: string): string {
  return `(local.get $${name})`
}

function set(name: string, value: string): string {
  return `(local.set $${name} ${value})`
}

function move(name: string, value: string): string {
  return set(name, `(i32.add ${get(name)} ${value})`)
}

/** Repeats the loop until the number is 0. */
function countDown(name: string): string {
  return `(br_if 0 (local.tee $${name} (i32.sub ${get(name)} (i32.const 1))))`
}

type Run = (...parameters: number[]) => void

const memory = new WebAssembly.Memory({ initial: 1 })
const code = new WebAssembly.Module(buildModule([averageSquaresOf(), listDarkOf(), sampleRowOf()]))
const { exports } = new WebAssembly.Instance(code, { '': { memory } })
// Sound: the module exports these functions.
const { averageSquares, listDark, sampleRow } = exports as Readonly<
  Record<'averageSquares' | 'listDark' | 'sampleRow', Run>
>
