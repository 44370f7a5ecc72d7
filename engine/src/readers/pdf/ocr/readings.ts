/** Several readings of one picture → the best of each place. */
import type { PictureWord } from './picture-word.ts'

/** Words of two readings that overlap by this share of the smaller one's area are readings of the same ink. */
const SAME_INK = 0.3
/** A second reading must be surer by this much to be taken for the first. */
const CLEARLY_SURER = 0.02
/** What only a second reading has counts when it is at least this sure. */
const MIN_LONE_CONFIDENCE = 0.5
/** Side of the squares by which words are looked up, pixels: some letters. */
const SQUARE = 64

/** @param first Wins where both are as sure. */
export function mergeReadings(
  first: readonly PictureWord[],
  second: readonly PictureWord[],
): PictureWord[] {
  const groups = groupByInk(first, second)
  return groups.flatMap(({ ours, others }) => {
    if (others.length === 0) return ours
    if (ours.length === 0)
      return others.filter(({ confidence }) => confidence >= MIN_LONE_CONFIDENCE)
    return sureness(others) > sureness(ours) + CLEARLY_SURER ? others : ours
  })
}

/** The mean confidence of a reading's characters. */
export function sureness(words: readonly PictureWord[]): number {
  let [sum, count] = [0, 0]
  for (const { text, confidence } of words) {
    sum += confidence * text.length
    count += text.length
  }
  return count === 0 ? 0 : sum / count
}

interface Group {
  readonly ours: PictureWord[]
  readonly others: PictureWord[]
}

/** Words that overlap, also by way of others, are one group. */
function groupByInk(first: readonly PictureWord[], second: readonly PictureWord[]): Group[] {
  const words = [...first, ...second]
  const parents = words.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] as number
    parents[index] = root
    return root
  }
  const squares = bySquare(first)
  for (const [offset, word] of second.entries()) {
    for (const index of new Set(squaresOf(word).flatMap((square) => squares.get(square) ?? []))) {
      if (isSameInk(first[index] as PictureWord, word)) {
        parents[rootOf(index)] = rootOf(first.length + offset)
      }
    }
  }
  const groups = new Map<number, Group>()
  for (const [index, word] of words.entries()) {
    const root = rootOf(index)
    const group = groups.get(root) ?? { ours: [], others: [] }
    groups.set(root, group)
    group[index < first.length ? 'ours' : 'others'].push(word)
  }
  return [...groups.values()]
}

function bySquare(words: readonly PictureWord[]): Map<string, number[]> {
  const squares = new Map<string, number[]>()
  for (const [index, word] of words.entries()) {
    for (const square of squaresOf(word)) {
      const held = squares.get(square)
      if (held) held.push(index)
      else squares.set(square, [index])
    }
  }
  return squares
}

function squaresOf({ x0, y0, x1, y1 }: PictureWord): string[] {
  const squares: string[] = []
  for (let row = Math.floor(y0 / SQUARE); row <= Math.floor(y1 / SQUARE); row++) {
    for (let column = Math.floor(x0 / SQUARE); column <= Math.floor(x1 / SQUARE); column++) {
      squares.push(`${column} ${row}`)
    }
  }
  return squares
}

function isSameInk(a: PictureWord, b: PictureWord): boolean {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  if (width <= 0 || height <= 0) return false
  return width * height > SAME_INK * Math.min(areaOf(a), areaOf(b))
}

function areaOf({ x0, y0, x1, y1 }: PictureWord): number {
  return (x1 - x0) * (y1 - y0)
}
