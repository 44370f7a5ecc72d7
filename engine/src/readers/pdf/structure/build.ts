/** Pages of words and drawings → the blocks of the fidelity profile: headings, lists, tables, captions, code, paragraphs. */
import type { Block, Note } from '../../../model/index.ts'
import type { OutlineEntry, TagCell } from '../content/index.ts'
import { isLeftOut } from '../experiments.ts'
import { settleWithTables } from '../formulas/index.ts'
import type { Piece, Word } from '../layout/index.ts'
import { figuresOfPages } from '../regions/index.ts'
import type { FoundTable } from '../tables/index.ts'
import { buildPages, placedParagraph } from './blocks.ts'
import { type BodyStyle, findBodyStyle, LARGE } from './body-style.ts'
import { isCodeLine } from './code.ts'
import { displaysOf } from './formula-units.ts'
import { type FurnitureKind, findFurniture } from './furniture.ts'
import type { Levels } from './heading-levels.ts'
import { sectionNumber } from './heading-text.ts'
import { collectVocabulary, type Vocabulary } from './hyphens.ts'
import { inlinesOf, joinRuns } from './inlines.ts'
import { settleLinks } from './internal-links.ts'
import { joinUnits } from './joins.ts'
import { lazily } from './lazily.ts'
import { findItems, itemsOf, type ListEntry, withoutMarker } from './lists.ts'
import { type FoundNote, pairNotes } from './notes.ts'
import { putNotesLast } from './notes-last.ts'
import { type Figures, placeFigures } from './place-figures.ts'
import { splitRunIn } from './run-in.ts'
import type { StyledLine } from './styled-lines.ts'
import { inTagOrder } from './tag-order.ts'
import { joinTagged } from './tagged-blocks.ts'
import { type ToldUnits, tellUnits } from './told-units.ts'
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

/** A document that is being structured. */
interface Structuring {
  readonly pages: readonly StructurePage[]
  readonly options: StructureOptions
  readonly furniture: ReadonlyMap<Piece, FurnitureKind>
  readonly useTags: boolean
  readonly bodySize: number
  readonly figures: Figures
  readonly failedPages: number[]
  readonly plainPages: number[]
}

export function structureDocument(
  pages: readonly StructurePage[],
  options: StructureOptions,
): Structured {
  const structuring: Structuring = {
    ...{ pages, options, failedPages: [], plainPages: [] },
    furniture: findFurniture(pages),
    useTags: options.readTags !== false && coverTags(pages),
    bodySize: bodySizeOf(pages),
    figures: figuresOfPages(pages),
  }
  const { failedPages, plainPages } = structuring
  const units = unitsOfPages(structuring)
  const body = findBodyStyle(units.flat())
  const told = tell(units, body, structuring)
  const vocabulary = lazily(() => collectVocabulary(linesOf(told.units.flat())))
  const kept = joinOverColumns(told, vocabulary)
  const notes = pairNotes(isLeftOut('notes') ? [] : kept.flat(), body?.size ?? structuring.bodySize)
  const ordered = structuring.useTags && options.claimsOrder ? inTagOrder(kept, pages) : kept
  const flow = ordered.map((list) =>
    list.filter((unit) => unit.type !== 'text' || !notes.has(unit)),
  )
  const items = itemsAmong(flow.flat(), told, structuring.useTags)
  const blocks = placeFigures(
    buildPages(pages, flow, structuring.furniture, { levels: told.levels, items, vocabulary }),
    structuring.figures,
    new Map(pages.map(({ number, pictures = [] }) => [number, pictures])),
  )
  const ownNotes = [...notes.values()].map((note) => noteOf(note, vocabulary))
  return { blocks, failedPages, plainPages, notes: ownNotes }
}

/** Units of each page as the rules group them, tables and displayed formulas among them. */
function unitsOfPages(structuring: Structuring): (readonly Unit[])[] {
  const { pages, furniture, bodySize, useTags, plainPages } = structuring
  const { tables, formulas } = settleWithTables(
    tablesOf(structuring),
    displaysOf(pages, (page) => wordsWithout(page, furniture)),
  )
  return findUnits(pages, {
    bodySize,
    isBreak: (before, line) => isBreak(before, line, bodySize, useTags),
    piecesOf: (page) => page.pieces.filter((piece) => !furniture.has(piece)),
    tables,
    formulas,
    onFailure: ({ number }) => plainPages.push(number),
  }).map((list) => (isLeftOut('notes put last') ? list : putNotesLast(list)))
}

function tablesOf({
  pages,
  options,
  furniture,
  useTags,
  failedPages,
}: Structuring): readonly FoundTable[] {
  const found = pages.flatMap((page) => {
    try {
      const cellOf = useTags ? (word: Word) => tagOf(page, word)?.cell : undefined
      return options.findTables(page, wordsWithout(page, furniture), cellOf)
    } catch {
      // One odd page keeps its text; the caller is told.
      failedPages.push(page.number)
      return []
    }
  })
  return options.joinTables(found)
}

/** Units grouped anew, headings with their levels, items. */
function tell(
  units: readonly (readonly Unit[])[],
  body: BodyStyle | undefined,
  { pages, options: { outline }, furniture, useTags, figures }: Structuring,
): ToldUnits {
  if (!body) return { units, levels: noLevels }
  const runIns = new Set<TextUnit>()
  const whole = useTags ? units.map(joinTagged) : units
  const parted = whole.map((list) => list.flatMap((unit) => partRunIn(unit, body, runIns)))
  const running = [...furniture.keys()].map(({ text }) => text)
  return tellUnits(pages, parted, { outline, figures, useTags, runIns, running, body })
}

/** Without the units that were joined to others; links lead to headings then. */
function joinOverColumns(
  { units, levels }: ToldUnits,
  vocabulary: () => Vocabulary,
): readonly (readonly Unit[])[] {
  const all = units.flat()
  const isHeading = (unit: TextUnit): boolean => levels.has(unit)
  const joined = new Set(isLeftOut('joins over columns') ? all : joinUnits(all, isHeading))
  const kept = units.map((list) => list.filter((unit) => joined.has(unit)))
  const linking = isLeftOut('internal links') ? [] : kept.flat()
  settleLinks(
    linking.filter((unit) => unit.type === 'text'),
    { isHeading, vocabulary },
  )
  return kept
}

function itemsAmong(
  units: readonly Unit[],
  { items, levels }: ToldUnits,
  useTags: boolean,
): ReadonlyMap<TextUnit, ListEntry> {
  const texts = units.filter((unit) => unit.type === 'text')
  if (items) return itemsOf(texts, items)
  const free = texts.filter((unit) => !levels.has(unit) && !unit.isCell)
  return findItems(free, textOf, useTags)
}

function noteOf({ id, unit, markLength }: FoundNote, vocabulary: () => Vocabulary): Note {
  const toInlines = (lines: readonly StyledLine[]) =>
    inlinesOf(withoutMarker(joinRuns(lines, vocabulary), markLength))
  return { id, blocks: [placedParagraph(unit, toInlines)] }
}

const noLevels: Levels = new Map()

function partRunIn(unit: Unit, body: BodyStyle, runIns: Set<TextUnit>): Unit[] {
  const isPartable = unit.type === 'text' && !isLeftOut('run-in headings')
  const parts = isPartable ? splitRunIn(unit, body.style) : undefined
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
