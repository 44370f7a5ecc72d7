/** Turns layout blocks into blocks of the document: builds lists and code blocks, and puts captions into their tables. */
import type { Block, Furniture, Inline, Note, Paragraph } from '../../../model/index.ts'
import { captionKind } from '../captions.ts'
import type { Vocabulary } from '../hyphens.ts'
import { toTableBlock } from '../tables/index.ts'
import { codeBlockOf, codeLeadingOf, goesOnInCode, isCode } from './code.ts'
import type { DocumentLayout } from './document-layout.ts'
import { formulaBlockOf } from './formula-blocks.ts'
import { furnitureOf } from './furniture-blocks.ts'
import type { FurniturePage } from './furniture-candidates.ts'
import { inlinesOf, joinRuns } from './inlines.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { type ListEntry, listsOf, withoutMarker } from './lists.ts'
import type { FoundNote } from './notes.ts'
import { provenanceOf } from './provenance.ts'
import type { StyledLine } from './styled-line.ts'
import { tieToTables } from './table-texts.ts'
import { isCodeTerm, isIndented } from './terms.ts'

type Building = Pick<DocumentLayout, 'levels' | 'items' | 'vocabulary'>

/** Makes a paragraph of a layout block, which may have several parts after joins over columns and pages. */
function placedParagraph(
  layoutBlock: TextBlock,
  toInlines: (lines: readonly StyledLine[]) => Inline[],
): Paragraph {
  const provenance = provenanceOf(layoutBlock, toInlines)
  return { type: 'paragraph', inlines: toInlines(layoutBlock.lines), provenance }
}

export function buildPages({
  pages,
  layoutBlocks,
  furniture,
  ...building
}: Pick<DocumentLayout, 'layoutBlocks' | 'furniture' | keyof Building> & {
  readonly pages: readonly FurniturePage[]
}): Block[] {
  const parts: (LayoutBlock | Furniture)[] = []
  for (const [index, page] of pages.entries()) {
    parts.push(...furnitureOf(page, furniture, 'header'))
    parts.push(...(layoutBlocks[index] ?? []))
    parts.push(...furnitureOf(page, furniture, 'footer'))
  }
  return buildBlocks(parts, building)
}

export function noteOf({ id, block, markLength }: FoundNote, vocabulary: () => Vocabulary): Note {
  const toInlines = (lines: readonly StyledLine[]) =>
    inlinesOf(withoutMarker(joinRuns(lines, vocabulary), markLength))
  return { id, blocks: [placedParagraph(block, toInlines)] }
}

/** Makes blocks of layout blocks in order: consecutive items become lists, consecutive lines of code one code block. */
function buildBlocks(parts: readonly (LayoutBlock | Furniture)[], building: Building): Block[] {
  const blocks: Block[] = []
  const waiting: { entries: ListEntry[]; code: TextBlock[] } = { entries: [], code: [] }
  const codeLeading = codeLeadingOf(parts.filter((part) => part.type === 'text'))
  const flush = () => {
    blocks.push(...listsOf(waiting.entries, (entry) => itemContent(entry, building)))
    if (waiting.code.length > 0) blocks.push(codeBlockOf(waiting.code, codeLeading))
    waiting.entries = []
    waiting.code = []
  }
  for (const [index, part] of parts.entries()) {
    if (part.type === 'furniture') {
      // A list may continue on the next page; it then comes after the furniture.
      if (waiting.entries.length === 0) flush()
      blocks.push(part)
      continue
    }
    const entry = part.type === 'text' ? building.items.get(part) : undefined
    const before = waiting.code.at(-1)
    if (entry) {
      if (waiting.code.length > 0) flush()
      waiting.entries.push(entry)
    } else if (isCodeAfter(part, waiting.code, parts[index + 1], building)) {
      if (waiting.entries.length > 0) flush()
      if (before && !goesOnInCode(before, part)) flush()
      waiting.code.push(part)
    } else {
      flush()
      blocks.push(blockOf(part, building))
    }
  }
  flush()
  return tieToTables(blocks)
}

function isCodeAfter(
  part: LayoutBlock,
  code: readonly TextBlock[],
  next: LayoutBlock | Furniture | undefined,
  { levels }: Building,
): part is TextBlock {
  if (part.type !== 'text' || levels.has(part)) return false
  const isDescribed = next?.type === 'text' && !levels.has(next) && isCodeTerm(part, next)
  if (isDescribed && code.every((block) => isIndented(block, part))) return false
  const before = code.at(-1)
  return (before !== undefined && goesOnInCode(before, part)) || isCode(part)
}

function itemContent({ block, found }: ListEntry, { vocabulary }: Building): Block {
  return placedParagraph(block, (lines) =>
    inlinesOf(withoutMarker(joinRuns(lines, vocabulary), found.length)),
  )
}

function blockOf(layoutBlock: LayoutBlock, { levels, vocabulary }: Building): Block {
  if (layoutBlock.type === 'table') return toTableBlock(layoutBlock.table)
  if (layoutBlock.type === 'formula') return formulaBlockOf(layoutBlock)
  const { provenance } = layoutBlock
  const level = levels.get(layoutBlock)
  if (level !== undefined) {
    const inlines = inlinesOf(joinRuns(layoutBlock.lines, vocabulary), { isHeading: true })
    return level === 0
      ? { type: 'title', inlines, provenance }
      : { type: 'heading', level, inlines, provenance }
  }
  const options = { isCode: isCode(layoutBlock) }
  const block = placedParagraph(layoutBlock, (lines) =>
    inlinesOf(joinRuns(lines, vocabulary), options),
  )
  return captionKind(textOf(layoutBlock)) !== undefined ? { ...block, role: 'caption' } : block
}
