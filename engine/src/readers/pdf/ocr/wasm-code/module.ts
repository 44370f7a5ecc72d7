/** Builds modules of assembled functions. */
import { toVarint } from './assemble.ts'

/** The types of addresses and integers, and of vectors (WebAssembly 3.0, 5.3.1 and 5.3.2). */
export const i32 = 0x7f
export const v128 = 0x7b

export interface ModuleFunction {
  readonly name: string
  /** The types of the parameters and results, each after their number (5.3.7). */
  readonly type: readonly number[]
  /** Variables and instructions (5.5.13). */
  readonly body: ArrayLike<number>
}

/** Builds a module that imports `memory`, and exports the functions by their names. */
export function buildModule(functions: readonly ModuleFunction[]): Uint8Array<ArrayBuffer> {
  return encodeModule([
    [1, ...listOf(functions.map(({ type }) => [0x60, ...type]))],
    [2, ...listOf([[...nameOf(''), ...nameOf('memory'), 2, 0, 1]])],
    [3, ...listOf(functions.map((_, at) => toVarint(at)))],
    [7, ...listOf(functions.map(({ name }, at) => [...nameOf(name), 0, ...toVarint(at)]))],
    [10, ...listOf(functions.map(({ body }) => [...toVarint(body.length), ...Array.from(body)]))],
  ])
}

/** @param sections Number and content of each section (5.5.2). */
export function encodeModule(sections: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  const bytes = sections.flatMap(([id = 0, ...content]) => [
    id,
    ...toVarint(content.length),
    ...content,
  ])
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes])
}

/** Encodes a name of up to 63 ASCII characters (5.2.4). */
export function nameOf(name: string): number[] {
  return [name.length, ...new TextEncoder().encode(name)]
}

export function listOf(items: readonly (readonly number[])[]): number[] {
  return [...toVarint(items.length), ...items.flat()]
}
