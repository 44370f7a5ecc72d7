/** Describes a difference between two readings of a line by the numbers that the model decides on. */
import { type Column, isSame } from './align.ts'
import { isBetween, type LineReadings, type SeenCharacter } from './line.ts'

const kinds = ['none', 'blank', 'digit', 'upper', 'lower', 'mark', 'other'] as const

const sides = ['first', 'second'] as const

/** Confidences are log-odds; shares are of 1; widths are in heights of the line's box. */
export const featureNames = [
  'first_confidence',
  'second_confidence',
  'first_word_confidence',
  'first_mean',
  'second_mean',
  'agreement',
  'gap',
  'gap_over_median',
  'digits_around',
  'small_letters_around',
  'capitals_around',
  'is_start',
  'is_end',
  'length',
  ...sides.flatMap((side) => kinds.map((kind) => `${side}_is_${kind}`)),
] as const

/** Neighbours on each side whose kinds count. */
const AROUND = 2
const MAX_LENGTH = 60

/** Values shared by all places of a line. */
export interface LineEvidence {
  readonly line: LineReadings
  readonly columns: readonly Column[]
  readonly agreement: number
  readonly firstMean: number
  readonly secondMean: number
  readonly medianGap: number
}

export function gatherEvidence(line: LineReadings, columns: readonly Column[]): LineEvidence {
  const same = columns.filter(
    ({ first, second }) => first && second && isSame(first.text, second.text),
  )
  const widths = line.gaps.map(({ x0, x1 }) => x1 - x0).sort((a, b) => a - b)
  return {
    line,
    columns,
    agreement: same.length / Math.max(1, columns.length),
    firstMean: logOdds(meanOf(line.first)),
    secondMean: logOdds(meanOf(line.second)),
    medianGap: widths[widths.length >> 1] ?? 0,
  }
}

/** @returns In the order of `featureNames`. */
export function featuresOf(evidence: LineEvidence, index: number): number[] {
  const { line, columns, agreement, firstMean, secondMean, medianGap } = evidence
  const column = columns[index] as Column
  const { first, second } = column
  const isBlank = first?.text === ' ' || second?.text === ' '
  const gap = isBlank ? gapAt(line, column) : 0
  const height = line.box.y1 - line.box.y0
  const around = [
    ...columns.slice(Math.max(0, index - AROUND), index),
    ...columns.slice(index + 1, index + 1 + AROUND),
  ]
  const aroundKinds = around.map((other) => kindOf(other.first ?? other.second))
  const shareOf = (kind: string) => aroundKinds.filter((own) => own === kind).length / (2 * AROUND)
  const [firstKind, secondKind] = [kindOf(first), kindOf(second)]
  return [
    first ? logOdds(first.confidence) : 0,
    second ? logOdds(second.confidence) : 0,
    first ? logOdds(first.wordConfidence) : 0,
    firstMean,
    secondMean,
    agreement,
    gap / height,
    isBlank ? (gap - medianGap) / height : 0,
    shareOf('digit'),
    shareOf('lower'),
    shareOf('upper'),
    index === 0 ? 1 : 0,
    index === columns.length - 1 ? 1 : 0,
    Math.min(MAX_LENGTH, columns.length),
    ...kinds.map((kind) => (firstKind === kind ? 1 : 0)),
    ...kinds.map((kind) => (secondKind === kind ? 1 : 0)),
  ]
}

function kindOf(character: SeenCharacter | undefined): (typeof kinds)[number] {
  if (!character) return 'none'
  const { text } = character
  if (text === ' ') return 'blank'
  if (/^[0-9]/.test(text)) return 'digit'
  if (/^[A-Z]/.test(text)) return 'upper'
  if (/^[a-z]/.test(text)) return 'lower'
  return /^[!-~]/.test(text) ? 'mark' : 'other'
}

/** The widest gap in the ink between the neighbours of a blank. */
export function gapAt({ first, second, gaps }: LineReadings, { at, secondAt }: Column): number {
  const [reading, place] = secondAt >= 0 ? [second, secondAt] : [first, at]
  const left = middleOf(reading[place - 1]) ?? Number.NEGATIVE_INFINITY
  const right = middleOf(reading[place + 1]) ?? Number.POSITIVE_INFINITY
  const own = gaps.filter((gap) => isBetween(gap, left, right))
  return Math.max(0, ...own.map(({ x0, x1 }) => x1 - x0))
}

function middleOf(character: SeenCharacter | undefined): number | undefined {
  return character && (character.x0 + character.x1) / 2
}

function meanOf(characters: readonly SeenCharacter[]): number {
  const sum = characters.reduce((total, { confidence }) => total + confidence, 0)
  return characters.length === 0 ? 0.5 : sum / characters.length
}

const LEAST = 1e-3

function logOdds(chance: number): number {
  const bounded = Math.min(1 - LEAST, Math.max(LEAST, chance))
  return Math.log(bounded / (1 - bounded))
}
