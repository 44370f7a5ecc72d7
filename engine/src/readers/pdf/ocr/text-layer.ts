/**
 * Checks if the hidden text layer of a scan, from earlier recognition, agrees with the picture.
 *
 * A layer is wrong if a program lost the meaning of its font's characters, or put the text under another page. Only the
 * picture shows this, so some of its lines are recognised and looked up in the layer.
 */
import type { Page, PagePicture } from '../content/index.ts'
import { bareLetters, identifyLanguage } from './language.ts'
import { inkiestPart } from './orientation.ts'
import type { PictureWord } from './picture-word.ts'
import { straighten } from './read-picture.ts'
import type { Language, Recognizer } from './recognizer.ts'
import { ocrSettings } from './settings.ts'
import { dropNoise, sureness } from './words.ts'

interface LayerOptions {
  readonly language: Language
  readonly recognizer: Recognizer
}

/** Returns true if words read with high confidence in a part of the picture are missing in the page's text. */
export async function contradictsPicture(
  page: Page,
  picture: PagePicture,
  { language, recognizer }: LayerOptions,
): Promise<boolean> {
  const { dpi, width } = picture
  const strip = straighten(
    inkiestPart(picture, width, Math.round(ocrSettings.layer.stripInches * dpi)),
    dpi,
  )
  const options = { dpi, language, layout: 'page' } as const
  const words = dropNoise(await recognizer.recognize(strip.image, options))
  return isMissing(words, textOf(page))
}

/** @param text Text of the layer. */
export function isMissing(words: readonly PictureWord[], text: string): boolean {
  if (sureness(words) < ocrSettings.confidence.text) return false
  const sure = words.flatMap(({ text: word, confidence }) => {
    const letters = bareLetters(word)
    return confidence >= ocrSettings.confidence.text && letters.length >= ocrSettings.letters.word
      ? [letters]
      : []
  })
  if (sure.length < ocrSettings.layer.minWords) return false
  // Blanks are removed, because layers divide words arbitrarily.
  const whole = bareLetters(text)
  const found = sure.filter((letters) => whole.includes(letters)).length
  return found < ocrSettings.layer.minFoundShare * sure.length
}

/** Returns true if a layer reads like a supported language: it is then readable, but may belong to another page. */
export function readsLikeLanguage(page: Page): boolean {
  return identifyLanguage(textOf(page).split(/\s+/)) !== undefined
}

function textOf({ glyphs: { codes, count } }: Page): string {
  let text = ''
  for (let at = 0; at < count; at++) text += String.fromCodePoint(codes[at] as number)
  return text
}
