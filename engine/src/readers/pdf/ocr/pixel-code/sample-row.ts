import { get, increase, set, toFunction } from '../wasm-code/instructions.ts'
import type { ModuleFunction } from '../wasm-code/module.ts'

const variables = {
  parameters: ['width', 'height', 'x', 'y', 'stepX', 'stepY', 'to'],
  integers: ['end', 'left', 'top', 'at', 'right', 'down'],
  vectors: ['r', 'd', 'a', 'b', 'c', 'half'],
}

/**
 * Samples the picture at address 0 along a line, for the pixels of a row. Positions and steps have 16 bits of fraction.
 *
 * Eight pixels are sampled at once if they come from eight neighbours of one row and the row below.
 */
export function sampleRowCode(): ModuleFunction {
  const isStraight = all([
    isInside(8),
    `(i32.le_s (i32.add ${get('to')} (i32.const 8)) ${get('end')})`,
    `(i32.eq ${whole(after('x', 'stepX', 7))} (i32.add ${get('left')} (i32.const 7)))`,
    `(i32.eq ${whole(after('y', 'stepY', 7))} ${get('top')})`,
  ])
  const body = `
    ${set('half', '(i32x4.splat (i32.const 32768))')}
    ${set('end', `(i32.add ${get('to')} ${get('width')})`)}
    (loop
      ${set('left', whole(get('x')))} ${set('top', whole(get('y')))}
      ${set('at', `(i32.add (i32.mul ${get('top')} ${get('width')}) ${get('left')})`)}
      (block
        (block
          (br_if 0 (i32.eqz ${isStraight}))
          ${sampleEight()}
          (br 1))
        ${sampleOne()})
      (br_if 0 (i32.lt_u ${get('to')} ${get('end')})))`
  return toFunction('sampleRow', variables, body)
}

type Axis = 'x' | 'y'

/** Returns a position after some more pixels. */
function after(place: Axis, step: 'stepX' | 'stepY', count: number): string {
  return `(i32.add ${get(place)} (i32.mul ${get(step)} (i32.const ${count})))`
}

function whole(place: string): string {
  return `(i32.shr_s ${place} (i32.const 16))`
}

function all(conditions: readonly string[]): string {
  return conditions.reduce((one, other) => `(i32.and ${one} ${other})`)
}

/** Tests that some pixels and their right and lower neighbours are in the picture. */
function isInside(count: number): string {
  return all([
    `(i32.ge_s ${get('left')} (i32.const 0))`,
    `(i32.ge_s ${get('top')} (i32.const 0))`,
    `(i32.lt_s (i32.add ${get('left')} (i32.const ${count})) ${get('width')})`,
    `(i32.lt_s (i32.add ${get('top')} (i32.const 1)) ${get('height')})`,
  ])
}

function next(count: number): string {
  return `
    ${increase('to', `(i32.const ${count})`)}
    ${set('x', after('x', 'stepX', count))} ${set('y', after('y', 'stepY', count))}`
}

const below = `(i32.add ${get('at')} ${get('width')})`

function sampleEight(): string {
  const rows = (half: 'low' | 'high') => `(i32x4.shr_u (i32x4.add ${get('half')} (i32x4.add
    (i32x4.extmul_${half}_i16x8_u ${get('a')} ${get('c')})
    (i32x4.extmul_${half}_i16x8_u ${get('b')} ${get('d')}))) (i32.const 16))`
  return `
    ${set('r', fractions('x', 'stepX'))} ${set('d', fractions('y', 'stepY'))}
    ${mixEight('a', get('at'))} ${mixEight('b', below)}
    ${set('c', `(i16x8.sub (i16x8.splat (i32.const 256)) ${get('d')})`)}
    ${set('a', `(i16x8.narrow_i32x4_u ${rows('low')} ${rows('high')})`)}
    (v128.store64_lane 0 0 ${get('to')} (i8x16.narrow_i16x8_u ${get('a')} ${get('a')}))
    ${next(8)}`
}

/** Returns the fractions of eight positions, 8 bits each. */
function fractions(place: Axis, step: 'stepX' | 'stepY'): string {
  const lanes = '(v128.const 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0)'
  const four = (from: string) => `(i32x4.shr_u (i32x4.shl (i32x4.add (i32x4.splat ${from})
    (i32x4.mul ${lanes} (i32x4.splat ${get(step)}))) (i32.const 16)) (i32.const 24))`
  return `(i16x8.narrow_i32x4_u ${four(get(place))} ${four(after(place, step, 4))})`
}

/** Mixes eight pixels of a row with their right neighbours; the results have 8 bits of fraction. */
function mixEight(name: 'a' | 'b', row: string): string {
  return `
    ${set(name, `(v128.load8x8_u 0 ${row})`)}
    ${set(
      name,
      `(i16x8.add (i16x8.shl ${get(name)} (i32.const 8)) (i16x8.mul ${get('r')}
      (i16x8.sub (v128.load8x8_u 1 ${row}) ${get(name)})))`,
    )}`
}

function sampleOne(): string {
  const fraction = (place: Axis) =>
    `(i32.and (i32.shr_u ${get(place)} (i32.const 8)) (i32.const 255))`
  const mix = (one: string, other: string, share: 'right' | 'down') =>
    `(i32.add (i32.mul ${one} (i32.sub (i32.const 256) ${get(share)})) (i32.mul ${other} ${get(share)}))`
  const inRow = (row: string) => mix(`(i32.load8_u 0 ${row})`, `(i32.load8_u 1 ${row})`, 'right')
  return `
    (i32.store8 0 ${get('to')} (i32.const 255))
    (if ${isInside(1)} (then
      ${set('right', fraction('x'))} ${set('down', fraction('y'))}
      (i32.store8 0 ${get('to')} (i32.shr_u (i32.add (i32.const 32768)
        ${mix(inRow(get('at')), inRow(below), 'down')}) (i32.const 16)))))
    ${next(1)}`
}
