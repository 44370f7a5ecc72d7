/** Finds headings and list items among the layout blocks: by tags where these agree with the page, else by learnt weights. */
import type { OutlineEntry } from '../content/index.ts'
import { experiments, isLeftOut } from '../experiments.ts'
import { lineTrees } from '../models/index.ts'
import type { BodyStyle } from './body-style.ts'
import { findBylines } from './bylines.ts'
import { joinChapterLabels } from './chapter-labels.ts'
import { isCode } from './code.ts'
import { findContents } from './contents.ts'
import type { DocumentLayout } from './document-layout.ts'
import { findDocumentTitle } from './document-title.ts'
import { findLevels } from './heading-levels.ts'
import { readsLikeHeading } from './heading-text.ts'
import {
  describeHeadings,
  type FoundHeading,
  findHeadings,
  type HeadingOptions,
} from './headings.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import {
  isFilled,
  type LineSequence,
  labelLines,
  regroup,
  type SequenceFacts,
  sequenceOf,
} from './lines/index.ts'
import { findItems } from './lists.ts'
import { findNumbered } from './numbered-headings.ts'
import { namedByOutline } from './outline-names.ts'
import { findSlideTitles } from './slide-titles.ts'
import { agreeTags } from './tags.ts'
import { findTerms } from './terms.ts'

/** Lets tools read the lines of each document. */
export const observer: { onLines?: (lines: LineSequence) => void } = {}

/** What the file says outside of its pages. */
interface Names {
  readonly outline: readonly OutlineEntry[]
  /** Author of the metadata. */
  readonly author?: string | undefined
}

export function labelBlocks(
  layout: DocumentLayout & { readonly body: BodyStyle },
  { outline, author }: Names,
): Partial<DocumentLayout> {
  const { pages, layoutBlocks, body, furniture, useTags } = layout
  const blocks = layoutBlocks.flat()
  const options = { ...layout, outline, author, contents: findContents(blocks), useTags: false }
  const seen = findHeadings(blocks, options)
  const tagged = useTags ? findHeadings(blocks, { ...options, useTags }) : []
  const facts = {
    bodySize: body.size,
    pageWidth: pages[0]?.width ?? 0,
    pageHeight: pages[0]?.height ?? 0,
    pageCount: pages.length,
    running: Array.from(furniture.keys(), ({ text }) => text),
  }
  if (isLeftOut('labels of lines')) return { levels: findLevels(seen, { ...facts, blocks }) }
  const isTagged = agreeTags(seen, tagged)
  const flow = sequenceOf(blocks, {
    ...flowFacts(blocks, seen, options),
    useTags,
    ...(isTagged && { tagged: headingsOfTags(blocks, tagged, body) }),
  })
  observer.onLines?.(flow)
  const labels = labelLines(flow, experiments.lines ?? lineTrees())
  const labelled = regroup(layoutBlocks, labels, (line) => isFilled(line, flow), body.size)
  // In tags the label of a chapter is part of its title, or a heading of its own.
  const joined = isTagged
    ? labelled.blocks
    : joinChapterLabels(labelled.blocks, labelled.headings, body)
  const found = [...labelled.headings]
  const named = namedByOutline(found, outline)
  const headings = describeHeadings(found, named, { ...options, useTags: isTagged })
  const levels = findLevels(headings, { ...facts, blocks: joined.flat() })
  return { layoutBlocks: joined, levels, labelledItems: labelled.items }
}

/** Returns the headings by tags, and the title, which word processors tag as a paragraph. */
function headingsOfTags(
  blocks: readonly LayoutBlock[],
  tagged: readonly FoundHeading[],
  body: BodyStyle,
): Set<TextBlock> {
  return findDocumentTitle(blocks, body).union(new Set(tagged.map(({ block }) => block)))
}

function flowFacts(
  blocks: readonly LayoutBlock[],
  seen: readonly FoundHeading[],
  options: HeadingOptions & Pick<DocumentLayout, 'pages' | 'figures'> & Names,
): SequenceFacts {
  const { pages, body, contents, runIns, author } = options
  const texts = blocks.filter((block) => block.type === 'text')
  const headings = new Set(seen.map(({ block }) => block))
  const free = texts.filter((block) => !headings.has(block) && !block.isCell)
  const reading = new Set<TextBlock>()
  for (const block of texts) if (readsLikeHeading(block, textOf(block))) reading.add(block)
  const outlined = seen.filter(({ outlineDepth }) => outlineDepth !== undefined)
  return {
    ...options,
    outlined: new Set(outlined.map(({ block }) => block)),
    pages: new Map(pages.map((page) => [page.number, page])),
    pageCount: pages.length,
    verdicts: {
      headings,
      reading,
      bylines: findBylines(texts, author),
      titles: findDocumentTitle(blocks, body).union(findSlideTitles(blocks, pages, body)),
      runIns,
      numbered: findNumbered(blocks),
      items: new Set(findItems(free).keys()),
      code: new Set(texts.filter(isCode)),
      falseHeadings: new Set([...contents, ...findTerms(blocks, body)]),
    },
  }
}
