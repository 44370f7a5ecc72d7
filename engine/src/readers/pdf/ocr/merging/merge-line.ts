/** Merges two readings of a line: takes the more likely character at each position. */
import { experiments } from '../../experiments.ts'
import { blankTrees, chanceOf, readingTrees } from '../../models/index.ts'
import { mean, median } from '../../statistics.ts'
import type { PictureWord } from '../picture-word.ts'
import { ocrSettings } from '../settings.ts'
import { align, type Column, isSame } from './align.ts'
import { blankFeaturesOf, type Letter, measureSpacing } from './blanks.ts'
import { featuresOf, gatherEvidence, meanOf } from './features.ts'
import type { LineReadings, SeenCharacter } from './line.ts'
import { restorePoints } from './points.ts'
import { mergingSettings as settings } from './settings.ts'

/** @param words Words of the first reading. */
export function mergeLine(line: LineReadings, words: readonly PictureWord[]): PictureWord[] {
  if (line.second.length === 0) return [...words]
  if (line.first.length === 0 && meanOf(line.second) < ocrSettings.confidence.likely) return []
  const columns = align(line)
  const letters = restorePoints(chooseLetters(columns, chooser(line, columns)), line)
  return partIntoWords(letters, line).map((word, at, all) =>
    toWord(word, all[at - 1], all[at + 1], line),
  )
}

interface Chosen {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly confidence: number
}

interface ChosenLetter extends Chosen, Letter {
  readonly isDecimalPoint?: true
}

/** @param choose Returns the letter of a column, or `undefined`. */
export function chooseLetters(
  columns: readonly Column[],
  choose: (column: Column, index: number) => Chosen | undefined,
): ChosenLetter[] {
  const letters: ChosenLetter[] = []
  let [isAfterFirstBlank, isAfterSecondBlank] = [false, false]
  for (const [index, column] of columns.entries()) {
    const { first, second } = column
    isAfterFirstBlank ||= first?.isAfterBlank === true
    isAfterSecondBlank ||= second?.isAfterBlank === true
    const chosen = choose(column, index)
    if (!chosen) continue
    const { text, x0, x1, confidence } = chosen
    letters.push({ text, x0, x1, confidence, ...column, isAfterFirstBlank, isAfterSecondBlank })
    isAfterFirstBlank = false
    isAfterSecondBlank = false
  }
  return letters
}

function chooser(line: LineReadings, columns: readonly Column[]) {
  const evidence = gatherEvidence(line, columns)
  const trees = experiments.readings ?? readingTrees()
  return ({ first, second }: Column, index: number): Chosen | undefined => {
    if (line.first.length === 0) return second
    if (first && second && isAgreed(first, second)) return agreed(first, second)
    if (isForeign(first)) return first
    const chance = chanceOf(trees, featuresOf(evidence, index))
    if (first && second && isSame(first.text, second.text)) {
      return { ...agreed(first, second), text: chance > 0.5 ? first.text : second.text }
    }
    return chance > 0.5 ? withConfidence(first, chance) : withConfidence(second, 1 - chance)
  }
}

/** Returns true if the readings differ at most by accents, which the second reader does not know. */
function isAgreed(first: SeenCharacter, second: SeenCharacter): boolean {
  const isOtherCase = first.text.toLowerCase() === second.text.toLowerCase()
  return first.text === second.text || (isSame(first.text, second.text) && !isOtherCase)
}

/** Detects letters outside of the second reader's alphabet. */
function isForeign(first: SeenCharacter | undefined): boolean {
  return first !== undefined && /[^\p{ASCII}]/u.test(first.text) && /\p{L}/u.test(first.text)
}

/** Keeps the first reading's accents. The result is wrong only if both readings are. */
function agreed(first: SeenCharacter, second: SeenCharacter): Chosen {
  return { ...first, confidence: 1 - (1 - first.confidence) * (1 - second.confidence) }
}

function withConfidence(
  character: SeenCharacter | undefined,
  confidence: number,
): Chosen | undefined {
  return character && { ...character, confidence }
}

function partIntoWords(letters: readonly ChosenLetter[], line: LineReadings): ChosenLetter[][] {
  const spacing = measureSpacing(line)
  const trees = experiments.blanks ?? blankTrees()
  const words: ChosenLetter[][] = []
  for (const [at, letter] of letters.entries()) {
    const before = letters[at - 1]
    const isApart =
      !before ||
      (!letter.isDecimalPoint &&
        !before.isDecimalPoint &&
        chanceOf(trees, blankFeaturesOf(spacing, before, letter)) > 0.5)
    if (isApart) words.push([letter])
    else words.at(-1)?.push(letter)
  }
  return words
}

function toWord(
  characters: readonly ChosenLetter[],
  before: readonly Chosen[] | undefined,
  after: readonly Chosen[] | undefined,
  line: LineReadings,
): PictureWord {
  const [left, right] = endsOf(characters, before?.at(-1), after?.[0], line)
  const confidences = characters.map((own) => own.confidence)
  const text = characters.map((own) => own.text).join('')
  const otherReading = findOtherReading(characters, text)
  return {
    ...{ text, x0: left, x1: Math.max(right, left + 1), ...heightsOf(text, line) },
    ...{ confidence: mean(confidences), leastConfidence: Math.min(...confidences) },
    ...(otherReading !== undefined && { otherReading }),
  }
}

/**
 * Returns the left and the right end of a word.
 *
 * The second reader skips letters of pale print. In a line that only it reads, words fill the whole line, because the
 * detector saw one stretch of text; a hole would look like the gutter between two columns.
 */
function endsOf(
  characters: readonly Chosen[],
  before: Chosen | undefined,
  after: Chosen | undefined,
  { box, first }: LineReadings,
): readonly [left: number, right: number] {
  const height = box.y1 - box.y0
  const half = settings.halfLetter * height
  const blank = settings.halfBlank * height
  const [start, end] = [characters[0] as Chosen, characters.at(-1) as Chosen]
  const left = start.x1 > start.x0 ? start.x0 : start.x0 - half
  const right = end.x1 > end.x0 ? end.x1 : end.x1 + half
  if (first.length > 0) {
    return [Math.max(left, before?.x1 ?? left), Math.min(right, after?.x0 ?? right)]
  }
  return [
    before ? (before.x1 + start.x0) / 2 + blank : left,
    after ? (end.x1 + after.x0) / 2 - blank : right,
  ]
}

/** Returns the other reading of a figure whose digits the readers see differently. */
function findOtherReading(letters: readonly ChosenLetter[], text: string): string | undefined {
  const textOf = (side: 'first' | 'second') =>
    letters.map((letter) => letter[side]?.text ?? '').join('')
  const [first, second] = [textOf('first'), textOf('second')]
  const digitsOf = (reading: string) => reading.replace(/[^0-9.,]/g, '').replace(/[.,]+$/, '')
  if (!/\d/.test(text) || first === '' || second === '') return undefined
  if (digitsOf(first) === digitsOf(second)) return undefined
  return digitsOf(first) === digitsOf(text) ? second : first
}

/** Returns the medians of the first reading's words, or shares of the box. */
function heightsOf(
  text: string,
  { box, words }: LineReadings,
): Pick<PictureWord, 'y0' | 'y1' | 'baseline' | 'lineHeight'> {
  const height = box.y1 - box.y0
  const medianOf = (pick: (word: PictureWord) => number, otherwise: number) =>
    words.length === 0 ? otherwise : median(words.map(pick))
  const baseline = medianOf((word) => word.baseline, box.y0 + settings.baseline * height)
  const lineHeight = medianOf((word) => word.lineHeight, (settings.bottom - settings.top) * height)
  const y0 = medianOf((word) => word.y0, box.y0 + settings.top * height)
  const hasDescender = /[gjpqy,;()Q]/.test(text)
  return {
    y0,
    y1: hasDescender ? Math.max(baseline, box.y0 + settings.bottom * height) : baseline,
    baseline,
    lineHeight,
  }
}
