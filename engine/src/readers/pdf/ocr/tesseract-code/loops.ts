/** Puts calls in the place of loops, and into them. */

/** A call instead of a loop. */
export interface Replacement {
  /** The first instruction in the loop. */
  readonly begin: readonly number[]
  /** Instructions that return 0 if the loop has to do the work. */
  readonly condition: readonly number[]
  readonly call: readonly number[]
}

// WebAssembly 3.0, 5.4.1.
const opcodes = { loop: [0x03, 0x40], if: [0x04, 0x40], else: [0x05], end: [0x0b] } as const
/** A jump to the begin of the loop, and the loop's end. */
const last = [0x0d, 0x00, ...opcodes.end]

/** Replaces loops of a function, in their order. */
export function replaceLoops(body: Uint8Array, replacements: readonly Replacement[]): number[] {
  const bytes = Buffer.from(body)
  const code: number[] = []
  let done = 0
  for (const { begin, condition, call } of replacements) {
    const start = bytes.indexOf(Uint8Array.from([...opcodes.loop, ...begin]), done)
    const end = bytes.indexOf(Uint8Array.from(last), start) + last.length
    code.push(...body.subarray(done, start), ...condition, ...opcodes.if, ...call)
    code.push(...opcodes.else, ...body.subarray(start, end), ...opcodes.end)
    done = end
  }
  return [...code, ...body.subarray(done)]
}

/** Adds instructions at the beginning of a loop. @param begin The first instruction in the loop. */
export function prependInLoop(
  body: Uint8Array,
  begin: readonly number[],
  code: readonly number[],
): number[] {
  const start = Buffer.from(body).indexOf(Uint8Array.from([...opcodes.loop, ...begin]))
  const inside = start + opcodes.loop.length
  return [...body.subarray(0, inside), ...code, ...body.subarray(inside)]
}
