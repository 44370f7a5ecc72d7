/**
 * Multiplies a matrix by a vector of 8-bit integers, half of the time of Tesseract's network.
 *
 * Tesseract's own function widens each number to 16 bits. The one here multiplies numbers of 8 bits (relaxed SIMD).
 */
import { assemble } from '../wasm-code/assemble.ts'
import { pick } from './vectors.ts'

/**
 * The matrix has a bias as its last column, which is multiplied by the greatest number. A row begins after an even number of weights
 * and the bias of the row before. The results are floats, scaled by the float of their row.
 */
const parameters = ['rows', 'columns', 'weights', 'scales', 'vector', 'results']
const rows = [0, 1, 2, 3]
const integers = ['width', 'row', 'from', 'end', 'place', ...rows.map((row) => `w${row}`)]
const vectors = ['zero', 'ones', 'sizes', 'signs', 'excess', ...rows.map((row) => `p${row}`)]
const locals = [...parameters, ...integers, ...vectors]

/**
 * Computes four rows at a time; the last four may overlap with those before.
 *
 * The instruction for products takes numbers of 8 bits on one side and of 7 bits without sign on the other: so it multiplies the sizes
 * of the vector's numbers by the weights, with all bits inverted where the number is negative. An inverted weight is one less than the
 * negative weight: the sum of a row is too small by the negative numbers' sizes, the same for all rows.
 */
export function product(processor: string): number[] {
  const add = (sum: string, numbers: string) =>
    `(local.set $${sum} ${addProducts[processor === 'arm64' ? 'inOne' : 'inSteps'](sum, numbers)})`
  const split = `
    (local.set $signs (v128.load 0 (local.get $from)))
    (local.set $sizes (i8x16.abs (local.get $signs)))
    (local.set $signs (i8x16.gt_s (local.get $zero) (local.get $signs)))`
  const repeat = `
    (local.set $from (i32.add (local.get $from) (i32.const 16)))
    (br_if 0 (i32.lt_u (local.get $from) (local.get $end)))`
  const text = `
    (local.set $width (i32.shl (i32.shr_u (local.get $columns) (i32.const 1)) (i32.const 1)))
    (local.set $ones (i32x4.splat (i32.const ${(1 << 16) + 1})))
    (local.set $end (i32.add (local.get $vector) (local.get $width)))
    (local.set $from (local.get $vector))
    (loop ${split} ${add('excess', '(local.get $signs)')} ${repeat})
    (loop
      (if (i32.gt_s (local.get $row) (i32.sub (local.get $rows) (i32.const 4)))
        (then (local.set $row (i32.sub (local.get $rows) (i32.const 4)))))
      ${each(
        (row) => `(local.set $w${row} (i32.add (local.get $weights) (i32.mul
          (i32.add (local.get $row) (i32.const ${row})) (i32.add (local.get $width) (i32.const 1)))))
        (local.set $p${row} (i32x4.replace_lane 0 (local.get $zero) (i32.mul (i32.const 127)
          (i32.load8_s 0 (i32.add (local.get $w${row}) (local.get $width))))))`,
      )}
      (local.set $from (local.get $vector))
      (loop
        ${split}
        ${each(
          (
            row,
          ) => `${add(`p${row}`, `(v128.xor (v128.load 0 (local.get $w${row})) (local.get $signs))`)}
          (local.set $w${row} (i32.add (local.get $w${row}) (i32.const 16)))`,
        )}
        ${repeat})
      ${each((row) => `(local.set $p${row} (i32x4.sub (local.get $p${row}) (local.get $excess)))`)}
      (local.set $place (i32.shl (local.get $row) (i32.const 2)))
      (v128.store 0 (i32.add (local.get $results) (local.get $place)) (f32x4.mul
        (v128.load 0 (i32.add (local.get $scales) (local.get $place)))
        (f32x4.convert_i32x4_s ${sumOfFour()})))
      (br_if 0 (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $rows))))`
  return [2, integers.length, 0x7f, vectors.length, 0x7b, ...assemble(text, locals), 0x0b]
}

/**
 * Calls the function instead of the rest of Tesseract's, which computes matrices of other sizes: the first layer.
 *
 * @param called Number of the function {@link product}.
 */
export function callProduct(called: number): number[] {
  const call = `
    (if (i32.eqz (i32.or (i32.and (local.get $columns) (i32.const 14)) (i32.lt_s (local.get $rows) (i32.const 4))))
      (then (call ${called} ${parameters.map((name) => `(local.get $${name})`).join(' ')}) (return)))`
  return assemble(call, parameters)
}

function each(write: (row: number) => string): string {
  return rows.map(write).join(' ')
}

/**
 * Adds the products of some numbers and the vector's sizes to sums.
 *
 * ARM has one instruction for all of it. On x86, V8 makes constants anew for each such instruction; three steps take half the time.
 */
const addProducts = {
  inOne: (sum: string, numbers: string) =>
    `(i32x4.relaxed_dot_i8x16_i7x16_add_s ${numbers} (local.get $sizes) (local.get $${sum}))`,
  inSteps: (sum: string, numbers: string) =>
    `(i32x4.add (local.get $${sum}) (i32x4.dot_i16x8_s (local.get $ones)
      (i16x8.relaxed_dot_i8x16_i7x16_s ${numbers} (local.get $sizes))))`,
} as const

/** Returns the vector of the sums of four vectors' numbers. */
function sumOfFour(): string {
  const add = (one: string, other: string) => `(i32x4.add ${one} ${other})`
  const [a, b, c, d] = [
    '(local.get $p0)',
    '(local.get $p1)',
    '(local.get $p2)',
    '(local.get $p3)',
  ] as const
  const ab = add(pick([0, 4, 1, 5], a, b), pick([2, 6, 3, 7], a, b))
  const cd = add(pick([0, 4, 1, 5], c, d), pick([2, 6, 3, 7], c, d))
  return add(pick([0, 1, 4, 5], ab, cd), pick([2, 3, 6, 7], ab, cd))
}
