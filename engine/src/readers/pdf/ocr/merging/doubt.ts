/** Finds the doubtful parts of a line: words with low confidence, and ink without words. */
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import type { PictureWord } from '../picture-word.ts'
import { ocrSettings } from '../settings.ts'
import { sureness } from '../words.ts'
import { inkLimit, isInkedColumn } from './ink.ts'
import { middleOf } from './line.ts'
import { mergingSettings as settings } from './settings.ts'

export interface DoubtfulPart {
  readonly box: Blob
  readonly words: readonly PictureWord[]
}

/** Decides what is read again. */
export interface DoubtLevel {
  /** Words with this confidence are sure. */
  readonly sure: number
  /** A line with doubtful words is read as a whole up to this width, in its heights. */
  readonly maxWholeWidth: number
}

/** Errors are rarer on a page that is read well, and its words need less context. */
export function doubtOf(words: readonly PictureWord[]): DoubtLevel {
  const { sure, maxWholeWidth, maxWholeWidthIfSure } = settings
  return sureness(words) >= sure
    ? { sure: ocrSettings.confidence.certain, maxWholeWidth: maxWholeWidthIfSure }
    : { sure, maxWholeWidth }
}

/** Decides that a word is not read again. */
export function isSure(word: PictureWord, { sure }: DoubtLevel): boolean {
  return word.confidence >= sure && !mayMissPoint(word)
}

/** Detects a number with a hole between two digits, where a decimal point may be missing: digits are equally wide. */
function mayMissPoint({ text, characters = [] }: PictureWord): boolean {
  if (!/^\d{3,}$/.test(text)) return false
  const middles = characters.map(middleOf)
  const pitches = middles.slice(1).map((middle, at) => middle - (middles[at] as number))
  return Math.max(...pitches) > settings.minHole * Math.min(...pitches)
}

/** Returns only the doubtful words of a long line, because the second reader's time grows with the width. */
export function findDoubtfulParts(
  image: GrayImage,
  { box, words }: { readonly box: Blob; readonly words: readonly PictureWord[] },
  doubt: DoubtLevel,
): DoubtfulPart[] {
  const height = box.y1 - box.y0
  const limit = inkLimit(image, box)
  const sorted = words.toSorted((a, b) => a.x0 - b.x0)
  const sure = sorted.filter((word) => isSure(word, doubt))
  const edges = [{ x0: box.x0, x1: box.x0 }, ...sure, { x0: box.x1, x1: box.x1 }]
  const parts = edges.slice(1).flatMap(({ x0: end }, at) => {
    const start = edges[at]?.x1 ?? end
    const own = sorted.filter(
      (word) => !isSure(word, doubt) && middleOf(word) > start && middleOf(word) < end,
    )
    if (own.length === 0 && end - start < settings.maxBlank * height) return []
    const [left, right] = trimToInk(image, { ...box, x0: start, x1: end }, limit)
    if (right <= left) return []
    const x0 = Math.max(0, left - settings.margin * height)
    const x1 = Math.min(image.width, right + settings.margin * height)
    return [{ box: { ...box, x0, x1 }, words: own }]
  })
  // Marks between sure words, such as bullets and colons, need more context than words.
  const hasMarks = parts.some((part) => part.words.length === 0)
  const { maxWholeWidth } = hasMarks ? settings : doubt
  const isShort = box.x1 - box.x0 <= maxWholeWidth * height
  return isShort && parts.length > 0 ? [{ box, words }] : parts
}

function trimToInk(image: GrayImage, box: Blob, limit: number): readonly [number, number] {
  let [left, right] = [Math.floor(box.x0), Math.ceil(box.x1)]
  while (left < right && !isInkedColumn(image, box, left, limit)) left += 1
  while (right > left && !isInkedColumn(image, box, right - 1, limit)) right -= 1
  return [left, right]
}
