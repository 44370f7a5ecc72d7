/** Computes the activation functions of Tesseract's network, and rounds their values, for several numbers at a time. */
import { assemble } from '../wasm-code/assemble.ts'
import { toBody } from '../wasm-code/instructions.ts'
import type { Replacement } from './loops.ts'
import { pick, splat } from './vectors.ts'

// lstm/functions.h: kTableSize, kScaleFactor.
const tableSize = 4_096
const stepsOfOne = 256

const activation = {
  parameters: ['from', 'factors', 'to', 'count', 'table', 'top'],
  vectors: ['value', 'size', 'index', 'a', 'b', 'zero', 'one', 'largest', 'steps', 'highest'],
} as const

/**
 * Returns the body of a function that computes activations of floats, four at a time. Tesseract's loops choose between its cases by
 * jumps that processors cannot predict.
 *
 * `table` has the activations of 0, 1/256, 2/256 …, between which the function interpolates; that of numbers beyond is 1, and that of
 * a negative number is `top`, an integer, minus the one of its size. `factors` is 0, or the address of floats that multiply the results.
 */
export function activate(): number[] {
  const { parameters, vectors } = activation
  const pair = (lane: number) => `(v128.load64_zero 0 (i32x4.extract_lane ${lane} (local.get $a)))`
  const text = `
    (local.set $one ${splat(1)})
    (local.set $steps ${splat(stepsOfOne)})
    (local.set $largest ${splat(tableSize - 1)})
    (local.set $highest (f32x4.convert_i32x4_s (i32x4.splat (local.get $top))))
    (loop
      (local.set $value (v128.load 0 (local.get $from)))
      (local.set $size (f32x4.pmin (local.get $largest)
        (f32x4.mul (f32x4.abs (local.get $value)) (local.get $steps))))
      (local.set $index (i32x4.relaxed_trunc_f32x4_s (local.get $size)))
      (local.set $size (f32x4.sub (local.get $size) (f32x4.convert_i32x4_s (local.get $index))))
      (local.set $a (i32x4.add (i32x4.shl (local.get $index) (i32.const 2)) (i32x4.splat (local.get $table))))
      (local.set $b ${pick([0, 1, 4, 5], pair(2), pair(3))})
      (local.set $a ${pick([0, 1, 4, 5], pair(0), pair(1))})
      (local.set $index (i32x4.gt_s (local.get $index) (i32x4.splat (i32.const ${tableSize - 2}))))
      (local.set $b (f32x4.sub
        ${pick([1, 3, 5, 7], '(local.get $a)', '(local.get $b)')}
        (local.tee $a ${pick([0, 2, 4, 6], '(local.get $a)', '(local.get $b)')})))
      (local.set $a (f32x4.add (f32x4.mul (local.get $b) (local.get $size)) (local.get $a)))
      (local.set $a (v128.bitselect (local.get $one) (local.get $a) (local.get $index)))
      (local.set $a (v128.bitselect (f32x4.sub (local.get $highest) (local.get $a)) (local.get $a)
        (f32x4.lt (local.get $value) (local.get $zero))))
      (if (local.get $factors) (then
        (local.set $a (f32x4.mul (local.get $a) (v128.load 0 (local.get $factors))))
        (local.set $factors (i32.add (local.get $factors) (i32.const 16)))))
      (v128.store 0 (local.get $to) (local.get $a))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if 0 (i32.gt_s (local.tee $count (i32.sub (local.get $count) (i32.const 4))) (i32.const 0))))`
  return toBody({ parameters, vectors }, text)
}

export interface Activation {
  /** Local variables with the addresses and the count of the floats; without `results`, the values are replaced. */
  readonly values: number
  readonly factors?: number
  readonly results?: number
  readonly count: number
  /** Address of the table. */
  readonly table: number
  /** True if the activations of a number and of its negative have the sum 1 instead of 0. */
  readonly isLogistic: boolean
}

/** @param called Number of the function {@link activate}. */
export function callActivate(
  called: number,
  { values, factors, results = values, count, table, isLogistic }: Activation,
): Replacement {
  const operands = [
    `(local.get ${values})`,
    factors === undefined ? '(i32.const 0)' : `(local.get ${factors})`,
    `(local.get ${results})`,
    `(local.get ${count})`,
    `(i32.const ${table})`,
    `(i32.const ${Number(isLogistic)})`,
  ]
  return {
    // A block with a float as its result.
    begin: [0x02, 0x7d],
    condition: isMultiple(4, count),
    call: assemble(`(call ${called} ${operands.join(' ')})`, []),
  }
}

const rounding = {
  parameters: ['from', 'to', 'count'],
  vectors: [
    'zero',
    'half',
    'largest',
    'value',
    ...[0, 1, 2, 3].flatMap((at) => [`s${at}`, `n${at}`]),
  ],
} as const

/** Returns the body of a function that rounds floats from -1 to 1 to integers from -127 to 127, 16 at a time. */
export function round(): number[] {
  const { parameters, vectors } = rounding
  const narrow = (name: string) => `(i8x16.narrow_i16x8_s
    (i16x8.narrow_i32x4_s (local.get $${name}0) (local.get $${name}1))
    (i16x8.narrow_i32x4_s (local.get $${name}2) (local.get $${name}3)))`
  const text = `
    (local.set $half ${splat(0.5)})
    (local.set $largest ${splat(127)})
    (loop
      ${[0, 1, 2, 3]
        .map(
          (
            at,
          ) => `(local.set $value (f32x4.mul (v128.load ${16 * at} (local.get $from)) (local.get $largest)))
      (local.set $n${at} (f32x4.lt (local.get $value) (local.get $zero)))
      (local.set $s${at} (i32x4.relaxed_trunc_f32x4_s (f32x4.pmin (local.get $largest)
        (f32x4.add (f32x4.abs (local.get $value)) (local.get $half)))))`,
        )
        .join(' ')}
      (local.set $n0 ${narrow('n')})
      (v128.store 0 (local.get $to) (i8x16.sub (v128.xor ${narrow('s')} (local.get $n0)) (local.get $n0)))
      (local.set $from (i32.add (local.get $from) (i32.const 64)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if 0 (i32.gt_s (local.tee $count (i32.sub (local.get $count) (i32.const 16))) (i32.const 0))))`
  return toBody({ parameters, vectors }, text)
}

/** Local variables with the addresses of the floats and of the integers, and with their count. */
interface Rounding {
  readonly values: number
  readonly results: number
  readonly count: number
}

/** @param called Number of the function {@link round}. */
export function callRound(called: number, { values, results, count }: Rounding): Replacement {
  const operands = [values, results, count].map((local) => `(local.get ${local})`).join(' ')
  return {
    // The address of a result: a local variable.
    begin: [0x20],
    condition: isMultiple(16, count),
    call: assemble(`(call ${called} ${operands})`, []),
  }
}

function isMultiple(of: number, count: number): number[] {
  return assemble(`(i32.eqz (i32.and (local.get ${count}) (i32.const ${of - 1})))`, [])
}
