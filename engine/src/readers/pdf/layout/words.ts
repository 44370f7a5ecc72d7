/**
 * Glyphs of a page → words, by gaps relative to the font size and to the run's own spacing.
 *
 * Covers: blanks drawn and blanks only left free, letter-spaced words.
 */
import type { Page } from '../content/index.ts'
import type { Frame } from './frames.ts'
import { type Clusters, findRuns, type Run } from './runs.ts'

/** A word, or a part of one that is set differently; lengths are points of its frame. */
export interface Word {
  /** In the order of the places, from left to right, scripts written leftwards too. */
  readonly text: string
  readonly frame: Frame
  readonly x0: number
  readonly x1: number
  readonly baseline: number
  /** Height of the em. */
  readonly size: number
  /** A blank is known to stand before it; else the gap tells. */
  readonly spaced: boolean
  /** Index of the text object of its first glyph. */
  readonly object: number
  /** Indices of its glyphs, ends inclusive; dropped ones may lie between. */
  readonly firstGlyph: number
  readonly lastGlyph: number
}

/** A gap wider than this many ems parts two words: spaces are 0.2 (tight TeX lines) to 0.35, kerning stays under 0.1. */
export const WORD_GAP_EMS = 0.13
/** The same in a run that draws its blanks as glyphs: a gap without one is spacing of letters, or a tab. */
const WORD_GAP_BESIDE_BLANKS_EMS = 0.18
/** A gap at a drawn blank, slanted letters reach into it; less of one is a blank that spacing takes back. */
export const BLANK_GAP_EMS = -0.05
/** … and less than this many ems between the ink of two letters is none: small capitals are wider than the widths told. */
const MIN_INK_GAP_EMS = 0.12
/** However wide letters are spaced, past this many ems a gap parts words. */
const MAX_WORD_GAP_EMS = 0.45
/** Gaps between letters from which the spacing of a run is told. */
const MIN_LETTER_GAPS = 4

/** What a page's words were made of and what was left out. */
export interface PageWords {
  readonly words: readonly Word[]
  /** Glyphs without a known character. */
  readonly unmapped: number
}

/** Finds the words of a page, in the order of the content stream. */
export function findWords(page: Page): PageWords {
  const { runs, clusters, unmapped } = findRuns(page)
  const text = clusters.texts.join('')
  const { glyphs } = page
  const making: Making = { clusters, glyphs, text, offsets: offsetsOf(clusters.texts), words: [] }
  for (const run of runs) splitRun(making, run)
  return { words: making.words, unmapped }
}

/** The words of a page while they are made. */
interface Making {
  readonly clusters: Clusters
  readonly glyphs: Page['glyphs']
  /** Of all clusters: words are cut from it, as adding up their letters costs a string for each. */
  readonly text: string
  /** Where each cluster begins in it; one more is its end. */
  readonly offsets: Uint32Array
  readonly words: Word[]
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
  const { starts, ends, blanks } = making.clusters
  const { limit, hasBlank } = wordGap(making.clusters, run)
  const blankLimit = BLANK_GAP_EMS * run.size
  let first = run.first
  for (let next = first + 1; next < run.end; next++) {
    const gap = (starts[next] as number) - (ends[next - 1] as number)
    const isBlank = blanks[next] === 1
    if (gap <= (isBlank ? blankLimit : limit)) continue
    if (!isBlank && hasBlank && hasNearInk(making, run, next)) continue
    making.words.push(wordOf(making, run, first, next))
    first = next
  }
  making.words.push(wordOf(making, run, first, run.end))
}

/** Whether the ink of a letter reaches to the next one's. Of upright text only: ink is known on the page. */
function hasNearInk({ clusters, glyphs }: Making, { frame, size }: Run, next: number): boolean {
  if (frame.angleDegrees !== 0) return false
  const before = clusters.glyphs[next - 1] as number
  const end = glyphs.x1[before] as number
  const gap = (glyphs.x0[clusters.glyphs[next] as number] as number) - end
  return end > (glyphs.x0[before] as number) && gap >= 0 && gap < MIN_INK_GAP_EMS * size
}

const letter = /^\p{L}/u

function startsWithLetter(text: string): boolean {
  const code = text.charCodeAt(0)
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
  return letter.test(text)
}

/** The gap in points past which this run's words part: letters may be spaced, so their own gaps come first. */
function wordGap(
  { texts, starts, ends, blanks }: Clusters,
  { first, end, size }: Run,
): { readonly limit: number; readonly hasBlank: boolean } {
  let hasBlank = false
  let solid = 0
  const wide: number[] = []
  for (let next = first + 1; next < end; next++) {
    if (blanks[next] === 1) {
      hasBlank = true
      continue
    }
    const gap = (starts[next] as number) - (ends[next - 1] as number)
    if (gap < SOLID_EMS * size) solid++
    else if (startsWithLetter(texts[next] ?? '') && startsWithLetter(texts[next - 1] ?? '')) {
      wide.push(gap)
    }
  }
  const ems = hasBlank ? WORD_GAP_BESIDE_BLANKS_EMS : WORD_GAP_EMS
  const limit = Math.min(medianGap(solid, wide) + ems * size, MAX_WORD_GAP_EMS * size)
  return { limit, hasBlank }
}

/** Gaps below this many ems are kerning. */
const SOLID_EMS = 0.03

/** The median of gaps of which `solid` count as none. */
function medianGap(solid: number, wide: number[]): number {
  const count = solid + wide.length
  const middle = (count >> 1) - solid
  if (count < MIN_LETTER_GAPS || middle < 0) return 0
  return wide.sort((a, b) => a - b)[middle] ?? 0
}

/** The word of the clusters from `first` to before `end`. */
function wordOf({ clusters, text, offsets }: Making, run: Run, first: number, end: number): Word {
  const { starts, ends, blanks, glyphs } = clusters
  return {
    text: text.slice(offsets[first], offsets[end]),
    frame: run.frame,
    x0: starts[first] as number,
    x1: ends[end - 1] as number,
    baseline: run.baseline,
    size: run.size,
    spaced: first > run.first || blanks[first] === 1,
    object: run.object,
    firstGlyph: glyphs[first] as number,
    lastGlyph: glyphs[end - 1] as number,
  }
}
