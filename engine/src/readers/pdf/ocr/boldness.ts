/** Detects bold words in the lines of a picture by the thickness of their strokes. */

import { median } from '../statistics.ts'
import type { PictureWord } from './picture-word.ts'

export interface SizedLine {
  readonly words: readonly PictureWord[]
  /** Height of the em in pixels. */
  readonly size: number
}

/** Bold strokes are 1.3 to 1.7 times as thick as the same face's regular ones; regular faces of a page differ by a sixth. */
const BOLD_RATIO = 1.38
/** Ratios outside of this range count as its limits: ink that runs together, a hairline. */
const MAX_RATIO = 1.6
const MIN_RATIO = 0.8
/**
 * A change of weight in a line costs as much as this many letters of the wrong weight: blots are rarer than emphasis of
 * three letters.
 */
const CHANGE_LETTERS = 4
/** Exponent of stroke thickness by size: smaller print is relatively thicker, because print and scanner blur by a fixed width. */
const SMALL_PRINT_POWER = 0.5

/** Returns true for each bold word, line by line. */
export function findBold(lines: readonly SizedLine[]): boolean[][] {
  const usual = usualPrint(lines)
  if (!usual) return lines.map(({ words }) => words.map(() => false))
  return lines.map(({ words, size }) => {
    const expected = expectedStroke(usual, size)
    return judgeLine(words, expected)
  })
}

interface Print {
  readonly size: number
  readonly stroke: number
}

/** The size and stroke thickness of most of the page's letters. */
function usualPrint(lines: readonly SizedLine[]): Print | undefined {
  const sizes: number[] = []
  for (const { words, size } of lines) {
    for (const { text } of words) for (let at = 0; at < text.length; at++) sizes.push(size)
  }
  const size = median(sizes)
  const strokes = lines
    .filter((line) => line.size === size)
    .flatMap(({ words }) => words.filter(isTelling))
    .map(({ strokeWidth = 0 }) => strokeWidth)
  return strokes.length === 0 ? undefined : { size, stroke: median(strokes) }
}

function expectedStroke({ size: usual, stroke }: Print, size: number): number {
  const ratio = size / usual
  return stroke * (ratio < 1 ? ratio ** SMALL_PRINT_POWER : ratio)
}

function isTelling({ strokeWidth, text }: PictureWord): boolean {
  return strokeWidth !== undefined && lettersOf(text) >= MIN_LETTERS
}

/** Words with fewer letters have too little ink to measure the usual print. */
const MIN_LETTERS = 3

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** State after each word, for regular and bold: the cost so far, and the weight of the word before. */
interface Step {
  readonly costs: readonly [regular: number, bold: number]
  readonly before: readonly [regular: 0 | 1, bold: 0 | 1]
}

/** Finds the weights that fit the strokes best with few changes: words together show their weight better than each alone. */
function judgeLine(words: readonly PictureWord[], expected: number): boolean[] {
  const change = CHANGE_LETTERS * (BOLD_RATIO - 1) ** 2
  const steps: Step[] = []
  for (const { text, strokeWidth = expected } of words) {
    const ratio = Math.max(MIN_RATIO, Math.min(MAX_RATIO, strokeWidth / expected))
    const [regular, bold] = steps.at(-1)?.costs ?? [0, 0]
    const letters = lettersOf(text)
    steps.push({
      costs: [
        Math.min(regular, bold + change) + letters * (ratio - 1) ** 2,
        Math.min(bold, regular + change) + letters * (ratio - BOLD_RATIO) ** 2,
      ],
      before: [bold + change < regular ? 1 : 0, bold <= regular + change ? 1 : 0],
    })
  }
  const [regular, bold] = steps.at(-1)?.costs ?? [0, 0]
  let weight: 0 | 1 = bold < regular ? 1 : 0
  const isBold = words.map(() => false)
  for (let at = steps.length - 1; at >= 0; at--) {
    isBold[at] = weight === 1
    weight = steps[at]?.before[weight] ?? 0
  }
  return isBold
}
