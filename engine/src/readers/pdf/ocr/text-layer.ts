/**
 * Checks if the hidden text layer of a scan, from earlier recognition, agrees with the picture.
 *
 * Layers are garbage where a program lost the meaning of its font's characters, or put the text under another page. Only the
 * picture shows this, so some of its lines are recognised and looked up in the layer.
 */
import type { Page, PagePicture } from '../content/index.ts'
import { bareLetters, identifyLanguage } from './language.ts'
import { inkiestPart } from './orientation.ts'
import type { PictureWord } from './picture-word.ts'
import { straighten } from './read-picture.ts'
import type { Language, Recognizer } from './recognizer.ts'
import { dropNoise, sureness } from './words.ts'

/** Height of the page that is recognised, inches: some six lines, in a sixth of the page's time. */
const STRIP_INCHES = 1.2
/** A reading with a lower mean confidence proves nothing: handwriting, another script. */
const MIN_SURENESS = 0.75
/** Least confidence and number of letters of words that count: shorter ones occur in any text. */
const MIN_WORD_CONFIDENCE = 0.8
const MIN_LETTERS = 4
/** Fewer such words prove nothing. */
const MIN_WORDS = 6
/** Nine in ten words are found in a sound layer, two in three in a poor one, one in five in the text of another page. */
const MIN_FOUND_SHARE = 0.5

export interface LayerOptions {
  readonly language: Language | undefined
  readonly recognizer: Recognizer
}

/** Returns true if words read with confidence from a part of the picture are missing in the page's text. */
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

/** @param text Text of the layer. */
export function isMissing(words: readonly PictureWord[], text: string): boolean {
  if (sureness(words) < MIN_SURENESS) return false
  const sure = words.flatMap(({ text: word, confidence }) => {
    const letters = bareLetters(word)
    return confidence >= MIN_WORD_CONFIDENCE && letters.length >= MIN_LETTERS ? [letters] : []
  })
  if (sure.length < MIN_WORDS) return false
  // Without blanks: layers divide words arbitrarily.
  const whole = bareLetters(text)
  const found = sure.filter((letters) => whole.includes(letters)).length
  return found < MIN_FOUND_SHARE * sure.length
}

/** Returns true if a layer reads like a supported language: it is no garbage then, though it may belong to another page. */
export function readsLikeLanguage(page: Page): boolean {
  return identifyLanguage(textOf(page).split(/\s+/)) !== undefined
}

function textOf({ glyphs: { codes, count } }: Page): string {
  let text = ''
  for (let at = 0; at < count; at++) text += String.fromCodePoint(codes[at] as number)
  return text
}
