/**
 * Multiplies a matrix by a vector of 8-bit integers, half of the time of Tesseract's network.
 *
 * Tesseract's own function widens each number to 16 bits. The one here multiplies numbers of 8 bits (relaxed SIMD).
 */
import { assemble } from '../wasm-code/assemble.ts'
import { toBody } from '../wasm-code/instructions.ts'
import { pick } from './vectors.ts'

/**
 * The matrix has a bias as its last column, which is multiplied by the greatest number. A row begins after an even number of weights
 * and the bias of the row before. The results are floats, scaled by the float of their row.
 */
const parameters = ['rows', 'columns', 'weights', 'scales', 'vector', 'results']
const rows = [0, 1, 2, 3]
const integers = ['width', 'row', 'from', 'end', 'place', ...rows.map((row) => `w${row}`)]
const vectors = ['zero', 'ones', 'sizes', 'signs', 'excess', ...rows.map((row) => `p${row}`)]

/**
 * Computes four rows at a time; the last four may overlap with those before.
 *
 * The instruction for products takes numbers of 8 bits on one side and of 7 bits without sign on the other: so it multiplies the sizes
 * of the vector's numbers by the weights, with all bits inverted where the number is negative. An inverted weight is one less than the
 * negative weight: the sum of a row is too small by the negative numbers' sizes, the same for all rows.
 */
export function product(processor: string): number[] {
  const split = splitVector('(v128.load 0 (local.get $from))')
  const repeat = `
    (local.set $from (i32.add (local.get $from) (i32.const 16)))
    (br_if 0 (i32.lt_u (local.get $from) (local.get $end)))`
  const sumNegative = `
    (local.set $end (i32.add (local.get $vector) (local.get $width)))
    (local.set $from (local.get $vector))
    (loop ${split} ${add(processor, 'excess', '(local.get $signs)')} ${repeat})`
  const multiply = `
    (local.set $from (local.get $vector))
    (loop ${split} ${addRows(processor)}
      ${each((row) => `(local.set $w${row} (i32.add (local.get $w${row}) (i32.const 16)))`)}
      ${repeat})`
  return computeRows(sumNegative, multiply)
}

/** The same for a vector of up to 15 numbers, those of a pixel and its neighbours: the first layer calls it for each pixel. */
export function shortProduct(processor: string): number[] {
  const bytes = Array.from({ length: 16 }, (_, at) => at).join(' ')
  const own = `(i8x16.gt_s (i8x16.splat (i32.sub (local.get $columns) (i32.const 1))) (v128.const ${bytes}))`
  const sumNegative = `
    ${splitVector(`(v128.and (v128.load 0 (local.get $vector)) ${own})`)}
    ${add(processor, 'excess', '(local.get $signs)')}`
  return computeRows(sumNegative, addRows(processor))
}

/** Splits 16 numbers of the vector into their sizes and their signs: all bits are set where a number is negative. */
function splitVector(numbers: string): string {
  return `
    (local.set $signs ${numbers})
    (local.set $sizes (i8x16.abs (local.get $signs)))
    (local.set $signs (i8x16.gt_s (local.get $zero) (local.get $signs)))`
}

function add(processor: string, sum: string, numbers: string): string {
  const products = addProducts[processor === 'arm64' ? 'inOne' : 'inSteps'](sum, numbers)
  return `(local.set $${sum} ${products})`
}

/** Adds the products of 16 numbers to the sums of four rows. */
function addRows(processor: string): string {
  return each((row) =>
    add(processor, `p${row}`, `(v128.xor (v128.load 0 (local.get $w${row})) (local.get $signs))`),
  )
}

/**
 * @param sumNegative Computes the sum of the negative numbers' sizes.
 * @param multiply Adds the products to the sums of four rows.
 */
function computeRows(sumNegative: string, multiply: string): number[] {
  const text = `
    (local.set $width (i32.shl (i32.shr_u (local.get $columns) (i32.const 1)) (i32.const 1)))
    (local.set $ones (i32x4.splat (i32.const ${(1 << 16) + 1})))
    ${sumNegative}
    (loop
      (if (i32.gt_s (local.get $row) (i32.sub (local.get $rows) (i32.const 4)))
        (then (local.set $row (i32.sub (local.get $rows) (i32.const 4)))))
      ${each(
        (row) => `(local.set $w${row} (i32.add (local.get $weights) (i32.mul
          (i32.add (local.get $row) (i32.const ${row})) (i32.add (local.get $width) (i32.const 1)))))
        (local.set $p${row} (i32x4.replace_lane 0 (local.get $zero) (i32.mul (i32.const 127)
          (i32.load8_s 0 (i32.add (local.get $w${row}) (local.get $width))))))`,
      )}
      ${multiply}
      ${each((row) => `(local.set $p${row} (i32x4.sub (local.get $p${row}) (local.get $excess)))`)}
      (local.set $place (i32.shl (local.get $row) (i32.const 2)))
      (v128.store 0 (i32.add (local.get $results) (local.get $place)) (f32x4.mul
        (v128.load 0 (i32.add (local.get $scales) (local.get $place)))
        (f32x4.convert_i32x4_s ${sumOfFour()})))
      (br_if 0 (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $rows))))`
  return toBody({ parameters, integers, vectors }, text)
}

/**
 * Calls one of the functions instead of the rest of Tesseract's, which computes matrices of other sizes.
 *
 * @param long Number of the function {@link product}.
 * @param short Number of the function {@link shortProduct}.
 */
export function callProduct(long: number, short: number): number[] {
  const callIf = (condition: string, called: number) => `(if ${condition} (then
    (call ${called} ${parameters.map((name) => `(local.get $${name})`).join(' ')}) (return)))`
  const call = `
    (if (i32.gt_s (local.get $rows) (i32.const 3)) (then
      ${callIf('(i32.eqz (i32.and (local.get $columns) (i32.const 14)))', long)}
      ${callIf('(i32.lt_u (local.get $columns) (i32.const 17))', short)}))`
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
