/** Makes functions of their own from code that is otherwise added to a module. */
import { toVarint } from '../assemble.ts'

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
  const own = Array.from(body)
  const nameOf = (name: string) => [name.length, ...new TextEncoder().encode(name)]
  const sections: readonly (readonly number[])[] = [
    [1, 1, 0x60, ...type],
    [2, 2, 0, ...nameOf('memory'), 2, 0, 1, 0, ...nameOf('original'), 0, 0],
    [3, 1, 0],
    [7, 1, ...nameOf('run'), 0, 1],
    [10, 1, ...toVarint(own.length), ...own],
  ]
  const bytes = sections.flatMap(([id = 0, ...content]) => [
    id,
    ...toVarint(content.length),
    ...content,
  ])
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes])
}
