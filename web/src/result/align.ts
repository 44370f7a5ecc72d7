/** Matches the blocks of the pages with the segments of the Markdown; both are in reading order. */
import type { Block } from './blocks.ts'
import { keyOf, type Segment } from './segments.ts'

export interface Alignment {
  /** Units of a block, by the block's id. */
  readonly segmentsOf: ReadonlyMap<number, readonly number[]>
  /** Block of a segment, by the segment's place. */
  readonly blockOf: ReadonlyMap<number, number>
}

/** Units searched after the last match: footnotes and captions have other positions in the Markdown. */
const WINDOW = 24
/** Least share of common letter pairs; formulas differ in notation, other text hardly at all. */
const MIN_LIKENESS = 0.55
const COMPARED = 160

export function align(blocks: readonly Block[], segments: readonly Segment[]): Alignment {
  const segmentsOf = new Map<number, number[]>()
  const blockOf = new Map<number, number>()
  const exact = segmentsByKey(segments)
  let next = 0
  for (const block of blocks) {
    if (block.kind === 'furniture') continue
    for (const key of block.texts.map(keyOf).filter((each) => each !== '')) {
      const near = findNear(segments, next, block, key, blockOf)
      const found = near ?? exact.get(key)?.find((segment) => !blockOf.has(segment))
      if (found === undefined) continue
      segmentsOf.set(block.id, [...(segmentsOf.get(block.id) ?? []), found])
      blockOf.set(found, block.id)
      if (near !== undefined) next = found + 1
    }
  }
  return { segmentsOf, blockOf }
}

function segmentsByKey(segments: readonly Segment[]): ReadonlyMap<string, readonly number[]> {
  const result = new Map<string, number[]>()
  for (const [at, { key }] of segments.entries()) {
    const same = result.get(key)
    if (same) same.push(at)
    else result.set(key, [at])
  }
  return result
}

function findNear(
  segments: readonly Segment[],
  from: number,
  { kind }: Block,
  key: string,
  taken: ReadonlyMap<number, number>,
): number | undefined {
  let best: number | undefined
  let bestScore = MIN_LIKENESS
  const end = Math.min(segments.length, from + WINDOW)
  for (let at = from; at < end; at += 1) {
    const segment = segments[at]
    if (!segment || taken.has(at) || segment.isTable !== (kind === 'table')) continue
    if (segment.key === key) return at
    const score = likenessOf(segment.key.slice(0, COMPARED), key.slice(0, COMPARED))
    // The first one wins among equal scores.
    if (score > bestScore) {
      best = at
      bestScore = score
    }
  }
  return best
}

/** Returns Dice's coefficient of letter pairs: 1 for equal texts, 0 without a common pair. */
function likenessOf(a: string, b: string): number {
  if (a.length < 2 || b.length < 2) return 0
  const pairs = new Map<string, number>()
  for (let at = 0; at < a.length - 1; at += 1) {
    const pair = a.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let at = 0; at < b.length - 1; at += 1) {
    const pair = b.slice(at, at + 2)
    const left = pairs.get(pair) ?? 0
    if (left > 0) {
      shared += 1
      pairs.set(pair, left - 1)
    }
  }
  return (2 * shared) / (a.length + b.length - 2)
}
