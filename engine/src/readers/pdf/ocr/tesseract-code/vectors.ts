/** Instructions for vectors of four numbers. */

/** Returns a vector of equal floats. */
export function splat(value: number): string {
  const [bits] = new Int32Array(Float32Array.of(value).buffer)
  return `(i32x4.splat (i32.const ${bits}))`
}

/** Returns a vector of four of the eight numbers in two vectors. */
export function pick(places: readonly number[], a: string, b: string): string {
  const bytes = places.flatMap((place) => [0, 1, 2, 3].map((byte) => 4 * place + byte))
  return `(i8x16.shuffle ${bytes.join(' ')} ${a} ${b})`
}
