/** Reads the text in the pictures of a page with text, block by block. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import {
  type Drawings,
  type Page,
  type PagePicture,
  type PageText,
  pointsPerInch,
} from '../content/index.ts'
import type { FoundTable } from '../tables/index.ts'
import { stretchContrast } from './contrast.ts'
import { type Recognized, toOcrWords } from './doubtful-words.ts'
import { cropPicture, findPictures } from './page-pictures.ts'
import { type PicturePlace, toDrawings, toPageBox, toPageText } from './page-text.ts'
import type { PageTime } from './page-time.ts'
import type { PictureWord } from './picture-word.ts'
import { emptyText } from './read-picture.ts'
import type { Language, Recognizer } from './recognizer.ts'
import { eraseRulings, findPictureRulings, type PictureRuling } from './rulings.ts'
import { ocrSettings } from './settings.ts'
import { dropNoise, lengthOf, sureness } from './words.ts'

/** A picture of a page and its text; boxes in points of the page. */
export interface ReadPicture {
  readonly box: BBox
  /** Text blocks: lines near each other, from top to bottom. */
  readonly blocks: readonly { readonly text: string; readonly box: BBox }[]
  /** The words and rulings of which the blocks were made, in pixels of the picture. */
  readonly source: PictureSource
  /** Tables in the picture; their text is not part of the blocks. */
  readonly tables?: readonly FoundTable[]
}

interface PictureSource {
  readonly words: readonly PictureWord[]
  readonly rulings: readonly PictureRuling[]
  readonly place: PicturePlace
}

/** Returns the words and rulings of a picture as content of the page. */
export function layoutOfPicture({
  source: { words, rulings, place },
}: ReadPicture): (PageText & { readonly drawings: Drawings }) | undefined {
  if (words.length === 0) return undefined
  return { ...toPageText(words, place), drawings: toDrawings({ ...emptyText, rulings }, place) }
}

/** Returns the words of some pictures, and the mean confidence of their characters. */
export function recognizedInPictures(pictures: readonly ReadPicture[]): Recognized {
  return {
    confidence: sureness(pictures.flatMap(({ source }) => source.words)),
    words: pictures.flatMap(({ source: { words, place } }) => toOcrWords(words, place)),
  }
}

/** Returns the text blocks of words in a picture. */
export function textBlocksOf(
  { source: { words, place } }: ReadPicture,
  isTaken: (index: number) => boolean,
): ReadPicture['blocks'] {
  const blocks = toTextBlocks(words.filter((_, index) => isTaken(index)))
  return blocks.map(({ text, box }) => ({ text, box: toPageBox(box, place) }))
}

interface ReadingOptions {
  readonly language: Language
  readonly recognizer: Recognizer
  readonly time: PageTime
}

export async function readPagePictures(
  page: Page,
  picture: PagePicture,
  { language, recognizer, time }: ReadingOptions,
): Promise<ReadPicture[]> {
  const read: ReadPicture[] = []
  const { dpi } = picture
  for (const box of findPictures(page)) {
    const cut = cropPicture(page, picture, box)
    if (!cut) continue
    const even = stretchContrast(cut.image)
    const rulings = findPictureRulings(even, { dpi })
    const image = eraseRulings(even, rulings)
    const options = {
      dpi,
      language,
      layout: 'sparse',
      hasDarkAreas: true,
    } as const
    const found = dropNoise(await time.improve([], () => recognizer.recognize(image, options)))
    const words = found.filter(({ confidence }) => confidence >= ocrSettings.confidence.likely)
    if (lengthOf(words) < ocrSettings.letters.word || sureness(words) < ocrSettings.confidence.text)
      continue
    const scale = pointsPerInch / dpi
    const place = { pointsPerPixel: scale, x: cut.left * scale, y: cut.top * scale }
    const shown = { box, blocks: [], source: { words, rulings, place } }
    read.push({ ...shown, blocks: textBlocksOf(shown, () => true) })
  }
  return read
}

/** Groups words into blocks of rows, read from left to right and from top to bottom. */
export function toTextBlocks(words: readonly PictureWord[]): ReadPicture['blocks'] {
  const rows: PictureWord[][] = []
  for (const word of words.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    const height = Math.min(word.lineHeight, first?.lineHeight ?? 0)
    if (row && first && word.baseline - first.baseline <= ocrSettings.lines.maxRiseOfRow * height)
      row.push(word)
    else rows.push([word])
  }
  const blocks: PictureWord[][] = []
  let last: PictureWord | undefined
  for (const row of rows) {
    const inOrder = withoutEdgeSigns(row.toSorted((a, b) => a.x0 - b.x0))
    const [first] = inOrder
    if (!first) continue
    const pitch = last ? first.baseline - last.baseline : Number.POSITIVE_INFINITY
    const block = blocks.at(-1)
    if (block && pitch <= ocrSettings.lines.maxGap * first.lineHeight) block.push(...inOrder)
    else blocks.push(inOrder)
    last = first
  }
  return blocks.map((block) => ({
    text: block.map(({ text }) => text).join(' '),
    box: boxAround(block),
  }))
}

/** Matches signs that are read at the edges of boxes, in icons and in the ticks of axes. */
const edgeSign = /^[^\p{L}\p{N}•%$€£?]+$/u

/** Returns a row of words without signs at its ends. */
function withoutEdgeSigns(row: readonly PictureWord[]): PictureWord[] {
  const isText = ({ text }: PictureWord) => !edgeSign.test(text)
  return row.slice(row.findIndex(isText), row.findLastIndex(isText) + 1)
}
