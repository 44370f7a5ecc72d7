/** Reports the confidence of a page's recognised words: values for the JSON, and a sentence for the warning. */
import type { OcrWord } from '../../../model/index.ts'
import { type PicturePlace, toPageBox } from './page-text.ts'
import type { PictureWord } from './picture-word.ts'
import { ocrLimits, ocrSettings } from './settings.ts'

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
      ...(confidence < ocrSettings.confidence.certain && { isDoubtful: true as const }),
      ...(otherReading !== undefined && { otherReading }),
    }
  })
}

/** @returns The doubtful parts of a page, as the end of a sentence; `undefined` for a page without doubtful parts. */
export function describeDoubt(words: readonly OcrWord[]): string | undefined {
  const doubtful = words.filter(({ isDoubtful }) => isDoubtful).length
  const share = doubtful / Math.max(1, words.length)
  const figures = words.filter(({ otherReading }) => otherReading !== undefined)
  if (share < ocrSettings.maxDoubtfulShare && figures.length === 0) return undefined
  const percent = Math.round(share * 100)
  const counted = `${doubtful} of its ${words.length} words (${percent} %) are doubtful`
  if (figures.length === 0) return counted
  const listed = figures
    .slice(0, ocrLimits.maxListedFigures)
    .map(({ text, otherReading }) => `${text} (or ${otherReading})`)
  const more =
    figures.length > ocrLimits.maxListedFigures
      ? ` and ${figures.length - ocrLimits.maxListedFigures} more`
      : ''
  return `${counted}; figures read in two ways: ${listed.join(', ')}${more}`
}
