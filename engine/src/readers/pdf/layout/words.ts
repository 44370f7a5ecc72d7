/**
 * Glyphs of a page → words, by gaps relative to the font size and to the run's own spacing.
 *
 * Covers: blanks drawn and blanks only left free, letter-spaced words.
 */
import type { Page } from '../content/index.ts'
import type { Frame } from './frames.ts'
import { findRuns, type Run } from './runs.ts'

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
  const { runs, unmapped } = findRuns(page)
  return { words: runs.flatMap(splitRun), unmapped }
}

function splitRun(run: Run): Word[] {
  const limit = wordGap(run)
  const words: Word[] = []
  const count = run.texts.length
  let first = 0
  for (let next = 1; next <= count; next++) {
    if (next < count && !isParted(run, next, limit)) continue
    words.push(wordOf(run, first, next - 1))
    first = next
  }
  return words
}

function isParted(run: Run, next: number, limit: number): boolean {
  const gap = (run.starts[next] as number) - (run.ends[next - 1] as number)
  return gap > (run.blanks[next] ? BLANK_GAP_EMS * run.size : limit)
}

const letter = /^\p{L}/u

/** The gap in points past which this run's words part: letters may be spaced, so their own gaps come first. */
function wordGap(run: Run): number {
  let hasBlank = false
  let solid = 0
  const wide: number[] = []
  for (let next = 1; next < run.texts.length; next++) {
    if (run.blanks[next]) {
      hasBlank = true
      continue
    }
    const gap = (run.starts[next] as number) - (run.ends[next - 1] as number)
    if (gap < SOLID_EMS * run.size) solid++
    else if (letter.test(run.texts[next] ?? '') && letter.test(run.texts[next - 1] ?? '')) {
      wide.push(gap)
    }
  }
  const ems = hasBlank ? WORD_GAP_BESIDE_BLANKS_EMS : WORD_GAP_EMS
  return Math.min(medianGap(solid, wide) + ems * run.size, MAX_WORD_GAP_EMS * run.size)
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

function wordOf(run: Run, first: number, last: number): Word {
  let text = ''
  for (let index = first; index <= last; index++) text += run.texts[index] as string
  return {
    text,
    frame: run.frame,
    x0: run.starts[first] as number,
    x1: run.ends[last] as number,
    baseline: run.baseline,
    size: run.size,
    spaced: first > 0 || run.blanks[0] === true,
    object: run.object,
    firstGlyph: run.glyphs[first] as number,
    lastGlyph: run.glyphs[last] as number,
  }
}
