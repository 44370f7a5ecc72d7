/** Labels each difference between two readings of a line by the document's text. */
import {
  align,
  blankFeatureNames,
  blankFeaturesOf,
  type Column,
  chooseLetters,
  featureNames,
  featuresOf,
  gatherEvidence,
  isSame,
  type LineReadings,
  measureSpacing,
} from '../../engine/src/readers/pdf/ocr/merging/index.ts'

/** A training row. */
export interface LabelledPlace {
  /** For letters: 1 if the first reading is right, 0 if the second is. For blanks: 1 if the truth has a blank. */
  readonly label: 0 | 1
  readonly weight: number
  /** The decision by confidence, or by the first reading's blanks, for comparison. */
  readonly rule: 0 | 1
  readonly features: Readonly<Record<string, number>>
}

interface LabelledLine {
  readonly letters: readonly LabelledPlace[]
  readonly blanks: readonly LabelledPlace[]
}

/** Largest share of errors among the characters of a line that counts as found in the truth. */
const MAX_ERRORS = 0.34
const MIN_LENGTH = 3
/** Characters kept on both sides of a line's position in the truth. */
const MARGIN = 3

/** @param truth Words separated by single blanks. */
export function labelPlaces(line: LineReadings, truth: string): LabelledLine {
  const [first, second] = [textOf(line.first), textOf(line.second)]
  const letters = truth.replaceAll(' ', '')
  const none: LabelledLine = { letters: [], blanks: [] }
  const longer = Math.max(first.length, second.length)
  if (longer < MIN_LENGTH || second === '') return none
  const [one, other] = [locate(first, letters), locate(second, letters)]
  // A reading of one letter is found anywhere, without errors.
  const better = first.length - one.errors >= second.length - other.errors ? one : other
  if (better.errors > MAX_ERRORS * longer) return none
  const start = Math.max(0, better.start - MARGIN)
  const near = letters.slice(start, better.end + MARGIN)
  const places: Places = { first: locate(first, near).places, second: locate(second, near).places }
  const columns = align(line)
  return {
    letters: first === '' ? [] : labelLetters(line, columns, places),
    blanks: labelBlanks(line, columns, places, blanksOf(truth, start)),
  }
}

/** For each letter of both readings: its index in the truth, −1 where they differ. */
interface Places {
  readonly first: readonly number[]
  readonly second: readonly number[]
}

function labelLetters(
  line: LineReadings,
  columns: readonly Column[],
  places: Places,
): LabelledPlace[] {
  const evidence = gatherEvidence(line, columns)
  return columns.flatMap(({ first: a, second: b, at, secondAt }, index) => {
    if (a && b && isSame(a.text, b.text)) return []
    const [inFirst, inSecond] = [isIn(places.first, at), isIn(places.second, secondAt)]
    const right = a ? inFirst : !inSecond
    const secondRight = b ? inSecond : !inFirst
    if (right === secondRight) return []
    const rule = (a?.confidence ?? 0) > (b?.confidence ?? 0)
    return [toRow(right, rule, featureNames, featuresOf(evidence, index))]
  })
}

function isIn(places: readonly number[], at: number): boolean {
  return (places[at] ?? -1) >= 0
}

function labelBlanks(
  line: LineReadings,
  columns: readonly Column[],
  places: Places,
  isAfterBlank: readonly boolean[],
): LabelledPlace[] {
  const spacing = measureSpacing(line)
  const truePlaces: number[] = []
  const letters = chooseLetters(columns, ({ first, second, at, secondAt }) => {
    const isFirst = isIn(places.first, at)
    if (!isFirst && !isIn(places.second, secondAt)) return undefined
    truePlaces.push((isFirst ? places.first[at] : places.second[secondAt]) ?? -1)
    return isFirst ? first : second
  })
  return letters.slice(1).flatMap((letter, at) => {
    const [before, place] = [truePlaces[at] ?? -1, truePlaces[at + 1] ?? -1]
    const left = letters[at]
    if (!left || place !== before + 1) return []
    const values = blankFeaturesOf(spacing, left, letter)
    return [
      toRow(isAfterBlank[place] === true, letter.isAfterFirstBlank, blankFeatureNames, values),
    ]
  })
}

/** For each letter of the truth from `start` on: true if a blank is before it. */
function blanksOf(truth: string, start: number): boolean[] {
  const blanks: boolean[] = []
  let isAfterBlank = false
  for (const character of truth) {
    if (character !== ' ') blanks.push(isAfterBlank)
    isAfterBlank = character === ' '
  }
  return blanks.slice(start)
}

function toRow(
  label: boolean,
  rule: boolean,
  names: readonly string[],
  values: readonly number[],
): LabelledPlace {
  const features = Object.fromEntries(names.map((name, at) => [name, values[at] as number]))
  return { label: label ? 1 : 0, weight: 1, rule: rule ? 1 : 0, features }
}

function textOf(characters: LineReadings['first']): string {
  return characters.map(({ text }) => text).join('')
}

interface Place {
  readonly errors: number
  /** Range in the truth's characters. */
  readonly start: number
  readonly end: number
  /** Index in the truth for each character of the line, −1 for a wrong one. */
  readonly places: readonly number[]
}

/** Finds a line in the truth by edit distance with free ends (Sellers, 1980). */
function locate(line: string, truth: string): Place {
  const wide = truth.length + 1
  const errors = new Uint16Array((line.length + 1) * wide)
  const change = (at: number, place: number) =>
    isSame(line[at - 1] as string, truth[place - 1] as string) ? 0 : 1
  for (let at = 1; at <= line.length; at++) {
    errors[at * wide] = at
    for (let place = 1; place < wide; place++) {
      const both = (errors[(at - 1) * wide + place - 1] as number) + change(at, place)
      const above = (errors[(at - 1) * wide + place] as number) + 1
      errors[at * wide + place] = Math.min(
        both,
        above,
        (errors[at * wide + place - 1] as number) + 1,
      )
    }
  }
  let end = 0
  const last = line.length * wide
  for (let place = 0; place < wide; place++) {
    if ((errors[last + place] as number) < (errors[last + end] as number)) end = place
  }
  const places = new Array<number>(line.length).fill(-1)
  let [at, start] = [line.length, end]
  while (at > 0) {
    const here = errors[at * wide + start] as number
    const both = errors[(at - 1) * wide + start - 1] as number
    if (start > 0 && here === both + change(at, start)) {
      if (change(at, start) === 0) places[at - 1] = start - 1
      at -= 1
      start -= 1
    } else if (here === (errors[(at - 1) * wide + start] as number) + 1) at -= 1
    else start -= 1
  }
  return { errors: errors[last + end] as number, start, end, places }
}
