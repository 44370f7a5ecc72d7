/** Assembles functions from the text format of WebAssembly (WebAssembly 3.0, 6.5), as far as our few functions need it. */

/** Instructions without their immediates; of memory, the alignment is 1. */
const opcodes: Readonly<Record<string, readonly number[]>> = {
  if: [],
  br: [0x0c],
  br_if: [0x0d],
  return: [0x0f],
  call: [0x10],
  drop: [0x1a],
  'local.get': [0x20],
  'local.set': [0x21],
  'local.tee': [0x22],
  'i32.const': [0x41],
  'i32.eqz': [0x45],
  'i32.lt_u': [0x49],
  'i32.ge_u': [0x4f],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'i32.mul': [0x6c],
  'i32.and': [0x71],
  'i32.shl': [0x74],
  'v128.load': [0xfd, 0, 0],
  'v128.load32_splat': [0xfd, 9, 0],
  'v128.store': [0xfd, 11, 0],
  'i32x4.splat': [0xfd, 17],
  'f32x4.splat': [0xfd, 19],
  'f32x4.add': [0xfd, 0xe4, 1],
  'f32x4.mul': [0xfd, 0xe6, 1],
  'f32x4.relaxed_madd': [0xfd, 0x85, 2],
}

/** Instructions that open a block without results. */
const blocks: ReadonlyMap<string, readonly number[]> = new Map([
  ['block', [0x02, 0x40]],
  ['loop', [0x03, 0x40]],
  ['then', [0x04, 0x40]],
])
const END = 0x0b

/**
 * Assembles folded instructions such as `(local.set $sum (i32.add (local.get $sum) (i32.const 1)))`.
 *
 * @param locals Names of the parameters and the variables, in order.
 */
export function assemble(text: string, locals: readonly string[]): number[] {
  const code: number[] = []
  const immediateOf = (word: string) =>
    toVarint(word.startsWith('$') ? locals.indexOf(word.slice(1)) : Number(word))
  /** The bytes that follow the operands of each unfinished instruction. */
  const open: (readonly number[])[] = []
  for (const [, name, immediates = ''] of text.matchAll(/\(([\w.]+)([^()]*)|\)/g)) {
    if (name === undefined) code.push(...(open.pop() ?? []))
    else {
      const block = blocks.get(name)
      const words = immediates.split(/\s+/).filter((word) => word !== '')
      code.push(...(block ?? []))
      open.push(block ? [END] : [...(opcodes[name] ?? []), ...words.flatMap(immediateOf)])
    }
  }
  return code
}

/** Encodes an integer that is not negative (5.2.2); with a free sign bit, so that it is also one of the signed integers. */
export function toVarint(value: number): number[] {
  return value > 63 ? [(value & 127) | 128, ...toVarint(value >> 7)] : [value]
}
