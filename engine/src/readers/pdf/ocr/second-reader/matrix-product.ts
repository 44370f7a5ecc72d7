/**
 * Speeds up the products of matrices in the networks' runtime, two thirds of the networks' time.
 *
 * The runtime's own function computes two rows at a time, and multiplies and adds in two steps. The one here computes six rows, and
 * multiplies and adds at once (relaxed SIMD): a line is read in three quarters of the time.
 */
import { assemble, sha256, toVarint } from '../assemble.ts'
import { readVarint } from './weights.ts'

/**
 * The build of onnxruntime-web 1.30.0, and the places of MlasGemmFloatKernel in its code (mlas/lib/wasm_simd/SgemmKernelWasmSimd.cpp),
 * which sets the product or adds it to a matrix. In another build, they are the two functions that take most of the time in a profile
 * of a recognition; both have eight integers and a float as parameters.
 */
const build = {
  sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
  importedFunctions: 100,
  kernels: [
    { at: 1_322, adds: false },
    { at: 2_315, adds: true },
  ],
} as const

/**
 * Returns the runtime with the new functions, which the old ones call for six and more rows.
 *
 * @param runtime Any other build is returned unchanged.
 */
export function withFasterProducts(runtime: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (sha256(runtime) !== build.sha256) return runtime
  const parts: Uint8Array[] = [runtime.subarray(0, 8)]
  const cursor = { model: runtime, at: 8 }
  while (cursor.at < runtime.length) {
    const id = runtime[cursor.at++] ?? 0
    const size = readVarint(cursor)
    const section = runtime.subarray(cursor.at, cursor.at + size)
    const changed = changeSection[id]?.(section) ?? section
    parts.push(Uint8Array.from([id, ...toVarint(changed.length)]), changed)
    cursor.at += size
  }
  return Buffer.concat(parts)
}

/** The sections that list the types and the bodies of functions (WebAssembly 3.0, 5.5.6 and 5.5.13). */
const changeSection: Readonly<Record<number, (section: Uint8Array) => Uint8Array>> = {
  3: (section) => {
    const cursor = { model: section, at: 0 }
    const types = Array.from({ length: readVarint(cursor) }, () => readVarint(cursor))
    const own = build.kernels.map(({ at }) => types[at] ?? 0)
    return Uint8Array.from([
      ...toVarint(types.length + own.length),
      ...[...types, ...own].flatMap(toVarint),
    ])
  },
  10: (section) => {
    const cursor = { model: section, at: 0 }
    const count = readVarint(cursor)
    const bodies = Array.from({ length: count }, () => {
      const size = readVarint(cursor)
      cursor.at += size
      return section.subarray(cursor.at - size, cursor.at)
    })
    for (const [index, { at, adds }] of build.kernels.entries()) {
      bodies[at] = withCall(bodies[at] ?? section, build.importedFunctions + count + index)
      bodies.push(sixRows(build.importedFunctions + at, adds))
    }
    const entries = bodies.flatMap((body) => [Uint8Array.from(toVarint(body.length)), body])
    return Buffer.concat([Uint8Array.from(toVarint(bodies.length)), ...entries])
  },
}

/** Addresses are in bytes, counts and strides in floats. The second matrix comes in panels of 16 columns, row by row. */
const parameters = ['a', 'b', 'c', 'depth', 'rows', 'columns', 'strideA', 'strideC', 'factor']
const rows = [0, 1, 2, 3, 4, 5]
const integers = ['stepA', 'stepC', 'left', 'from', 'to', 'half', ...rows.map((row) => `a${row}`)]
const vectors = ['b0', 'b1', 'value', ...rows.flatMap((row) => [`x${row}`, `y${row}`])]
const locals = [...parameters, ...integers, ...vectors]

/** Begins a function with a call of another one for six and more rows and an even depth. */
function withCall(body: Uint8Array, called: number): Uint8Array {
  const cursor = { model: body, at: 0 }
  for (let groups = readVarint(cursor); groups > 0; groups--) {
    readVarint(cursor)
    cursor.at += 1
  }
  const call = `
    (if (i32.and (i32.ge_u (local.get $rows) (i32.const ${rows.length}))
      (i32.eqz (i32.and (local.get $depth) (i32.const 1))))
      (then (return (call ${called} ${parameters.map((name) => `(local.get $${name})`).join(' ')}))))`
  const [declarations, code] = [body.subarray(0, cursor.at), body.subarray(cursor.at)]
  return Uint8Array.from([...declarations, ...assemble(call, locals), ...code])
}

/** Multiplies six rows by all columns, and returns their number; the original function computes the columns outside of panels. */
export function sixRows(original: number, adds: boolean): Uint8Array {
  const text = `
    (local.set $stepA (i32.shl (local.get $strideA) (i32.const 2)))
    (local.set $stepC (i32.shl (local.get $strideC) (i32.const 2)))
    (block (loop
      (br_if 1 (i32.lt_u (local.get $columns) (i32.const 16)))
      (local.set $half (i32.const 0))
      (loop
        ${halfPanel(adds)}
        (local.set $half (i32.add (local.get $half) (i32.const 32)))
        (br_if 0 (i32.lt_u (local.get $half) (i32.const 64))))
      (local.set $b (i32.add (local.get $b) (i32.shl (local.get $depth) (i32.const 6))))
      (local.set $c (i32.add (local.get $c) (i32.const 64)))
      (local.set $columns (i32.sub (local.get $columns) (i32.const 16)))
      (br 0)))
    (if (local.get $columns) (then
      ${[0, 2, 4]
        .map(
          (row) => `(drop (call ${original} ${rowAt('a', row)} (local.get $b) ${rowAt('c', row)}
        (local.get $depth) (i32.const 2) (local.get $columns)
        (local.get $strideA) (local.get $strideC) (local.get $factor)))`,
        )
        .join(' ')}))
    (i32.const ${rows.length})`
  const variables = [2, integers.length, 0x7f, vectors.length, 0x7b]
  return Uint8Array.from([...variables, ...assemble(text, locals), 0x0b])
}

/** Multiplies six rows by eight columns: 12 sums are as many as processors keep in registers. */
function halfPanel(adds: boolean): string {
  const multiply = (at: 0 | 1) => `
    (local.set $b0 (v128.load ${64 * at} (local.get $from)))
    (local.set $b1 (v128.load ${64 * at + 16} (local.get $from)))
    ${each(
      (row) => `(local.set $value (v128.load32_splat ${4 * at} (local.get $a${row})))
      (local.set $x${row} (f32x4.relaxed_madd (local.get $value) (local.get $b0) (local.get $x${row})))
      (local.set $y${row} (f32x4.relaxed_madd (local.get $value) (local.get $b1) (local.get $y${row})))`,
    )}`
  const store = (sum: string, offset: number) => {
    const product = `(f32x4.mul (f32x4.splat (local.get $factor)) (local.get $${sum}))`
    const value = adds ? `(f32x4.add (v128.load ${offset} (local.get $to)) ${product})` : product
    return `(v128.store ${offset} (local.get $to) ${value})`
  }
  return `
    (local.set $from (i32.add (local.get $b) (local.get $half)))
    (local.set $to (i32.add (local.get $c) (local.get $half)))
    (local.set $left (local.get $depth))
    ${each(
      (row) => `(local.set $a${row} ${rowAt('a', row)})
      (local.set $x${row} (i32x4.splat (i32.const 0)))
      (local.set $y${row} (i32x4.splat (i32.const 0)))`,
    )}
    (loop
      ${multiply(0)} ${multiply(1)}
      ${each((row) => `(local.set $a${row} (i32.add (local.get $a${row}) (i32.const 8)))`)}
      (local.set $from (i32.add (local.get $from) (i32.const 128)))
      (br_if 0 (local.tee $left (i32.sub (local.get $left) (i32.const 2)))))
    ${each(
      (row) => `${store(`x${row}`, 0)} ${store(`y${row}`, 16)}
      (local.set $to (i32.add (local.get $to) (local.get $stepC)))`,
    )}`
}

/** Returns the address of a row. */
function rowAt(matrix: 'a' | 'c', row: number): string {
  const step = `(local.get $step${matrix.toUpperCase()})`
  return `(i32.add (local.get $${matrix}) (i32.mul ${step} (i32.const ${row})))`
}

function each(write: (row: number) => string): string {
  return rows.map(write).join(' ')
}
