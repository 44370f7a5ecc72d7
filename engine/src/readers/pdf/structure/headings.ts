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

/** A style that several headings share. */
export interface Cluster {
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly caps: boolean
  readonly units: TextBlock[]
}

export interface FoundHeading {
  readonly unit: TextBlock
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
  // Nearly every text has a small letter within its first word: the letters of a whole paragraph cost 30 times more.
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

function clusterKey(unit: TextBlock, text: string): Omit<Cluster, 'units'> & { key: string } {
  const size = Math.round((unit.lines[0]?.size ?? 0) / settings.sizeStep) * settings.sizeStep
  const bold = average(unit.lines, (line) => line.bold) >= settings.uniform
  const italic = average(unit.lines, (line) => line.italic) >= settings.uniform
  const caps = isCaps(text)
  const color = unit.lines[0]?.style.color ?? 0
  const font = unit.lines[0]?.style.font ?? ''
  const key = `${size} ${bold} ${italic} ${caps} ${color} ${font}`
  return { size, bold, italic, caps, key }
}

const chapter =
  /^(?:chapter|part|section|appendix|annex|unit|lesson)\s+(?:\d{1,3}|[IVX]{1,5}|[A-Z])\b/i

/** How far a block's style differs from the body's: `strong` is enough alone, `weak` needs others like it. */
type Prominence = 'strong' | 'weak' | 'none'

/** The style of a block, equal within a cluster. */
type Look = Pick<Cluster, 'bold' | 'italic' | 'caps'>

/** The evidence that headings of a document are found by. */
interface Signs {
  readonly body: BodyStyle
  /** Sections by their numbers. */
  readonly numbered: ReadonlySet<TextBlock>
  /** Blocks right below another heading: the white space of the two is above the first. */
  readonly under: ReadonlySet<TextBlock>
}

function prominence(
  unit: TextBlock,
  text: string,
  style: Look,
  { body, numbered, under }: Signs,
): Prominence {
  const isSection = numbered.has(unit) && (unit.lines[0]?.size ?? 0) >= settings.smaller * body.size
  const isApart = unit.spaceBefore >= settings.headingSpaceEms || under.has(unit)
  return isSection ? 'strong' : prominenceOfStyle(unit, text, { ...style, isApart }, body)
}

function prominenceOfStyle(
  unit: TextBlock,
  text: string,
  { bold, italic, caps, isApart }: Look & { readonly isApart: boolean },
  body: BodyStyle,
): Prominence {
  const ratio = (unit.lines[0]?.size ?? 0) / body.size
  const isBolder = bold && !body.style.bold
  if (ratio >= settings.muchLarger || (ratio >= settings.larger && (isBolder || caps)))
    return 'strong'
  const line = unit.lines[0]
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
  if (!isApart || unit.lines.length > 2) return 'none'
  if (caps && (otherFont || otherColor || sectionNumber.test(text))) return 'weak'
  if (italic && !body.style.italic) return 'weak'
  return otherFont && !isCode && !/[.:。：]$/.test(text) ? 'weak' : 'none'
}

export interface HeadingOptions {
  readonly body: BodyStyle
  readonly outline: readonly OutlineEntry[]
  /** Boxes of pictures and drawings by page: text in them is no heading. */
  readonly figuresOf: (page: number) => readonly BBox[]
  /** Headings that were on the first line of their paragraph. */
  readonly runIns: ReadonlySet<TextBlock>
  /** True if tags are trusted: they show what the author means as headings. */
  readonly useTags: boolean
}

export function findHeadings(
  units: readonly LayoutBlock[],
  options: HeadingOptions,
): FoundHeading[] {
  const outline = outlineIndex(options.outline)
  const under = new Set<TextBlock>()
  const signs: Signs = { body: options.body, numbered: findNumbered(units), under }
  const outlined = new Set(options.outline.map(({ page }) => page))
  const taggedPages = options.useTags ? pagesWithTags(units) : new Set<number>()
  const clusters = new Map<string, Cluster>()
  const counts = new Map<string, number>()
  const candidates: FoundHeading[] = []
  for (const [index, unit] of units.entries()) {
    if (unit.type !== 'text') continue
    const text = textOf(unit)
    const isRunIn = options.runIns.has(unit)
    const { key: styleKey, ...style } = clusterKey(unit, text)
    const key = isRunIn ? `run-in ${styleKey}` : styleKey
    if (!isBareNumber(text)) counts.set(key, (counts.get(key) ?? 0) + 1)
    const tagLevel = options.useTags ? headingLevel(unit) : undefined
    if (tagLevel === undefined && taggedPages.has(unit.page)) continue
    if (tagLevel === undefined && !isRunIn && isTooLong(unit, text)) continue
    const depth = outlined.has(unit.page)
      ? outline.get(outlineKey(text))?.find(({ page }) => page === unit.page)?.depth
      : undefined
    if (tagLevel === undefined && !isRunIn) {
      // Style is tested first: it costs less than the words, and excludes most paragraphs.
      const kind = prominence(unit, text, style, signs)
      const isOutlined = depth !== undefined && style.size >= settings.smaller * options.body.size
      if (!isOutlined && !isSetApart(unit, kind, units[index + 1], options.body)) continue
      if (!readsLikeHeading(unit, text) || isInFigure(unit, options)) continue
      if (!isLeftOut('entries of contents') && isInContents(units, index, options.body)) continue
      if (!isLeftOut('running titles') && isRunningTitle(units, index, text)) continue
    }
    const cluster = clusters.get(key) ?? { ...style, units: [] }
    clusters.set(key, cluster)
    cluster.units.push(unit)
    const next = units[index + 1]
    if (next?.type === 'text' && next.column === unit.column) under.add(next)
    candidates.push({
      unit,
      text,
      cluster,
      ...(depth !== undefined && { outlineDepth: depth }),
      ...(tagLevel !== undefined && { tagLevel }),
    })
  }
  const keys = new Map([...clusters].map(([key, cluster]) => [cluster, key]))
  const stacks = isLeftOut('stacked headings')
    ? new Set<Cluster>()
    : stacksOf(candidates, units, signs.numbered)
  const texts = isLeftOut('texts of cards') ? new Set<Cluster>() : textsOfCards(candidates, units)
  return candidates.filter(({ cluster, outlineDepth, tagLevel, unit, text }) => {
    if (outlineDepth !== undefined || tagLevel !== undefined) return true
    if (options.runIns.has(unit)) return true
    const all = counts.get(keys.get(cluster) ?? '') ?? 1
    const isOfText = cluster.units.length < all / 2
    if (isOfText || stacks.has(cluster) || texts.has(cluster)) return signs.numbered.has(unit)
    return prominence(unit, text, cluster, signs) === 'strong' || cluster.units.length > 1
  })
}

/** Collects the evidence that the levels of known headings are found by. */
export function describeHeadings(
  units: readonly TextBlock[],
  entries: readonly OutlineEntry[],
): FoundHeading[] {
  const outline = outlineIndex(entries)
  const clusters = new Map<string, Cluster>()
  return units.map((unit) => {
    const text = textOf(unit)
    const { key, ...style } = clusterKey(unit, text)
    const cluster = clusters.get(key) ?? { ...style, units: [] }
    clusters.set(key, cluster)
    cluster.units.push(unit)
    const depth = outline.get(outlineKey(text))?.find(({ page }) => page === unit.page)?.depth
    return { unit, text, cluster, ...(depth !== undefined && { outlineDepth: depth }) }
  })
}

/** Returns the pages with tags: a large line without a heading tag there is decoration. */
function pagesWithTags(units: readonly LayoutBlock[]): Set<number> {
  const pages = new Set<number>()
  for (const unit of units) if (unit.type === 'text' && unit.lines[0]?.tag) pages.add(unit.page)
  return pages
}

/** Returns true for the first line of a page above a larger heading: a smaller heading never precedes a larger one there. */
function isRunningTitle(units: readonly LayoutBlock[], index: number, text: string): boolean {
  const unit = units[index]
  const next = units[index + 1]
  if (unit?.type !== 'text' || next?.type !== 'text') return false
  if (next.page !== unit.page || units[index - 1]?.page === unit.page) return false
  const [line] = unit.lines
  const [below] = next.lines
  if (!line || !below || unit.lines.length > 1 || chapter.test(text)) return false
  return below.size >= settings.muchLarger * line.size && below.baseline > line.baseline
}

function isInContents(units: readonly LayoutBlock[], index: number, body: BodyStyle): boolean {
  const own = units[index]
  if (own?.type !== 'text') return false
  // This is the title of a table of contents, or of the section right after it.
  if ((own.lines[0]?.size ?? 0) >= settings.muchLarger * body.size && !isEntry(own)) return false
  const around = [
    ...units.slice(Math.max(0, index - settings.contentsReach), index),
    ...units.slice(index + 1, index + 1 + settings.contentsReach),
  ]
  const entries = around.filter((unit) => unit.type === 'text' && isEntry(unit))
  return entries.length > settings.contentsReach
}

function isEntry(unit: TextBlock): boolean {
  const last = unit.lines.at(-1)?.text ?? ''
  return unit.lines.length <= 2 && /\p{L}{3}/u.test(last) && entryEnd.test(last)
}

/** Returns styles whose headings follow each other without text: tables of contents, lists of names. */
function stacksOf(
  candidates: readonly FoundHeading[],
  units: readonly LayoutBlock[],
  numbered: ReadonlySet<TextBlock>,
): Set<Cluster> {
  const clusterOf = new Map<LayoutBlock, Cluster>(
    candidates.map(({ unit, cluster }) => [unit, cluster]),
  )
  const stacked = new Map<Cluster, number>()
  for (const [index, unit] of units.entries()) {
    const cluster = clusterOf.get(unit)
    const next = units[index + 1]
    if (!cluster || !next || clusterOf.get(next) !== cluster) continue
    if (next.type === 'text' && numbered.has(next)) continue
    stacked.set(cluster, (stacked.get(cluster) ?? 0) + 1)
  }
  return new Set(
    [...stacked].flatMap(([cluster, count]) => {
      const { length } = cluster.units
      return length >= settings.few && count > length / 2 ? [cluster] : []
    }),
  )
}

/** Returns the styles of large text in cards side by side: it is below smaller headings, and is no heading. */
function textsOfCards(
  candidates: readonly FoundHeading[],
  units: readonly LayoutBlock[],
): Set<Cluster> {
  const clusterOf = new Map<LayoutBlock, Cluster>(
    candidates.map(({ unit, cluster }) => [unit, cluster]),
  )
  const ends = new Map<Cluster, number>()
  for (const [index, unit] of units.entries()) {
    const cluster = clusterOf.get(unit)
    if (!cluster || unit.type !== 'text') continue
    const [before, next] = [units[index - 1], units[index + 1]]
    if (before?.type !== 'text' || !clusterOf.has(before) || before.column !== unit.column) continue
    if (next?.type === 'text' && next.column === unit.column) continue
    const isSmaller = (before.lines[0]?.size ?? 0) < (unit.lines[0]?.size ?? 0) / settings.larger
    if (isSmaller) ends.set(cluster, (ends.get(cluster) ?? 0) + 1)
  }
  return new Set(
    [...ends].flatMap(([cluster, count]) =>
      count > 1 && count >= cluster.units.length / 2 ? [cluster] : [],
    ),
  )
}

function isSetApart(
  unit: TextBlock,
  kind: Prominence,
  next: LayoutBlock | undefined,
  body: BodyStyle,
): boolean {
  if (kind === 'none') return false
  // A heading at the body's size must have body text after it.
  const size = unit.lines[0]?.size ?? 0
  const isLarge = size >= settings.larger * body.size
  // A small line above a table is its caption.
  if (size < settings.smaller * body.size && next?.type !== 'text') return false
  if (unit.isCell) return isLarge
  if (isLarge || kind === 'strong') return isLarge || next !== undefined
  if (next?.type !== 'text' || next.column !== unit.column) return false
  return isBody(next, body) || isLesserHeading(unit, next, body)
}

/** Returns true if the next block is a lesser heading in another style; a weak heading never precedes a stronger one. */
function isLesserHeading(unit: TextBlock, next: TextBlock, body: BodyStyle): boolean {
  const text = textOf(next)
  const { key, ...style } = clusterKey(next, text)
  if (key === clusterKey(unit, textOf(unit)).key) return false
  const kind = prominenceOfStyle(next, text, { ...style, isApart: true }, body)
  return kind === 'weak' && readsLikeHeading(next, text)
}

function isBody({ lines }: TextBlock, body: BodyStyle): boolean {
  const [line] = lines
  if (!line) return false
  const isLikeIt = Math.abs(line.size - body.size) <= settings.sameSize * body.size
  return line.style.font === body.style.font || (isLikeIt && !line.style.bold && !line.style.italic)
}

function isInFigure({ box, page }: TextBlock, { figuresOf }: HeadingOptions): boolean {
  return figuresOf(page).some((figure) => isCentreIn(box, figure))
}

function headingLevel({ lines }: TextBlock): number | undefined {
  const type = lines[0]?.tag?.type ?? ''
  if (type === 'Title') return 1
  const level = /^H([1-6])?$/.exec(type)
  return level ? Number(level[1] ?? 1) : undefined
}
