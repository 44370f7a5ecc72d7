/** Writes the text of functions. */
import { assemble } from '../wasm-code/assemble.ts'
import { i32, type ModuleFunction, v128 } from '../wasm-code/module.ts'

/** The names of a function's variables: the parameters and other integers of 32 bits, and vectors. */
interface Variables {
  readonly parameters: readonly string[]
  readonly integers: readonly string[]
  readonly vectors: readonly string[]
}

export function toFunction(
  name: string,
  { parameters, integers, vectors }: Variables,
  instructions: string,
): ModuleFunction {
  const code = assemble(instructions, [...parameters, ...integers, ...vectors])
  return {
    name,
    type: [parameters.length, ...parameters.map(() => i32), 0],
    body: [2, integers.length, i32, vectors.length, v128, ...code, 0x0b],
  }
}

export function get(name: string): string {
  return `(local.get $${name})`
}

export function set(name: string, value: string): string {
  return `(local.set $${name} ${value})`
}

export function increase(name: string, value: string): string {
  return set(name, `(i32.add ${get(name)} ${value})`)
}

/** Repeats the loop until the number is 0. */
export function countDown(name: string): string {
  return `(br_if 0 (local.tee $${name} (i32.sub ${get(name)} (i32.const 1))))`
}
