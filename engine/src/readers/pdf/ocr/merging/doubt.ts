/** Finds the doubtful parts of a line: unsure words, and ink without words. */
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import type { PictureWord } from '../picture-word.ts'
import { inkLimit, isInkedColumn } from './ink.ts'
import { middleOf } from './line.ts'

/**
 * A word with this confidence is not read again.
 *
 * Line CER on either half of 20 receipts, weights fit on the other, and pixels that the second reader sees a page: at .7 .0359 / .0369
 * and 7,000, at .8 .0333 / .0345 and 7,700, at .9 .0316 / .0326 and 8,900, at .95 .0300 / .0297 and 11,100. A thousand cost 0.2 s.
 */
const SURE = 0.9
/**
 * A wider stretch without words may hold missed ink, such as a colon; in heights of the line's box.
 *
 * With 0.8 the recall of 20 receipts is .916 instead of .922 (weights fit on the other half), at 0.15 s less a page.
 */
const MAX_BLANK = 0.15
/** A line up to this wide is read as a whole, because context improves the reading; in heights of its box. At 9 the line CER is .0036 higher, at 30 .0004 lower. */
const MAX_WHOLE = 18
/** Around a part's ink, in heights of the line's box. */
const MARGIN = 0.1

export interface DoubtfulPart {
  readonly box: Blob
  readonly words: readonly PictureWord[]
}

/** Returns only the doubtful words of a long line: the second reader's time grows with the width. */
export function findDoubtfulParts(
  image: GrayImage,
  box: Blob,
  words: readonly PictureWord[],
): DoubtfulPart[] {
  const height = box.y1 - box.y0
  const limit = inkLimit(image, box)
  const sorted = words.toSorted((a, b) => a.x0 - b.x0)
  const sure = sorted.filter(({ confidence }) => confidence >= SURE)
  const edges = [{ x0: box.x0, x1: box.x0 }, ...sure, { x0: box.x1, x1: box.x1 }]
  const parts = edges.slice(1).flatMap(({ x0: end }, at) => {
    const start = edges[at]?.x1 ?? end
    const own = sorted.filter(
      (word) => word.confidence < SURE && middleOf(word) > start && middleOf(word) < end,
    )
    if (own.length === 0 && end - start < MAX_BLANK * height) return []
    const [left, right] = trimToInk(image, { ...box, x0: start, x1: end }, limit)
    if (right <= left) return []
    const x0 = Math.max(0, left - MARGIN * height)
    const x1 = Math.min(image.width, right + MARGIN * height)
    return [{ box: { ...box, x0, x1 }, words: own }]
  })
  const isShort = box.x1 - box.x0 <= MAX_WHOLE * height
  return isShort && parts.length > 0 ? [{ box, words }] : parts
}

function trimToInk(image: GrayImage, box: Blob, limit: number): readonly [number, number] {
  let [left, right] = [Math.floor(box.x0), Math.ceil(box.x1)]
  while (left < right && !isInkedColumn(image, box, left, limit)) left += 1
  while (right > left && !isInkedColumn(image, box, right - 1, limit)) right -= 1
  return [left, right]
}
