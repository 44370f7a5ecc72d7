/** Writes functions in the text format of {@link assemble}. */
import { assemble } from './assemble.ts'
import { i32, type ModuleFunction, v128 } from './module.ts'

/** The names of a function's variables: the parameters and other integers of 32 bits, and vectors. */
interface Variables {
  readonly parameters: readonly string[]
  readonly integers?: readonly string[]
  readonly vectors: readonly string[]
}

export function toFunction(name: string, variables: Variables, text: string): ModuleFunction {
  const { parameters } = variables
  const type = [parameters.length, ...parameters.map(() => i32), 0]
  return { name, type, body: toBody(variables, text) }
}

/** Returns the variables and the instructions of a function (WebAssembly 3.0, 5.5.13). */
export function toBody({ parameters, integers = [], vectors }: Variables, text: string): number[] {
  const groups = [
    { names: integers, type: i32 },
    { names: vectors, type: v128 },
  ].filter(({ names }) => names.length > 0)
  const counts = groups.flatMap(({ names, type }) => [names.length, type])
  const code = assemble(text, [...parameters, ...integers, ...vectors])
  return [groups.length, ...counts, ...code, 0x0b]
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
