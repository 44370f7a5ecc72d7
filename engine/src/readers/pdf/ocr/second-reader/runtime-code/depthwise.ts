/**
 * Convolves one channel with one filter, as the layers of small networks do for each channel.
 *
 * The runtime's own function copies the pixels under the filter for each pixel, 25 for a filter of 5 × 5, and multiplies matrices of one
 * row. The one here adds the weighted pixels at once, in the same order.
 */
import { assemble } from '../../wasm-code/assemble.ts'
import { increase, set, toBody } from '../../wasm-code/instructions.ts'

/** Those of `MlasConvOperation`; `from` and `count` are the part of the output's pixels to compute. */
const parameters = ['convolution', 'input', 'filter', 'bias', 'buffer', 'output', 'from', 'count']
const integers = [
  ...['x', 'row', 'top', 'first', 'inner', 'width', 'to'],
  ...['in', 'at', 'place', 'weight', 'rowEnd', 'end'],
]
const sums = [0, 1, 2, 3]
const vectors = ['factor', 'none', ...sums.map((sum) => `s${sum}`)]

/** Offsets in MLAS_CONV_PARAMETERS (mlas/inc/mlas.h), bytes. */
export const offsets = {
  activation: 0,
  dimensions: 4,
  inputChannels: 16,
  inputHeight: 24,
  inputWidth: 28,
  kernelHeight: 36,
  kernelWidth: 40,
  dilationHeight: 48,
  dilationWidth: 52,
  paddingTop: 60,
  paddingLeft: 64,
  strideHeight: 84,
  strideWidth: 88,
  filters: 96,
  outputWidth: 104,
  outputSize: 116,
  /** Factor of the output's former values. */
  beta: 124,
} as const

function get(field: keyof typeof offsets): string {
  return `(i32.load ${offsets[field]} (local.get $convolution))`
}

/**
 * Calls the function instead of the rest for one channel, one filter, and all pixels of the output.
 *
 * @param called Number of the function {@link convolve}.
 * @param activation Number of the function that adds the bias and computes the activation.
 */
export function callConvolve(called: number, activation: number): number[] {
  const ones = [
    'inputChannels',
    'filters',
    'strideWidth',
    'dilationHeight',
    'dilationWidth',
  ] as const
  const conditions = [
    ...ones.map((field) => `(i32.eq ${get(field)} (i32.const 1))`),
    `(i32.eq ${get('dimensions')} (i32.const 2))`,
    `(i32.eqz ${get('beta')})`,
    `(i32.eq (local.get $count) ${get('outputSize')})`,
  ]
  const all = conditions.reduce((left, right) => `(i32.and ${left} ${right})`)
  const call = `
    (if ${all} (then
      (call ${called} ${parameters.map((name) => `(local.get $${name})`).join(' ')})
      (call ${activation} ${get('activation')} (local.get $output) (local.get $bias) (i32.const 1)
        ${get('outputSize')} ${get('outputSize')})
      (return)))`
  return assemble(call, parameters)
}

/** Returns the size of some floats, bytes. */
function sizeOf(count: string): string {
  return `(i32.shl ${count} (i32.const 2))`
}

/** Four sums of four pixels each are computed at a time, because each weight is loaded once for all of them. */
function eachSum(write: (sum: number) => string): string {
  return sums.map(write).join(' ')
}

/** Computes 16 pixels whose filters lie within the rows of the input. */
const computeInner = `
  ${eachSum((sum) => set(`s${sum}`, '(local.get $none)'))}
  ${set('at', `(i32.add (local.get $in) ${sizeOf('(local.get $x)')})`)}
  ${set('weight', '(local.get $first)')}
  (loop
    ${set('rowEnd', `(i32.add (local.get $weight) ${sizeOf(get('kernelWidth'))})`)}
    (loop
      ${set('factor', '(v128.load32_splat 0 (local.get $weight))')}
      ${eachSum((sum) =>
        set(
          `s${sum}`,
          `(f32x4.add (local.get $s${sum}) (f32x4.mul (v128.load ${16 * sum} (local.get $at)) (local.get $factor)))`,
        ),
      )}
      ${increase('at', '(i32.const 4)')} ${increase('weight', '(i32.const 4)')}
      (br_if 0 (i32.lt_u (local.get $weight) (local.get $rowEnd))))
    ${increase('at', sizeOf(`(i32.sub (local.get $width) ${get('kernelWidth')})`))}
    (br_if 0 (i32.lt_u (local.get $weight) (local.get $end))))
  ${set('at', `(i32.add (local.get $to) ${sizeOf('(local.get $x)')})`)}
  ${eachSum((sum) => `(v128.store ${16 * sum} (local.get $at) (local.get $s${sum}))`)}
  ${increase('x', '(i32.const 16)')}`

/** Computes a pixel whose filter may reach over the edge. */
const computeOuter = `
  ${set('s0', '(local.get $none)')}
  ${set('at', `(i32.add (local.get $in) ${sizeOf('(local.get $x)')})`)}
  ${set('weight', '(local.get $first)')}
  (loop
    ${set('rowEnd', `(i32.add (local.get $weight) ${sizeOf(get('kernelWidth'))})`)}
    ${set('place', `(i32.sub (local.get $x) ${get('paddingLeft')})`)}
    (loop
      (if (i32.lt_u (local.get $place) (local.get $width)) (then
        ${set('s0', '(f32x4.add (local.get $s0) (f32x4.mul (v128.load32_splat 0 (local.get $at)) (v128.load32_splat 0 (local.get $weight))))')}))
      ${increase('place', '(i32.const 1)')} ${increase('at', '(i32.const 4)')} ${increase('weight', '(i32.const 4)')}
      (br_if 0 (i32.lt_u (local.get $weight) (local.get $rowEnd))))
    ${increase('at', sizeOf(`(i32.sub (local.get $width) ${get('kernelWidth')})`))}
    (br_if 0 (i32.lt_u (local.get $weight) (local.get $end))))
  (f32.store 0 (i32.add (local.get $to) ${sizeOf('(local.get $x)')}) (f32x4.extract_lane 0 (local.get $s0)))
  ${increase('x', '(i32.const 1)')}`

/**
 * Returns the body of the function, row by row of the output. `inner` is the last column from which 16 pixels can be computed; the
 * last 16 may overlap with those before.
 */
export function convolve(): number[] {
  const rowsAbove = '(i32.sub (i32.const 0) (local.get $top))'
  const rowsBelow = `(i32.sub ${get('inputHeight')} (local.get $top))`
  const weights = (rows: string) =>
    `(i32.add (local.get $filter) ${sizeOf(`(i32.mul ${rows} ${get('kernelWidth')})`)})`
  const text = `
    ${set('to', '(local.get $output)')}
    ${set('width', get('inputWidth'))}
    ${set('top', `(i32.sub (i32.const 0) ${get('paddingTop')})`)}
    ${set(
      'inner',
      `(i32.sub (i32.add (local.get $width) ${get('paddingLeft')}) (i32.add ${get('kernelWidth')} (i32.const 15)))`,
    )}
    (loop
      ${set('row', `(select ${rowsAbove} (i32.const 0) (i32.gt_s ${rowsAbove} (i32.const 0)))`)}
      ${set('first', weights('(local.get $row)'))}
      ${set('end', weights(`(select ${get('kernelHeight')} ${rowsBelow} (i32.lt_s ${get('kernelHeight')} ${rowsBelow}))`))}
      ${set(
        'in',
        `(i32.add (local.get $input) ${sizeOf(`(i32.sub
        (i32.mul (i32.add (local.get $top) (local.get $row)) (local.get $width)) ${get('paddingLeft')})`)})`,
      )}
      ${set('x', '(i32.const 0)')}
      (loop
        (block
          (block
            (br_if 0 (i32.lt_s (local.get $inner) ${get('paddingLeft')}))
            (br_if 0 (i32.lt_s (local.get $x) ${get('paddingLeft')}))
            (br_if 0 (i32.gt_s (local.get $x) (i32.add (local.get $inner) (i32.const 15))))
            ${set('x', '(select (local.get $x) (local.get $inner) (i32.lt_s (local.get $x) (local.get $inner)))')}
            ${computeInner}
            (br 1))
          ${computeOuter})
        (br_if 0 (i32.lt_u (local.get $x) ${get('outputWidth')})))
      ${increase('to', sizeOf(get('outputWidth')))}
      ${increase('top', get('strideHeight'))}
      (br_if 0 (i32.lt_u (local.get $to)
        (i32.add (local.get $output) ${sizeOf(get('outputSize'))}))))`
  return toBody({ parameters, integers, vectors }, text)
}
