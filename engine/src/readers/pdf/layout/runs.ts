/**
 * PlacedGlyph glyphs of a page → runs: glyphs one after the other on a baseline, in the order of the places.
 *
 * Covers: ligatures, accents drawn apart, glyphs printed twice for boldness, scripts written leftwards.
 */
import type { Page } from '../content/index.ts'
import type { Frame } from './frames.ts'
import { type PlacedGlyph, type Placing, placeGlyph, placingOf } from './placed-glyphs.ts'
import { accented, BLANK, findCombining, isLeftwards, NOTHING } from './unicode.ts'

/** A run goes on while the baseline stays within this many ems: scripts are set off by 0.15 or more. */
const BASELINE_DRIFT_EMS = 0.1
/** … and while the pen does not go back more than this (kerning). */
const MAX_BACKSTEP_EMS = 0.45
/** The same glyph printed again this near, in ems, is one in bold. */
const OVERPRINT_EMS = 0.12
/** Two glyphs of one object at one place, in ems, are parts of a ligature. */
const SAME_PLACE_EMS = 0.01
/** An accent belongs to a letter when their middles are within this many ems … */
const ACCENT_DISTANCE_EMS = 0.3
/** … and their baselines, which are apart over capitals. */
const ACCENT_RISE_EMS = 0.6

/** Clusters, letters with their accents, from left to right; one index each in every list. */
export interface Run {
  readonly frame: Frame
  readonly object: number
  lastObject: number
  readonly size: number
  baseline: number
  readonly texts: string[]
  readonly starts: number[]
  readonly ends: number[]
  /** A drawn blank stands before the cluster. */
  readonly blanks: boolean[]
  readonly glyphs: number[]
  leftwards: boolean
}

/** The runs of a page, in the order of the content stream. */
export interface PageRuns {
  readonly runs: readonly Run[]
  /** Glyphs without a known character. */
  readonly unmapped: number
}

interface Building {
  readonly runs: Run[]
  run: Run | undefined
  blank: boolean
}

export function findRuns(page: Page): PageRuns {
  const placing = placingOf(page)
  const building: Building = { runs: [], run: undefined, blank: false }
  let unmapped = 0
  for (let index = 0; index < page.glyphs.count; index++) {
    const glyph = placeGlyph(placing, index)
    if (glyph === undefined) continue
    if (glyph.text === BLANK) building.blank = true
    else if (glyph.text === NOTHING) unmapped++
    else index = addGlyph(building, glyph, index, placing)
  }
  endRun(building)
  return { runs: building.runs, unmapped }
}

/** @returns The index of the last glyph that was taken. */
function addGlyph(building: Building, glyph: PlacedGlyph, index: number, placing: Placing): number {
  const combiner = findCombining(glyph.code)
  if (combiner !== undefined) {
    const letter = placeGlyph(placing, index + 1)
    const both = letter && isOver(glyph, letter) ? accented(letter.text, combiner) : undefined
    if (letter && both !== undefined) {
      appendGlyph(building, { ...letter, text: both }, index)
      return index + 1
    }
    if (putAccent(building, glyph, combiner)) return index
  }
  appendGlyph(building, glyph, index)
  return index
}

function isOver(accent: PlacedGlyph, letter: PlacedGlyph): boolean {
  const distance = Math.abs(accent.u + accent.end - letter.u - letter.end) / 2
  return (
    accent.frame === letter.frame &&
    distance < ACCENT_DISTANCE_EMS * letter.size &&
    Math.abs(accent.v - letter.v) < ACCENT_RISE_EMS * letter.size
  )
}

/** Puts an accent on the letter of the run that it stands over: PDFium sorts a line's text objects by their places. */
function putAccent({ run }: Building, accent: PlacedGlyph, combiner: string): boolean {
  if (!run) return false
  for (let index = run.texts.length - 1; index >= 0; index--) {
    const u = run.starts[index] as number
    const end = run.ends[index] as number
    if (end < accent.u) return false
    const letter = { ...accent, u, end, v: run.baseline, size: run.size, frame: run.frame }
    if (!isOver(accent, letter)) continue
    const both = accented(run.texts[index] ?? '', combiner)
    if (both !== undefined) run.texts[index] = both
    return both !== undefined
  }
  return false
}

const mark = /^\p{M}$/u
/** Below it no code is a combining mark. */
const FIRST_MARK = 0x300

function appendGlyph(building: Building, glyph: PlacedGlyph, index: number): void {
  const { run } = building
  if (!run || !isOnRun(run, glyph)) {
    startRun(building, glyph, index)
    return
  }
  const last = run.texts.length - 1
  const start = run.starts[last] as number
  const end = run.ends[last] as number
  const distance = Math.abs(glyph.u - start)
  const isPart = distance < SAME_PLACE_EMS * run.size && glyph.object === run.lastObject
  if (isPart || (glyph.code >= FIRST_MARK && mark.test(glyph.text))) {
    run.texts[last] = isLeftwards(glyph.code)
      ? glyph.text + run.texts[last]
      : run.texts[last] + glyph.text
  } else if (distance < OVERPRINT_EMS * run.size && run.texts[last] === glyph.text) {
    run.ends[last] = Math.max(end, glyph.end)
  } else if (glyph.u - end >= -MAX_BACKSTEP_EMS * run.size && !run.leftwards) {
    pushCluster(building, run, glyph, index)
  } else if (isLeftOf(run, glyph, start)) {
    run.leftwards = true
    pushCluster(building, run, glyph, index)
  } else {
    startRun(building, glyph, index)
  }
}

function isOnRun(run: Run, { frame, size, v }: PlacedGlyph): boolean {
  return (
    frame === run.frame &&
    Math.abs(v - run.baseline) <= BASELINE_DRIFT_EMS * run.size &&
    Math.abs(size - run.size) <= 0.05 * run.size
  )
}

/** A letter written leftwards goes on at the left of the one before. */
function isLeftOf(run: Run, { code, end, u }: PlacedGlyph, start: number): boolean {
  const gap = start - end
  const goesOn = gap >= -MAX_BACKSTEP_EMS * run.size && gap < run.size && u < start
  return goesOn && (run.leftwards || (run.texts.length === 1 && isLeftwards(code)))
}

function pushCluster(building: Building, run: Run, glyph: PlacedGlyph, index: number): void {
  run.texts.push(glyph.text)
  run.starts.push(glyph.u)
  run.ends.push(glyph.end)
  run.blanks.push(building.blank)
  run.glyphs.push(index)
  run.baseline = glyph.v
  run.lastObject = glyph.object
  building.blank = false
}

function startRun(building: Building, glyph: PlacedGlyph, index: number): void {
  endRun(building)
  const { frame, object, size, v } = glyph
  const run: Run = {
    frame,
    object,
    lastObject: object,
    size,
    baseline: v,
    texts: [],
    starts: [],
    ends: [],
    blanks: [],
    glyphs: [],
    leftwards: false,
  }
  building.run = run
  pushCluster(building, run, glyph, index)
}

function endRun(building: Building): void {
  const { run } = building
  if (!run) return
  if (run.leftwards) turnRound(run)
  building.runs.push(run)
  building.run = undefined
}

/** Puts a run written leftwards into the order of the places. */
function turnRound(run: Run): void {
  for (const list of [run.starts, run.ends, run.glyphs]) list.reverse()
  run.texts.reverse()
  // What stood before a cluster now stands after it, that is before the next.
  const [blank = false, ...blanks] = run.blanks
  run.blanks.splice(0, run.blanks.length, blank, ...blanks.reverse())
}
