/** Measures the type size of each line in a picture by the height of its letters above the baseline. */
import { median, sumOf } from '../statistics.ts'
import type { PictureWord } from './picture-word.ts'
import { ocrSettings } from './settings.ts'
import { lengthOf } from './words.ts'

/**
 * The highest letter of a word: words of each kind have boxes of one height if their size is the same.
 * `tall`: with an ascender. `capital`: with a capital or a digit, which are lower in most faces. `low`: only letters like x.
 */
type Reach = 'tall' | 'capital' | 'low'

/**
 * Measures the size of each line.
 *
 * Uses the boxes of words, because the box of a line depends on its letters, and on specks above it.
 *
 * @returns The em in pixels, for each line.
 */
export function findTypeSizes(lines: readonly (readonly PictureWord[])[]): number[] {
  const heights = lines.map(heightsOf)
  const ratios = {
    tall: 1,
    capital: ratioOf(heights, 'capital'),
    low: ratioOf(heights, 'low'),
  }
  const sizes = heights.map((own, index) => {
    const reach = (['tall', 'capital', 'low'] as const).find((kind) => own[kind].length > 0)
    if (reach) return median(own[reach]) / ratios[reach] / ocrSettings.sizes.ascender
    return median(lines[index]?.map(({ lineHeight }) => lineHeight) ?? []) / ocrSettings.sizes.line
  })
  return evenSizes(sizes, lines.map(lengthOf))
}

const ascender = /[bdfhklßþðÀ-ÖØ-Ýàáâãäèéêëìíîïñòóôõöùúûüý]/
const capital = /[\p{Lu}\p{N}]/u
const onlyLow = /^[aceimnorsuvwxzgpqy]+[.,]?$/
const withDot = /[it]/

function reachOf(text: string): Reach | undefined {
  if (ascender.test(text)) return 'tall'
  if (capital.test(text)) return 'capital'
  return onlyLow.test(text) && !withDot.test(text) ? 'low' : undefined
}

function heightsOf(line: readonly PictureWord[]): Record<Reach, number[]> {
  const heights: Record<Reach, number[]> = { tall: [], capital: [], low: [] }
  for (const { text, baseline, y0 } of line) {
    const reach = reachOf(text)
    if (reach && baseline > y0) heights[reach].push(baseline - y0)
  }
  return heights
}

function ratioOf(heights: readonly Record<Reach, number[]>[], reach: 'capital' | 'low'): number {
  const ratios = heights
    .filter((own) => own.tall.length > 0 && own[reach].length > 0)
    .map((own) => median(own[reach]) / median(own.tall))
  return ratios.length < ocrSettings.minEvidence
    ? ocrSettings.sizes.usualRatios[reach]
    : median(ratios)
}

/** Replaces similar sizes by the size of most of the letters. */
function evenSizes(sizes: readonly number[], letters: readonly number[]): number[] {
  const even = [...sizes]
  const left = new Set(sizes.keys())
  while (left.size > 0) {
    const size = weightedMedian([...left].map((at) => [sizes[at] ?? 0, letters[at] ?? 0]))
    for (const at of left) {
      if (Math.abs((sizes[at] as number) - size) > ocrSettings.sizes.maxDifference * size) continue
      even[at] = size
      left.delete(at)
    }
  }
  return even
}

function weightedMedian(pairs: readonly (readonly [value: number, weight: number])[]): number {
  const sorted = pairs.toSorted(([a], [b]) => a - b)
  let half = sumOf(sorted, ([, weight]) => weight) / 2
  for (const [value, weight] of sorted) {
    half -= weight
    if (half <= 0) return value
  }
  return 0
}
