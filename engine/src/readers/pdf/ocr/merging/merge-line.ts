/** Merges two readings of a line: takes the likelier character at each place. */
import { chanceOf, readingTrees } from '../../models/index.ts'
import type { PictureWord } from '../picture-word.ts'
import { align, type Column, isSame } from './align.ts'
import { featuresOf, gatherEvidence } from './features.ts'
import type { LineReadings, SeenCharacter } from './line.ts'

interface Chosen {
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly confidence: number
}

/** Least mean confidence of a line that only the second reader sees. */
const MIN_SECOND_ALONE = 0.6

/** @param words Of the first reading. */
export function mergeLine(line: LineReadings, words: readonly PictureWord[]): PictureWord[] {
  if (line.second.length === 0) return [...words]
  if (line.first.length === 0) {
    const confidence = meanOf(line.second)
    return confidence >= MIN_SECOND_ALONE ? toWords(line.second, line) : []
  }
  const columns = align(line.first, line.second)
  const evidence = gatherEvidence(line, columns)
  const chosen = columns.flatMap((column, index) => {
    const { first, second } = column
    if (first && second && isSame(first.text, second.text)) return agreed(first, second)
    if (isForeign(first)) return [first]
    const chance = chanceOf(readingTrees(), featuresOf(evidence, index))
    return chance > 0.5 ? take(column.first, chance) : take(column.second, 1 - chance)
  })
  return toWords(chosen, line)
}

function meanOf(characters: readonly SeenCharacter[]): number {
  return characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length
}

/** Detects letters outside of the second reader's alphabet. */
function isForeign(first: SeenCharacter | undefined): first is SeenCharacter {
  return first !== undefined && /[^\p{ASCII}]/u.test(first.text) && /\p{L}/u.test(first.text)
}

/** Keeps the first reading's accents and case. The result is wrong only if both readings are. */
function agreed(first: SeenCharacter, second: SeenCharacter): Chosen[] {
  const confidence = 1 - (1 - first.confidence) * (1 - second.confidence)
  return [{ text: first.text, x0: first.x0, x1: first.x1, confidence }]
}

function take(character: Column['first'], confidence: number): Chosen[] {
  return character ? [{ ...character, confidence }] : []
}

function toWords(characters: readonly Chosen[], line: LineReadings): PictureWord[] {
  const words: Chosen[][] = [[]]
  for (const character of characters) {
    if (character.text === ' ') words.push([])
    else words.at(-1)?.push(character)
  }
  const full = words.filter((word) => word.length > 0)
  return full.map((word, at) => toWord(word, full[at - 1], full[at + 1], line))
}

/** Half the width of a letter whose middle alone is known; in heights of the line's box. */
const HALF_LETTER = 0.2

function toWord(
  characters: readonly Chosen[],
  before: readonly Chosen[] | undefined,
  after: readonly Chosen[] | undefined,
  line: LineReadings,
): PictureWord {
  const half = HALF_LETTER * (line.box.y1 - line.box.y0)
  const [first, last] = [characters[0] as Chosen, characters.at(-1) as Chosen]
  const leftOf = ({ x0, x1 }: Chosen) => (x1 > x0 ? x0 : x0 - half)
  const rightOf = ({ x0, x1 }: Chosen) => (x1 > x0 ? x1 : x1 + half)
  const left = before ? Math.max(leftOf(first), before.at(-1)?.x1 ?? 0) : leftOf(first)
  const right = after ? Math.min(rightOf(last), after[0]?.x0 ?? 0) : rightOf(last)
  const confidence = characters.reduce((sum, own) => sum + own.confidence, 0) / characters.length
  const text = characters.map((own) => own.text).join('')
  return { text, x0: left, x1: Math.max(right, left + 1), ...heightsOf(text, line), confidence }
}

/** Shares of a line's box: the ascenders' top, the baseline, and the descenders' bottom. */
const TOP = 0.18
const BASELINE = 0.74
const BOTTOM = 0.85

/** Takes the medians of the first reading's words, or shares of the box. */
function heightsOf(
  text: string,
  { box, words }: LineReadings,
): Pick<PictureWord, 'y0' | 'y1' | 'baseline' | 'lineHeight'> {
  const height = box.y1 - box.y0
  const median = (pick: (word: PictureWord) => number, otherwise: number) => {
    const values = words.map(pick).sort((a, b) => a - b)
    return values[values.length >> 1] ?? otherwise
  }
  const baseline = median((word) => word.baseline, box.y0 + BASELINE * height)
  const lineHeight = median((word) => word.lineHeight, (BOTTOM - TOP) * height)
  const y0 = median((word) => word.y0, box.y0 + TOP * height)
  const hasDescender = /[gjpqy,;()Q]/.test(text)
  return {
    y0,
    y1: hasDescender ? Math.max(baseline, box.y0 + BOTTOM * height) : baseline,
    baseline,
    lineHeight,
  }
}
