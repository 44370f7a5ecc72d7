/** Finds headings among the blocks of a document: short blocks set apart from the body's style; blocks of one style are judged together. */
import type { BBox } from '../../../model/index.ts'
import { isCentreIn } from '../boxes.ts'
import type { OutlineEntry } from '../content/index.ts'
import { isLeftOut } from '../experiments.ts'
import type { BodyStyle } from './body-style.ts'
import { withoutLabel } from './chapter-labels.ts'
import {
  entryEnd,
  isBareNumber,
  isSentence,
  isTooLong,
  readsLikeHeading,
  sectionNumber,
} from './heading-text.ts'
import { type LayoutBlock, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { findNumbered } from './numbered-headings.ts'
import { namedByOutline, outlineKey } from './outline-names.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'
import { headingLevelOf } from './tag-types.ts'

/** The style of a block. */
interface BlockStyle {
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly caps: boolean
  /** Equal for blocks of one style. */
  readonly key: string
}

/** A style that several headings share. */
export interface Cluster extends BlockStyle {
  readonly blocks: TextBlock[]
}

export interface FoundHeading {
  readonly block: TextBlock
  readonly text: string
  readonly cluster: Cluster
  /** Depth in the outline, from 1; 0 for the title of the document. */
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

function styleOfBlock(block: TextBlock, text: string): BlockStyle {
  const size = Math.round(sizeOf(block) / settings.sizeStep) * settings.sizeStep
  const bold = average(block.lines, (line) => line.bold) >= settings.uniform
  const italic = average(block.lines, (line) => line.italic) >= settings.uniform
  const caps = isCaps(text)
  const { color = 0, font = '' } = block.lines[0]?.style ?? {}
  const key = `${size} ${bold} ${italic} ${caps} ${color} ${font}`
  return { size, bold, italic, caps, key }
}

const chapter =
  /^(?:chapter|part|section|appendix|annex|unit|lesson)\s+(?:\d{1,3}|[IVX]{1,5}|[A-Z])\b/i

/** How far a block's style differs from the body's: `strong` is enough alone, `weak` needs others like it. */
type Prominence = 'strong' | 'weak' | 'none'

/** The evidence from which headings of a document are found. */
interface Signs extends HeadingOptions {
  /** The entries of the outline that name a block. */
  readonly named: ReadonlyMap<TextBlock, OutlineEntry>
  /** Sections found by their numbers. */
  readonly numbered: ReadonlySet<TextBlock>
  /** Blocks directly below another heading, whose white space is above the first of them. */
  readonly under: Set<LayoutBlock>
  /** Pages with tags, on which a large line without a heading tag is decoration. */
  readonly taggedPages: ReadonlySet<number>
}

function prominence(
  block: TextBlock,
  text: string,
  style: BlockStyle,
  { body, numbered, under }: Signs,
): Prominence {
  if (numbered.has(block) && sizeOf(block) >= settings.smaller * body.size) return 'strong'
  const isApart = block.spaceBefore >= settings.headingSpaceEms || under.has(block)
  return prominenceOfStyle(block, text, style, isApart, body)
}

function prominenceOfStyle(
  block: TextBlock,
  text: string,
  { bold, italic, caps }: BlockStyle,
  isApart: boolean,
  body: BodyStyle,
): Prominence {
  const ratio = sizeOf(block) / body.size
  const isBolder = bold && !body.style.bold
  if (ratio >= settings.muchLarger || (ratio >= settings.larger && (isBolder || caps)))
    return 'strong'
  const style = block.lines[0]?.style ?? body.style
  const isCode = style.mono && !body.style.mono
  if (ratio >= settings.larger) {
    const isTitle = text.length <= settings.titleCharacters && !isSentence(text) && !isCode
    return isTitle ? 'weak' : 'none'
  }
  if (isBolder && isApart && ratio >= settings.boldSmaller) return 'strong'
  if (ratio < settings.smaller) return 'none'
  if (isBolder) return 'strong'
  const otherFont = style.font !== body.style.font
  if (chapter.test(text) && (otherFont || caps)) return 'strong'
  if (!isApart || block.lines.length > 2) return 'none'
  const isOther = otherFont || style.color !== body.style.color
  if (caps && (isOther || sectionNumber.test(text))) return 'weak'
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
  const signs: Signs = {
    ...options,
    named: namedByOutline(
      blocks.filter((block) => block.type === 'text'),
      options.outline,
    ),
    numbered: findNumbered(blocks),
    under: new Set(),
    taggedPages: options.useTags ? pagesWithTags(blocks) : new Set(),
  }
  const counts = new Map<string, number>()
  const candidates: TextBlock[] = []
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') continue
    const text = textOf(block)
    const style = styleOfBlock(block, text)
    const key = keyOf(block, style, options)
    if (!isBareNumber(text)) counts.set(key, (counts.get(key) ?? 0) + 1)
    if (!isCandidate({ block, text, style }, blocks, index, signs)) continue
    candidates.push(block)
    const next = blocks[index + 1]
    if (next && isInColumn(next, block)) signs.under.add(next)
  }
  const headings = describeHeadings(candidates, signs.named, options)
  const falses = isLeftOut('false headings')
    ? new Set<Cluster>()
    : falseStyles(headings, blocks, signs.numbered)
  return headings.filter(({ cluster, outlineDepth, tagLevel, block, text }) => {
    if (outlineDepth !== undefined || tagLevel !== undefined) return true
    if (options.runIns.has(block)) return true
    const isOfText = cluster.blocks.length < (counts.get(cluster.key) ?? 1) / 2
    if (isOfText || falses.has(cluster)) return signs.numbered.has(block)
    return prominence(block, text, cluster, signs) === 'strong' || cluster.blocks.length > 1
  })
}

/** Returns true if a block can be a heading; its style is judged later. */
function isCandidate(
  { block, text, style }: Pick<FoundHeading, 'block' | 'text'> & { readonly style: BlockStyle },
  blocks: readonly LayoutBlock[],
  index: number,
  signs: Signs,
): boolean {
  if (tagLevelOf(block, signs) !== undefined) return true
  if (signs.taggedPages.has(block.page)) return isTitleOfMetadata(block, style, blocks, signs)
  if (signs.runIns.has(block)) return true
  if (isTooLong(block, text)) return false
  // Style is tested first: it costs less than the words, and excludes most paragraphs.
  const kind = prominence(block, text, style, signs)
  const isOutlined = style.size >= settings.smaller * signs.body.size && signs.named.has(block)
  if (!isOutlined && !isSetApart(block, kind, blocks[index + 1], signs.body)) return false
  const isNamed = isOutlined && kind !== 'none'
  if (!readsLikeHeading(block, text, isNamed) || isInFigure(block, signs)) return false
  if (signs.contents.has(block)) return false
  if (isLeftOut('false headings')) return true
  return !isInContents(blocks, index, signs.body) && !isRunningTitle(blocks, index, text)
}

/**
 * Detects the title that the file's metadata names. Word processors tag it as a paragraph; browsers print it above the page,
 * whose heading may have the same text.
 */
function isTitleOfMetadata(
  block: TextBlock,
  style: BlockStyle,
  blocks: readonly LayoutBlock[],
  signs: Signs,
): boolean {
  if (signs.named.get(block)?.depth !== 0) return false
  if (style.size < settings.larger * signs.body.size) return false
  const key = outlineKey(textOf(block))
  return !blocks.some(
    (other) =>
      other.type === 'text' &&
      tagLevelOf(other, signs) !== undefined &&
      outlineKey(textOf(other)) === key,
  )
}

/**
 * Collects the evidence from which the levels of headings are found.
 *
 * @param named The entries of the outline that name a block.
 */
export function describeHeadings(
  blocks: readonly TextBlock[],
  named: ReadonlyMap<TextBlock, OutlineEntry>,
  options: Pick<HeadingOptions, 'runIns' | 'useTags'> = { runIns: new Set(), useTags: false },
): FoundHeading[] {
  const clusters = new Map<string, Cluster>()
  return blocks.map((block) => {
    const text = textOf(block)
    const style = styleOfBlock(withoutLabel(block), text)
    const key = keyOf(block, style, options)
    const cluster = clusters.get(key) ?? { ...style, key, blocks: [] }
    clusters.set(key, cluster)
    cluster.blocks.push(block)
    const outlineDepth = named.get(block)?.depth
    const tagLevel = tagLevelOf(block, options)
    return {
      block,
      text,
      cluster,
      ...(outlineDepth !== undefined && { outlineDepth }),
      ...(tagLevel !== undefined && { tagLevel }),
    }
  })
}

/** Returns the key of a block's style; headings on the first line of a paragraph are judged apart from others. */
function keyOf(
  block: TextBlock,
  { key }: BlockStyle,
  { runIns }: Pick<HeadingOptions, 'runIns'>,
): string {
  return runIns.has(block) ? `run-in ${key}` : key
}

function tagLevelOf(
  { lines }: TextBlock,
  { useTags }: Pick<HeadingOptions, 'useTags'>,
): number | undefined {
  const tag = useTags ? lines[0]?.tag : undefined
  return tag && headingLevelOf(tag)
}

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
  if (sizeOf(own) >= settings.muchLarger * body.size && !isEntry(own)) return false
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

/**
 * Returns the styles of text that only looks like headings: entries of tables of contents and names, which follow each other
 * without text, and large text of cards side by side, which is below smaller headings.
 */
function falseStyles(
  headings: readonly FoundHeading[],
  blocks: readonly LayoutBlock[],
  numbered: ReadonlySet<LayoutBlock>,
): ReadonlySet<Cluster> {
  const clusterOf = new Map<LayoutBlock, Cluster>(
    headings.map(({ block, cluster }) => [block, cluster]),
  )
  const stacked = new Map<Cluster, number>()
  const ends = new Map<Cluster, number>()
  for (const [index, block] of blocks.entries()) {
    const cluster = clusterOf.get(block)
    if (!cluster || block.type !== 'text') continue
    const [before, next] = [blocks[index - 1], blocks[index + 1]]
    const isStacked = next && clusterOf.get(next) === cluster && !numbered.has(next)
    if (isStacked) stacked.set(cluster, (stacked.get(cluster) ?? 0) + 1)
    const isUnder = before?.type === 'text' && clusterOf.has(before) && isInColumn(before, block)
    if (!isUnder || (next && isInColumn(next, block))) continue
    if (sizeOf(before) < sizeOf(block) / settings.larger)
      ends.set(cluster, (ends.get(cluster) ?? 0) + 1)
  }
  const isFalse = (cluster: Cluster): boolean => {
    const [inStack, inCards] = [stacked.get(cluster) ?? 0, ends.get(cluster) ?? 0]
    const { length } = cluster.blocks
    if (length >= settings.few && inStack > length / 2) return true
    return inCards > 1 && inCards >= length / 2
  }
  return new Set([...clusterOf.values()].filter(isFalse))
}

function isInColumn(block: LayoutBlock, { column }: TextBlock): boolean {
  return block.type === 'text' && block.column === column
}

function isSetApart(
  block: TextBlock,
  kind: Prominence,
  next: LayoutBlock | undefined,
  body: BodyStyle,
): boolean {
  if (kind === 'none') return false
  // A heading at the body's size must have body text after it.
  const size = sizeOf(block)
  const isLarge = size >= settings.larger * body.size
  // A small line above a table is its caption.
  if (size < settings.smaller * body.size && next?.type !== 'text') return false
  if (block.isCell) return isLarge
  if (isLarge || kind === 'strong') return isLarge || next !== undefined
  if (next?.type !== 'text' || !isInColumn(next, block)) return false
  return isBody(next, body) || isLesserHeading(block, next, body)
}

/** Returns true if the next block is a lesser heading in another style; a weak heading never precedes a stronger one. */
function isLesserHeading(block: TextBlock, next: TextBlock, body: BodyStyle): boolean {
  const text = textOf(next)
  const style = styleOfBlock(next, text)
  if (style.key === styleOfBlock(block, textOf(block)).key) return false
  const kind = prominenceOfStyle(next, text, style, true, body)
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
