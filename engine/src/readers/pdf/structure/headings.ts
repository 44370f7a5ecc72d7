/** Finds headings among the blocks of a document: short blocks set apart from the body's style; blocks of one style are judged together. */
import type { BBox } from '../../../model/index.ts'
import { isCentreIn } from '../boxes.ts'
import type { OutlineEntry } from '../content/index.ts'
import { isLeftOut } from '../experiments.ts'
import { type BodyStyle, LARGE, SIZE_STEP } from './body-style.ts'
import {
  backMatter,
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

/** Sizes relative to the body's: from the first on, text is very large; from `NOT_SMALL` on, not smaller than the body. */
const VERY_LARGE = 1.25
/** Text that is only a little larger and longer than this is a paragraph: an abstract. */
const MAX_PLAIN_CHARACTERS = 150
const NOT_SMALL = 0.92
/** … bold text set off is a little smaller: 11 points of a wider face over 12, or over notes at an article's end. */
const BOLD_NOT_SMALL = 0.88
/** … and headings of back matter may be in small print. */
const BACK_NOT_SMALL = 0.75
/** A line is bold or italic when at least this share of its letters is. */
const UNIFORM = 0.9
/** Least letters of a heading that only capitals show. */
const MIN_CAPITALS = 4

const letter = /\p{L}/gu
const smallLetter = /[a-z]/

function isCaps(text: string): boolean {
  // Nearly every text has a small letter within its first word: the letters of a whole paragraph cost 30 times more.
  if (smallLetter.test(text)) return false
  const letters = text.match(letter)?.join('') ?? ''
  return (
    letters.length >= MIN_CAPITALS &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase()
  )
}

function average(lines: readonly StyledLine[], value: (line: StyledLine) => number): number {
  const length = lines.reduce((sum, { text }) => sum + text.length, 0)
  return lines.reduce((sum, line) => sum + value(line) * line.text.length, 0) / Math.max(1, length)
}

function clusterKey(unit: TextBlock, text: string): Omit<Cluster, 'units'> & { key: string } {
  const size = Math.round((unit.lines[0]?.size ?? 0) / SIZE_STEP) * SIZE_STEP
  const bold = average(unit.lines, (line) => line.bold) >= UNIFORM
  const italic = average(unit.lines, (line) => line.italic) >= UNIFORM
  const caps = isCaps(text)
  const color = unit.lines[0]?.style.color ?? 0
  const font = unit.lines[0]?.style.font ?? ''
  const key = `${size} ${bold} ${italic} ${caps} ${color} ${font}`
  return { size, bold, italic, caps, key }
}

const chapter =
  /^(?:chapter|part|section|appendix|annex|unit|lesson)\s+(?:\d{1,3}|[IVX]{1,5}|[A-Z])\b/i

/** Least space above a heading that hardly differs from the body in style, in ems. */
const MIN_SPACE_EMS = 0.45

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
  const isSection = numbered.has(unit) && (unit.lines[0]?.size ?? 0) >= NOT_SMALL * body.size
  const isApart = unit.spaceBefore >= MIN_SPACE_EMS || under.has(unit)
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
  if (ratio >= VERY_LARGE || (ratio >= LARGE && (isBolder || caps))) return 'strong'
  const line = unit.lines[0]
  const isCode = line?.style.mono === true && !body.style.mono
  if (ratio >= LARGE) {
    const isTitle = text.length <= MAX_PLAIN_CHARACTERS && !isSentence(text) && !isCode
    return isTitle ? 'weak' : 'none'
  }
  const notSmall = ratio >= BOLD_NOT_SMALL || (ratio >= BACK_NOT_SMALL && backMatter.test(text))
  if (isBolder && isApart && notSmall) return 'strong'
  if (ratio < NOT_SMALL) return 'none'
  if (isBolder) return 'strong'
  const otherFont = line !== undefined && line.style.font !== body.style.font
  const otherColor = line !== undefined && line.style.color !== body.style.color
  if (chapter.test(text) && (otherFont || caps)) return 'strong'
  if (!isApart || unit.lines.length > 2) return 'none'
  if (caps && (otherFont || otherColor || sectionNumber.test(text))) return 'weak'
  if (italic && !body.style.italic) return isSlantedSentence(text) ? 'none' : 'weak'
  return otherFont && !isCode && !/[.:。：]$/.test(text) ? 'weak' : 'none'
}

/** This many italic words with a full stop are a sentence: a motto, a summary. */
const SENTENCE_WORDS = 6

function isSlantedSentence(text: string): boolean {
  return /\.$/.test(text) && !/^\d/.test(text) && text.split(' ').length >= SENTENCE_WORDS
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

/** A style is of headings when at least this share of its blocks reads like headings. Versions and dates don't count. */
const CLUSTER_SHARE = 0.5

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
      const isOutlined = depth !== undefined && style.size >= NOT_SMALL * options.body.size
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
    const isOfText = cluster.units.length < CLUSTER_SHARE * all
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

/** The heading below a running title is larger by this factor. */
const UNDER_RUNNING_TITLE = 1.25

/** Returns true for the first line of a page above a larger heading: a smaller heading never precedes a larger one there. */
function isRunningTitle(units: readonly LayoutBlock[], index: number, text: string): boolean {
  const unit = units[index]
  const next = units[index + 1]
  if (unit?.type !== 'text' || next?.type !== 'text') return false
  if (next.page !== unit.page || units[index - 1]?.page === unit.page) return false
  const [line] = unit.lines
  const [below] = next.lines
  if (!line || !below || unit.lines.length > 1 || chapter.test(text)) return false
  return below.size >= UNDER_RUNNING_TITLE * line.size && below.baseline > line.baseline
}

/** Blocks searched on each side of one, and how many of them end in a page number within a table of contents. */
const NEIGHBOURS = 4
const MIN_ENTRIES = 5

function isInContents(units: readonly LayoutBlock[], index: number, body: BodyStyle): boolean {
  const own = units[index]
  if (own?.type !== 'text') return false
  // This is the title of a table of contents, or of the section right after it.
  if ((own.lines[0]?.size ?? 0) >= VERY_LARGE * body.size && !isEntry(own)) return false
  const around = [
    ...units.slice(Math.max(0, index - NEIGHBOURS), index),
    ...units.slice(index + 1, index + 1 + NEIGHBOURS),
  ]
  const entries = around.filter((unit) => unit.type === 'text' && isEntry(unit))
  return entries.length >= MIN_ENTRIES
}

function isEntry(unit: TextBlock): boolean {
  const last = unit.lines.at(-1)?.text ?? ''
  return unit.lines.length <= 2 && /\p{L}{3}/u.test(last) && entryEnd.test(last)
}

/** A style with at least this many headings, more than this share of them directly above one another, is a list's. */
const MIN_STACK = 3
const STACK_SHARE = 0.5

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
      return length >= MIN_STACK && count > STACK_SHARE * length ? [cluster] : []
    }),
  )
}

/** A style is the text of cards when at least this share of its blocks ends a column below a smaller heading. */
const CARD_SHARE = 0.5

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
    const isSmaller = (before.lines[0]?.size ?? 0) < (unit.lines[0]?.size ?? 0) / LARGE
    if (isSmaller) ends.set(cluster, (ends.get(cluster) ?? 0) + 1)
  }
  return new Set(
    [...ends].flatMap(([cluster, count]) =>
      count > 1 && count >= CARD_SHARE * cluster.units.length ? [cluster] : [],
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
  const isLarge = size >= LARGE * body.size
  // A small line above a table is its caption.
  if (size < NOT_SMALL * body.size && next?.type !== 'text') return false
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

/** Sizes of the body's text differ by less than this share: lists are set a little smaller. */
const BODY_SIZES = 0.04

function isBody({ lines }: TextBlock, body: BodyStyle): boolean {
  const [line] = lines
  if (!line) return false
  const isLikeIt = Math.abs(line.size - body.size) <= BODY_SIZES * body.size
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
