/** Computes the features of a difference between two readings of a line, the input of the model. */
import { mean } from '../../statistics.ts'
import { type Column, isSame } from './align.ts'
import type { LineReadings, SeenCharacter } from './line.ts'
import { featureSettings as settings } from './settings.ts'

export const kinds = ['none', 'digit', 'upper', 'lower', 'point', 'mark', 'other'] as const

const sides = ['first', 'second'] as const

/** Confidences are log-odds; shares are of 1. */
export const featureNames = [
  'first_confidence',
  'second_confidence',
  'first_word_confidence',
  'second_of_first',
  'first_mean',
  'second_mean',
  'agreement',
  'length_ratio',
  'agreement_around',
  'first_around',
  'second_around',
  'digits_around',
  'small_letters_around',
  'capitals_around',
  'digits_before',
  'digits_after',
  'is_start',
  'is_end',
  'length',
  ...sides.flatMap((side) => kinds.map((kind) => `${side}_is_${kind}`)),
] as const

/** Values shared by all positions of a line. */
interface LineEvidence {
  readonly columns: readonly Column[]
  readonly chanceOf: LineReadings['chanceOf']
  readonly agreement: number
  readonly lengthRatio: number
  readonly firstMean: number
  readonly secondMean: number
}

export function gatherEvidence(line: LineReadings, columns: readonly Column[]): LineEvidence {
  return {
    columns,
    chanceOf: line.chanceOf,
    agreement: agreementOf(columns),
    lengthRatio: line.first.length / Math.max(1, line.second.length),
    firstMean: logOdds(meanOf(line.first)),
    secondMean: logOdds(meanOf(line.second)),
  }
}

function agreementOf(columns: readonly Column[]): number {
  const same = columns.filter(
    ({ first, second }) => first && second && isSame(first.text, second.text),
  )
  return same.length / Math.max(1, columns.length)
}

function onlySeen(characters: readonly (SeenCharacter | undefined)[]): SeenCharacter[] {
  return characters.filter((character) => character !== undefined)
}

/** @returns In the order of `featureNames`. */
export function featuresOf(evidence: LineEvidence, index: number): number[] {
  const { columns, chanceOf, agreement, lengthRatio, firstMean, secondMean } = evidence
  const column = columns[index] as Column
  const { first, second } = column
  const around = neighbours(columns, index, settings.around)
  const far = neighbours(columns, index, settings.farAround)
  const aroundKinds = around.map((other) => kindOf(other.first ?? other.second))
  const shareOf = (kind: string) =>
    aroundKinds.filter((own) => own === kind).length / (2 * settings.around)
  const [firstKind, secondKind] = [kindOf(first), kindOf(second)]
  return [
    first ? logOdds(first.confidence) : 0,
    second ? logOdds(second.confidence) : 0,
    first ? logOdds(first.wordConfidence) : 0,
    first ? logOdds(chanceOf(first.text, first.x0, first.x1)) : 0,
    firstMean,
    secondMean,
    agreement,
    lengthRatio,
    agreementOf(far),
    logOdds(meanOf(onlySeen(far.map((other) => other.first)))),
    logOdds(meanOf(onlySeen(far.map((other) => other.second)))),
    shareOf('digit'),
    shareOf('lower'),
    shareOf('upper'),
    digitsFrom(columns, index, -1),
    digitsFrom(columns, index, 1),
    index === 0 ? 1 : 0,
    index === columns.length - 1 ? 1 : 0,
    Math.min(settings.maxLength, columns.length),
    ...kinds.map((kind) => (firstKind === kind ? 1 : 0)),
    ...kinds.map((kind) => (secondKind === kind ? 1 : 0)),
  ]
}

function neighbours(columns: readonly Column[], index: number, count: number): Column[] {
  return [
    ...columns.slice(Math.max(0, index - count), index),
    ...columns.slice(index + 1, index + 1 + count),
  ]
}

export function kindOf(character: { readonly text: string } | undefined): (typeof kinds)[number] {
  if (!character) return 'none'
  const { text } = character
  if (/^[0-9]/.test(text)) return 'digit'
  if (/^[A-Z]/.test(text)) return 'upper'
  if (/^[a-z]/.test(text)) return 'lower'
  if (text === '.' || text === ',') return 'point'
  return /^[!-~]/.test(text) ? 'mark' : 'other'
}

/** Counts the digits that follow a position in one direction. */
function digitsFrom(columns: readonly Column[], index: number, step: 1 | -1): number {
  let count = 0
  for (let at = index + step; count < settings.maxDigits; at += step) {
    const { first, second } = columns[at] ?? {}
    if (kindOf(first ?? second) !== 'digit') break
    count += 1
  }
  return count
}

export function meanOf(characters: readonly SeenCharacter[]): number {
  return characters.length === 0 ? 0.5 : mean(characters.map(({ confidence }) => confidence))
}

export function logOdds(chance: number): number {
  const bounded = Math.min(1 - settings.minChance, Math.max(settings.minChance, chance))
  return Math.log(bounded / (1 - bounded))
}
