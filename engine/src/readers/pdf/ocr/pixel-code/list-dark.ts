import { get, increase, set, toFunction } from '../wasm-code/instructions.ts'
import type { ModuleFunction } from '../wasm-code/module.ts'

/** Writes the numbers of the pixels up to a shade at `to`, four bytes each; `result` gets the address after the last one. */
export function listDarkCode(): ModuleFunction {
  const variables = {
    parameters: ['from', 'count', 'limit', 'to', 'result'],
    integers: ['at', 'bits'],
    vectors: ['shades'],
  }
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
        ${increase('to', '(i32.const 4)')}
        ${set('bits', `(i32.and ${get('bits')} (i32.sub ${get('bits')} (i32.const 1)))`)}
        (br 0)))
      ${increase('at', '(i32.const 16)')}
      (br 0)))
    (i32.store 0 ${get('result')} ${get('to')})`
  return toFunction('listDark', variables, body)
}
