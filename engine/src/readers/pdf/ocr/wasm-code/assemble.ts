/** Assembles functions from the text format of WebAssembly (WebAssembly 3.0, 6.5), as far as our few functions need it. */
import { createHash } from 'node:crypto'

/** Instructions without their immediates; of memory, the alignment is 1. */
const opcodes: Readonly<Record<string, readonly number[]>> = {
  if: [],
  br: [0x0c],
  br_if: [0x0d],
  return: [0x0f],
  call: [0x10],
  drop: [0x1a],
  select: [0x1b],
  'local.get': [0x20],
  'local.set': [0x21],
  'local.tee': [0x22],
  'i32.const': [0x41],
  'i32.load': [0x28, 0],
  'i32.load8_s': [0x2c, 0],
  'i32.load8_u': [0x2d, 0],
  'i32.load16_u': [0x2f, 0],
  'i32.eqz': [0x45],
  'i32.eq': [0x46],
  'i32.lt_s': [0x48],
  'i32.lt_u': [0x49],
  'i32.gt_s': [0x4a],
  'i32.gt_u': [0x4b],
  'i32.le_s': [0x4c],
  'i32.ge_s': [0x4e],
  'i32.ge_u': [0x4f],
  'i32.ctz': [0x68],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'i32.mul': [0x6c],
  'i32.div_u': [0x6e],
  'i32.and': [0x71],
  'i32.or': [0x72],
  'i32.shl': [0x74],
  'i32.shr_s': [0x75],
  'i32.shr_u': [0x76],
  'i32.store': [0x36, 0],
  'i32.store8': [0x3a, 0],
  'f32.store': [0x38, 0],
  'v128.load': [0xfd, 0, 0],
  'v128.load8x8_u': [0xfd, 2, 0],
  'v128.load32_splat': [0xfd, 9, 0],
  'v128.load32_zero': [0xfd, 0x5c, 0],
  'v128.load64_zero': [0xfd, 0x5d, 0],
  'v128.store': [0xfd, 11, 0],
  'v128.store64_lane': [0xfd, 0x5b, 0],
  'v128.const': [0xfd, 12],
  'i8x16.shuffle': [0xfd, 13],
  'i8x16.splat': [0xfd, 15],
  'v128.and': [0xfd, 0x4e],
  'v128.xor': [0xfd, 0x51],
  'v128.bitselect': [0xfd, 0x52],
  'i8x16.gt_s': [0xfd, 0x27],
  'i8x16.le_u': [0xfd, 0x2a],
  'i8x16.bitmask': [0xfd, 0x64],
  'i8x16.sub': [0xfd, 0x71],
  'i8x16.max_s': [0xfd, 0x78],
  'i8x16.narrow_i16x8_s': [0xfd, 0x65],
  'i8x16.narrow_i16x8_u': [0xfd, 0x66],
  'i16x8.narrow_i32x4_s': [0xfd, 0x85, 1],
  'i16x8.narrow_i32x4_u': [0xfd, 0x86, 1],
  'i8x16.abs': [0xfd, 0x60],
  'i16x8.relaxed_dot_i8x16_i7x16_s': [0xfd, 0x92, 2],
  'i16x8.splat': [0xfd, 16],
  'i16x8.shl': [0xfd, 0x8b, 1],
  'i16x8.add': [0xfd, 0x8e, 1],
  'i16x8.sub': [0xfd, 0x91, 1],
  'i16x8.mul': [0xfd, 0x95, 1],
  'i16x8.extend_low_i8x16_u': [0xfd, 0x89, 1],
  'i16x8.extend_high_i8x16_u': [0xfd, 0x8a, 1],
  'i32x4.splat': [0xfd, 17],
  'i32x4.extract_lane': [0xfd, 27],
  'i32x4.replace_lane': [0xfd, 28],
  'i32x4.gt_s': [0xfd, 0x3b],
  'i32x4.shl': [0xfd, 0xab, 1],
  'i32x4.shr_u': [0xfd, 0xad, 1],
  'i32x4.mul': [0xfd, 0xb5, 1],
  'i32x4.extmul_low_i16x8_u': [0xfd, 0xbe, 1],
  'i32x4.extmul_high_i16x8_u': [0xfd, 0xbf, 1],
  'i32x4.add': [0xfd, 0xae, 1],
  'i32x4.sub': [0xfd, 0xb1, 1],
  'i32x4.dot_i16x8_s': [0xfd, 0xba, 1],
  'i32x4.relaxed_dot_i8x16_i7x16_add_s': [0xfd, 0x93, 2],
  'f32x4.extract_lane': [0xfd, 31],
  'f32x4.splat': [0xfd, 19],
  'f32x4.lt': [0xfd, 0x43],
  'f32x4.abs': [0xfd, 0xe0, 1],
  'f32x4.add': [0xfd, 0xe4, 1],
  'f32x4.sub': [0xfd, 0xe5, 1],
  'f32x4.mul': [0xfd, 0xe6, 1],
  'f32x4.pmin': [0xfd, 0xea, 1],
  'f32x4.convert_i32x4_s': [0xfd, 0xfa, 1],
  'i32x4.relaxed_trunc_f32x4_s': [0xfd, 0x81, 2],
  'f32x4.relaxed_madd': [0xfd, 0x85, 2],
}

/** Instructions that open a block without results. */
const blocks: ReadonlyMap<string, readonly number[]> = new Map([
  ['block', [0x02, 0x40]],
  ['loop', [0x03, 0x40]],
  ['then', [0x04, 0x40]],
])
/** The instruction that closes a block (WebAssembly Core Specification, 5.4.1). */
const end = [0x0b] as const

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
      open.push(block ? end : [...(opcodes[name] ?? []), ...words.flatMap(immediateOf)])
    }
  }
  return code
}

/** Encodes an integer that is not negative (5.2.2); with a free sign bit, so that it is also one of the signed integers. */
export function toVarint(value: number): number[] {
  return value > 63 ? [(value & 127) | 128, ...toVarint(value >> 7)] : [value]
}

/** Returns the digest, hexadecimal, by which a known build is recognised. */
export function sha256(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex')
}
