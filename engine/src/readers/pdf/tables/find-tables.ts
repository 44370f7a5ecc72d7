/** Finds the tables of a page: ruled ones first, then half-ruled ones, then those shown by text alone. */
import { lazy } from '../../../lazy.ts'
import type { BBox } from '../../../model/index.ts'
import { boxOfRuling, isCentreIn } from '../boxes.ts'
import type { Drawings, Ruling } from '../content/index.ts'
import { type Frame, groupByFrame, toPageBox, type Word } from '../layout/index.ts'
import { median, stepsOf, sumOf } from '../statistics.ts'
import { captionsOf, type FrameContext } from './area.ts'
import { isOnBar, withoutBackgrounds } from './backgrounds.ts'
import { boundingLines } from './bounding-lines.ts'
import { findCentredRegions } from './centred.ts'
import { extendDownwards, extendLeftwards, extendUpwards } from './extend.ts'
import { foundTable, linesAround } from './found-table.ts'
import { type Grid, wordsOf } from './grid.ts'
import { bestGrid, type UsualGrid, usualGrid } from './grid-choice.ts'
import { findHalfRuledChoices, type RegionChoice } from './half-ruled.ts'
import { headerRowsOf } from './header.ts'
import { isProse } from './prose.ts'
import { lineOfSegments, type Region } from './region.ts'
import { findRuledRegions } from './ruled.ts'
import type { Lines } from './rulings.ts'
import { cutLines, joinSigns, partition, type TextLine, wordsByLine } from './segments.ts'
import { tableLimits as limits, tableSettings as settings } from './settings.ts'
import type { FoundTable, TablePage } from './table.ts'
import { isTable, tableScore } from './table-score.ts'
import { findTaggedTables } from './tagged.ts'
import { boxOfWord, withTurnedHeads } from './turned-heads.ts'
import { findUnruledRegions } from './unruled.ts'
import { styledShare } from './word-styles.ts'

/** Finds the tables of a page. */
export function findTables(page: TablePage, observe?: Observer): FoundTable[] {
  return findTableParts(page, observe).filter(({ isDoubtful }) => !isDoubtful)
}

/**
 * Finds the tables of a page, and doubtful ones that the next page may confirm.
 *
 * Pure: the caller decides about the words of tables.
 *
 * @param observe Called with every candidate, for tools that explain or train.
 * @returns From top to bottom, then from left to right; no word is in two.
 */
export function findTableParts(page: TablePage, observe?: Observer): FoundTable[] {
  if (page.words.length > limits.words) return []
  const tagged = findTaggedTables(page)
  const taken = new Set(tagged.flatMap(({ words }) => [...words]))
  const drawn = (page.figures ?? []).filter(({ isSure }) => isSure)
  const isFree = (word: Word) => !taken.has(word) && !isInFigure(word, drawn)
  const free = taken.size + drawn.length === 0 ? page.words : page.words.filter(isFree)
  const seen: FoundTable[] = []
  for (const words of groupByFrame(free).sort(uprightFirst)) {
    const left = taken.size === 0 ? words : words.filter((word) => !taken.has(word))
    // Fewer words are stamps, or labels of axes.
    if (left.length < settings.several) continue
    const found = findInFrame(page, { words: left, all: free }, observe)
    for (const table of found) for (const word of table.words) taken.add(word)
    seen.push(...found)
  }
  return [...tagged, ...seen].sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
}

function isInFigure(word: Word, figures: readonly BBox[]): boolean {
  const box = boxOfWord(word)
  for (const figure of figures) if (isCentreIn(box, figure)) return true
  return false
}

function uprightFirst([a]: readonly Word[], [b]: readonly Word[]): number {
  return Number(a?.frame.angleDegrees !== 0) - Number(b?.frame.angleDegrees !== 0)
}

/** @returns The true worth of a candidate, 0 … 1, where a caller with ground truth knows it. */
type Observer = (candidate: UsualGrid) => number | undefined

interface FrameState {
  readonly page: TablePage
  readonly frame: Frame
  readonly rulings: Lines
  readonly context: FrameContext
  /** Lines that are in no table yet. */
  lines: readonly TextLine[]
  readonly taken: Set<Word>
  readonly found: FoundTable[]
  /** Baselines of captions, large lines and emphasized headings with numbers. */
  readonly starts: readonly number[]
  /** Baselines of large lines, emphasized headings and texts that introduce what follows. */
  readonly ends: readonly number[]
  /** Boxes of the tables, in the frame. */
  readonly boxes: BBox[]
  readonly observe: Observer | undefined
}

function findInFrame(
  page: TablePage,
  { words, all }: { readonly words: readonly Word[]; readonly all: readonly Word[] },
  observe: Observer | undefined,
): FoundTable[] {
  const frame = words[0]?.frame
  if (!frame || frame.angleDegrees % 90 !== 0) return []
  const drawings = turn(page.drawings, frame)
  const rulings = boundingLines(drawings, words)
  const isEmphasized = (word: Word) => {
    const { bold = false, italic = false, math = false } = page.styleOf?.(word) ?? {}
    return bold || (italic && !math)
  }
  const upright = cutLines(wordsByLine(page, new Set(words)), rulings.vertical, isEmphasized)
  const lines = frame.angleDegrees === 0 ? withTurnedHeads(upright, all) : upright
  const context = contextOf(page, frame, { drawings, rulings, lines })
  const numbered = lines.filter(isNumbered)
  const headings = new Set(numbered.filter((line) => isLarge(line, context.size)))
  const emphasized = numbered.filter(({ segments }) =>
    segments.every((segment) => segment.words.every(isEmphasized)),
  )
  const state: FrameState = {
    page,
    frame,
    rulings,
    context,
    lines: lines.filter((line) => !headings.has(line)),
    starts: startsOf(context, emphasized),
    ends: endsOf(context, emphasized),
    taken: new Set(),
    found: [],
    boxes: [],
    observe,
  }
  for (const find of searches) {
    const left = {
      horizontal: unused(state, rulings.horizontal),
      vertical: unused(state, rulings.vertical),
    }
    for (const choice of find(left, state.lines, headings)) tryChoice(state, choice)
  }
  return state.found
}

/** Matches the number of a section, which a gap separates from its title like two cells. */
const headingNumber = /^(?:\d{1,2}|[A-Z]\.\d{1,2})(?:\.\d{1,2}){0,4}\.?$/

/** Returns true for a line that is the number of a section and a title. */
function isNumbered({ segments }: TextLine): boolean {
  const [first, second, ...more] = segments
  if (!first || more.length > 0) return false
  const end = second ? first.text.length : first.text.indexOf(' ')
  const title = second?.text ?? first.text.slice(end + 1)
  return headingNumber.test(first.text.slice(0, end)) && /^\p{Lu}.*\p{L}{2}/u.test(title)
}

/** Returns the baselines of headings, large lines and captions, except captions that say that the table goes on. */
function startsOf(
  { lines, captions, size }: FrameContext,
  headings: readonly TextLine[],
): number[] {
  const [continued, others] = partition(captions, ({ goesOn }) => goesOn)
  const left = new Set(continued.map(({ baseline }) => baseline))
  const large = lines.filter((line) => isLarge(line, size))
  const starts = [...others, ...large, ...headings].map(({ baseline }) => baseline)
  return starts.filter((baseline) => !left.has(baseline))
}

/** Returns the baselines of headings, large lines, titles on bars, and lines that introduce what follows: a table above them ends. */
function endsOf({ lines, size, fills }: FrameContext, headings: readonly TextLine[]): number[] {
  const ending = lines.filter(
    (line) => isLarge(line, size) || isIntroduction(line) || isOnBar(line, fills),
  )
  return [...ending, ...headings].map(({ baseline }) => baseline)
}

/** Returns true for words before a colon. */
function isIntroduction({ segments: [first, ...more] }: TextLine): boolean {
  return first !== undefined && more.length === 0 && /\S\s+\S+\s+\S+:$/.test(first.text)
}

function isLarge({ size }: Pick<TextLine, 'size'>, typical: number): boolean {
  return size >= settings.clearlyLarger * typical
}

/** Returns the lines in runs, which headings and titles begin. */
function runsBetween(
  lines: readonly TextLine[],
  headings: ReadonlySet<TextLine>,
): readonly (readonly TextLine[])[] {
  const starts = [...headings, ...titlesIn(lines)].map(({ baseline }) => baseline)
  const runs = Map.groupBy(lines, (line) => starts.filter((at) => at <= line.baseline).length)
  return [...runs.values()]
}

/** Returns the lines of one text that are larger than all texts of the rows above and below them. */
function titlesIn(lines: readonly TextLine[]): TextLine[] {
  const isUnder = largerThanRowBefore(lines)
  const isOver = largerThanRowBefore(lines.toReversed()).reverse()
  return lines.filter((_, at) => isUnder[at] && isOver[at])
}

/** Returns for each line if it has one text, larger than all texts of the last row before it. */
function largerThanRowBefore(lines: readonly TextLine[]): boolean[] {
  let row = 0
  return lines.map((line) => {
    if (line.segments.length === 1) return isLarge(line, row)
    row = Math.max(...line.segments.map(({ size }) => size))
    return false
  })
}

type Search = (
  rulings: Lines,
  lines: readonly TextLine[],
  headings: ReadonlySet<TextLine>,
) => RegionChoice[]

/** Makes a search for regions that no heading or title interrupts. */
function withinRuns(find: (rulings: Lines, lines: readonly TextLine[]) => Region[]): Search {
  return (rulings, lines, headings) =>
    runsBetween(lines, headings)
      .flatMap((run) => find(rulings, run))
      .map((region) => [[region]])
}

/** Searches for regions, each kind outside of the tables found before. */
const searches: readonly Search[] = [
  (rulings, lines) => findRuledRegions(rulings, lines).map((region) => [[region]]),
  findHalfRuledChoices,
  withinRuns(findCentredRegions),
  withinRuns(findUnruledRegions),
]

function contextOf(
  page: TablePage,
  frame: Frame,
  {
    drawings: { shapes, fills },
    rulings,
    lines,
  }: { drawings: Drawings; rulings: Lines; lines: readonly TextLine[] },
): FrameContext {
  const gaps = stepsOf(lines.map(({ baseline }) => baseline))
  return {
    page,
    rulings,
    fills,
    lines,
    shapes: withoutBackgrounds(shapes, lines),
    mono: lazy(() => styledShare(page.words, 'mono', page)),
    figures: (page.figures ?? []).map((box) => turnBox(box, frame)),
    captions: captionsOf(lines),
    size: median(lines.map(({ size }) => size)),
    leading: median(gaps.filter((gap) => gap > 4)),
  }
}

/** Returns the rulings outside of tables: those of one table bound no other. */
function unused({ boxes }: FrameState, rulings: readonly Ruling[]): readonly Ruling[] {
  if (boxes.length === 0) return rulings
  return rulings.filter(
    (ruling) =>
      !boxes.some(({ x0, y0, x1, y1 }) =>
        isCentreIn(boxOfRuling(ruling), { x0: x0 - 2, y0: y0 - 2, x1: x1 + 2, y1: y1 + 2 }),
      ),
  )
}

/** Turns a box on the page into the coordinates of a frame. */
function turnBox(box: BBox, frame: Frame): BBox {
  return frame.angleDegrees === 0 ? box : toPageBox({ ...frame, sin: -frame.sin }, box)
}

/** Turns drawings into the coordinates of a frame. */
function turn(drawings: Drawings, frame: Frame): Drawings {
  if (frame.angleDegrees === 0) return drawings
  // The frame turned backwards maps boxes on the page to boxes in the frame.
  const back: Frame = { ...frame, sin: -frame.sin }
  return {
    rulings: drawings.rulings.map((ruling) => turnRuling(ruling, back)),
    dashes: [],
    fills: drawings.fills.map((fill) => ({ ...toPageBox(back, fill), color: fill.color })),
    shapes: drawings.shapes.map((box) => toPageBox(back, box)),
    images: drawings.images.map((box) => toPageBox(back, box)),
    formTexts: drawings.formTexts.map((box) => toPageBox(back, box)),
  }
}

function turnRuling(ruling: Ruling, back: Frame): Ruling {
  const { x0, y0, x1, y1 } = toPageBox(back, boxOfRuling(ruling))
  const { thickness } = ruling
  return x1 - x0 >= y1 - y0
    ? { isHorizontal: true, at: (y0 + y1) / 2, from: x0, to: x1, thickness }
    : { isHorizontal: false, at: (x0 + x1) / 2, from: y0, to: y1, thickness }
}

/** A candidate with its verdict. */
interface Weighed {
  readonly usual: UsualGrid
  /** The score as a table, or the true worth from an observer: 0 … 1. */
  readonly worth: number
  readonly isTable: boolean
}

/** Takes the option with the highest mean worth, weighted by words. */
function tryChoice(state: FrameState, options: RegionChoice): void {
  const weighed = options.map((regions) => regions.flatMap((region) => weigh(state, region)))
  const wordsIn = ({ usual }: Weighed) => usual.area.words.length
  const worthOf = (parts: readonly Weighed[]) =>
    sumOf(parts, (part) => part.worth * wordsIn(part)) / Math.max(1, sumOf(parts, wordsIn))
  const best = weighed.reduce<readonly Weighed[]>(
    (a, b) => (a.length > 0 && worthOf(a) >= worthOf(b) ? a : b),
    [],
  )
  for (const found of best) take(state, found)
}

function weigh(state: FrameState, region: Region): Weighed[] {
  const lines = without(region.lines, state.taken)
  // A form may have a row of heads above empty rows; a turned line in a frame is the label of an axis.
  const mayBeHeads = region.kind === 'ruled' && state.frame.angleDegrees === 0
  if (lines.length < 2 && !mayBeHeads) return []
  const extended = extendRegion(state, { ...region, lines })
  const usual = usualGrid(extended, state.context)
  const score = tableScore(usual.area)
  const trueWorth = state.observe?.(usual)
  const isTrue = trueWorth === undefined ? isTable(usual.area, score) : trueWorth >= settings.half
  return [{ usual, worth: trueWorth ?? score, isTable: isTrue }]
}

/** Adds a region that is a table to the tables found, and marks its words as taken. */
function take(state: FrameState, { usual, isTable: isTrue }: Weighed): void {
  const first = usual.area.grid
  if (hasAny(state.taken, usual.area.words)) return
  if (!isTrue) {
    const isKnown = state.found.some(({ words }) => hasAny(words, usual.area.words))
    if (!isKnown && mayGoOn(first, state))
      state.found.push({ ...tableOf(state, first), isDoubtful: true })
    return
  }
  const { grid } = bestGrid(usual)
  state.found.push(tableOf(state, grid))
  state.boxes.push(grid.box)
  for (const word of grid.cells.flatMap(wordsOf)) state.taken.add(word)
  state.lines = without(state.lines, state.taken)
}

function hasAny(taken: ReadonlySet<Word>, words: readonly Word[]): boolean {
  for (const word of words) if (taken.has(word)) return true
  return false
}

/** Extends a region by heads and labels outside of its rules. */
function extendRegion({ lines, rulings }: FrameState, region: Region): Region {
  const labelled = extendLeftwards(region, lines, rulings)
  const whole = extendDownwards({ ...labelled, lines: joinSigns(labelled.lines) }, lines)
  return extendUpwards(whole, lines, rulings)
}

/** Returns true if a rejected grid may be the beginning of a table that the page's end cuts. */
function mayGoOn({ kind, rowCount, columnCount, box }: Grid, { page, frame }: FrameState): boolean {
  if (kind === 'halfRuled' || rowCount < 2 || columnCount < 2) return false
  return linesAround(page, frame, box).linesBelow <= settings.several
}

/** Returns the lines without the segments of tables. */
function without(lines: readonly TextLine[], taken: ReadonlySet<Word>): readonly TextLine[] {
  if (taken.size === 0) return lines
  return lines.flatMap((line) => {
    const kept = line.segments.filter(({ words }) => !hasAny(taken, words))
    const reduced = lineOfSegments(line, kept)
    return reduced ? [reduced] : []
  })
}

function tableOf({ page, frame, starts, ends, context }: FrameState, grid: Grid): FoundTable {
  const { kind, box } = grid
  const all = [...starts, ...proseAbove(box, context)]
  return foundTable(page, frame, grid, { kind, starts: all, ends, headerRows: headerRowsOf(grid) })
}

/** Returns the baselines of running text above a box, unless a caption says that the table goes on. */
function proseAbove({ x0, x1, y0 }: BBox, { lines, captions }: FrameContext): number[] {
  if (captions.some(({ goesOn, baseline }) => goesOn && baseline <= y0)) return []
  const above = lines.filter(({ baseline, segments }) => {
    if (baseline > y0) return false
    return segments.some((own) => own.x0 < x1 && own.x1 > x0 && isProse(own))
  })
  return above.map(({ baseline }) => baseline)
}
