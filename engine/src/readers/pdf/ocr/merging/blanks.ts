/**
 * Computes the features of the position between two letters of a line, from which a model decides if a blank is there.
 */

import { median } from '../../statistics.ts'
import { kindOf, kinds, logOdds, meanOf } from './features.ts'
import type { InkGap } from './ink.ts'
import { type LineReadings, middleOf, type SeenCharacter } from './line.ts'
import { featureSettings as settings } from './settings.ts'

/** A letter of a line with what each reading saw; one of them may be missing. */
export interface Letter {
  readonly text: string
  readonly first: SeenCharacter | undefined
  readonly second: SeenCharacter | undefined
  /** True if a blank is before the letter, or before letters left out in front of it. */
  readonly isAfterFirstBlank: boolean
  readonly isAfterSecondBlank: boolean
}

const sides = ['left', 'right'] as const

/** Widths are in heights of the line's box, or in usual widths of the line. */
export const blankFeatureNames = [
  'gap',
  'gap_over_median',
  'gap_over_widest',
  'gap_rank',
  'pitch',
  'run_pitch',
  'evenness',
  'first_says',
  'second_says',
  'second_blank',
  'first_mean',
  'second_mean',
  'first_word_confidence',
  'length',
  ...sides.flatMap((side) => kinds.map((kind) => `${side}_is_${kind}`)),
] as const

/** Values shared by all positions of a line. */
interface LineSpacing {
  readonly line: LineReadings
  readonly firstMean: number
  readonly secondMean: number
  readonly medianGap: number
  readonly widestGap: number
  /** Usual distances between the middles of neighbours: of characters, and of runs of ink. */
  readonly pitch: number
  readonly runPitch: number
  /** Share of the runs of ink at the usual distance; most are in a typewriter's print. */
  readonly evenness: number
}

export function measureSpacing(line: LineReadings): LineSpacing {
  const widths = line.gaps.map(widthOf)
  const runPitches = line.gaps.map((_, at) => runPitchAt(line, at))
  const runPitch = median(runPitches)
  const even = runPitches.filter((own) => Math.abs(own - runPitch) <= settings.evenShare * runPitch)
  const places = (line.second.length > 1 ? line.second : line.first).map(middleOf)
  return {
    line,
    firstMean: logOdds(meanOf(line.first)),
    secondMean: logOdds(meanOf(line.second)),
    medianGap: median(widths),
    widestGap: Math.max(0, ...widths),
    pitch: median(places.slice(1).map((place, at) => place - (places[at] as number))),
    runPitch,
    evenness: even.length / Math.max(1, runPitches.length),
  }
}

/** @returns In the order of `blankFeatureNames`. */
export function blankFeaturesOf(spacing: LineSpacing, left: Letter, right: Letter): number[] {
  const { line, medianGap, widestGap, pitch, runPitch } = spacing
  const height = line.box.y1 - line.box.y0
  const [start, end] = [placeOf(left), placeOf(right)]
  const gap = widestBetween(line.gaps, start, end)
  const width = gap ? widthOf(gap) : 0
  const ratio = (value: number, usual: number) =>
    usual > 0 ? Math.min(settings.maxRatio, value / usual) : 0
  const wider = line.gaps.filter((other) => widthOf(other) > width).length
  const [leftKind, rightKind] = [kindOf(left), kindOf(right)]
  const wordConfidence = (right.first ?? left.first)?.wordConfidence
  return [
    width / height,
    ratio(width, medianGap),
    ratio(width, widestGap),
    wider / Math.max(1, line.gaps.length),
    ratio(end - start, pitch),
    gap ? ratio(runPitchAt(line, line.gaps.indexOf(gap)), runPitch) : 0,
    spacing.evenness,
    blankOf(left.first, right.first, right.isAfterFirstBlank),
    blankOf(left.second, right.second, right.isAfterSecondBlank),
    logOdds(line.chanceOf(' ', start, end)),
    spacing.firstMean,
    spacing.secondMean,
    wordConfidence === undefined ? 0 : logOdds(wordConfidence),
    Math.min(settings.maxLength, line.second.length),
    ...kinds.map((kind) => (leftKind === kind ? 1 : 0)),
    ...kinds.map((kind) => (rightKind === kind ? 1 : 0)),
  ]
}

/** Returns 1 if the reading has a blank, 0 if not, and a value between if it misses one of the letters. */
function blankOf(left: unknown, right: unknown, isBlank: boolean): number {
  if (isBlank) return 1
  return left && right ? 0 : 0.5
}

/** Returns the middle of a letter: the second reading's, because the first one may take strokes of a neighbour for a letter. */
export function placeOf({ first, second }: Letter): number {
  const character = second ?? first
  return character ? middleOf(character) : 0
}

function widestBetween(gaps: readonly InkGap[], left: number, right: number): InkGap | undefined {
  let widest: InkGap | undefined
  for (const gap of gaps) {
    const middle = middleOf(gap)
    if (middle <= left || middle >= right) continue
    if (!widest || widthOf(gap) > widthOf(widest)) widest = gap
  }
  return widest
}

/** Returns the distance between the middles of the runs of ink beside a gap. */
function runPitchAt({ gaps, box }: LineReadings, at: number): number {
  const gap = gaps[at] as InkGap
  const left = (gaps[at - 1]?.x1 ?? box.x0) + gap.x0
  const right = gap.x1 + (gaps[at + 1]?.x0 ?? box.x1)
  return (right - left) / 2
}

function widthOf({ x0, x1 }: InkGap): number {
  return x1 - x0
}
