/**
 * Groups the glyphs of a page into words, by gaps relative to the font size and to the run's letter spacing.
 *
 * Covers: drawn blanks and mere gaps, letter-spaced words.
 */
import { startsWithLetter } from '../ascii.ts'
import { fontFlags, fontNames, type Page, type PageLink } from '../content/index.ts'
import { solidScript } from '../hyphens.ts'
import type { Clusters, Run } from './clusters.ts'
import type { Frame } from './frames.ts'
import { isLinkEdge, linksOnLine } from './link-edges.ts'
import { findRuns } from './runs.ts'
import { layoutSettings as settings } from './settings.ts'
import type { VerticalExtent } from './vertical-extent.ts'

/**
 * A word, or the part of one in one text object; lengths are points of its frame. Nearly all fields are accessors of a
 * class, so that the compiler rejects a copy by spread, which would lose them.
 */
export abstract class Word {
  /** Visual order, from left to right, also for right-to-left scripts. */
  abstract readonly text: string
  abstract get frame(): Frame
  abstract get x0(): number
  abstract get x1(): number
  abstract get baseline(): number
  /** Height of the em. */
  abstract get size(): number
  /** True if a blank glyph precedes it; otherwise the gap decides. */
  abstract get spaced(): boolean
  /** True if the file moves to it without a blank, on a page that draws its blanks: it does not continue the text before. */
  abstract get isMoved(): boolean
  /** Index of the text object of its first glyph. */
  abstract get object(): number
  /** Indices of its first and last glyph; dropped glyphs may lie between. */
  abstract get firstGlyph(): number
  abstract get lastGlyph(): number
  /** Ink of a fraction or an operator with limits, which are made of several words, and of a tall sign moved to its line. */
  readonly ink?: VerticalExtent
}

/** The words of a page, and counts of glyphs left out. */
interface PageWords {
  readonly words: readonly Word[]
  /** Glyphs without a known character. */
  readonly unmapped: number
}

/** Finds the words of a page, in the order of the content stream. */
export function findWords(page: Page): PageWords {
  const { runs, clusters, unmapped } = findRuns(page)
  const text = clusters.texts.join('')
  const { glyphs, links, objects } = page
  const offsets = offsetsOf(clusters.texts)
  const drawsBlanks = hasDrawnBlanks(clusters, runs)
  const lists = createLists(clusters.texts.length)
  const words: Word[] = []
  const making = { clusters, glyphs, objects, text, offsets, drawsBlanks, links, lists, words }
  for (const run of runs) splitRun(making, run)
  trimLists(lists, making.words.length)
  return { words: making.words, unmapped }
}

/** The words of a page while they are being built. */
interface Making {
  readonly clusters: Clusters
  readonly glyphs: Page['glyphs']
  readonly objects: Page['objects']
  /** Text of all clusters. Words are slices of it, because joining their letters would allocate a string for each. */
  readonly text: string
  /** Offset of each cluster in the text, and the end. */
  readonly offsets: Uint32Array
  readonly drawsBlanks: boolean
  readonly links: readonly PageLink[]
  readonly lists: WordLists
  readonly words: Word[]
}

/** Facts of the words of a page, by word. */
interface WordLists {
  x0: Float64Array
  x1: Float64Array
  firstGlyphs: Uint32Array
  lastGlyphs: Uint32Array
  spaced: Uint8Array
  moved: Uint8Array
}

function createLists(count: number): WordLists {
  return {
    x0: new Float64Array(count),
    x1: new Float64Array(count),
    firstGlyphs: new Uint32Array(count),
    lastGlyphs: new Uint32Array(count),
    spaced: new Uint8Array(count),
    moved: new Uint8Array(count),
  }
}

/** Cuts lists to the number of words: they live as long as the words. */
function trimLists(lists: WordLists, count: number): void {
  lists.x0 = lists.x0.slice(0, count)
  lists.x1 = lists.x1.slice(0, count)
  lists.firstGlyphs = lists.firstGlyphs.slice(0, count)
  lists.lastGlyphs = lists.lastGlyphs.slice(0, count)
  lists.spaced = lists.spaced.slice(0, count)
  lists.moved = lists.moved.slice(0, count)
}

/** Returns true if a page draws blanks in its gaps between words, instead of moving to the next word. */
function hasDrawnBlanks({ starts, ends, blanks }: Clusters, runs: readonly Run[]): boolean {
  let [drawn, moved] = [0, 0]
  for (const { first, end, size } of runs) {
    for (let next = first + 1; next < end; next++) {
      const gap = ((starts[next] as number) - (ends[next - 1] as number)) / size
      if (gap < settings.wordGap || gap > settings.overlap) continue
      if (blanks[next] === 1) drawn++
      else moved++
    }
  }
  return drawn > settings.drawnBlanks * (drawn + moved)
}

function offsetsOf(texts: readonly string[]): Uint32Array {
  const offsets = new Uint32Array(texts.length + 1)
  let at = 0
  for (let index = 0; index < texts.length; index++) {
    at += (texts[index] as string).length
    offsets[index + 1] = at
  }
  return offsets
}

function splitRun(making: Making, run: Run): void {
  const gaps = wordGap(making.clusters, run)
  const isStretched =
    making.drawsBlanks && !gaps.hasBlank && hasEvenGaps(making.clusters, run, gaps.limit)
  const links = linksOnLine(making.links, run)
  const afterNumber = findTextAfterNumber(making, run)
  let first = run.first
  let isAttached = false
  const add = (end: number) => {
    const mayBeMoved = making.drawsBlanks && !isStretched && first !== afterNumber
    making.words.push(new RunWord(making, run, { first, end, isAttached, mayBeMoved }))
  }
  for (let next = first + 1; next < run.end; next++) {
    const isGap = next === afterNumber || hasGapBefore(making, run, next, gaps)
    if (!isGap && !isLinkEdge(making, links, next)) continue
    add(next)
    first = next
    isAttached = !isGap
  }
  add(run.end)
}

/** Matches the number of an item or of a section at the start of a line, and the first letters of its text. */
const numbered = /^(\d{1,2}[.)]|\d+(?:\.\d+)+\.?)\p{L}\p{L}/u

/**
 * Finds the text that follows the number of an item or heading at the start of a run.
 *
 * A number that nearly fills its tab leaves a gap that is narrower than a blank. The number and the text are then two text objects.
 *
 * @returns The position of the text's first letter among the page's clusters, or −1 if the run has no such number.
 */
function findTextAfterNumber(
  { clusters, glyphs, text, offsets }: Making,
  { first, end, size }: Run,
): number {
  const { starts, ends } = clusters
  const start = offsets[first] as number
  const line = text.slice(start, Math.min(offsets[end] as number, start + settings.numberLength))
  const number = numbered.exec(line)?.[1]
  if (number === undefined) return -1
  const next = first + number.length
  const gap = (starts[next] as number) - (ends[next - 1] as number)
  const [before, after] = [next - 1, next].map(
    (at) => glyphs.objects[clusters.glyphs[at] as number],
  )
  return before !== after && gap > settings.numberGap * size ? next : -1
}

/** Returns true if a gap separates a letter of a run from the one before. */
function hasGapBefore(
  making: Making,
  run: Run,
  next: number,
  { limit, spacing, hasBlank }: WordGap,
): boolean {
  const { starts, ends, blanks, texts } = making.clusters
  const gap = (starts[next] as number) - (ends[next - 1] as number)
  if (blanks[next] === 1) return gap > settings.blankGap * run.size
  const least = isAfterStop(texts, next) ? spacing + settings.wordGap * run.size : limit
  if (gap <= Math.min(limit, least) || isBetweenSolid(texts, next, gap / run.size)) return false
  const mayBeSpread = gap < settings.spreadGap * run.size
  if (mayBeSpread && isSpread(making, next, spacing / run.size)) return false
  return !(hasBlank && hasNearInk(making, run, next))
}

/** Returns true between a stop and a letter. Some programs kern the blank after a stop to less than others, and PDFium drops it. */
function isAfterStop(texts: readonly string[], next: number): boolean {
  return stop.test(texts[next - 1] ?? '') && startsWithLetter(texts[next] ?? '')
}

const stop = /^[,.;:!?]$/

/** Returns true between letters of fixed pitch in a run of spaced letters, and between the hyphens before the name of an option. */
function isSpread({ clusters, glyphs, objects }: Making, next: number, spacing: number): boolean {
  const [before, after] = [next - 1, next]
  const [text, dash, first] = [before, after, after + 1].map((at) => clusters.texts[at] ?? '')
  if (text === '-' && dash === '-') return startsWithLetter(first ?? '')
  if (spacing < settings.solid) return false
  return [before, after].every((at) => {
    const font = objects[glyphs.objects[clusters.glyphs[at] as number] as number]?.font
    if (!font) return false
    return (font.flags & fontFlags.fixedPitch) !== 0 || fontNames.mono.test(font.name)
  })
}

/**
 * Returns true if all gaps between the words of a run are equal, as in a justified line: PDFium drops drawn blanks beside
 * wide moves.
 */
function hasEvenGaps(
  { starts, ends }: Clusters,
  { first, end, size }: Run,
  limit: number,
): boolean {
  let [count, least, most] = [0, Number.POSITIVE_INFINITY, 0]
  for (let next = first + 1; next < end; next++) {
    const gap = (starts[next] as number) - (ends[next - 1] as number)
    if (gap <= limit) continue
    count++
    least = Math.min(least, gap)
    most = Math.max(most, gap)
  }
  return count >= settings.few && most - least < settings.solid * size
}

/** Detects a gap that separates no words, because its script has no blanks: lines are justified between all letters. */
function isBetweenSolid(texts: readonly string[], next: number, gapEms: number): boolean {
  if (gapEms > settings.solidScriptGap) return false
  return solidScript.test(texts[next - 1] as string) && solidScript.test(texts[next] as string)
}

/** Returns true if the ink of a letter reaches the next letter's. For upright text only: ink boxes are those of the page. */
function hasNearInk({ clusters, glyphs }: Making, { frame, size }: Run, next: number): boolean {
  if (frame.angleDegrees !== 0) return false
  const [before = 0, after = 0] = clusters.glyphs.slice(next - 1, next + 1)
  const [start = 0, end = 0] = [glyphs.x0[before], glyphs.x1[before]]
  // The ink of a slanted f overhangs to the left: the gap begins at its origin.
  const gap = Math.max(glyphs.x0[after] ?? 0, clusters.starts[next] ?? 0) - end
  return end > start && gap >= 0 && gap < settings.wordGap * size
}

/** The gap that separates words of a run. */
interface WordGap {
  readonly limit: number
  /** The median gap of its letters. */
  readonly spacing: number
  /** True if the run draws a blank. */
  readonly hasBlank: boolean
}

/**
 * Returns the gap in points that separates words of this run, by the median gap of its letters, which may be spaced.
 */
function wordGap({ texts, starts, ends, blanks }: Clusters, { first, end, size }: Run): WordGap {
  let drawn = 0
  let moved = 0
  let solid = 0
  const wide: number[] = []
  for (let next = first + 1; next < end; next++) {
    if (blanks[next] === 1) {
      drawn++
      continue
    }
    const gap = (starts[next] as number) - (ends[next - 1] as number)
    if (gap < settings.solid * size) solid++
    else if (startsWithLetter(texts[next] ?? '') && startsWithLetter(texts[next - 1] ?? '')) {
      wide.push(gap)
      if (gap > settings.wordGap * size) moved++
    }
  }
  // A line of TeX may draw one blank, in a link or in code, and move to its other words.
  const drawsBlanks = drawn > 0 && moved <= Math.max(drawn, settings.few)
  const ems = drawsBlanks ? settings.wordGapBesideBlanks : settings.wordGap
  const spacing = medianGap(solid, wide)
  const limit = Math.min(spacing + ems * size, settings.overlap * size)
  return { limit, spacing, hasBlank: drawn > 0 }
}

/** Returns the lower median of gaps of which `solid` count as zero: half of the gaps of a short word may be blanks. */
function medianGap(solid: number, wide: number[]): number {
  const count = solid + wide.length
  const middle = ((count - 1) >> 1) - solid
  if (count < settings.fewLetters || middle < 0) return 0
  return wide.sort((a, b) => a - b)[middle] ?? 0
}

/** The clusters of a word. */
interface Span {
  readonly first: number
  /** Index after the last one. */
  readonly end: number
  /** True if the word continues the one before without a gap, because a link begins or ends between them. */
  readonly isAttached: boolean
  /** False if a missing blank before the word does not show that the file moves to it. */
  readonly mayBeMoved: boolean
}

/**
 * A word that takes from its run what is equal in the run, and numbers from lists of its page. V8 would need 95 bytes more
 * for a copy of these fields in each word, and a book of 200 pages has 190,000 words.
 */
class RunWord extends Word {
  readonly run: Run
  readonly lists: WordLists
  /** Index in the lists. */
  readonly at: number
  readonly text: string

  constructor(making: Making, run: Run, { first, end, isAttached, mayBeMoved }: Span) {
    super()
    const { clusters, text, offsets, lists, words } = making
    const { starts, ends, blanks, glyphs } = clusters
    const at = words.length
    this.run = run
    this.lists = lists
    this.at = at
    this.text = text.slice(offsets[first], offsets[end])
    lists.x0[at] = starts[first] as number
    lists.x1[at] = ends[end - 1] as number
    lists.firstGlyphs[at] = glyphs[first] as number
    lists.lastGlyphs[at] = glyphs[end - 1] as number
    const isSpaced = first > run.first || blanks[first] === 1
    lists.spaced[at] = isSpaced && !isAttached ? 1 : 0
    lists.moved[at] = mayBeMoved && blanks[first] === 0 && !isAttached ? 1 : 0
  }

  get x0(): number {
    return this.lists.x0[this.at] as number
  }

  get x1(): number {
    return this.lists.x1[this.at] as number
  }

  get spaced(): boolean {
    return this.lists.spaced[this.at] === 1
  }

  get isMoved(): boolean {
    return this.lists.moved[this.at] === 1
  }

  get firstGlyph(): number {
    return this.lists.firstGlyphs[this.at] as number
  }

  get lastGlyph(): number {
    return this.lists.lastGlyphs[this.at] as number
  }

  get frame(): Frame {
    return this.run.frame
  }

  get baseline(): number {
    return this.run.baseline
  }

  get size(): number {
    return this.run.size
  }

  get object(): number {
    return this.run.object
  }
}

/** Copies a word with other values in some of its fields. */
export function copyWord(word: Word, changes: Partial<Word>): Word {
  const { text, frame, x0, x1, baseline, size, spaced, isMoved, object, firstGlyph, lastGlyph } =
    word
  const copy = {
    text,
    frame,
    x0,
    x1,
    baseline,
    size,
    spaced,
    isMoved,
    object,
    firstGlyph,
    lastGlyph,
  }
  return Object.assign(copy, changes)
}
