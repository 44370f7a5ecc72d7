/** Finds headings among the blocks of a document: short blocks set apart from the body's style; blocks of one style are judged together. */
import type { BBox } from '../../../model/index.ts'
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
import type { StyledLine } from './styled-lines.ts'

/** Headings that are set alike. */
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
  /** Level that its tag tells. */
  readonly tagLevel?: number
}

/** Text of these sizes, against the body's, is very large, or as large as the body. */
const VERY_LARGE = 1.25
/** A little larger alone, more characters are a paragraph: abstracts are set so. */
const MAX_PLAIN_CHARACTERS = 150
const NOT_SMALL = 0.92
/** … bold text set off is a little smaller: 11 points of a wider face over 12, or over notes at an article's end. */
const BOLD_NOT_SMALL = 0.88
/** … and what stands at the end of an article is set in small print. */
const BACK_NOT_SMALL = 0.75
/** A line is bold or italic when that share of its letters is. */
const UNIFORM = 0.9
/** Capitals alone make a heading of that many letters or more. */
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

/** Space above a heading that nothing but its place and slant tells, in ems. */
const MIN_SPACE_EMS = 0.45

/** How a unit is set apart from the body: `strong` alone is enough, `weak` needs others like it. */
type Prominence = 'strong' | 'weak' | 'none'

/** How a unit is set; all of a cluster alike. */
type Look = Pick<Cluster, 'bold' | 'italic' | 'caps'>

/** What tells headings of a document. */
interface Signs {
  readonly body: BodyStyle
  /** Sections by their numbers. */
  readonly numbered: ReadonlySet<TextBlock>
  /** Those right under another heading: the space of the two is above that. */
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

/** So many slanted words with a full stop are a sentence: a motto, a summary of what follows. */
const SENTENCE_WORDS = 6

function isSlantedSentence(text: string): boolean {
  return /\.$/.test(text) && !/^\d/.test(text) && text.split(' ').length >= SENTENCE_WORDS
}

export interface HeadingOptions {
  readonly body: BodyStyle
  readonly outline: readonly OutlineEntry[]
  /** Boxes of pictures and drawings by page: text in them is none of the document's headings. */
  readonly figuresOf: (page: number) => readonly BBox[]
  /** Headings that stood in the first line of their paragraph. */
  readonly runIns: ReadonlySet<TextBlock>
  /** Tags are the author's word. */
  readonly useTags: boolean
}

/** Share of a style's units that read like headings, below which it is none of headings. Versions and dates don't count. */
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
      // How it is set is asked first: it costs less than what it says, and tells most paragraphs.
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

/** Headings that are known, with what their levels are told by. */
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

/** Pages on which the author tells what is a heading; what has no tag there is for looks. */
function pagesWithTags(units: readonly LayoutBlock[]): Set<number> {
  const pages = new Set<number>()
  for (const unit of units) if (unit.type === 'text' && unit.lines[0]?.tag) pages.add(unit.page)
  return pages
}

/** What follows is larger by this factor than a line that only says where the page belongs. */
const UNDER_RUNNING_TITLE = 1.25

/** Whether a line begins the page, over a heading that is larger: nothing heads what is set above it. */
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

/** Units before and after one, and how many of them end in a page number around an entry of a table of contents. */
const NEIGHBOURS = 4
const MIN_ENTRIES = 5

function isInContents(units: readonly LayoutBlock[], index: number, body: BodyStyle): boolean {
  const own = units[index]
  if (own?.type !== 'text') return false
  // The title over a table of contents, or of what comes right after it.
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

/** A style of that many headings or more, of which more than that share stand on each other, is one of lists. */
const MIN_STACK = 3
const STACK_SHARE = 0.5

/** Styles whose headings head each other: tables of contents, lists of names. */
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

/** Share of a style's units that end their column under a smaller heading, from which it is the text of cards. */
const CARD_SHARE = 0.5

/** Styles of what headings in smaller letters head, side by side: large words, but the text of their cards. */
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
  // What is set at the body's size heads something: text of the body follows.
  const size = unit.lines[0]?.size ?? 0
  const isLarge = size >= LARGE * body.size
  // A small line over a table is its caption.
  if (size < NOT_SMALL * body.size && next?.type !== 'text') return false
  if (unit.isCell) return isLarge
  if (isLarge || kind === 'strong') return isLarge || next !== undefined
  if (next?.type !== 'text' || next.column !== unit.column) return false
  return isBody(next, body) || isLesserHeading(unit, next, body)
}

/** Whether what follows is a heading as well, set in another way; a stronger one is not headed by a weak one. */
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
  const x = (box.x0 + box.x1) / 2
  const y = (box.y0 + box.y1) / 2
  return figuresOf(page).some(
    (figure) => x > figure.x0 && x < figure.x1 && y > figure.y0 && y < figure.y1,
  )
}

function headingLevel({ lines }: TextBlock): number | undefined {
  const type = lines[0]?.tag?.type ?? ''
  if (type === 'Title') return 1
  const level = /^H([1-6])?$/.exec(type)
  return level ? Number(level[1] ?? 1) : undefined
}
