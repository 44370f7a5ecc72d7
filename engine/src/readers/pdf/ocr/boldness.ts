/** Detects bold words in the lines of a picture by the thickness of their strokes. */

import { median } from '../statistics.ts'
import type { PictureWord } from './picture-word.ts'
import { ocrSettings } from './settings.ts'

interface SizedLine {
  readonly words: readonly PictureWord[]
  /** Height of the em in pixels. */
  readonly size: number
}

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

/** Returns the size and stroke thickness of most of the page's letters. */
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
  return stroke * (ratio < 1 ? ratio ** ocrSettings.bold.smallPrintPower : ratio)
}

function isTelling({ strokeWidth, text }: PictureWord): boolean {
  return strokeWidth !== undefined && lettersOf(text) >= ocrSettings.letters.word
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** State after each word, for regular and bold: the cost so far, and the weight of the word before. */
interface Step {
  readonly costs: readonly [regular: number, bold: number]
  readonly before: readonly [regular: 0 | 1, bold: 0 | 1]
}

/**
 * Finds the weights that fit the strokes best with few changes: consecutive words together show their weight better
 * than each alone.
 */
function judgeLine(words: readonly PictureWord[], expected: number): boolean[] {
  const change = ocrSettings.bold.changeLetters * (ocrSettings.bold.ratio - 1) ** 2
  const steps: Step[] = []
  for (const { text, strokeWidth = expected } of words) {
    const ratio = Math.max(
      ocrSettings.bold.minRatio,
      Math.min(ocrSettings.bold.maxRatio, strokeWidth / expected),
    )
    const [regular, bold] = steps.at(-1)?.costs ?? [0, 0]
    const letters = lettersOf(text)
    steps.push({
      costs: [
        Math.min(regular, bold + change) + letters * (ratio - 1) ** 2,
        Math.min(bold, regular + change) + letters * (ratio - ocrSettings.bold.ratio) ** 2,
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
