/** Finds headings and list items among the layout blocks: by tags where these agree with the page, else by learnt weights. */
import type { OutlineEntry } from '../content/index.ts'
import { experiments, isLeftOut } from '../experiments.ts'
import { lineTrees } from '../models/index.ts'
import type { BodyStyle } from './body-style.ts'
import { isCode } from './code.ts'
import { findContents } from './contents.ts'
import { findLevels, type Levels } from './heading-levels.ts'
import { isByline, isTooLong, readsLikeHeading } from './heading-text.ts'
import {
  describeHeadings,
  type FoundHeading,
  findHeadings,
  type HeadingOptions,
} from './headings.ts'
import { type LayoutBlock, type StructurePage, type TextBlock, textOf } from './layout-blocks.ts'
import {
  type LineSequence,
  labelLines,
  regroup,
  type SequenceFacts,
  sequenceOf,
} from './lines/index.ts'
import { findItems } from './lists.ts'
import { findNumbered } from './numbered-headings.ts'
import type { Figures } from './place-figures.ts'
import { agreeTags } from './tags.ts'
import { findTerms } from './terms.ts'

interface BlockLabels {
  readonly blocks: readonly (readonly LayoutBlock[])[]
  readonly levels: Levels
  /** `undefined` if the rules find the items. */
  readonly items?: ReadonlySet<TextBlock>
}

interface BlockFacts {
  readonly outline: readonly OutlineEntry[]
  readonly body: BodyStyle
  readonly figures: Figures
  readonly useTags: boolean
  readonly runIns: ReadonlySet<TextBlock>
  readonly running: readonly string[]
}

/** Lets tools read the lines of each document. */
export const observer: { onLines?: (lines: LineSequence) => void } = {}

export function labelBlocks(
  pages: readonly StructurePage[],
  rules: readonly (readonly LayoutBlock[])[],
  { outline, body, figures, useTags, runIns, running }: BlockFacts,
): BlockLabels {
  const blocks = rules.flat()
  const contents = findContents(blocks)
  const options = { body, outline, figures, runIns, contents }
  const seen = findHeadings(blocks, { ...options, useTags: false })
  const tagged = useTags ? findHeadings(blocks, { ...options, useTags }) : []
  const areTagged = agreeTags(seen, tagged, ({ block, text }) => readsLikeHeading(block, text))
  const pageHeight = pages[0]?.height ?? 0
  const facts = { bodySize: body.size, pageHeight, blocks, pageCount: pages.length, running }
  if (areTagged) return { blocks: rules, levels: findLevels(tagged, facts) }
  if (isLeftOut('labels of lines')) return { blocks: rules, levels: findLevels(seen, facts) }
  const flow = sequenceOf(
    blocks,
    flowFacts(pages, blocks, seen, { outline, body, figures, runIns, contents }),
  )
  observer.onLines?.(flow)
  const labelled = regroup(rules, labelLines(flow, experiments.lines ?? lineTrees()))
  const headings = describeHeadings([...labelled.headings], outline)
  const levels = findLevels(headings, { ...facts, blocks: labelled.blocks.flat() })
  return { ...labelled, levels }
}

function flowFacts(
  pages: readonly StructurePage[],
  blocks: readonly LayoutBlock[],
  seen: readonly FoundHeading[],
  {
    outline,
    body,
    figures,
    runIns,
    contents,
  }: Pick<BlockFacts, 'outline' | 'body' | 'figures' | 'runIns'> & Pick<HeadingOptions, 'contents'>,
): SequenceFacts {
  const texts = blocks.filter((block) => block.type === 'text')
  const headings = new Set(seen.map(({ block }) => block))
  const items = findItems(
    texts.filter((block) => !headings.has(block) && !block.isCell),
    textOf,
  )
  const reading = new Set<TextBlock>()
  const bylines = new Set<TextBlock>()
  for (const block of texts) {
    const text = textOf(block)
    if (readsLikeHeading(block, text)) reading.add(block)
    if (!isTooLong(block, text) && isByline(block, text)) bylines.add(block)
  }
  const outlined = new Set(
    seen.flatMap(({ block, outlineDepth }) => (outlineDepth === undefined ? [] : [block])),
  )
  return {
    body,
    outline,
    outlined,
    figures,
    pages: new Map(pages.map((page) => [page.number, page])),
    pageCount: pages.length,
    verdicts: {
      headings,
      reading,
      bylines,
      runIns,
      numbered: findNumbered(blocks),
      items: new Set(items.keys()),
      code: new Set(texts.filter(isCode)),
      falseHeadings: new Set([...contents, ...findTerms(blocks, body)]),
    },
  }
}
