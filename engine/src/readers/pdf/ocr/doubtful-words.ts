/** Reports the confidence of a page's recognised words: values for the JSON, a sentence for the warning. */
import type { OcrWord } from '../../../model/index.ts'
import { type PicturePlace, toPageBox } from './page-text.ts'
import type { PictureWord } from './picture-word.ts'

/**
 * A word below this confidence is doubtful.
 *
 * On either half of 20 receipts it marks 13 % of the words, and finds 53 to 58 % of the wrong ones; the shares of marked and of wrong
 * words of a page correlate by 0.84. At 0.9 it marks 19 % and finds 57 to 69 %, at 0.7 it finds a quarter.
 */
const DOUBTFUL = 0.85
/** A page with this share of doubtful words is poorly recognised. */
const MAX_DOUBTFUL_SHARE = 0.1
/** The most figures that a warning lists. */
const MAX_FIGURES = 20

/** The recognised words of a page, and the mean confidence of their characters. */
export interface Recognized {
  readonly confidence: number
  readonly words: readonly OcrWord[]
}

/** @returns The words with their boxes in points of the page. */
export function toOcrWords(words: readonly PictureWord[], place: PicturePlace): OcrWord[] {
  return words.map(({ text, otherReading, ...word }) => {
    const confidence = word.leastConfidence ?? word.confidence
    return {
      text,
      bbox: toPageBox(word, place),
      confidence,
      ...(confidence < DOUBTFUL && { isDoubtful: true as const }),
      ...(otherReading !== undefined && { otherReading }),
    }
  })
}

/** @returns The doubtful parts of a page, as the end of a sentence; `undefined` for a page without doubt. */
export function describeDoubt(words: readonly OcrWord[]): string | undefined {
  const doubtful = words.filter(({ isDoubtful }) => isDoubtful).length
  const share = doubtful / Math.max(1, words.length)
  const figures = words.filter(({ otherReading }) => otherReading !== undefined)
  if (share < MAX_DOUBTFUL_SHARE && figures.length === 0) return undefined
  const percent = Math.round(share * 100)
  const counted = `${doubtful} of its ${words.length} words (${percent} %) are doubtful`
  if (figures.length === 0) return counted
  const listed = figures
    .slice(0, MAX_FIGURES)
    .map(({ text, otherReading }) => `${text} (or ${otherReading})`)
  const more = figures.length > MAX_FIGURES ? ` and ${figures.length - MAX_FIGURES} more` : ''
  return `${counted}; figures read in two ways: ${listed.join(', ')}${more}`
}
