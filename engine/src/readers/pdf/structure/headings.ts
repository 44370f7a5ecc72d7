/** Finds headings among the blocks of a document: short blocks set apart from the body's style; blocks of one style are judged together. */
import type { BBox } from '../../../model/index.ts'
import { isCentreIn } from '../boxes.ts'
import type { OutlineEntry } from '../content/index.ts'
import { isLeftOut } from '../experiments.ts'
import type { BodyStyle } from './body-style.ts'
import {
  entryEnd,
  isBareNumber,
  isSentence,
  isTooLong,
  readsLikeHeading,
  sectionNumber,
} from './heading-text.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { findNumbered } from './numbered-headings.ts'
import { outlineIndex, outlineKey } from './outline-index.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'
import { headingLevelOf } from './tag-types.ts'

/** A style that several headings share. */
export interface Cluster {
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly caps: boolean
  readonly blocks: TextBlock[]
}

export interface FoundHeading {
  readonly block: TextBlock
  readonly text: string
  readonly cluster: Cluster
  /** Depth in the outline, from 1. */
  readonly outlineDepth?: number
  /** Level of its tag. */
  readonly tagLevel?: number
}

const letter = /\p{L}/gu
const smallLetter = /[a-z]/

function isCaps(text: string): boolean {
  // Nearly every text has a small letter in its first word; counting the letters of a whole paragraph takes 30 times
  // longer.
  if (smallLetter.test(text)) return false
  const letters = text.match(letter)?.join('') ?? ''
  return (
    letters.length >= settings.fewLetters &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase()
  )
}

function average(lines: readonly StyledLine[], value: (line: StyledLine) => number): number {
  const length = lines.reduce((sum, { text }) => sum + text.length, 0)
  return lines.reduce((sum, line) => sum + value(line) * line.text.length, 0) / Math.max(1, length)
}

function clusterKey(block: TextBlock, text: string): Omit<Cluster, 'blocks'> & { key: string } {
  const size = Math.round((block.lines[0]?.size ?? 0) / settings.sizeStep) * settings.sizeStep
  const bold = average(block.lines, (line) => line.bold) >= settings.uniform
  const italic = average(block.lines, (line) => line.italic) >= settings.uniform
  const caps = isCaps(text)
  const color = block.lines[0]?.style.color ?? 0
  const font = block.lines[0]?.style.font ?? ''
  const key = `${size} ${bold} ${italic} ${caps} ${color} ${font}`
  return { size, bold, italic, caps, key }
}

const chapter =
  /^(?:chapter|part|section|appendix|annex|unit|lesson)\s+(?:\d{1,3}|[IVX]{1,5}|[A-Z])\b/i

/** How far a block's style differs from the body's: `strong` is enough alone, `weak` needs others like it. */
type Prominence = 'strong' | 'weak' | 'none'

/** The style of a block, equal within a cluster. */
type ClusterStyle = Pick<Cluster, 'bold' | 'italic' | 'caps'>

/** The evidence from which headings of a document are found. */
interface Signs {
  readonly body: BodyStyle
  /** Sections found by their numbers. */
  readonly numbered: ReadonlySet<TextBlock>
  /** Blocks directly below another heading, whose white space is above the first of them. */
  readonly under: ReadonlySet<TextBlock>
}

function prominence(
  block: TextBlock,
  text: string,
  style: ClusterStyle,
  { body, numbered, under }: Signs,
): Prominence {
  const isSection =
    numbered.has(block) && (block.lines[0]?.size ?? 0) >= settings.smaller * body.size
  const isApart = block.spaceBefore >= settings.headingSpaceEms || under.has(block)
  return isSection ? 'strong' : prominenceOfStyle(block, text, { ...style, isApart }, body)
}

function prominenceOfStyle(
  block: TextBlock,
  text: string,
  { bold, italic, caps, isApart }: ClusterStyle & { readonly isApart: boolean },
  body: BodyStyle,
): Prominence {
  const ratio = (block.lines[0]?.size ?? 0) / body.size
  const isBolder = bold && !body.style.bold
  if (ratio >= settings.muchLarger || (ratio >= settings.larger && (isBolder || caps)))
    return 'strong'
  const line = block.lines[0]
  const isCode = line?.style.mono === true && !body.style.mono
  if (ratio >= settings.larger) {
    const isTitle = text.length <= settings.titleCharacters && !isSentence(text) && !isCode
    return isTitle ? 'weak' : 'none'
  }
  const notSmall = ratio >= settings.boldSmaller
  if (isBolder && isApart && notSmall) return 'strong'
  if (ratio < settings.smaller) return 'none'
  if (isBolder) return 'strong'
  const otherFont = line !== undefined && line.style.font !== body.style.font
  const otherColor = line !== undefined && line.style.color !== body.style.color
  if (chapter.test(text) && (otherFont || caps)) return 'strong'
  if (!isApart || block.lines.length > 2) return 'none'
  if (caps && (otherFont || otherColor || sectionNumber.test(text))) return 'weak'
  if (italic && !body.style.italic) return 'weak'
  return otherFont && !isCode && !/[.:。：]$/.test(text) ? 'weak' : 'none'
}

export interface HeadingOptions {
  readonly body: BodyStyle
  readonly outline: readonly OutlineEntry[]
  /** Boxes of pictures and drawings by page; text in them is not a heading. */
  readonly figures: ReadonlyMap<number, readonly BBox[]>
  /** Headings that were on the first line of their paragraph. */
  readonly runIns: ReadonlySet<TextBlock>
  /** Entries of a table of contents, which look like headings. */
  readonly contents: ReadonlySet<TextBlock>
  /** True if tags are trusted: they show which texts the author means as headings. */
  readonly useTags: boolean
}

export function findHeadings(
  blocks: readonly LayoutBlock[],
  options: HeadingOptions,
): FoundHeading[] {
  const outline = outlineIndex(options.outline)
  const under = new Set<TextBlock>()
  const signs: Signs = { body: options.body, numbered: findNumbered(blocks), under }
  const outlined = new Set(options.outline.map(({ page }) => page))
  const taggedPages = options.useTags ? pagesWithTags(blocks) : new Set<number>()
  const clusters = new Map<string, Cluster>()
  const counts = new Map<string, number>()
  const candidates: FoundHeading[] = []
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') continue
    const text = textOf(block)
    const isRunIn = options.runIns.has(block)
    const { key: styleKey, ...style } = clusterKey(block, text)
    const key = isRunIn ? `run-in ${styleKey}` : styleKey
    if (!isBareNumber(text)) counts.set(key, (counts.get(key) ?? 0) + 1)
    const tag = options.useTags ? block.lines[0]?.tag : undefined
    const tagLevel = tag && headingLevelOf(tag)
    if (tagLevel === undefined && taggedPages.has(block.page)) continue
    if (tagLevel === undefined && !isRunIn && isTooLong(block, text)) continue
    const depth = outlined.has(block.page)
      ? outline.get(outlineKey(text))?.find(({ page }) => page === block.page)?.depth
      : undefined
    if (tagLevel === undefined && !isRunIn) {
      // Style is tested first: it costs less than the words, and excludes most paragraphs.
      const kind = prominence(block, text, style, signs)
      const isOutlined = depth !== undefined && style.size >= settings.smaller * options.body.size
      if (!isOutlined && !isSetApart(block, kind, blocks[index + 1], options.body)) continue
      const isNamed = isOutlined && kind !== 'none'
      if (!readsLikeHeading(block, text, isNamed) || isInFigure(block, options)) continue
      if (options.contents.has(block)) continue
      if (!isLeftOut('entries of contents') && isInContents(blocks, index, options.body)) continue
      if (!isLeftOut('running titles') && isRunningTitle(blocks, index, text)) continue
    }
    const cluster = clusters.get(key) ?? { ...style, blocks: [] }
    clusters.set(key, cluster)
    cluster.blocks.push(block)
    const next = blocks[index + 1]
    if (next?.type === 'text' && next.column === block.column) under.add(next)
    candidates.push({
      block,
      text,
      cluster,
      ...(depth !== undefined && { outlineDepth: depth }),
      ...(tagLevel !== undefined && { tagLevel }),
    })
  }
  const keys = new Map([...clusters].map(([key, cluster]) => [cluster, key]))
  const stacks = isLeftOut('stacked headings')
    ? new Set<Cluster>()
    : stacksOf(candidates, blocks, signs.numbered)
  const texts = isLeftOut('texts of cards') ? new Set<Cluster>() : textsOfCards(candidates, blocks)
  return candidates.filter(({ cluster, outlineDepth, tagLevel, block, text }) => {
    if (outlineDepth !== undefined || tagLevel !== undefined) return true
    if (options.runIns.has(block)) return true
    const all = counts.get(keys.get(cluster) ?? '') ?? 1
    const isOfText = cluster.blocks.length < all / 2
    if (isOfText || stacks.has(cluster) || texts.has(cluster)) return signs.numbered.has(block)
    return prominence(block, text, cluster, signs) === 'strong' || cluster.blocks.length > 1
  })
}

/** Collects the evidence from which the levels of known headings are found. */
export function describeHeadings(
  blocks: readonly TextBlock[],
  entries: readonly OutlineEntry[],
): FoundHeading[] {
  const outline = outlineIndex(entries)
  const clusters = new Map<string, Cluster>()
  return blocks.map((block) => {
    const text = textOf(block)
    const { key, ...style } = clusterKey(block, text)
    const cluster = clusters.get(key) ?? { ...style, blocks: [] }
    clusters.set(key, cluster)
    cluster.blocks.push(block)
    const depth = outline.get(outlineKey(text))?.find(({ page }) => page === block.page)?.depth
    return { block, text, cluster, ...(depth !== undefined && { outlineDepth: depth }) }
  })
}

/** Returns the pages with tags, on which a large line without a heading tag is decoration. */
function pagesWithTags(blocks: readonly LayoutBlock[]): Set<number> {
  const pages = new Set<number>()
  for (const block of blocks)
    if (block.type === 'text' && block.lines[0]?.tag) pages.add(block.page)
  return pages
}

/** Returns true for the first line of a page above a larger heading: a smaller heading never precedes a larger one there. */
function isRunningTitle(blocks: readonly LayoutBlock[], index: number, text: string): boolean {
  const block = blocks[index]
  const next = blocks[index + 1]
  if (block?.type !== 'text' || next?.type !== 'text') return false
  if (next.page !== block.page || blocks[index - 1]?.page === block.page) return false
  const [line] = block.lines
  const [below] = next.lines
  if (!line || !below || block.lines.length > 1 || chapter.test(text)) return false
  return below.size >= settings.muchLarger * line.size && below.baseline > line.baseline
}

function isInContents(blocks: readonly LayoutBlock[], index: number, body: BodyStyle): boolean {
  const own = blocks[index]
  if (own?.type !== 'text') return false
  // This is the title of a table of contents, or of the section right after it.
  if ((own.lines[0]?.size ?? 0) >= settings.muchLarger * body.size && !isEntry(own)) return false
  const around = [
    ...blocks.slice(Math.max(0, index - settings.contentsReach), index),
    ...blocks.slice(index + 1, index + 1 + settings.contentsReach),
  ]
  const entries = around.filter((block) => block.type === 'text' && isEntry(block))
  return entries.length > settings.contentsReach
}

function isEntry(block: TextBlock): boolean {
  const last = block.lines.at(-1)?.text ?? ''
  return block.lines.length <= 2 && /\p{L}{3}/u.test(last) && entryEnd.test(last)
}

/** Returns styles whose headings follow each other without text: tables of contents, lists of names. */
function stacksOf(
  candidates: readonly FoundHeading[],
  blocks: readonly LayoutBlock[],
  numbered: ReadonlySet<TextBlock>,
): Set<Cluster> {
  const clusterOf = new Map<LayoutBlock, Cluster>(
    candidates.map(({ block, cluster }) => [block, cluster]),
  )
  const stacked = new Map<Cluster, number>()
  for (const [index, block] of blocks.entries()) {
    const cluster = clusterOf.get(block)
    const next = blocks[index + 1]
    if (!cluster || !next || clusterOf.get(next) !== cluster) continue
    if (next.type === 'text' && numbered.has(next)) continue
    stacked.set(cluster, (stacked.get(cluster) ?? 0) + 1)
  }
  return new Set(
    [...stacked].flatMap(([cluster, count]) => {
      const { length } = cluster.blocks
      return length >= settings.few && count > length / 2 ? [cluster] : []
    }),
  )
}

/** Returns the styles of large text in cards side by side, which is below smaller headings and not a heading itself. */
function textsOfCards(
  candidates: readonly FoundHeading[],
  blocks: readonly LayoutBlock[],
): Set<Cluster> {
  const clusterOf = new Map<LayoutBlock, Cluster>(
    candidates.map(({ block, cluster }) => [block, cluster]),
  )
  const ends = new Map<Cluster, number>()
  for (const [index, block] of blocks.entries()) {
    const cluster = clusterOf.get(block)
    if (!cluster || block.type !== 'text') continue
    const [before, next] = [blocks[index - 1], blocks[index + 1]]
    if (before?.type !== 'text' || !clusterOf.has(before) || before.column !== block.column)
      continue
    if (next?.type === 'text' && next.column === block.column) continue
    const isSmaller = (before.lines[0]?.size ?? 0) < (block.lines[0]?.size ?? 0) / settings.larger
    if (isSmaller) ends.set(cluster, (ends.get(cluster) ?? 0) + 1)
  }
  return new Set(
    [...ends].flatMap(([cluster, count]) =>
      count > 1 && count >= cluster.blocks.length / 2 ? [cluster] : [],
    ),
  )
}

function isSetApart(
  block: TextBlock,
  kind: Prominence,
  next: LayoutBlock | undefined,
  body: BodyStyle,
): boolean {
  if (kind === 'none') return false
  // A heading at the body's size must have body text after it.
  const size = block.lines[0]?.size ?? 0
  const isLarge = size >= settings.larger * body.size
  // A small line above a table is its caption.
  if (size < settings.smaller * body.size && next?.type !== 'text') return false
  if (block.isCell) return isLarge
  if (isLarge || kind === 'strong') return isLarge || next !== undefined
  if (next?.type !== 'text' || next.column !== block.column) return false
  return isBody(next, body) || isLesserHeading(block, next, body)
}

/** Returns true if the next block is a lesser heading in another style; a weak heading never precedes a stronger one. */
function isLesserHeading(block: TextBlock, next: TextBlock, body: BodyStyle): boolean {
  const text = textOf(next)
  const { key, ...style } = clusterKey(next, text)
  if (key === clusterKey(block, textOf(block)).key) return false
  const kind = prominenceOfStyle(next, text, { ...style, isApart: true }, body)
  return kind === 'weak' && readsLikeHeading(next, text)
}

function isBody({ lines }: TextBlock, body: BodyStyle): boolean {
  const [line] = lines
  if (!line) return false
  const isLikeIt = Math.abs(line.size - body.size) <= settings.sameSize * body.size
  return line.style.font === body.style.font || (isLikeIt && !line.style.bold && !line.style.italic)
}

function isInFigure({ box, page }: TextBlock, { figures }: HeadingOptions): boolean {
  return figures.get(page)?.some((figure) => isCentreIn(box, figure)) ?? false
}
