/**
 * Speeds up the layers of Tesseract's network that work on pixels: the input of a convolution (im2col), and max pooling.
 *
 * Tesseract's own loops ask for the place of each neighbour of each pixel, and copy single bytes. The functions here compute all pixels
 * of a row but those at its edges, and move Tesseract's index to the one that is left.
 */
import { assemble } from '../wasm-code/assemble.ts'
import { increase, set, toBody } from '../wasm-code/instructions.ts'

/** Addresses of objects: the layer, its input and output, and the index of the output's current pixel. */
const parameters = ['layer', 'input', 'output', 'index']
const integers = ['from', 'below', 'last', 'to', 'count']
const vectors = ['a', 'b', 'c']

/** Offsets of fields, bytes. */
export const fields = {
  /** `Network` (lstm/network.h), `Convolve` (lstm/convolve.h), `Maxpool` (lstm/maxpool.h). */
  layer: { channels: 20, halfWidth: 56, halfHeight: 60, stepX: 104, stepY: 108 },
  /** `NetworkIO` (lstm/networkio.h) with numbers of 8 bits, and its `StrideMap` (lstm/stridemap.h); `pictures` is the size of the batch. */
  data: { bytes: 28, isInteger: 48, pictures: 52, height: 56, width: 60 },
  /** `StrideMap::Index`: `at` is the number of the pixel. */
  index: { at: 4, y: 12, x: 16 },
} as const

/**
 * Stacks each pixel's square of 3 × 3 pixels, column by column. Pixels at the edges are left to Tesseract, which fills the missing ones
 * with random numbers.
 */
export function stackNeighbours(): number[] {
  const isInside = all([
    equals(layer('channels'), 1),
    equals(layer('halfWidth'), 1),
    equals(layer('halfHeight'), 1),
    ...isOneIntegerPicture,
    `(i32.gt_s ${index('x')} (i32.const 0))`,
    `(i32.gt_s ${index('y')} (i32.const 0))`,
    `(i32.lt_s ${index('y')} (i32.sub ${data('output', 'height')} (i32.const 1)))`,
  ])
  const width = data('input', 'width')
  // Each row has the four bytes from the left neighbour on. The seven bytes after a square are those of the next one.
  return rowOf(
    isInside,
    `${set('from', `(i32.sub (i32.add ${data('input', 'bytes')} ${index('at')}) (i32.add ${width} (i32.const 1)))`)}
    ${set('below', `(i32.add (local.get $from) ${width})`)}
    ${set('last', `(i32.add (local.get $below) ${width})`)}
    ${set('to', `(i32.add ${data('output', 'bytes')} (i32.mul ${index('at')} (i32.const 9)))`)}`,
    `${set('a', '(v128.load32_zero 0 (local.get $from))')}
    ${set('b', '(v128.load32_zero 0 (local.get $below))')}
    ${set('c', '(v128.load32_zero 0 (local.get $last))')}
    ${set('a', shuffle([0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23], 'a', 'b'))}
    (v128.store 0 (local.get $to)
      ${shuffle([0, 1, 16, 2, 3, 17, 4, 5, 18, 0, 0, 0, 0, 0, 0, 0], 'a', 'c')})
    ${['from', 'below', 'last'].map((name) => step(name, 1)).join(' ')} ${step('to', 9)}`,
  )
}

/** Takes the greatest number of each square of 3 × 3 pixels, for each of 16 channels. */
export function maxPool(): number[] {
  const isInside = all([
    equals(layer('channels'), 16),
    equals(layer('stepX'), 3),
    equals(layer('stepY'), 3),
    ...isOneIntegerPicture,
    ...(['width', 'height'] as const).map(
      (side) =>
        `(i32.eqz (i32.gt_s (i32.mul (i32.const 3) ${data('output', side)}) ${data('input', side)}))`,
    ),
  ])
  const width = data('input', 'width')
  const first = `(i32.mul (i32.const 3) (i32.add (i32.mul ${index('y')} ${width}) ${index('x')}))`
  const row = (name: string) => [0, 16, 32].map((at) => `(v128.load ${at} (local.get $${name}))`)
  const greatest = [...row('from'), ...row('below'), ...row('last')].reduce(
    (left, right) => `(i8x16.max_s ${left} ${right})`,
  )
  return rowOf(
    isInside,
    `${set('from', `(i32.add ${data('input', 'bytes')} (i32.shl ${first} (i32.const 4)))`)}
    ${set('below', `(i32.add (local.get $from) (i32.shl ${width} (i32.const 4)))`)}
    ${set('last', `(i32.add (local.get $below) (i32.shl ${width} (i32.const 4)))`)}
    ${set('to', `(i32.add ${data('output', 'bytes')} (i32.shl ${index('at')} (i32.const 4)))`)}`,
    `(v128.store 0 (local.get $to) ${greatest})
    ${['from', 'below', 'last'].map((name) => step(name, 48)).join(' ')} ${step('to', 16)}`,
  )
}

/**
 * Calls one of the functions.
 *
 * @param frame Local variable with the address of Tesseract's stack frame, which has the index.
 */
export function callLayer(called: number, frame: number): number[] {
  const at = `(i32.add (local.get ${frame}) (i32.const ${indexInFrame}))`
  return assemble(`(call ${called} (local.get 0) (local.get 2) (local.get 5) ${at})`, [])
}

const indexInFrame = 44

/** Returns a function that repeats instructions for the pixels before the last one of a row. */
function rowOf(isInside: string, begin: string, repeat: string): number[] {
  const left = `(i32.sub (i32.sub ${data('output', 'width')} (i32.const 1)) ${index('x')})`
  const move = (field: keyof typeof fields.index) =>
    `(i32.store ${fields.index[field]} (local.get $index) (i32.add ${index(field)} (local.get $count)))`
  const text = `
    ${set('count', left)}
    (if (i32.and (i32.gt_s (local.get $count) (i32.const 0)) ${isInside}) (then
      ${begin} ${move('at')} ${move('x')}
      (loop ${repeat}
        (br_if 0 (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))`
  return toBody({ parameters, integers, vectors }, text)
}

function layer(field: keyof typeof fields.layer): string {
  return `(i32.load ${fields.layer[field]} (local.get $layer))`
}

function data(name: 'input' | 'output', field: keyof typeof fields.data): string {
  return `(i32.load ${fields.data[field]} (local.get $${name}))`
}

function index(field: keyof typeof fields.index): string {
  return `(i32.load ${fields.index[field]} (local.get $index))`
}

function step(name: string, bytes: number): string {
  return increase(name, `(i32.const ${bytes})`)
}

function shuffle(lanes: readonly number[], one: string, other: string): string {
  return `(i8x16.shuffle ${lanes.join(' ')} (local.get $${one}) (local.get $${other}))`
}

function equals(value: string, number: number): string {
  return `(i32.eq ${value} (i32.const ${number}))`
}

function all(conditions: readonly string[]): string {
  return conditions.reduce((left, right) => `(i32.and ${left} ${right})`)
}

/** `isInteger` is a byte. */
const isOneIntegerPicture = [
  ...(['input', 'output'] as const).map((name) =>
    equals(`(i32.load8_s ${fields.data.isInteger} (local.get $${name}))`, 1),
  ),
  equals(data('input', 'pictures'), 1),
]
