import { countDown, get, increase, set, toFunction } from '../wasm-code/instructions.ts'
import type { ModuleFunction } from '../wasm-code/module.ts'

/**
 * Averages squares of `step` × `step` pixels, row by row, rounded down. First it adds the rows of a row of squares at `sums`, two bytes a
 * column.
 */
export function averageSquaresCode(): ModuleFunction {
  const variables = {
    parameters: ['from', 'width', 'columns', 'rows', 'step', 'to', 'sums'],
    integers: ['end', 'at', 'place', 'left', 'sum'],
    vectors: ['low', 'high', 'none'],
  }
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
        (loop ${add('low')} ${add('high')} ${increase('at', get('width'))} ${countDown('left')})
        (v128.store 0 ${get('place')} ${get('low')})
        (v128.store 16 ${get('place')} ${get('high')})
        ${increase('place', '(i32.const 32)')}
        (br_if 0 (i32.lt_u ${get('place')} ${get('end')})))
      ${set('place', get('sums'))}
      (loop
        ${set('sum', '(i32.const 0)')} ${set('left', get('step'))}
        (loop
          ${increase('sum', `(i32.load16_u 0 ${get('place')})`)} ${increase('place', '(i32.const 2)')}
          ${countDown('left')})
        (i32.store8 0 ${get('to')} (i32.div_u ${get('sum')} (i32.mul ${get('step')} ${get('step')})))
        ${increase('to', '(i32.const 1)')}
        (br_if 0 (i32.lt_u ${get('place')} ${get('end')})))
      ${increase('from', `(i32.mul ${get('width')} ${get('step')})`)}
      ${countDown('rows')})`
  return toFunction('averageSquares', variables, body)
}
