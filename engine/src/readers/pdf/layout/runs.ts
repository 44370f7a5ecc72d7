/**
 * Groups the placed glyphs of a page into runs: consecutive glyphs on a baseline, in visual order.
 *
 * Covers: ligatures, accents and marks drawn separately, right-to-left scripts.
 */
import { glyphCodes, isHighSurrogate, isMark, type Page } from '../content/index.ts'
import type { Clusters, Run } from './clusters.ts'
import {
  addMark,
  type DrawnMark,
  extendTo,
  isNonspacing,
  isOnCluster,
  isOneGlyph,
  isOnLine,
  markOf,
  putMark,
} from './marks.ts'
import { createPlacedGlyph, type PlacedGlyph, placeGlyph, placingOf } from './placed-glyphs.ts'
import { layoutSettings as settings } from './settings.ts'
import {
  accented,
  BLANK,
  findCombining,
  isAccent,
  isLeftwards,
  joiners,
  NOTHING,
} from './unicode.ts'

/** The runs of a page, in the order of the content stream. */
interface PageRuns {
  readonly clusters: Clusters
  readonly runs: readonly Run[]
  /** Glyphs without a known character. */
  readonly unmapped: number
}

interface Building {
  readonly page: Page
  readonly clusters: Clusters
  readonly runs: Run[]
  run: Run | undefined
  /** Left end of the drawn blank that the next glyph follows in the file; `NaN` without a blank. */
  blank: number
  /** Marks that are drawn over no cluster so far. */
  waiting: DrawnMark[]
}

export function findRuns(page: Page): PageRuns {
  const placing = placingOf(page)
  const clusters = createClusters(page.glyphs.count)
  const building: Building = {
    page,
    clusters,
    runs: [],
    run: undefined,
    blank: Number.NaN,
    waiting: [],
  }
  const glyph = createPlacedGlyph()
  const next = createPlacedGlyph()
  let unmapped = 0
  for (let index = 0; index < page.glyphs.count; index++) {
    if (!placeGlyph(placing, index, glyph)) continue
    if (glyph.text === BLANK) building.blank = glyph.u
    else if (glyph.text === NOTHING)
      unmapped += putJoiner(building, glyph) || isEmpty(glyph) ? 0 : 1
    else if (!isAccent(glyph.code)) appendGlyph(building, glyph, index)
    else if (placeGlyph(placing, index + 1, next) && isOfNext(building, glyph, next)) {
      index++
      appendGlyph(building, next, index)
    } else if (!putAccent(building, glyph)) appendGlyph(building, glyph, index)
  }
  endRun(building)
  for (const found of building.waiting) addMark(found, clusters, found.before)
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

/** Merges an accent with the letter that follows it, unless it lies nearer to a letter before it. */
function isOfNext(building: Building, accent: PlacedGlyph, letter: PlacedGlyph): boolean {
  const both = accented(letter.text, findCombining(accent.code) ?? '')
  const gap = gapTo(accent, letter)
  if (both === undefined || gap === Infinity) return false
  if ((findBelow(building, accent)?.gap ?? Infinity) < gap) return false
  letter.text = both
  return true
}

/** Returns the distance of an accent from a letter in ems; infinity if it does not lie over the letter. */
function gapTo(accent: PlacedGlyph, letter: Omit<PlacedGlyph, 'code' | 'text' | 'object'>): number {
  const aside = Math.abs(accent.u + accent.end - letter.u - letter.end) / 2 / letter.size
  const rise = Math.abs(accent.v - letter.v) / letter.size
  const isOver =
    accent.frame === letter.frame && aside < settings.accentDistance && rise < settings.accentRise
  return isOver ? aside + rise : Infinity
}

/** Merges an accent with the letter of the run below it: PDFium sorts a line's text objects by position. */
function putAccent(building: Building, accent: PlacedGlyph): boolean {
  const below = findBelow(building, accent)
  if (!below) return false
  const { texts } = building.clusters
  const both = accented(texts[below.index] ?? '', findCombining(accent.code) ?? '')
  if (both !== undefined) texts[below.index] = both
  return both !== undefined
}

/** Finds the last letter of the run over which an accent lies. */
function findBelow({ run, clusters }: Building, accent: PlacedGlyph) {
  if (!run) return undefined
  const { baseline: v, size, frame } = run
  for (let index = run.end - 1; index >= run.first; index--) {
    const u = clusters.starts[index] as number
    const end = clusters.ends[index] as number
    if (end < accent.u) return undefined
    const gap = gapTo(accent, { u, end, v, size, frame })
    if (gap < Infinity) return { index, gap }
  }
  return undefined
}

function appendGlyph(building: Building, glyph: PlacedGlyph, index: number): void {
  const { run, clusters } = building
  const { glyphs } = building.page
  const isCombining = isMark(glyph.code)
  // Only marks and right-to-left letters need it: parts of other glyphs come in the order of their letters.
  const goesOn = glyph.code >= glyphCodes.firstMark && isOneGlyph(glyphs, index - 1, index)
  // PDFium reverses right-to-left text letter by letter: the first part of a glyph may be a mark of the last one.
  const opens = isCombining && !goesOn && isOneGlyph(glyphs, index, index + 1)
  const before = run ? run.end - 1 : 0
  const found = isCombining && !opens ? markOf(glyph, glyphs, index, before) : undefined
  const isOnLetter = found && !isAlone(building, found)
  if (isOnLetter && !goesOn && isNonspacing(glyph.text)) {
    appendMark(building, found)
    return
  }
  if (!run || !isOnRun(run, glyph)) {
    startRun(building, glyph, index)
    return
  }
  const { texts } = clusters
  const last = run.end - 1
  const end = clusters.ends[last] as number
  const distance = Math.abs(glyph.u - (clusters.starts[last] as number))
  const isPart = distance < settings.solid * run.size && glyph.object === run.lastObject
  if (isPart || isOnLetter) {
    const isBefore = isLeftwards(glyph.code) && (!goesOn || isLamAlef(texts[last], glyph.text))
    texts[last] = isBefore ? glyph.text + texts[last] : texts[last] + glyph.text
    // PDFium divides the width of a ligature with /ActualText among its letters: the last letter ends at the ligature's end.
    extendTo(glyph.end, clusters, last)
    if (building.waiting.length > 0) addWaiting(building, run)
  } else if (isLeftOf(building, run, glyph, index)) {
    run.leftwards = true
    pushCluster(building, run, glyph, index)
  } else if (glyph.u - end >= -settings.overlap * run.size && !run.leftwards) {
    pushCluster(building, run, glyph, index)
  } else {
    startRun(building, glyph, index)
  }
}

/** Matches a cluster of a script in which joiners change letters or words: from Hebrew to Sinhala. */
const joins = /[\u0590-\u0dff]/

/** Adds a joiner or non-joiner, which shows nothing, to the letter before it: Persian words and Malayalam letters need it. */
function putJoiner({ run, clusters }: Building, { code, end, v }: PlacedGlyph): boolean {
  if (!run || (code !== joiners.none && code !== joiners.join)) return false
  const last = run.end - 1
  const text = clusters.texts[last] as string
  if (!joins.test(text) || Math.abs(v - run.baseline) > settings.runDrift * run.size) return false
  const joiner = { text: String.fromCharCode(code), isLeftwards: isLeftwards(text.charCodeAt(0)) }
  addMark(joiner, clusters, last)
  // A part of a ligature has its share of the ligature's width.
  extendTo(end, clusters, last)
  return true
}

/** Returns true for a blank of no width, and for the bar of TeX's ↦, which has its code. */
function isEmpty({ code }: PlacedGlyph): boolean {
  return code === glyphCodes.zeroWidth
}

/** Returns true for a mark after a blank, which is shown alone. */
function isAlone({ run, blank, clusters }: Building, found: DrawnMark): boolean {
  const end = run ? (clusters.ends[run.end - 1] as number) : Number.NaN
  return !found.isLeftwards && blank > end - 1 && blank < found.middle
}

/**
 * Adds a mark to its letter. A mark of a complex script belongs to the letter before it if one text object shows both. Any
 * other mark belongs to the cluster over which it is drawn; it waits if that cluster comes later in the file.
 */
function appendMark({ run, runs, clusters, waiting }: Building, found: DrawnMark): void {
  const { before, end } = found
  if (run?.lastObject === found.object && found.isInOrder) {
    addMark(found, clusters, before)
    extendTo(end, clusters, before)
  } else if (!run || !putMark(found, clusters, [...runs.slice(-settings.markReach), run]))
    waiting.push(found)
}

/** Adds the waiting marks that are drawn over the last cluster. After the end of their line, they go to the letter before them. */
function addWaiting(building: Building, run: Run): void {
  const { clusters, waiting } = building
  const last = run.end - 1
  // The second half of the character comes next.
  if (isHighSurrogate(clusters.texts[last]?.at(-1)?.charCodeAt(0) ?? 0)) return
  const isCrowd = waiting.length > settings.maxWaiting
  building.waiting = waiting.filter((found) => {
    const isHere = isOnCluster(found, clusters, run, last)
    const isLate = isCrowd || !isOnLine(found, run)
    if (isHere || isLate) addMark(found, clusters, isHere ? last : found.before)
    return !isHere && !isLate
  })
}

function isOnRun(run: Run, { frame, size, v }: PlacedGlyph): boolean {
  return (
    frame === run.frame &&
    Math.abs(v - run.baseline) <= settings.runDrift * run.size &&
    Math.abs(size - run.size) <= 0.05 * run.size
  )
}

/**
 * Detects the parts of a lam-alef in logical order. PDFium gives them so if the file maps the ligature to a single code, and
 * reversed if the file maps it to two codes.
 */
function isLamAlef(before: string | undefined, text: string): boolean {
  return before === '\u0644' && /^[\u0622\u0623\u0625\u0627]$/.test(text)
}

const rightwards = /[\p{L}\p{Nd}]/u
const digit = /\p{Nd}/u

/** Returns true if a right-to-left letter continues the run at its left. */
function isLeftOf(
  { clusters, page }: Building,
  run: Run,
  { code, text, end, u, frame }: PlacedGlyph,
  index: number,
): boolean {
  const isOwn = isLeftwards(code)
  if (!run.leftwards && !(run.end - run.first === 1 && isOwn)) return false
  const start = clusters.starts[run.end - 1] as number
  const gap = start - end
  if (gap < -settings.overlap * run.size || gap >= run.size || u >= start) return false
  // The first letter or digit of a part that goes on rightwards makes a run of its own.
  if (!(isOwn ? digit.test(text) : rightwards.test(text))) return true
  const { originX, originY } = page.glyphs
  const next = (originX[index + 1] ?? 0) * frame.cos + (originY[index + 1] ?? 0) * frame.sin
  return next <= u || next > end + run.size
}

/**
 * Returns true if a blank is drawn before a glyph in its direction. PDFium sorts a line's text objects by position, so the blank
 * before a glyph in the file may be elsewhere on the line.
 */
function isBeside(blank: number, { code, u, end, size }: PlacedGlyph): boolean {
  const touch = settings.overlap * size
  return isLeftwards(code) ? blank > end - touch : blank < u + touch
}

const endsInLetter = /\p{L}$/u
const smallLetter = /^\p{Ll}/u

/**
 * Detects kerned letters: Ghostscript writes a blank between them, and takes its width back by word spacing, so that the
 * second letter is where the blank is. A blank without width elsewhere is a tab that the text before it fills.
 */
function areKerned(before: string | undefined, blank: number, { text, u, size }: PlacedGlyph) {
  if (before === undefined || Math.abs(u - blank) > 2 * settings.solid * size) return false
  return smallLetter.test(text) && endsInLetter.test(before)
}

function pushCluster(building: Building, run: Run, glyph: PlacedGlyph, index: number): void {
  const { texts, starts, ends, blanks, glyphs } = building.clusters
  const at = run.end++
  texts[at] = glyph.text
  starts[at] = glyph.u
  ends[at] = glyph.end
  const before = at > run.first ? texts[at - 1] : undefined
  const { blank } = building
  blanks[at] = isBeside(blank, glyph) && !areKerned(before, blank, glyph) ? 1 : 0
  glyphs[at] = index
  run.baseline = glyph.v
  run.lastObject = glyph.object
  building.blank = Number.NaN
  if (building.waiting.length > 0) addWaiting(building, run)
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
