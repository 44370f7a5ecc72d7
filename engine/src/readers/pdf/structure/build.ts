/** Pages of words and drawings → the blocks of the fidelity profile: headings, lists, tables, captions, code, paragraphs. */
import type { Block, Furniture, Inline, Note, Paragraph } from '../../../model/index.ts'
import type { OutlineEntry, TagCell } from '../content/index.ts'
import { isLeftOut } from '../experiments.ts'
import { settleWithTables } from '../formulas/index.ts'
import type { Piece, Word } from '../layout/index.ts'
import { figuresOfPages } from '../regions/index.ts'
import { type FoundTable, toTableBlock } from '../tables/index.ts'
import { furnitureOf } from './assemble.ts'
import { type BodyStyle, findBodyStyle, LARGE } from './body-style.ts'
import { codeBlockOf, isCode, isCodeLine } from './code.ts'
import { displaysOf, formulaBlockOf } from './formula-units.ts'
import { type FurnitureKind, findFurniture } from './furniture.ts'
import type { Levels } from './heading-levels.ts'
import { sectionNumber } from './heading-text.ts'
import { collectVocabulary, type Vocabulary } from './hyphens.ts'
import { inlinesOf, joinRuns } from './inlines.ts'
import { settleLinks } from './internal-links.ts'
import { joinUnits } from './joins.ts'
import { lazily } from './lazily.ts'
import { findItems, itemsOf, type ListEntry, listsOf, withoutMarker } from './lists.ts'
import { isCaption, isTableCaption } from './markers.ts'
import { type FoundNote, pairNotes } from './notes.ts'
import { putNotesLast } from './notes-last.ts'
import { joinNumberTitles } from './number-titles.ts'
import { placeFigures } from './place-figures.ts'
import { placesOf } from './places.ts'
import { splitRunIn } from './run-in.ts'
import type { StyledLine } from './styled-lines.ts'
import { inTagOrder } from './tag-order.ts'
import { joinTagged } from './tagged-blocks.ts'
import { tieNotes } from './tie-notes.ts'
import { tellUnits } from './told-units.ts'
import { coverTags, tagOf } from './trust-tags.ts'
import {
  bodySizeOf,
  findUnits,
  type StructurePage,
  type TextUnit,
  textOf,
  type Unit,
} from './units.ts'

export interface StructureOptions {
  readonly outline: readonly OutlineEntry[]
  /** Tables of the page, of its words without furniture. */
  readonly findTables: (
    page: StructurePage,
    words: StructurePage['words'],
    cellOf?: (word: Word) => TagCell | undefined,
  ) => readonly FoundTable[]
  readonly joinTables: (tables: readonly FoundTable[]) => readonly FoundTable[]
  /** False measures what the layout alone tells. */
  readonly readTags?: boolean
  /** The document says that its tags are in reading order. */
  readonly claimsOrder?: boolean
}

export interface Structured {
  readonly blocks: readonly Block[]
  readonly notes: readonly Note[]
  /** Pages whose tables could not be looked for. */
  readonly failedPages: readonly number[]
  /** Pages whose text stands without structure. */
  readonly plainPages: readonly number[]
}

/** What blocks are made with. */
interface Building {
  readonly levels: Levels
  readonly items: ReadonlyMap<TextUnit, ListEntry>
  readonly vocabulary: () => Vocabulary
}

export function structureDocument(
  pages: readonly StructurePage[],
  options: StructureOptions,
): Structured {
  const furniture = findFurniture(pages)
  const useTags = options.readTags !== false && coverTags(pages)
  const failedPages: number[] = []
  const plainPages: number[] = []
  const found = options.joinTables(
    pages.flatMap((page) => {
      try {
        const cellOf = useTags ? (word: Word) => tagOf(page, word)?.cell : undefined
        return options.findTables(page, wordsWithout(page, furniture), cellOf)
      } catch {
        // One odd page keeps its text; the caller is told.
        failedPages.push(page.number)
        return []
      }
    }),
  )
  const { tables, formulas } = settleWithTables(
    found,
    displaysOf(pages, (page) => wordsWithout(page, furniture)),
  )
  const bodySize = bodySizeOf(pages)
  const units = findUnits(pages, {
    bodySize,
    isBreak: (before, line) => isBreak(before, line, bodySize, useTags),
    piecesOf: (page) => page.pieces.filter((piece) => !furniture.has(piece)),
    tables,
    formulas,
    onFailure: ({ number }) => plainPages.push(number),
  }).map((list) => (isLeftOut('notes put last') ? list : putNotesLast(list)))
  const body = findBodyStyle(units.flat())
  const runIns = new Set<TextUnit>()
  const whole = useTags ? units.map(joinTagged) : units
  const isTitled = body && !useTags && !isLeftOut('titles under their numbers')
  const titled = isTitled ? whole.map((list) => joinNumberTitles(list, body)) : whole
  const parted = titled.map((list) => list.flatMap((unit) => partRunIn(unit, body, runIns)))
  const figures = figuresOfPages(pages)
  const running = [...furniture.keys()].map(({ text }) => text)
  const facts = { outline: options.outline, figures, useTags, runIns, running }
  const told = body
    ? tellUnits(pages, parted, { ...facts, body })
    : { units: parted, levels: noLevels }
  const { levels } = told
  const all = told.units.flat()
  const vocabulary = lazily(() => collectVocabulary(linesOf(all)))
  const joined = new Set(
    isLeftOut('joins over columns') ? all : joinUnits(all, (unit) => levels.has(unit)),
  )
  const kept = told.units.map((list) => list.filter((unit) => joined.has(unit)))
  settleLinks(
    (isLeftOut('internal links') ? [] : kept.flat()).filter((unit) => unit.type === 'text'),
    { isHeading: (unit) => levels.has(unit), vocabulary },
  )
  const notes = pairNotes(isLeftOut('notes') ? [] : kept.flat(), body?.size ?? bodySize)
  const ordered = useTags && options.claimsOrder ? inTagOrder(kept, pages) : kept
  const texts = ordered
    .flat()
    .filter((unit): unit is TextUnit => unit.type === 'text' && !notes.has(unit))
  const items = told.items
    ? itemsOf(texts, told.items)
    : findItems(
        texts.filter((unit) => !levels.has(unit) && !unit.isCell),
        textOf,
        useTags,
      )
  const building: Building = { levels, items, vocabulary }
  const flow = ordered.map((list) =>
    list.filter((unit) => unit.type !== 'text' || !notes.has(unit)),
  )
  const blocks = placeFigures(
    buildPages(pages, flow, furniture, building),
    figures,
    new Map(pages.map(({ number, pictures = [] }) => [number, pictures])),
  )
  return {
    blocks,
    failedPages,
    plainPages,
    notes: [...notes.values()].map((note) => noteOf(note, vocabulary)),
  }
}

function noteOf({ id, unit, markLength }: FoundNote, vocabulary: () => Vocabulary): Note {
  const toInlines = (lines: readonly StyledLine[]) =>
    inlinesOf(withoutMarker(joinRuns(lines, vocabulary), markLength))
  return { id, blocks: [placedParagraph(unit, toInlines)] }
}

/** A paragraph of a unit that may have several pieces. */
function placedParagraph(
  unit: TextUnit,
  toInlines: (lines: readonly StyledLine[]) => Inline[],
): Paragraph {
  const provenance = placesOf(unit, toInlines)
  return { type: 'paragraph', inlines: toInlines(unit.lines), provenance }
}

const noLevels: Levels = new Map()

function partRunIn(unit: Unit, body: BodyStyle | undefined, runIns: Set<TextUnit>): Unit[] {
  const isPartable = unit.type === 'text' && !isLeftOut('run-in headings')
  const parts = isPartable && body ? splitRunIn(unit, body.style) : undefined
  if (!parts) return [unit]
  runIns.add(parts[0])
  return parts
}

/** The words of a page that are not of its furniture. */
export function wordsWithout(
  page: StructurePage,
  furniture: ReadonlyMap<Piece, FurnitureKind>,
): StructurePage['words'] {
  const taken = new Set(
    page.pieces.filter((piece) => furniture.has(piece)).flatMap((piece) => page.wordsOf.get(piece)),
  )
  return taken.size === 0 ? page.words : page.words.filter((word) => !taken.has(word))
}

/** Letters of a line that is set in one style: that share of them. */
const UNIFORM = 0.97
const NONE = 0.1

/** Elements that are one block each; paragraphs are not always: some programs tag each line as one. */
const ownBlock = /^(?:H[1-6]?|Title|LI|LBody|TOCI)$/

function isTagBreak(before: StyledLine['tag'], next: StyledLine['tag']): boolean {
  if (!before || !next || before === next) return false
  return before.type !== next.type || ownBlock.test(next.type)
}

/** `2.2.` over `2.2.1.`: a heading right under another, each on a line of its own. */
const depthNumber = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\p{L}/u

/** Whether a line before `2.2.1.` has such a number as well, or is the `2.` that it belongs to. */
function isNumberedAlike(before: string, text: string): boolean {
  const own = /^\d{1,2}(?=\.\s)/.exec(before)?.[0]
  return depthNumber.test(before) || (own !== undefined && text.startsWith(`${own}.1`))
}

/** Whether two lines under each other are set apart by their style. */
export function isBreak(
  before: StyledLine,
  line: StyledLine,
  bodySize: number,
  useTags: boolean,
): boolean {
  if (useTags && isTagBreak(before.tag, line.tag)) return true
  if (isCodeLine(before) !== isCodeLine(line)) return true
  if (depthNumber.test(line.text) && isNumberedAlike(before.text, line.text)) return true
  if (before.bold >= UNIFORM !== line.bold >= UNIFORM) {
    return before.bold <= NONE || line.bold <= NONE
  }
  const isHeadingLike = line.bold >= UNIFORM || line.size > LARGE * bodySize
  if (isHeadingLike && sectionNumber.test(line.text)) return true
  return before.style.color !== line.style.color && before.style.font !== line.style.font
}

function* linesOf(units: readonly Unit[]): Generator<string> {
  for (const unit of units) if (unit.type === 'text') for (const { text } of unit.lines) yield text
}

function buildPages(
  pages: readonly StructurePage[],
  units: readonly (readonly Unit[])[],
  furniture: ReadonlyMap<Piece, FurnitureKind>,
  building: Building,
): Block[] {
  const parts: (Unit | Furniture)[] = []
  for (const [index, page] of pages.entries()) {
    parts.push(...furnitureOf(page, furniture, 'header'))
    parts.push(...(units[index] ?? []))
    parts.push(...furnitureOf(page, furniture, 'footer'))
  }
  return buildBlocks(parts, building)
}

/** Blocks of units in order; items that follow each other are lists, lines of code one block. */
function buildBlocks(parts: readonly (Unit | Furniture)[], building: Building): Block[] {
  const blocks: Block[] = []
  const waiting: { entries: ListEntry[]; code: StyledLine[]; codeUnits: TextUnit[] } = {
    entries: [],
    code: [],
    codeUnits: [],
  }
  const flush = () => {
    blocks.push(...listsOf(waiting.entries, (entry) => itemContent(entry, building)))
    if (waiting.code.length > 0) blocks.push(codeBlockOf(waiting.codeUnits))
    waiting.entries = []
    waiting.code = []
    waiting.codeUnits = []
  }
  for (const part of parts) {
    if (part.type === 'furniture') {
      flushBeforeFurniture(blocks, part, waiting.entries.length > 0, flush)
      continue
    }
    const entry = part.type === 'text' ? building.items.get(part) : undefined
    if (entry) {
      if (waiting.code.length > 0) flush()
      waiting.entries.push(entry)
    } else if (part.type === 'text' && !building.levels.has(part) && isCode(part)) {
      if (waiting.entries.length > 0) flush()
      if (!goesOnInCode(waiting.codeUnits.at(-1), part)) flush()
      waiting.code.push(...part.lines)
      waiting.codeUnits.push(part)
    } else {
      flush()
      blocks.push(blockOf(part, building))
    }
  }
  flush()
  return tieNotes(tieCaptions(blocks))
}

/** A list goes on over a page's end: what runs along the page's edge stands before it then. */
function flushBeforeFurniture(
  blocks: Block[],
  furniture: Furniture,
  inList: boolean,
  flush: () => void,
): void {
  if (!inList) flush()
  blocks.push(furniture)
}

/** Lines of code under each other are one block up to this many ems apart. */
const CODE_GAP_EMS = 3

function goesOnInCode(before: TextUnit | undefined, next: TextUnit): boolean {
  if (!before) return true
  return before.column === next.column && next.spaceBefore <= CODE_GAP_EMS
}

function itemContent({ unit, found }: ListEntry, { vocabulary }: Building): Block {
  return placedParagraph(unit, (lines) =>
    inlinesOf(withoutMarker(joinRuns(lines, vocabulary), found.length)),
  )
}

function blockOf(unit: Unit, { levels, vocabulary }: Building): Block {
  if (unit.type === 'table') return toTableBlock(unit.table)
  if (unit.type === 'formula') return formulaBlockOf(unit)
  const { provenance } = unit
  const level = levels.get(unit)
  if (level !== undefined) {
    const inlines = inlinesOf(joinRuns(unit.lines, vocabulary), { isHeading: true })
    return level === 0
      ? { type: 'title', inlines, provenance }
      : { type: 'heading', level, inlines, provenance }
  }
  const block = placedParagraph(unit, (lines) => inlinesOf(joinRuns(lines, vocabulary)))
  return isCaption(textOf(unit)) ? { ...block, role: 'caption' } : block
}

/** Ties each table to the caption that stands next to it. */
function tieCaptions(blocks: readonly Block[]): Block[] {
  const tied: Block[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block
    if (block.type !== 'table') {
      tied.push(block)
      continue
    }
    const above = tied.at(-1)
    const below = blocks[index + 1]
    if (isCaptionBlock(above)) {
      tied.pop()
      tied.push({ ...block, caption: captionOf(above, 'above') })
    } else if (isCaptionBlock(below) && !isCaptionOfNext(blocks, index + 1)) {
      tied.push({ ...block, caption: captionOf(below, 'below') })
      index++
    } else tied.push(block)
  }
  return tied
}

type CaptionBlock = Block & { readonly type: 'paragraph' }

function isCaptionBlock(block: Block | undefined): block is CaptionBlock {
  if (block?.type !== 'paragraph' || block.role !== 'caption') return false
  const [first] = block.inlines
  const text = block.inlines.map((inline) => ('text' in inline ? inline.text : '')).join('')
  return first !== undefined && isTableCaption(text)
}

function isCaptionOfNext(blocks: readonly Block[], index: number): boolean {
  return blocks[index + 1]?.type === 'table'
}

function captionOf({ inlines, provenance = [] }: CaptionBlock, position: 'above' | 'below') {
  return { inlines, position, provenance }
}
