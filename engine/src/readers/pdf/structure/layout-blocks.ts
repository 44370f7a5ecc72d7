/** Makes layout blocks of pages without furniture: paragraphs, tables and formulas in reading order. */
import type { BBox, Provenance } from '../../../model/index.ts'
import { boxAround, isCentreIn } from '../boxes.ts'
import type { Drawings, TextObject } from '../content/index.ts'
import { isLeftOut } from '../experiments.ts'
import type { FoundFormula } from '../formulas/index.ts'
import {
  areMostlyLeftwards,
  type Column,
  findColumns,
  findColumnsAndBoxes,
  framesInOrder,
  type Line,
  type LineFragment,
  partFragment,
  toPageBox,
  uprightFrame,
  type Word,
} from '../layout/index.ts'
import type { ReadPicture } from '../ocr/index.ts'
import type { FoundTable } from '../tables/index.ts'
import { commentsBesideCode, withComments } from './code-comments.ts'
import { type ColumnLines, firstPart } from './column-parts.ts'
import { type DropCaps, findDropCaps } from './drop-caps.ts'
import type { FurniturePage } from './furniture-candidates.ts'
import { placeMarginNames, withoutMarginNames } from './margin-names.ts'
import { groupIntoParagraphs } from './paragraphs.ts'
import { obstaclesOf, withLimits } from './room-beside.ts'
import { structureSettings as settings } from './settings.ts'
import { addStyledCells, type StyledCells } from './styled-cells.ts'
import type { StyledLine } from './styled-line.ts'
import { plainLine, styleOfWord, type WordFacts } from './styled-lines.ts'
import { headingLevelOf } from './tag-types.ts'
import { hasTurnedLabels, placeLabels, splitLabels } from './turned-texts.ts'

/** A page as the fidelity profile reads it. */
export interface StructurePage extends FurniturePage, WordFacts {
  /** Empty in the fast profile. */
  readonly words: readonly Word[]
  readonly drawings: Drawings
  readonly objects: readonly TextObject[]
  /** Text recognised in the page's pictures, in addition to the page's text. */
  readonly pictures?: readonly ReadPicture[]
}

/** A paragraph, heading, list item or caption. */
export interface TextBlock extends ColumnLines {
  readonly type: 'text'
  readonly page: number
  readonly isCell: boolean
  readonly leftwards: boolean
  /** Box of the block on the page. */
  readonly box: BBox
  /** White above the block in the column, in ems; infinite at the top of the column. */
  readonly spaceBefore: number
}

interface TableBlock {
  readonly type: 'table'
  readonly table: FoundTable
  readonly styledCells: StyledCells
  readonly page: number
  readonly box: BBox
}

/** A displayed formula. */
export interface FormulaBlock {
  readonly type: 'formula'
  readonly formula: FoundFormula
  readonly page: number
  readonly box: BBox
}

export type LayoutBlock = TextBlock | TableBlock | FormulaBlock

/** Options, and the columns and cells so far. */
interface Making extends BlockOptions {
  columns: number
  readonly styledCells: StyledCells
}

interface BlockOptions {
  readonly bodySize: number
  readonly isBreak: (before: StyledLine, line: StyledLine) => boolean
  /** Returns the lines of a column's fragments. */
  readonly linesOf: (
    fragments: readonly LineFragment[],
    leftwards: boolean,
    facts: WordFacts,
  ) => StyledLine[]
  /** Returns the page's fragments without furniture. */
  readonly fragmentsOf: (page: StructurePage) => readonly LineFragment[]
  readonly tables: readonly FoundTable[]
  /** Displayed formulas outside of tables. */
  readonly formulas: readonly FoundFormula[]
  /** Called for a page that fails; each of its fragments becomes a paragraph. */
  readonly onFailure: (page: StructurePage, cause: unknown) => void
}

/**
 * Returns the layout blocks of each page.
 *
 * @param pages Each page is replaced by one without words as soon as it has blocks, because the words are half of a long
 *   document's memory: a book of 200 pages has 190,000 words of 200 bytes.
 */
export function findBlocks(pages: StructurePage[], options: BlockOptions): LayoutBlock[][] {
  const making: Making = { ...options, columns: 0, styledCells: new Map() }
  return pages.map((page, index) => {
    pages[index] = withoutWords(page)
    try {
      return blocksOf(page, making)
    } catch (cause) {
      options.onFailure(page, cause)
      const column = making.columns++
      return options.fragmentsOf(page).map((fragment) => plainBlock(fragment, page, column))
    }
  })
}

/**
 * Returns a page without its words, and without the formulas and text objects that only words need. A page with tags
 * keeps its text objects: the place of a table in the structure tree is found by its words.
 */
export function withoutWords({ formulas: _, ...page }: StructurePage): StructurePage {
  const bare = { ...page, words: [], wordsOf: new Map<LineFragment, readonly Word[]>() }
  return page.tags ? bare : { ...bare, objects: [], glyphObjects: new Uint32Array() }
}

function plainBlock(
  fragment: LineFragment,
  { number: page, width: columnEnd }: StructurePage,
  column: number,
): TextBlock {
  const place = { page, column, isCell: false, leftwards: false, columnStart: 0, columnEnd }
  return withLines({ type: 'text', ...place, spaceBefore: 0 }, [plainLine(fragment, page)])
}

/** @param given The block's other fields. @param boxes Boxes of the lines in their frame. */
export function withLines(
  given: Omit<TextBlock, 'lines' | 'box' | 'provenance' | 'laterParts'>,
  lines: readonly StyledLine[],
  boxes: readonly BBox[] = lines,
): TextBlock {
  const box = toPageBox(lines[0]?.fragments[0]?.frame ?? uprightFrame, boxAround(boxes))
  const provenance: Provenance[] = [{ type: 'page', page: given.page, bbox: box }]
  return { ...given, lines: [...lines], box, provenance, laterParts: [] }
}

function blocksOf(page: StructurePage, making: Making): LayoutBlock[] {
  const { fragmentsOf, tables, formulas } = making
  const own = tables.filter(({ parts }) => parts.some((part) => part.page === page.number))
  for (const table of own) addStyledCells(making.styledCells, table, page)
  const dropCaps = findDropCaps(isLeftOut('drop capitals') ? [] : page.words, making.bodySize)
  const displayed = formulas.filter((formula) => formula.page === page.number)
  const taken = new Set<Word>()
  for (const { words } of [...own, ...displayed]) for (const word of words) taken.add(word)
  for (const word of dropCaps.taken) taken.add(word)
  // A table that continues from another page is placed on that page.
  const standing = own.filter((table) => table.page === page.number)
  const placed = new Map<LineFragment, FoundTable | FoundFormula>(
    [...standing, ...displayed].map((found) => [standIn(found), found]),
  )
  // Copied only if words are removed, because a page has about a thousand fragments.
  const wordsOf = new Map(taken.size === 0 ? undefined : page.wordsOf)
  const text = freeFragments(fragmentsOf(page), { taken, replaced: dropCaps.replaced }, wordsOf)
  const given = taken.size === 0 ? page : { ...page, wordsOf }
  const { names, rest: free, begins, facts } = withoutMarginNames(text, given)
  const barriers = barriersOf(page, own)
  const hasLabels = hasTurnedLabels(free)
  const columns = framesInOrder([...free, ...placed.keys()]).flatMap((fragments) => {
    const sorted = byPlace(fragments)
    if (!isUpright(sorted)) return hasLabels ? labelColumns(sorted) : findColumns(sorted)
    const comments = commentsBesideCode(sorted, (fragment) => isMono(fragment, facts))
    const rest = comments.size === 0 ? sorted : sorted.filter((own) => !comments.has(own))
    return withComments(findColumnsAndBoxes(rest, page, barriers), comments)
  })
  const upright = columns.filter(({ isCell, fragments }) => !isCell && isUpright(fragments))
  const boxes = [...page.drawings.images, ...upright.map(({ fragments }) => boxAround(fragments))]
  const blocks = columns.flatMap(({ fragments, isCell = false }) => {
    const leftwards = areMostlyLeftwards(fragments)
    const place = { page: page.number, column: making.columns++, leftwards, isCell }
    const obstacles =
      isUpright(fragments) && !leftwards ? obstaclesOf(boxAround(fragments), boxes) : []
    const isBreak: Making['isBreak'] = (before, line) =>
      line.fragments.some((own) => begins.has(own)) || making.isBreak(before, line)
    const toBlocks = (own: readonly LineFragment[]) =>
      textBlocks(own, place, facts, { ...making, isBreak }, obstacles)
    return columnBlocks(
      fragments,
      placed,
      { page: page.number, styledCells: making.styledCells },
      toBlocks,
    )
  })
  const nameBlocks = names.flatMap((name, at) => {
    // Between the numbers of two columns: no paragraph goes on in a name, and two names are not one.
    const column = making.columns - 1 + (at + 1) / (names.length + 1)
    const place = { page: page.number, column, leftwards: false, isCell: true }
    return textBlocks([name], place, facts, making, [])
  })
  const all = placeMarginNames(blocks, nameBlocks)
  return hasLabels ? placeLabels(all, page.width) : all
}

function labelColumns(fragments: readonly LineFragment[]): Column[] {
  return splitLabels(fragments).map((own) => ({ fragments: own, leftwards: false }))
}

/** Returns true for fragments of upright text; all fragments of a column have one direction. */
function isUpright([first]: readonly LineFragment[]): boolean {
  return first?.frame.angleDegrees === 0
}

/** Returns true if the first word of a fragment is in the type of code. */
function isMono(fragment: LineFragment, facts: WordFacts): boolean {
  const [word] = facts.wordsOf.get(fragment) ?? []
  return word !== undefined && (styleOfWord(facts, word)?.mono ?? false)
}

/**
 * Returns the boxes at which columns end: pictures without text on them, and rules as wide as the page's text. Rules of tables are
 * left out, because tables are already placed.
 */
function barriersOf(
  { number, drawings, fragments }: StructurePage,
  tables: readonly FoundTable[],
): BBox[] {
  const parts = tables.flatMap((table) => table.parts.filter(({ page }) => page === number))
  const { x0, x1 } = boxAround(fragments.filter(({ frame }) => frame.angleDegrees === 0))
  const rules = drawings.rulings.flatMap(({ isHorizontal, at, from, to }) => {
    const rule = { x0: from, x1: to, y0: at, y1: at }
    const isWide = isHorizontal && to - from >= settings.nearlyAll * (x1 - x0)
    return isWide && !parts.some(({ box }) => isCentreIn(rule, box)) ? [rule] : []
  })
  const pictures = drawings.images.filter((box) => {
    if (Math.min(box.x1 - box.x0, box.y1 - box.y0) < settings.captionPoints) return false
    return !fragments.some((fragment) => isCentreIn(toPageBox(fragment.frame, fragment), box))
  })
  return [...pictures, ...rules]
}

function byPlace(fragments: readonly LineFragment[]): LineFragment[] {
  return [...fragments].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)
}

/** Returns the fragments without the words of tables, and with drop capitals joined to their words. */
function freeFragments(
  fragments: readonly LineFragment[],
  { taken, replaced }: DropCaps,
  wordsOf: Map<LineFragment, readonly Word[]>,
): LineFragment[] {
  if (taken.size === 0) return [...fragments]
  const free: LineFragment[] = []
  for (const fragment of fragments) {
    const rest: Word[] = []
    let isKept = true
    for (const word of wordsOf.get(fragment) ?? []) {
      if (taken.has(word) || replaced.has(word)) isKept = false
      if (!taken.has(word)) rest.push(replaced.get(word) ?? word)
    }
    if (isKept) free.push(fragment)
    else if (rest.length > 0) free.push(...partFragment(fragment, rest, wordsOf))
  }
  return free
}

/** Makes a fragment without text in the place of a table or formula, so that columns are found around it. */
function standIn({ box, words }: FoundTable | FoundFormula): LineFragment {
  const [first] = words
  const frame = first?.frame ?? uprightFrame
  const own = frame.angleDegrees === 0 ? box : boxOfWords([...words])
  return {
    text: '',
    frame,
    ...own,
    baseline: (own.y0 + own.y1) / 2,
    size: 1,
    object: -1,
    leftWordWidth: 0,
    rightWordWidth: 0,
    wordsWidth: 0,
    wordsLength: 0,
  }
}

function boxOfWords(words: readonly Word[]): BBox {
  return boxAround(
    words.map(({ x0, x1, baseline, size }) => ({ x0, x1, y0: baseline - size, y1: baseline })),
  )
}

type ColumnPlace = Pick<TextBlock, 'page' | 'column' | 'leftwards' | 'isCell'>

/** Returns the tables and formulas of a column, and the blocks of the text between them. */
function columnBlocks(
  fragments: readonly LineFragment[],
  placed: ReadonlyMap<LineFragment, FoundTable | FoundFormula>,
  { page, styledCells }: Pick<TableBlock, 'page' | 'styledCells'>,
  toBlocks: (fragments: readonly LineFragment[]) => TextBlock[],
): LayoutBlock[] {
  const blocks: LayoutBlock[] = []
  let open: LineFragment[] = []
  for (const fragment of fragments) {
    const found = placed.get(fragment)
    if (!found) {
      open.push(fragment)
      continue
    }
    blocks.push(...toBlocks(open))
    open = []
    const place = { page, box: found.box }
    if ('latex' in found) blocks.push({ type: 'formula', formula: found, ...place })
    else blocks.push({ type: 'table', table: found, styledCells, ...place })
  }
  return [...blocks, ...toBlocks(open)]
}

/** Splits a line into a heading and the date or place at its other end. */
function partHeading(
  line: StyledLine,
  bodySize: number,
  styled: (fragment: LineFragment) => StyledLine[],
): StyledLine[] {
  const [first, next] = line.fragments
  if (!first || !next || line.fragments.length > 2) return [line]
  if (next.x0 - first.x1 < settings.wideGapEms * first.size) return [line]
  const isLarge = first.size >= settings.headingBesideText * Math.max(next.size, bodySize)
  if (!isLarge && !line.tag) return [line]
  const parts = [...styled(first), ...styled(next)]
  const [own, other] = parts
  const isTagged = own?.tag && other?.tag !== own.tag && headingLevelOf(own.tag) !== undefined
  return isLarge || isTagged ? parts : [line]
}

function textBlocks(
  fragments: readonly LineFragment[],
  place: ColumnPlace,
  facts: WordFacts,
  { bodySize, isBreak, linesOf }: BlockOptions,
  obstacles: readonly BBox[],
): TextBlock[] {
  const toLines = (own: readonly LineFragment[]) => linesOf(own, place.leftwards, facts)
  const parted = toLines(fragments).flatMap((line) =>
    partHeading(line, bodySize, (fragment) => toLines([fragment])),
  )
  const lines = withLimits(parted, obstacles)
  const { x0: columnStart, x1: columnEnd } = boxAround(lines)
  const groups = groupIntoParagraphs(lines, place.leftwards, bodySize, isBreak)
  return groups.map((own, index) => {
    const spaceBefore = spaceBetween(groups[index - 1]?.at(-1), own[0])
    return withLines({ type: 'text', ...place, columnStart, columnEnd, spaceBefore }, own)
  })
}

export function spaceBetween(above: StyledLine | undefined, line: StyledLine | undefined): number {
  if (!above || !line) return Number.POSITIVE_INFINITY
  return (line.y0 - above.y1) / Math.max(1, Math.min(line.size, above.size))
}

/** Returns the free space after a line of a block, in points: to the side of the column, or to what stands beside the line. */
export function roomAfter(line: Line, { leftwards, columnStart, columnEnd }: TextBlock): number {
  return leftwards ? line.x0 - columnStart : (line.limit ?? columnEnd) - line.x1
}

/** Returns the least distance of lines from the column's side, in points. */
export function indentOf(block: TextBlock, lines = firstPart(block)): number {
  const { leftwards, columnStart, columnEnd } = block
  return Math.min(...lines.map(({ x0, x1 }) => (leftwards ? columnEnd - x1 : x0 - columnStart)))
}

export function textOf({ lines }: Pick<TextBlock, 'lines'>): string {
  return lines.map(({ text }) => text).join(' ')
}

/** Returns the size of a block's first line. */
export function sizeOf({ lines }: TextBlock): number {
  return lines[0]?.size ?? 0
}

/** Joins two blocks of a page, before blocks are joined over columns and pages. */
export function together(before: TextBlock, next: TextBlock): TextBlock {
  return withLines(before, [...before.lines, ...next.lines])
}
