/** Replaces functions in the binary of a WebAssembly module, and adds functions. */
import { toVarint } from './assemble.ts'

export interface Rewriting {
  /** Number of imported functions, which come before those of the module. */
  readonly importedFunctions: number
  /** Functions to add, by the number of a function of the same type; each with its variables and instructions. */
  readonly added: readonly { readonly typeOf: number; readonly body: ArrayLike<number> }[]
  /** Changes of functions, by their numbers. `first` is the number of the first added function. */
  readonly changed: ReadonlyMap<number, (body: Uint8Array, first: number) => ArrayLike<number>>
}

export function rewrite(
  module: Uint8Array<ArrayBuffer>,
  rewriting: Rewriting,
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [module.subarray(0, 8)]
  const cursor = { bytes: module, at: 8 }
  while (cursor.at < module.length) {
    const id = module[cursor.at++] ?? 0
    const section = readBytes(cursor)
    const changed = changeSection[id]?.(section, rewriting) ?? section
    parts.push(Uint8Array.from([id, ...toVarint(changed.length)]), changed)
  }
  return Buffer.concat(parts)
}

/** The sections that list the types and the bodies of functions (WebAssembly 3.0, 5.5.6 and 5.5.13). */
const changeSection: Readonly<
  Record<number, (section: Uint8Array, rewriting: Rewriting) => Uint8Array>
> = {
  3: (section, { importedFunctions, added }) => {
    const cursor = { bytes: section, at: 0 }
    const types = Array.from({ length: readVarint(cursor) }, () => readVarint(cursor))
    const own = added.map(({ typeOf }) => types[typeOf - importedFunctions] ?? 0)
    return Uint8Array.from([types.length + own.length, ...types, ...own].flatMap(toVarint))
  },
  10: (section, { importedFunctions, added, changed }) => {
    const cursor = { bytes: section, at: 0 }
    const bodies = Array.from({ length: readVarint(cursor) }, () => readBytes(cursor))
    const first = importedFunctions + bodies.length
    for (const [number, change] of changed) {
      const at = number - importedFunctions
      bodies[at] = Uint8Array.from(change(bodies[at] ?? section, first))
    }
    bodies.push(...added.map(({ body }) => Uint8Array.from(body)))
    const entries = bodies.flatMap((body) => [Uint8Array.from(toVarint(body.length)), body])
    return Buffer.concat([Uint8Array.from(toVarint(bodies.length)), ...entries])
  },
}

/** Adds instructions at the beginning of a function. */
export function prepend(body: Uint8Array, code: readonly number[]): number[] {
  const cursor = { bytes: body, at: 0 }
  for (let groups = readVarint(cursor); groups > 0; groups--) {
    readVarint(cursor)
    cursor.at += 1
  }
  return [...body.subarray(0, cursor.at), ...code, ...body.subarray(cursor.at)]
}

interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/** Reads as many bytes as the number before them says. */
function readBytes(cursor: Cursor): Uint8Array {
  const size = readVarint(cursor)
  cursor.at += size
  return cursor.bytes.subarray(cursor.at - size, cursor.at)
}

/** Reads an integer that is not negative (LEB128). */
export function readVarint(cursor: Cursor): number {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = cursor.bytes[cursor.at++] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return value
  }
}
