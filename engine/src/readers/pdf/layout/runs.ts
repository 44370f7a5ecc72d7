/**
 * Groups the placed glyphs of a page into runs: consecutive glyphs on a baseline, in visual order.
 *
 * Covers: ligatures, accents drawn separately, right-to-left scripts.
 */
import { glyphCodes, type Page } from '../content/index.ts'
import type { Frame } from './frames.ts'
import { createPlacedGlyph, type PlacedGlyph, placeGlyph, placingOf } from './placed-glyphs.ts'
import { layoutSettings as settings } from './settings.ts'
import { accented, BLANK, findCombining, isAccent, isLeftwards, NOTHING } from './unicode.ts'

/**
 * The clusters of a page (letters with their accents), run by run from left to right, with one index for all lists. One
 * set of lists serves the whole page, because a page has about 300 runs; they are as long as the list of glyphs.
 */
export interface Clusters {
  readonly texts: string[]
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** 1 if a drawn blank precedes the cluster. */
  readonly blanks: Uint8Array
  readonly glyphs: Uint32Array
}

/** The clusters from `first` to before `end`. */
export interface Run {
  readonly frame: Frame
  readonly object: number
  lastObject: number
  readonly size: number
  baseline: number
  readonly first: number
  end: number
  leftwards: boolean
}

/** The runs of a page, in the order of the content stream. */
interface PageRuns {
  readonly clusters: Clusters
  readonly runs: readonly Run[]
  /** Glyphs without a known character. */
  readonly unmapped: number
}

interface Building {
  readonly clusters: Clusters
  readonly runs: Run[]
  run: Run | undefined
  blank: boolean
}

export function findRuns(page: Page): PageRuns {
  const placing = placingOf(page)
  const clusters = createClusters(page.glyphs.count)
  const building: Building = { clusters, runs: [], run: undefined, blank: false }
  const glyph = createPlacedGlyph()
  const next = createPlacedGlyph()
  let unmapped = 0
  for (let index = 0; index < page.glyphs.count; index++) {
    if (!placeGlyph(placing, index, glyph)) continue
    if (glyph.text === BLANK) building.blank = true
    else if (glyph.text === NOTHING) unmapped++
    else if (!isAccent(glyph.code)) appendGlyph(building, glyph, index)
    else if (placeGlyph(placing, index + 1, next) && mergeAccent(glyph, next)) {
      appendGlyph(building, next, index)
      index++
    } else if (!putAccent(building, glyph)) appendGlyph(building, glyph, index)
  }
  endRun(building)
  return { clusters, runs: building.runs, unmapped }
}

function createClusters(count: number): Clusters {
  return {
    // As long as the other lists, because a list that grows is copied several times.
    texts: new Array<string>(count).fill(''),
    starts: new Float64Array(count),
    ends: new Float64Array(count),
    blanks: new Uint8Array(count),
    glyphs: new Uint32Array(count),
  }
}

/** Merges an accent with the letter that follows it, if it lies over that letter. */
function mergeAccent(accent: PlacedGlyph, letter: PlacedGlyph): boolean {
  if (!isOver(accent, letter)) return false
  const both = accented(letter.text, findCombining(accent.code) ?? '')
  if (both === undefined) return false
  letter.text = both
  return true
}

function isOver(
  accent: PlacedGlyph,
  letter: Omit<PlacedGlyph, 'code' | 'text' | 'object'>,
): boolean {
  const distance = Math.abs(accent.u + accent.end - letter.u - letter.end) / 2
  return (
    accent.frame === letter.frame &&
    distance < settings.accentDistance * letter.size &&
    Math.abs(accent.v - letter.v) < settings.accentRise * letter.size
  )
}

/** Merges an accent with the letter of the run below it: PDFium sorts a line's text objects by position. */
function putAccent({ run, clusters }: Building, accent: PlacedGlyph): boolean {
  if (!run) return false
  const { baseline: v, size, frame } = run
  for (let index = run.end - 1; index >= run.first; index--) {
    const u = clusters.starts[index] as number
    const end = clusters.ends[index] as number
    if (end < accent.u) return false
    if (!isOver(accent, { u, end, v, size, frame })) continue
    const both = accented(clusters.texts[index] ?? '', findCombining(accent.code) ?? '')
    if (both !== undefined) clusters.texts[index] = both
    return both !== undefined
  }
  return false
}

const mark = /^\p{M}$/u
function appendGlyph(building: Building, glyph: PlacedGlyph, index: number): void {
  const { run, clusters } = building
  if (!run || !isOnRun(run, glyph)) {
    startRun(building, glyph, index)
    return
  }
  const { texts, ends } = clusters
  const last = run.end - 1
  const start = clusters.starts[last] as number
  const end = ends[last] as number
  const distance = Math.abs(glyph.u - start)
  const isPart = distance < settings.solid * run.size && glyph.object === run.lastObject
  if (isPart || (glyph.code >= glyphCodes.firstMark && mark.test(glyph.text))) {
    texts[last] = isLeftwards(glyph.code) ? glyph.text + texts[last] : texts[last] + glyph.text
    // PDFium divides the width of a ligature with /ActualText among its letters: the last letter ends at the ligature's end.
    if (isPart) ends[last] = Math.max(end, glyph.end)
  } else if (glyph.u - end >= -settings.overlap * run.size && !run.leftwards) {
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
    Math.abs(v - run.baseline) <= settings.runDrift * run.size &&
    Math.abs(size - run.size) <= 0.05 * run.size
  )
}

/** Returns true if a right-to-left letter continues the run at its left. */
function isLeftOf(run: Run, { code, end, u }: PlacedGlyph, start: number): boolean {
  const gap = start - end
  const goesOn = gap >= -settings.overlap * run.size && gap < run.size && u < start
  return goesOn && (run.leftwards || (run.end - run.first === 1 && isLeftwards(code)))
}

function pushCluster(building: Building, run: Run, glyph: PlacedGlyph, index: number): void {
  const { texts, starts, ends, blanks, glyphs } = building.clusters
  const at = run.end++
  texts[at] = glyph.text
  starts[at] = glyph.u
  ends[at] = glyph.end
  blanks[at] = building.blank ? 1 : 0
  glyphs[at] = index
  run.baseline = glyph.v
  run.lastObject = glyph.object
  building.blank = false
}

function startRun(building: Building, glyph: PlacedGlyph, index: number): void {
  endRun(building)
  const { frame, object, size, v: baseline } = glyph
  const first = building.run?.end ?? 0
  const run: Run = {
    frame,
    object,
    lastObject: object,
    size,
    baseline,
    first,
    end: first,
    leftwards: false,
  }
  building.run = run
  pushCluster(building, run, glyph, index)
}

function endRun({ clusters, runs, run }: Building): void {
  if (!run) return
  if (run.leftwards) turnRound(clusters, run)
  runs.push(run)
}

/** Puts a right-to-left run into visual order. */
function turnRound({ texts, starts, ends, blanks, glyphs }: Clusters, { first, end }: Run): void {
  for (const list of [starts, ends, glyphs]) list.subarray(first, end).reverse()
  // A blank before a cluster now follows it, so it precedes the next.
  blanks.subarray(first + 1, end).reverse()
  const turned = texts.slice(first, end).reverse()
  for (const [index, text] of turned.entries()) texts[first + index] = text
}
