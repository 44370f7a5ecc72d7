/** Recognises the words and rulings in a picture of a page, upright and straightened. */
import { addBullets } from './bullets.ts'
import { stretchContrast } from './contrast.ts'
import { type GrayImage, turnBy, turnByQuarters } from './gray-image.ts'
import { evenOut } from './illumination.ts'
import { identifyLanguage } from './language.ts'
import { findLeftover } from './leftover.ts'
import { evenGround } from './local-ground.ts'
import { readDoubtfulLines } from './merging/index.ts'
import { findTurns, isUpright, readsUpright } from './orientation.ts'
import type { PageTime } from './page-time.ts'
import type { Blob } from './patches.ts'
import type { PictureWord } from './picture-word.ts'
import type { Language, RecognizeOptions, Recognizer } from './recognizer.ts'
import { eraseRulings, findPictureRulings, type PictureRuling } from './rulings.ts'
import { ocrSettings } from './settings.ts'
import { findDarkAreas, findPhotos, findShadedAreas, invertAreas, shadesOf } from './shades.ts'
import { findSkew } from './skew.ts'
import { strokeWidth } from './strokes.ts'
import { dropGrain, dropGuesses, dropLoneGuesses, dropNoise, sureness } from './words.ts'

export interface PictureText {
  /** Words in pixels of the straightened picture. */
  readonly words: readonly PictureWord[]
  readonly rulings: readonly PictureRuling[]
  /** Boxes of drawings. */
  readonly drawings: readonly Blob[]
  /** Rectangles with an even grey ground. */
  readonly shaded: readonly Blob[]
  /** Dark rectangles with light letters. */
  readonly dark: readonly Blob[]
  /** Clockwise quarter turns that made the picture upright. */
  readonly turns: number
  /** Clockwise angle about the middle by which the upright picture was straightened. */
  readonly skewDegrees: number
  /** Language of the picture, if its words show it. */
  readonly language: Language | undefined
  /** Mean confidence of the picture's characters, 0 to 1. */
  readonly confidence: number
}

export const emptyText: PictureText = {
  words: [],
  rulings: [],
  drawings: [],
  shaded: [],
  dark: [],
  turns: 0,
  skewDegrees: 0,
  language: undefined,
  confidence: 1,
}

interface PictureOptions {
  /** Resolution in pixels an inch. */
  readonly dpi: number
  /** Language of a picture whose words show none. */
  readonly language: Language
  /** Languages that the picture may have; all by default. */
  readonly languages?: readonly Language[] | undefined
  readonly recognizer: Recognizer
  readonly time: PageTime
  /** True for a page that is no scan: it is straight and upright, and its letters may have any ground. */
  readonly isDrawn?: boolean
  /** True for a drawn page whose letters are those of fonts, as opposed to outlines among other drawings. */
  readonly hasFonts?: boolean
}

export async function readPicture(
  image: GrayImage,
  { dpi, language, languages, recognizer, time, isDrawn = false, hasFonts }: PictureOptions,
): Promise<PictureText> {
  const options: RecognizeOptions = { dpi, language, layout: 'sparse' }
  let turns = 0
  let straight = isDrawn ? clear(image, dpi) : straighten(image, dpi)
  let read = await recognizer.recognize(straight.image, options)
  const seen = dropNoise(read)
  const needsNoTurn =
    isDrawn || (await time.improve(true, () => isReadUpright(straight.image, seen, recognizer)))
  if (!needsNoTurn) {
    turns = await time.improve(0, () => findTurns(straight.image, seen, recognizer, options))
    if (turns > 0) {
      straight = straighten(turnByQuarters(image, turns), dpi)
      read = await recognizer.recognize(straight.image, options)
    }
  }
  const found = identifyLanguage(surelyRead(dropNoise(read)), languages)
  if (found !== undefined && found !== language) {
    const known = { ...options, language: found }
    read = await time.improve(read, () => recognizer.recognize(straight.image, known))
  }
  let words: readonly PictureWord[] = isDrawn
    ? hasFonts
      ? dropNoise(read)
      : dropGuesses(dropNoise(read))
    : await readDoubtfulLines(straight.image, read, recognizer.secondReader, time)
  const shades = shadesOf(straight.image, dpi)
  if (!isDrawn) words = dropGrain(words, findPhotos(shades, dpi))
  words = sureness(words) < ocrSettings.confidence.possible ? [] : dropLoneGuesses(words)
  const ink = readInk(straight.image, words, dpi)
  const { rulings, dark, skewDegrees } = straight
  const confidence = sureness(words)
  words = ink.words.map(({ characters: _, ...word }) => ({
    ...word,
    strokeWidth: strokeWidth(straight.image, word),
  }))
  const { drawings } = ink
  const shaded = isDrawn ? [] : findShadedAreas(shades, straight.image, dpi)
  return { words, rulings, drawings, shaded, dark, turns, skewDegrees, language: found, confidence }
}

async function isReadUpright(
  image: GrayImage,
  words: readonly PictureWord[],
  { secondReader }: Recognizer,
): Promise<boolean> {
  if (isUpright(image, words)) return true
  return secondReader !== undefined && (await readsUpright(image, words, secondReader))
}

/** Adds bullets to the words, and returns the boxes of drawings: ink outside of words. */
function readInk(
  image: GrayImage,
  words: readonly PictureWord[],
  dpi: number,
): Pick<PictureText, 'words' | 'drawings'> {
  const blobs = findLeftover(image, words, { dpi })
  const least = ocrSettings.maxLetterInches * dpi
  const drawings = blobs.filter(({ x0, y0, x1, y1 }) => x1 - x0 >= least && y1 - y0 >= least)
  return { words: addBullets(image, words, blobs), drawings }
}

function surelyRead(words: readonly PictureWord[]): string[] {
  return words
    .filter(({ confidence }) => confidence >= ocrSettings.confidence.certain)
    .map(({ text }) => text)
}

interface Straightened {
  readonly image: GrayImage
  readonly rulings: readonly PictureRuling[]
  readonly dark: readonly Blob[]
  readonly skewDegrees: number
}

/** Prepares a drawing: dark letters on white, without rulings. */
function clear(image: GrayImage, dpi: number): Straightened {
  const even = evenGround(image, { dpi })
  const rulings = findPictureRulings(even, { dpi })
  return { image: eraseRulings(even, rulings), rulings, dark: [], skewDegrees: 0 }
}

/** Prepares a scan: evenly lit, straight, dark letters on light only, without rulings. */
export function straighten(image: GrayImage, dpi: number): Straightened {
  const even = stretchContrast(evenOut(image))
  const skewDegrees = findSkew(even)
  const straight = skewDegrees === 0 ? even : turnBy(even, skewDegrees)
  const shades = shadesOf(straight, dpi)
  const dark = findDarkAreas(shades, straight, dpi)
  const inverted = invertAreas(straight, dark, shades)
  const rulings = findPictureRulings(inverted, { dpi })
  return { image: eraseRulings(inverted, rulings), rulings, dark, skewDegrees }
}
