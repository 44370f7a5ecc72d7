/**
 * A scan with a hidden text layer, which some other recognition left → whether that layer says what the picture shows.
 *
 * Layers are garbage where a program lost the meaning of its font's characters, or put the text under another page. Nothing
 * but the picture tells: so some lines of it are read and looked up in the layer.
 */
import type { Page, PagePicture } from '../content/index.ts'
import { bareLetters, identifyLanguage } from './language.ts'
import { inkiestPart } from './orientation.ts'
import type { PictureWord } from './picture-word.ts'
import { straighten } from './read-picture.ts'
import type { Language, Recognizer } from './recognizer.ts'
import { dropNoise, sureness } from './words.ts'

/** Inches of the page's height that are read: some six lines, in a sixth of the page's time. */
const STRIP_INCHES = 1.2
/** What is read less surely than this on the average proves nothing: handwriting, another script. */
const MIN_SURENESS = 0.75
/** Words that count are as sure, and of so many letters: shorter ones are found in any text. */
const MIN_WORD_CONFIDENCE = 0.8
const MIN_LETTERS = 4
/** Fewer such words prove nothing. */
const MIN_WORDS = 6
/** Of a sound layer nine words in ten are found, of a poor one two in three, of the text of another page one in five. */
const MIN_FOUND_SHARE = 0.5

export interface LayerOptions {
  readonly language: Language | undefined
  readonly recognizer: Recognizer
}

/** Whether what is surely read of a part of the picture is missing in the page's own text. */
export async function contradictsPicture(
  page: Page,
  picture: PagePicture,
  { language, recognizer }: LayerOptions,
): Promise<boolean> {
  const { dpi, width } = picture
  const strip = straighten(inkiestPart(picture, width, Math.round(STRIP_INCHES * dpi)), dpi)
  const options = { dpi, language: language ?? 'eng', layout: 'page' } as const
  const words = dropNoise(await recognizer.recognize(strip.image, options))
  return isMissing(words, textOf(page))
}

/** @param text Of the layer. */
export function isMissing(words: readonly PictureWord[], text: string): boolean {
  if (sureness(words) < MIN_SURENESS) return false
  const sure = words.flatMap(({ text: word, confidence }) => {
    const letters = bareLetters(word)
    return confidence >= MIN_WORD_CONFIDENCE && letters.length >= MIN_LETTERS ? [letters] : []
  })
  if (sure.length < MIN_WORDS) return false
  // Without blanks: layers part words as they like.
  const whole = bareLetters(text)
  const found = sure.filter((letters) => whole.includes(letters)).length
  return found < MIN_FOUND_SHARE * sure.length
}

/** Whether a layer reads like one of the languages that are told: then it is no garbage, though it may be another page's. */
export function readsLikeLanguage(page: Page): boolean {
  return identifyLanguage(textOf(page).split(/\s+/)) !== undefined
}

function textOf({ glyphs: { codes, count } }: Page): string {
  let text = ''
  for (let at = 0; at < count; at++) text += String.fromCodePoint(codes[at] as number)
  return text
}
