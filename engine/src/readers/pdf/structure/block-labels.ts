/** Finds headings and list items among the layout blocks: by tags where these agree with the page, else by learnt weights. */
import type { BBox } from '../../../model/index.ts'
import type { OutlineEntry } from '../content/index.ts'
import { experiments, isLeftOut } from '../experiments.ts'
import { lineTrees } from '../models/index.ts'
import type { BodyStyle } from './body-style.ts'
import { isCode } from './code.ts'
import { findLevels, type Levels } from './heading-levels.ts'
import { isByline, isTooLong, readsLikeHeading } from './heading-text.ts'
import { describeHeadings, type FoundHeading, findHeadings } from './headings.ts'
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
import { agreeTags } from './trust-tags.ts'

export interface BlockLabels {
  readonly units: readonly (readonly LayoutBlock[])[]
  readonly levels: Levels
  /** Absent when the rules find the items. */
  readonly items?: ReadonlySet<TextBlock>
}

export interface BlockFacts {
  readonly outline: readonly OutlineEntry[]
  readonly body: BodyStyle
  readonly figures: Figures
  readonly useTags: boolean
  readonly runIns: ReadonlySet<TextBlock>
  readonly running: readonly string[]
}

/** Tools see the lines of each document here. */
export const observer: { onLines?: (lines: LineSequence) => void } = {}

export function labelBlocks(
  pages: readonly StructurePage[],
  rules: readonly (readonly LayoutBlock[])[],
  { outline, body, figures, useTags, runIns, running }: BlockFacts,
): BlockLabels {
  const units = rules.flat()
  const figuresOf = (page: number): readonly BBox[] => figures.get(page) ?? []
  const seen = findHeadings(units, { body, outline, figuresOf, runIns, useTags: false })
  const tagged = useTags ? findHeadings(units, { body, outline, figuresOf, runIns, useTags }) : []
  const areTagged = agreeTags(seen, tagged, ({ unit, text }) => readsLikeHeading(unit, text))
  const pageHeight = pages[0]?.height ?? 0
  const facts = { bodySize: body.size, pageHeight, units, pageCount: pages.length, running }
  if (areTagged) return { units: rules, levels: findLevels(tagged, facts) }
  if (isLeftOut('labels of lines')) return { units: rules, levels: findLevels(seen, facts) }
  const flow = sequenceOf(units, flowFacts(pages, units, seen, { outline, body, figures, runIns }))
  observer.onLines?.(flow)
  const labelled = regroup(rules, labelLines(flow, experiments.lines ?? lineTrees()))
  const headings = describeHeadings([...labelled.headings], outline)
  const levels = findLevels(headings, { ...facts, units: labelled.units.flat() })
  return { ...labelled, levels }
}

function flowFacts(
  pages: readonly StructurePage[],
  units: readonly LayoutBlock[],
  seen: readonly FoundHeading[],
  { outline, body, figures, runIns }: Pick<BlockFacts, 'outline' | 'body' | 'figures' | 'runIns'>,
): SequenceFacts {
  const texts = units.filter((unit) => unit.type === 'text')
  const headings = new Set(seen.map(({ unit }) => unit))
  const items = findItems(
    texts.filter((unit) => !headings.has(unit) && !unit.isCell),
    textOf,
  )
  const reading = new Set<TextBlock>()
  const bylines = new Set<TextBlock>()
  for (const unit of texts) {
    const text = textOf(unit)
    if (readsLikeHeading(unit, text)) reading.add(unit)
    if (!isTooLong(unit, text) && isByline(unit, text)) bylines.add(unit)
  }
  const code = new Set(texts.filter(isCode))
  const outlined = new Set(
    seen.flatMap(({ unit, outlineDepth }) => (outlineDepth === undefined ? [] : [unit])),
  )
  return {
    body,
    outline,
    pages: new Map(pages.map((page) => [page.number, page])),
    pageCount: pages.length,
    figuresOf: (page) => figures.get(page) ?? [],
    isOutlined: (unit) => outlined.has(unit),
    verdicts: {
      headings,
      numbered: findNumbered(units),
      items: new Set(items.keys()),
      readsLikeHeading: (unit) => reading.has(unit),
      isByline: (unit) => bylines.has(unit),
      isCode: (unit) => code.has(unit),
      runIns,
    },
  }
}
