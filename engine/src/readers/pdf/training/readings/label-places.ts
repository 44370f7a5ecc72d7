/** Labels each difference between two readings of a line by the document's text. */
import {
  align,
  featureNames,
  featuresOf,
  gatherEvidence,
  isSame,
  type LineReadings,
} from '../../ocr/merging/index.ts'

/** A row of training. */
export interface LabelledPlace {
  /** 1: the first reading is right, 0: the second. */
  readonly label: 0 | 1
  readonly weight: 1
  /** The decision by confidence alone, for comparison. */
  readonly rule: 0 | 1
  readonly features: Readonly<Record<string, number>>
}

/** Most errors, as a share of its characters, of a line that counts as found in the truth. */
const MAX_ERRORS = 0.34
const MIN_LENGTH = 3
/** Characters kept on both sides of a line's place in the truth. */
const MARGIN = 3

export function labelPlaces(line: LineReadings, truth: string): LabelledPlace[] {
  const [first, second] = [textOf(line.first), textOf(line.second)]
  if (first === second || Math.max(first.length, second.length) < MIN_LENGTH) return []
  if (first === '' || second === '') return []
  const [one, other] = [locate(first, truth), locate(second, truth)]
  const better = one.errors <= other.errors ? one : other
  if (better.errors > MAX_ERRORS * Math.max(first.length, second.length)) return []
  const near = truth.slice(Math.max(0, better.start - MARGIN), better.end + MARGIN)
  const [isRight, isSecondRight] = [locate(first, near).isRight, locate(second, near).isRight]
  const columns = align(line.first, line.second)
  const evidence = gatherEvidence(line, columns)
  return columns.flatMap(({ first: a, second: b, at, secondAt }, index) => {
    if (a && b && isSame(a.text, b.text)) return []
    const right = a ? isRight[at] === true : !isSecondRight[secondAt]
    const secondRight = b ? isSecondRight[secondAt] === true : !isRight[at]
    if (right === secondRight) return []
    const values = featuresOf(evidence, index)
    const features = Object.fromEntries(
      featureNames.map((name, at) => [name, values[at] as number]),
    )
    const rule = (a?.confidence ?? 0) > (b?.confidence ?? 0) ? 1 : 0
    return [{ label: right ? 1 : 0, weight: 1, rule, features }]
  })
}

function textOf(characters: LineReadings['first']): string {
  return characters.map(({ text }) => text).join('')
}

interface Place {
  readonly errors: number
  /** Of the truth's characters. */
  readonly start: number
  readonly end: number
  /** For each character of the line: true if the truth agrees. */
  readonly isRight: readonly boolean[]
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
  const isRight = new Array<boolean>(line.length).fill(false)
  let [at, start] = [line.length, end]
  while (at > 0) {
    const here = errors[at * wide + start] as number
    const both = errors[(at - 1) * wide + start - 1] as number
    if (start > 0 && here === both + change(at, start)) {
      isRight[at - 1] = change(at, start) === 0
      at -= 1
      start -= 1
    } else if (here === (errors[(at - 1) * wide + start] as number) + 1) at -= 1
    else start -= 1
  }
  return { errors: errors[last + end] as number, start, end, isRight }
}
