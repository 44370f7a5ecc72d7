/**
 * Glyphs of a page → words, by gaps relative to the font size and to the run's own spacing.
 *
 * Covers: blanks drawn and blanks only left free, letter-spaced words, ligatures, accents drawn apart, glyphs
 * printed twice for boldness, scripts written leftwards, turned text, invisible text, text outside of the page.
 */
import type { Glyphs, Page, TextObject } from '../content/index.ts'
import { type Frame, framesOf } from './frames.ts'
import { accented, BLANK, findCombining, isPlain, NOTHING, textOfCode } from './unicode.ts'

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

/** Ink higher than this many font sizes shows that the size is not the em's (Type 3 fonts). */
const MAX_INK_EMS = 1.7

const INVISIBLE = 3

/** What a page's words were made of and what was left out. */
export interface PageWords {
  readonly words: readonly Word[]
  /** Glyphs without a known character. */
  readonly unmapped: number
}

/** One run of glyphs on one baseline, in the order of the content stream; clusters are letters with their accents. */
interface Run {
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

interface Building {
  readonly words: Word[]
  run: Run | undefined
  blank: boolean
  unmapped: number
}

/** A glyph in its frame. */
interface Placed {
  readonly code: number
  readonly text: string
  readonly u: number
  readonly end: number
  readonly v: number
  readonly size: number
  readonly object: number
  readonly frame: Frame
}

/** Finds the words of a page, in the order of the content stream. */
export function findWords(page: Page): PageWords {
  const { glyphs, objects } = page
  const frames = framesOf(objects)
  const sizes = realSizes(page)
  const skipped = hiddenObjects(glyphs, objects)
  const building: Building = { words: [], run: undefined, blank: false, unmapped: 0 }
  for (let index = 0; index < glyphs.count; index++) {
    const object = glyphs.objects[index] as number
    if (skipped[object]) continue
    const glyph = placeGlyph(page, index, object, frames[object] as Frame, sizes[object] as number)
    if (glyph === undefined) continue
    if (glyph.text === BLANK) building.blank = true
    else if (glyph.text === NOTHING) building.unmapped++
    else index = addGlyph(building, glyph, index, page, frames, sizes)
  }
  endRun(building)
  return { words: building.words, unmapped: building.unmapped }
}

/** @returns `undefined` for a glyph that is not printed, or outside of the page. */
function placeGlyph(
  { glyphs, objects, width, height }: Page,
  index: number,
  object: number,
  frame: Frame,
  size: number,
): Placed | undefined {
  const x = glyphs.originX[index] as number
  const y = glyphs.originY[index] as number
  const advance = glyphs.advances[index] as number
  const { cos, sin } = frame
  // The middle of the letter: half its advance along, a third of the em up.
  const middleX = x + (cos * advance) / 2 + (sin * size) / 3
  const middleY = y + (sin * advance) / 2 - (cos * size) / 3
  if (!(middleX >= 0 && middleX <= width && middleY >= 0 && middleY <= height)) return undefined
  const code = glyphs.codes[index] as number
  const text = isPlain(code) ? String.fromCharCode(code) : visualText(code, objects[object])
  if (isHyphen(code) && advance < NO_ADVANCE_EMS * size) return undefined
  const u = x * cos + y * sin
  return { code, text, u, end: u + advance, v: y * cos - x * sin, size, object, frame }
}

/** PDFium's mark of a hyphen at a line end, and the soft one. */
const isHyphen = (code: number) => code === 0x02 || code === 0xad
/** Less than this many ems wide, such a hyphen is not printed: it only allows for a break. */
const NO_ADVANCE_EMS = 0.05

/** Letters that one code stands for, from left to right. */
function visualText(code: number, object: TextObject | undefined): string {
  const text = textOfCode(code, object?.font.name ?? '')
  return isLeftwards(code) && text.length > 1 ? [...text].reverse().join('') : text
}

/** @returns The index of the last glyph that was taken. */
function addGlyph(
  building: Building,
  glyph: Placed,
  index: number,
  page: Page,
  frames: readonly Frame[],
  sizes: readonly number[],
): number {
  const combiner = findCombining(glyph.code)
  if (combiner !== undefined) {
    const next = index + 1
    const object = page.glyphs.objects[next] ?? -1
    const frame = frames[object]
    const letter = frame && placeGlyph(page, next, object, frame, sizes[object] as number)
    const both = letter && isOver(glyph, letter) ? accented(letter.text, combiner) : undefined
    if (letter && both !== undefined) {
      appendGlyph(building, { ...letter, text: both }, index)
      return next
    }
    if (putAccent(building, glyph, combiner)) return index
  }
  appendGlyph(building, glyph, index)
  return index
}

function isOver(accent: Placed, letter: Placed): boolean {
  const distance = Math.abs(accent.u + accent.end - letter.u - letter.end) / 2
  return (
    accent.frame === letter.frame &&
    distance < ACCENT_DISTANCE_EMS * letter.size &&
    Math.abs(accent.v - letter.v) < ACCENT_RISE_EMS * letter.size
  )
}

/** Puts an accent on the letter of the run that it stands over: PDFium sorts a line's text objects by their places. */
function putAccent({ run }: Building, accent: Placed, combiner: string): boolean {
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

function appendGlyph(building: Building, glyph: Placed, index: number): void {
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

function isOnRun(run: Run, { frame, size, v }: Placed): boolean {
  return (
    frame === run.frame &&
    Math.abs(v - run.baseline) <= BASELINE_DRIFT_EMS * run.size &&
    Math.abs(size - run.size) <= 0.05 * run.size
  )
}

/** A letter written leftwards goes on at the left of the one before. */
function isLeftOf(run: Run, { code, end, u }: Placed, start: number): boolean {
  const gap = start - end
  const goesOn = gap >= -MAX_BACKSTEP_EMS * run.size && gap < run.size && u < start
  return goesOn && (run.leftwards || (run.texts.length === 1 && isLeftwards(code)))
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and the shapes of their letters. */
export function isLeftwards(code: number): boolean {
  return (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfefc)
}

function pushCluster(building: Building, run: Run, glyph: Placed, index: number): void {
  run.texts.push(glyph.text)
  run.starts.push(glyph.u)
  run.ends.push(glyph.end)
  run.blanks.push(building.blank)
  run.glyphs.push(index)
  run.baseline = glyph.v
  run.lastObject = glyph.object
  building.blank = false
}

function startRun(building: Building, glyph: Placed, index: number): void {
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
  building.run = undefined
  if (run.leftwards) turnRound(run)
  const limit = wordGap(run)
  const count = run.texts.length
  let first = 0
  for (let next = 1; next <= count; next++) {
    if (next < count && !isParted(run, next, limit)) continue
    building.words.push(wordOf(run, first, next - 1))
    first = next
  }
}

/** Puts a run written leftwards into the order of the places. */
function turnRound(run: Run): void {
  for (const list of [run.starts, run.ends, run.glyphs]) list.reverse()
  run.texts.reverse()
  // What stood before a cluster now stands after it, that is before the next.
  const [blank = false, ...blanks] = run.blanks
  run.blanks.splice(0, run.blanks.length, blank, ...blanks.reverse())
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
  return {
    text: first === last ? (run.texts[first] as string) : run.texts.slice(first, last + 1).join(''),
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

/** Font sizes of the objects, those corrected that their ink contradicts. */
function realSizes({ glyphs, objects, height, width }: Page): number[] {
  const ink = new Float32Array(objects.length)
  for (let index = 0; index < glyphs.count; index++) {
    const object = glyphs.objects[index] as number
    const high = Math.abs(Math.cos(((objects[object]?.angleDegrees ?? 0) * Math.PI) / 180)) > 0.7
    const extent = high
      ? (glyphs.y1[index] as number) - (glyphs.y0[index] as number)
      : (glyphs.x1[index] as number) - (glyphs.x0[index] as number)
    if (extent > (ink[object] as number)) ink[object] = extent
  }
  const largest = Math.max(height, width)
  return objects.map(({ size }, index) => {
    const extent = ink[index] as number
    const plausible = size > 0 && size <= largest && extent <= size * MAX_INK_EMS
    return plausible || extent === 0 ? size || 1 : Math.min(extent, largest)
  })
}

/** Visible letters to invisible ones below which the invisible text is the page's: a scan with a stamp on it. */
const STAMP_SHARE = 0.2

/** The objects that are not read: invisible text, unless it is the text layer of a scan. */
function hiddenObjects(glyphs: Glyphs, objects: readonly TextObject[]): readonly boolean[] {
  const invisible = objects.map(({ renderMode }) => renderMode === INVISIBLE)
  if (!invisible.includes(true)) return invisible
  let hidden = 0
  let shown = 0
  for (let index = 0; index < glyphs.count; index++) {
    if (textOfCode(glyphs.codes[index] as number, '') === BLANK) continue
    if (invisible[glyphs.objects[index] as number]) hidden++
    else shown++
  }
  return shown < hidden * STAMP_SHARE ? objects.map(() => false) : invisible
}
