/** Makes functions of their own from code that is otherwise added to a module. */
import { toVarint } from '../assemble.ts'
import { encodeModule, listOf, nameOf } from '../module.ts'

/**
 * Creates a function.
 *
 * @param type The types of the parameters and results, each after their number (WebAssembly 3.0, 5.3.7).
 * @param body Variables and instructions (5.5.13). They may call `original`, number 0.
 */
export function createFunction(
  type: readonly number[],
  body: ArrayLike<number>,
  memory: WebAssembly.Memory,
  original: (...parameters: number[]) => unknown = () => undefined,
): (...parameters: number[]) => unknown {
  const module = new WebAssembly.Module(toModule(type, body))
  const { exports } = new WebAssembly.Instance(module, { '': { memory, original } })
  // Sound: the module exports this function only.
  return exports.run as (...parameters: number[]) => unknown
}

/**
 * Builds a module that imports `memory` and the function `original`, number 0, and exports `run`, of the same type.
 */
function toModule(type: readonly number[], body: ArrayLike<number>): Uint8Array {
  return encodeModule([
    [1, ...listOf([[0x60, ...type]])],
    [
      2,
      ...listOf([
        [...nameOf(''), ...nameOf('memory'), 2, 0, 1],
        [...nameOf(''), ...nameOf('original'), 0, 0],
      ]),
    ],
    [3, ...listOf([[0]])],
    [7, ...listOf([[...nameOf('run'), 0, 1]])],
    [10, ...listOf([[...toVarint(body.length), ...Array.from(body)]])],
  ])
}
