/** Parses Tesseract's hOCR into words with boxes, baselines and confidences. */
import { mean, median, sumOf } from '../statistics.ts'
import type { PictureCharacter, PictureWord } from './picture-word.ts'
import { ocrSettings } from './settings.ts'
import { groupByLine } from './text-lines.ts'

const lineStart = /<span class='ocr_(?:line|textfloat|header|caption)'[^>]*title="([^"]*)"/
const wordStart = "<span class='ocrx_word'"
const wordTitles = /title='([^']*)'/
const characterSpan = /<span class='ocrx_cinfo' title='([^']*)'[^>]*>(.*?)<\/span>/g

/**
 * Reads the words of one page, line by line.
 *
 * Source: hOCR 1.2, sections 3.2 and 5 (bbox, baseline, x_size, x_wconf), Tesseract's ocrx_cinfo (x_bboxes, x_conf).
 */
export function readHocr(hocr: string): PictureWord[] {
  const words: PictureWord[] = []
  // Each part begins with a line.
  for (const part of hocr.split(/(?=<span class='ocr_(?:line|textfloat|header|caption)')/)) {
    const title = lineStart.exec(part)?.[1]
    if (title !== undefined) words.push(...readLine(title, part))
  }
  return words
}

function readLine(title: string, part: string): PictureWord[] {
  const [x0 = 0, y0 = 0, , y1 = 0] = numbersOf(title, 'bbox')
  const [slope = 0, offset = 0] = numbersOf(title, 'baseline')
  const [lineHeight = y1 - y0] = numbersOf(title, 'x_size')
  return part
    .split(wordStart)
    .slice(1)
    .flatMap((markup) => {
      const title = wordTitles.exec(markup)?.[1] ?? ''
      const characters = [...markup.matchAll(characterSpan)].map(([, where = '', text = '']) =>
        readCharacter(where, decode(text)),
      )
      const text = characters
        .map((character) => character.text)
        .join('')
        .trim()
      if (text === '') return []
      const [left = 0, top = 0, right = 0, bottom = 0] = numbersOf(title, 'bbox')
      const [confidence = 0] = numbersOf(title, 'x_wconf')
      const box = { x0: left, y0: top, x1: right, y1: bottom }
      const baseline = y1 + offset + slope * ((left + right) / 2 - x0)
      return [{ text, ...box, baseline, lineHeight, confidence: confidence / 100, characters }]
    })
}

function readCharacter(title: string, text: string): PictureCharacter {
  const [x0 = 0, , x1 = 0] = numbersOf(title, 'x_bboxes')
  const [confidence = 0] = numbersOf(title, 'x_conf')
  return { text, x0, x1, confidence: confidence / 100 }
}

function numbersOf(title: string, property: string): number[] {
  const found = new RegExp(`(?:^|;)\\s*${property} ([-\\d. ]+)`).exec(title)?.[1]
  return found === undefined ? [] : found.trim().split(/\s+/).map(Number)
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
}

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (reference, name: string) => entities[name] ?? reference)
}

/** Matches marks that a recogniser returns for rulings, leader dots and edges of pictures. */
const noise = /^[|_\-–—~=.:;,'`"“”‘’°•*«»<>[\](){}\\/!¦©®]+$/

const twoLetters = /[\p{L}\p{N}].*[\p{L}\p{N}]/u

/** Drops specks, edges and guesses. */
export function dropNoise(words: readonly PictureWord[]): PictureWord[] {
  const typical = median(words.map(({ lineHeight }) => lineHeight))
  return groupByLine(words).flatMap((line) =>
    line.filter((word) => {
      const { text, confidence, x0, y0, x1, y1 } = word
      if (Math.max(y1 - y0, x1 - x0) < ocrSettings.lines.minMarkHeight * typical) return false
      if (noise.test(text)) return confidence >= ocrSettings.confidence.likely
      return confidence >= ocrSettings.confidence.guess || isAmongSure(word, line)
    }),
  )
}

function isAmongSure(word: PictureWord, line: readonly PictureWord[]): boolean {
  const others = line.filter((other) => other !== word && twoLetters.test(other.text))
  if (others.length < 2 || !twoLetters.test(word.text)) return false
  return mean(others.map(({ confidence }) => confidence)) >= ocrSettings.confidence.text
}

/** Drops words with low confidence outside of sure lines of text: strokes of drawings look like letters. */
export function dropGuesses(words: readonly PictureWord[]): PictureWord[] {
  const { likely, text } = ocrSettings.confidence
  return groupByLine(words).flatMap((line) =>
    sureness(line) >= text ? line : line.filter(({ confidence }) => confidence >= likely),
  )
}

/** Drops isolated words with low confidence; figures stay, because tables have isolated ones. */
export function dropLoneGuesses(words: readonly PictureWord[]): PictureWord[] {
  return groupByLine(words)
    .filter((line) => {
      const text = line.map((word) => word.text).join('')
      if (text.length >= ocrSettings.letters.word || /\p{N}/u.test(text)) return true
      return line.every(({ confidence }) => confidence >= ocrSettings.confidence.text)
    })
    .flat()
}

/** Drops words read from the grain of photos. */
export function dropGrain(
  words: readonly PictureWord[],
  photos: readonly Pick<PictureWord, 'x0' | 'y0' | 'x1' | 'y1'>[],
): readonly PictureWord[] {
  if (photos.length === 0) return words
  return words.filter((word) => {
    if (
      word.confidence >= ocrSettings.confidence.certain &&
      word.text.length >= ocrSettings.letters.word
    )
      return true
    const [x, y] = [(word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2]
    return !photos.some(({ x0, y0, x1, y1 }) => x > x0 && x < x1 && y > y0 && y < y1)
  })
}

/** Returns the number of characters of words. */
export function lengthOf(words: readonly PictureWord[]): number {
  return sumOf(words, ({ text }) => text.length)
}

/** Returns the mean confidence of a reading's characters. */
export function sureness(words: readonly PictureWord[]): number {
  const sum = sumOf(words, ({ text, confidence }) => confidence * text.length)
  return sum / Math.max(1, lengthOf(words))
}
