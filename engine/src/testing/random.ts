/**
 * Generates numbers from 0 up to 1, without 1, that are the same for a seed on every machine.
 *
 * Mulberry32 (Tommy Ettinger, 2017): passes the usual tests, and its state is one 32-bit number.
 */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
