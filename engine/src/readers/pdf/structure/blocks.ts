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

/**
 * Makes a paragraph of a layout block, which may have several parts after joins over columns and pages.
 *
 * @param markLength Characters of the marker that the text begins with.
 */
function paragraphOf(
  layoutBlock: TextBlock,
  vocabulary: () => Vocabulary,
  markLength = 0,
  isCode = false,
): Paragraph {
  const toInlines = (lines: readonly StyledLine[]): Inline[] =>
    inlinesOf(withoutMarker(joinRuns(lines, vocabulary), markLength), { isCode })
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
  return { id, blocks: [paragraphOf(block, vocabulary, markLength)] }
}

/** Makes blocks of layout blocks in order: consecutive items become lists, consecutive lines of code one code block. */
function buildBlocks(parts: readonly (LayoutBlock | Furniture)[], building: Building): Block[] {
  const blocks: Block[] = []
  const waiting: { entries: ListEntry[]; code: TextBlock[] } = { entries: [], code: [] }
  const codeLeading = codeLeadingOf(parts.filter((part) => part.type === 'text'))
  const flush = () => {
    const contentOf = ({ block, found }: ListEntry) =>
      paragraphOf(block, building.vocabulary, found.length)
    blocks.push(...listsOf(waiting.entries, contentOf))
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
  const block = paragraphOf(layoutBlock, vocabulary, 0, isCode(layoutBlock))
  return captionKind(textOf(layoutBlock)) !== undefined ? { ...block, role: 'caption' } : block
}
