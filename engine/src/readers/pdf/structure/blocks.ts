/** Turns layout blocks into blocks of the document: builds lists and code blocks, and puts captions into their tables. */
import type { Block, Furniture, Inline, Note, Paragraph } from '../../../model/index.ts'
import { isCentreIn } from '../boxes.ts'
import { captionKind } from '../captions.ts'
import type { Vocabulary } from '../hyphens.ts'
import { toTableBlock } from '../tables/index.ts'
import {
  codeBlockOf,
  codeLeadingOf,
  findFloatingCode,
  goesOnInCode,
  isCode,
  isCodeItem,
  isCodeLabel,
  isCodePart,
  isNameOfCode,
} from './code.ts'
import type { DocumentLayout } from './document-layout.ts'
import { formulaBlockOf } from './formula-blocks.ts'
import { furnitureOf } from './furniture-blocks.ts'
import type { FurniturePage } from './furniture-candidates.ts'
import { type InlineOptions, inlinesOf, joinRuns, noBreaks, type TypesApart } from './inlines.ts'
import { indentOf, type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { deliberateBreaks } from './line-breaks.ts'
import {
  addItem,
  addToItem,
  closeLists,
  firstIndentsOf,
  goesOnWith,
  type ItemBuilder,
  isFirstLine,
  type OpenLists,
  openLists,
} from './list-blocks.ts'
import { withoutMarker } from './lists.ts'
import type { FoundNote } from './notes.ts'
import { provenanceOf } from './provenance.ts'
import { withTagsLast } from './right-tags.ts'
import { structureSettings as settings } from './settings.ts'
import { contentOf } from './styled-cells.ts'
import { alphanumeric, type Run, type StyledLine } from './styled-line.ts'
import { tieToTables } from './table-texts.ts'
import { isCodeTerm, isIndented } from './terms.ts'

type Facts = Pick<
  DocumentLayout,
  'levels' | 'items' | 'vocabulary' | 'figures' | 'body' | 'contents'
>

interface Building extends Facts {
  /** Usual leading of code, in ems. */
  readonly codeLeading: number
  /** Usual indents of the first lines of paragraphs, in points. */
  readonly firstIndents: readonly number[]
}

/**
 * Makes a paragraph of a layout block, which may have several parts after joins over columns and pages.
 *
 * @param markLength Characters of the marker that the text begins with.
 */
function paragraphOf(
  found: TextBlock,
  vocabulary: () => Vocabulary,
  markLength = 0,
  options: InlineOptions = {},
): Paragraph {
  const layoutBlock = withTagsLast(found)
  // A title only wraps.
  const breaks = options.isTitle ? noBreaks : deliberateBreaks(layoutBlock)
  const toInlines = (lines: readonly StyledLine[]): Inline[] =>
    inlinesOf(withoutMarker(joinRuns(lines, vocabulary, breaks), markLength), options)
  const provenance = provenanceOf(layoutBlock, toInlines)
  return { type: 'paragraph', inlines: toInlines(layoutBlock.lines), provenance }
}

export function buildPages({
  pages,
  layoutBlocks,
  furniture,
  ...facts
}: Pick<DocumentLayout, 'layoutBlocks' | 'furniture' | keyof Facts> & {
  readonly pages: readonly FurniturePage[]
}): Block[] {
  const parts: (LayoutBlock | Furniture)[] = []
  for (const [index, page] of pages.entries()) {
    parts.push(...furnitureOf(page, furniture, 'header'))
    parts.push(...(layoutBlocks[index] ?? []))
    parts.push(...furnitureOf(page, furniture, 'footer'))
  }
  const texts = parts.filter((part) => part.type === 'text')
  return buildBlocks(parts, {
    ...facts,
    codeLeading: codeLeadingOf(texts),
    firstIndents: firstIndentsOf(texts.filter((block) => !facts.items.has(block))),
  })
}

export function noteOf({ id, block, markLength }: FoundNote, vocabulary: () => Vocabulary): Note {
  return { id, blocks: [paragraphOf(block, vocabulary, markLength)] }
}

/** Makes blocks of layout blocks in order: consecutive items become lists, consecutive lines of code one code block. */
function buildBlocks(parts: readonly (LayoutBlock | Furniture)[], building: Building): Block[] {
  const blocks: Block[] = []
  const { items, levels, figures, codeLeading, firstIndents } = building
  const builder: ItemBuilder = {
    paragraphOf: ({ block, found }) =>
      paragraphOf(block, building.vocabulary, found.length, {
        isTitle: building.contents.has(block),
        isCode: isCodeItem(block) && !isTypewritten(block, building),
        setApart: typesApart(block, building),
      }),
    blocksOf: (own) => buildBlocks(own, { ...building, items: new Map() }),
  }
  const floating = findFloatingCode(parts)
  const names = namesApart(parts, building)
  let lists: OpenLists = openLists()
  let code: TextBlock[] = []
  // Furniture after the code, which may continue on the next page.
  let held: Furniture[] = []
  let indentBefore: number | undefined
  const flushCode = () => {
    if (code.length > 0) blocks.push(codeBlockOf(code, codeLeading))
    for (const furniture of held) blocks.push(furniture)
    code = []
    held = []
  }
  const flushLists = () => {
    const closed = closeLists(lists, builder)
    lists = openLists()
    blocks.push(...closed.lists)
    for (const [index, part] of closed.rest.entries()) add(part, closed.rest[index + 1])
  }
  const add = (part: LayoutBlock, next: LayoutBlock | Furniture | undefined) => {
    const entry = part.type === 'text' ? items.get(part) : undefined
    if (entry) {
      flushCode()
      if (lists.held.length > 0 && !goesOnWith(lists, entry)) flushLists()
      addItem(lists, entry)
      return
    }
    const isHeading = part.type === 'text' && levels.has(part)
    const isInText = !isHeading && !isInFigure(part, figures)
    if (isInText && addToItem(lists, part, { before: indentBefore, first: firstIndents })) return
    flushLists()
    if (part.type === 'text' && !isHeading && part.lines.length > 1) indentBefore = indentOf(part)
    if (!names.has(part) && isCodeAfter(part, code, next, building)) {
      const before = code.at(-1)
      if (before && (floating.has(part) || !goesOnInCode(before, part))) flushCode()
      code.push(part)
    } else {
      flushCode()
      blocks.push(blockOf(part, building))
    }
  }
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'furniture') add(part, parts[index + 1])
    // A list may continue on the next page; it then comes after the furniture.
    else if (code.length > 0 && lists.root.length === 0) held.push(part)
    else blocks.push(part)
  }
  flushLists()
  flushCode()
  return tieToTables(blocks)
}

/**
 * Returns true if the document's text is in the type of code, too, so that this type distinguishes no item. After `withoutTypewriter`,
 * only the font of the body shows this.
 */
function isTypewritten({ lines }: TextBlock, { body }: Building): boolean {
  const isOfBody = ({ style }: Run) => style.mono && style.font === body?.style.font
  return body?.style.mono === true || lines.some(({ runs }) => runs.some(isOfBody))
}

function isInFigure({ box, page }: LayoutBlock, figures: Building['figures']): boolean {
  return figures.get(page)?.some((figure) => isCentreIn(box, figure)) ?? false
}

/**
 * Finds lone names in the type of code that are no code: beside the title, of a program or an author; in a figure, its labels.
 */
function namesApart(
  parts: readonly (LayoutBlock | Furniture)[],
  { levels, figures }: Building,
): ReadonlySet<LayoutBlock | Furniture> {
  const isTitle = (part: LayoutBlock | Furniture | undefined) =>
    part?.type === 'text' && levels.get(part) === 0
  const names = parts.filter((part, at) => {
    if (part.type !== 'text' || part.lines.length > 1 || !isNameOfCode(part)) return false
    const [before, next] = [parts[at - 1], parts[at + 1]]
    if (before?.type === 'text' && isCodePart(before) && goesOnInCode(before, part)) return false
    if (next?.type === 'text' && goesOnInCode(part, next)) return false
    return isTitle(before) || isTitle(next) || isInFigure(part, figures)
  })
  return new Set(names)
}

function isCodeAfter(
  part: LayoutBlock,
  code: readonly TextBlock[],
  next: LayoutBlock | Furniture | undefined,
  { levels, firstIndents }: Building,
): part is TextBlock {
  if (part.type !== 'text' || levels.has(part)) return false
  const isDescribed =
    next?.type === 'text' &&
    !levels.has(next) &&
    !isFirstLine(next, firstIndents) &&
    isCodeTerm(part, next)
  if (isDescribed && code.every((block) => isIndented(block, part))) return false
  const before = code.at(-1)
  return (before !== undefined && goesOnInCode(before, part)) || isCode(part)
}

/**
 * Returns the types that set a text apart from the document's text, as of labels in forms, notes and quotations: those of the whole text,
 * and bold in a short one. Contents entries and texts of figures have other reasons for their types. Statements with formulas are italic
 * by convention.
 */
function typesApart(block: TextBlock, { body, figures }: Building): TypesApart {
  const runs = block.lines.flatMap((line) => line.runs)
  const isEntry = runs.some(({ link }) => typeof link === 'string' && link.startsWith('#'))
  if (!body || isEntry || isInFigure(block, figures)) return {}
  const isWhole = (type: keyof TypesApart) =>
    runs.every(({ text, style }) => style[type] || !alphanumeric.test(text))
  const isStatement = runs.some(({ latex, style }) => latex !== undefined || style.math)
  return {
    bold: !body.style.bold && (block.lines.length < settings.few || isWhole('bold')),
    italic: !body.style.italic && !isStatement && isWhole('italic'),
  }
}

function blockOf(layoutBlock: LayoutBlock, building: Building): Block {
  const { levels, vocabulary } = building
  if (layoutBlock.type === 'table') {
    const { table, styledCells } = layoutBlock
    return toTableBlock(table, (cell) => contentOf(cell, styledCells, vocabulary))
  }
  if (layoutBlock.type === 'formula') return formulaBlockOf(layoutBlock)
  const { provenance } = layoutBlock
  const level = levels.get(layoutBlock)
  if (level !== undefined) {
    const inlines = inlinesOf(joinRuns(layoutBlock.lines, vocabulary), { isTitle: true })
    return level === 0
      ? { type: 'title', inlines, provenance }
      : { type: 'heading', level, inlines, provenance }
  }
  const isCaption = captionKind(textOf(layoutBlock)) !== undefined
  const block = paragraphOf(layoutBlock, vocabulary, 0, {
    isCode: isCode(layoutBlock) || isCodeLabel(layoutBlock),
    setApart: isCaption ? {} : typesApart(layoutBlock, building),
  })
  return isCaption ? { ...block, role: 'caption' } : block
}
