/** Turns the layout blocks of a document into lines in reading order, each with its neighbours. */

import type { BBox } from '../../../../model/index.ts'
import type { OutlineEntry } from '../../content/index.ts'
import { median } from '../../statistics.ts'
import type { BodyStyle } from '../body-style.ts'
import type { LayoutBlock, StructurePage, TextBlock } from '../layout-blocks.ts'
import { structureSettings as settings } from '../settings.ts'
import type { Style } from '../style.ts'
import type { StyledLine } from '../styled-line.ts'
import type { LineLabel } from './labels.ts'
import { featureSettings as learnt } from './settings.ts'
import { factsOfText, type TextFacts } from './text-facts.ts'

/**
 * Verdicts of the rules on layout blocks, used as features. They are sets, because V8 compiles the readers of functions
 * that are made for each document anew for each document.
 */
export interface Verdicts {
  readonly headings: ReadonlySet<TextBlock>
  readonly numbered: ReadonlySet<TextBlock>
  readonly items: ReadonlySet<TextBlock>
  /** Blocks whose text reads like a heading. */
  readonly reading: ReadonlySet<TextBlock>
  readonly bylines: ReadonlySet<TextBlock>
  /** Blocks of the document's title, and titles of slides. */
  readonly titles: ReadonlySet<TextBlock>
  readonly code: ReadonlySet<TextBlock>
  readonly runIns: ReadonlySet<TextBlock>
  /** Entries of tables of contents and terms of lists, which look like headings. */
  readonly falseHeadings: ReadonlySet<TextBlock>
}

export interface SequenceFacts {
  readonly body: BodyStyle
  readonly pages: ReadonlyMap<number, StructurePage>
  readonly pageCount: number
  /** Figures of each page. */
  readonly figures: ReadonlyMap<number, readonly BBox[]>
  /** Blocks that the outline names. */
  readonly outlined: ReadonlySet<TextBlock>
  readonly outline: readonly OutlineEntry[]
  /** True if tags cover the text. */
  readonly useTags: boolean
  /** Headings by tags, if these agree with the page. */
  readonly tagged?: ReadonlySet<TextBlock>
  readonly verdicts: Verdicts
}

/** Counts over lines of one style. */
interface Cluster {
  lines: number
  characters: number
  /**
   * Numbers of lines in blocks that the rules take for headings, of first lines, of blocks with one line, and of short
   * lines.
   */
  headings: number
  starts: number
  alone: number
  short: number
  /** Numbers of lines before and after a line in the document's most frequent style. */
  heads: number
  follows: number
  /** Numbers of lines with a section number, with a marker, and at the end of a sentence. */
  numbered: number
  marked: number
  sentences: number
  /** Sums of the white above and below its lines, in ems. */
  above: number
  below: number
}

/** A line with its neighbours. */
export interface SequenceLine {
  readonly line: StyledLine
  readonly block: TextBlock
  /** Index of the line in its block, and of the block in the document. */
  readonly index: number
  readonly blockIndex: number
  readonly facts: TextFacts
  readonly cluster: Cluster
  /** The line above in the same column, with only white between. */
  readonly before: SequenceLine | undefined
  next: SequenceLine | undefined
  /** Blocks before and after this one; `undefined` at the ends of the document. */
  readonly blockBefore: LayoutBlock | undefined
  readonly blockAfter: LayoutBlock | undefined
  /** Size of the largest line before it in the document. */
  readonly largestBefore: number
  /** Lines before it in the document's commonest style. */
  usualBefore: number
  /** Width of its letters relative to the usual width: bold type is wider, even if its font has no name. */
  readonly setWidth: number
}

/** The lines of a block with the label of the first one. */
export interface Group {
  readonly lines: SequenceLine[]
  readonly label: LineLabel
}

interface TextPages {
  count: number
  last: number
}

export interface LineSequence {
  readonly lines: readonly SequenceLine[]
  readonly facts: SequenceFacts
  /** Share of the document's letters that are larger than a size. */
  readonly largerThan: (size: number) => number
  /** Number of pages that have a text. */
  readonly pagesOfText: ReadonlyMap<string, TextPages>
  /** Median leading of each column, in ems. */
  readonly leadingOf: ReadonlyMap<number, number>
  /** The lines of the document's commonest style, and the width of their letters. */
  readonly usual: Cluster | undefined
  readonly usualWidth: number
}

export function sequenceOf(blocks: readonly LayoutBlock[], facts: SequenceFacts): LineSequence {
  const clusters: Clusters = { byStyle: new Map(), byName: new Map(), bySize: new Map() }
  const lines: SequenceLine[] = []
  const pagesOfText = new Map<string, TextPages>()
  let largestBefore = 0
  for (const [blockIndex, block] of blocks.entries()) {
    if (block.type !== 'text') continue
    const isHeading = facts.verdicts.headings.has(block)
    for (const [index, line] of block.lines.entries()) {
      const cluster = clusterOf(line, clusters)
      countIn(cluster, { line, block, index, isHeading })
      const size = Math.round(line.size / settings.sizeStep)
      clusters.bySize.set(size, (clusters.bySize.get(size) ?? 0) + line.text.length)
      const last = lines.at(-1)
      const isNear = last?.block.column === block.column && blockIndex - last.blockIndex <= 1
      const before = isNear ? last : undefined
      const own: SequenceLine = {
        line,
        block,
        index,
        blockIndex,
        cluster,
        before,
        next: undefined,
        facts: factsOfText(line.text),
        blockBefore: blocks[blockIndex - 1],
        blockAfter: blocks[blockIndex + 1],
        largestBefore,
        usualBefore: 0,
        setWidth: setWidthOf(line),
      }
      largestBefore = Math.max(largestBefore, line.size)
      if (before) before.next = own
      lines.push(own)
      notePage(pagesOfText, line)
    }
  }
  const usual = usualOf(clusters)
  const usualWidth = countSurroundings(lines, usual)
  const largerThan = sizesOf(clusters)
  return { lines, facts, pagesOfText, usual, usualWidth, largerThan, leadingOf: leadings(lines) }
}

/** Returns the style with the most characters. */
function usualOf({ byName }: Clusters): Cluster | undefined {
  return [...byName.values()].reduce<Cluster | undefined>(
    (most, own) => (most && most.characters >= own.characters ? most : own),
    undefined,
  )
}

/** @returns The median width of letters in the commonest style. */
function countSurroundings(lines: readonly SequenceLine[], usual: Cluster | undefined): number {
  const widths: number[] = []
  for (const own of lines) {
    const { cluster, line, before, next, facts } = own
    own.usualBefore = widths.length
    if (cluster === usual) widths.push(own.setWidth)
    if (cluster !== usual && next?.cluster === usual) cluster.heads++
    if (cluster !== usual && before?.cluster === usual) cluster.follows++
    if (facts.isSection) cluster.numbered++
    if (facts.marker > 0) cluster.marked++
    if (facts.endsSentence) cluster.sentences++
    cluster.above += whiteBetween(before?.line, line)
    cluster.below += whiteBetween(line, next?.line)
  }
  return median(widths) || 1
}

/** Width of letters in common text faces, in ems, by kind of letter. */
const letterEms = { narrow: 0.3, wide: 0.8, capital: 0.67, other: 0.48 }
const kinds = { other: 0, narrow: 1, wide: 2, capital: 3 } as const
/** Kinds of letters by UTF-16 code, up to the end of the table. */
const kindOfCode = new Uint8Array(0x2020)
const fill = (letters: string, kind: number): void => {
  for (const letter of letters) kindOfCode[letter.charCodeAt(0)] = kind
}
fill("iljtfrI.,;:'’!|()[] -", kinds.narrow)
fill('mwMW—', kinds.wide)
fill('ABCDEFGHJKLNOPQRSTUVXYZ', kinds.capital)

function setWidthOf({ text, fragments, size }: StyledLine): number {
  let width = 0
  let blanks = text.length
  for (const { wordsWidth, wordsLength } of fragments) {
    width += wordsWidth
    blanks -= wordsLength
  }
  let [thin, fat, upper] = [-blanks, 0, 0]
  for (let index = 0; index < text.length; index++) {
    const kind = kindOfCode[text.charCodeAt(index)] ?? kinds.other
    if (kind === kinds.narrow) thin++
    else if (kind === kinds.wide) fat++
    else if (kind === kinds.capital) upper++
  }
  const ems =
    letterEms.narrow * thin +
    letterEms.wide * fat +
    letterEms.capital * upper +
    letterEms.other * (text.length - blanks - thin - fat - upper)
  return width / size / Math.max(letterEms.narrow, ems)
}

/** Returns up to `reach` lines before or after a line, the nearest first. */
export function linesTowards(
  at: SequenceLine,
  direction: 'before' | 'next',
  reach: number,
): SequenceLine[] {
  const lines: SequenceLine[] = []
  let other = at[direction]
  while (other && lines.length < reach) {
    lines.push(other)
    other = other[direction]
  }
  return lines
}

/** Returns up to `reach` lines on each side of a line. */
export function linesNear(at: SequenceLine, reach: number): SequenceLine[] {
  return [...linesTowards(at, 'before', reach), ...linesTowards(at, 'next', reach)]
}

/** Counts the lines that pass a test among up to `reach` lines on each side of a line. */
export function countNear(
  at: SequenceLine,
  reach: number,
  test: (line: SequenceLine) => boolean,
): number {
  let count = 0
  for (let [other, left] = [at.before, reach]; other && left > 0; other = other.before, left--)
    if (test(other)) count++
  for (let [other, left] = [at.next, reach]; other && left > 0; other = other.next, left--)
    if (test(other)) count++
  return count
}

function whiteBetween(upper: StyledLine | undefined, lower: StyledLine | undefined): number {
  if (!upper || !lower) return learnt.mostWhiteEms / 2
  const ems = (lower.y0 - upper.y1) / Math.max(1, Math.min(upper.size, lower.size))
  return Math.max(-1, Math.min(learnt.mostWhiteEms, ems))
}

function sizesOf({ bySize }: Clusters): LineSequence['largerThan'] {
  const all = [...bySize.values()].reduce((sum, letters) => sum + letters, 0)
  const found = new Map<number, number>()
  return (size) => {
    const key = Math.round(size / settings.sizeStep)
    const known = found.get(key)
    if (known !== undefined) return known
    let larger = 0
    for (const [other, letters] of bySize) if (other > learnt.sizeSlack * key) larger += letters
    const share = larger / Math.max(1, all)
    found.set(key, share)
    return share
  }
}

function notePage(pagesOfText: Map<string, TextPages>, { text, page }: StyledLine): void {
  const pages = pagesOfText.get(text)
  if (!pages) pagesOfText.set(text, { count: 1, last: page })
  else if (pages.last !== page) {
    pages.count++
    pages.last = page
  }
}

const emptyCluster: Cluster = {
  ...{ lines: 0, characters: 0, headings: 0, starts: 0, alone: 0, short: 0 },
  ...{ heads: 0, follows: 0, numbered: 0, marked: 0, sentences: 0, above: 0, below: 0 },
}

const smallLetter = /[a-z]/

function clusterOf(line: StyledLine, clusters: Clusters): Cluster {
  const { size, bold, italic, style, text } = line
  const isCaps =
    !smallLetter.test(text) && text === text.toUpperCase() && text !== text.toLowerCase()
  const key =
    8 * Math.round(size / settings.sizeStep) + Number(bold > 0.5) * 4 + Number(italic > 0.5) * 2
  const ofStyle = clusters.byStyle.get(style) ?? new Map<number, Cluster>()
  const known = ofStyle.get(key + Number(isCaps))
  if (known) return known
  // Several style objects can be equal.
  const name = `${key + Number(isCaps)} ${style.color} ${style.font}`
  const cluster = clusters.byName.get(name) ?? { ...emptyCluster }
  clusters.byName.set(name, cluster)
  clusters.byStyle.set(style, ofStyle.set(key + Number(isCaps), cluster))
  return cluster
}

interface Clusters {
  readonly byStyle: Map<Style, Map<number, Cluster>>
  readonly byName: Map<string, Cluster>
  /** Numbers of letters by size, in steps. */
  readonly bySize: Map<number, number>
}

function countIn(
  cluster: Cluster,
  found: Pick<SequenceLine, 'line' | 'block' | 'index'> & { readonly isHeading: boolean },
): void {
  const { line, block, index, isHeading } = found
  cluster.lines++
  cluster.characters += line.text.length
  if (isHeading) cluster.headings++
  if (index === 0) cluster.starts++
  if (block.lines.length === 1) cluster.alone++
  if (line.x1 - line.x0 < learnt.shortShare * (block.columnEnd - block.columnStart)) cluster.short++
}

function leadings(lines: readonly SequenceLine[]): Map<number, number> {
  const found = new Map<number, number[]>()
  for (const { line, block, before } of lines) {
    if (!before) continue
    const ems = (line.baseline - before.line.baseline) / line.size
    if (ems < 0.7 || ems > 2.5) continue
    const own = found.get(block.column)
    if (own) own.push(ems)
    else found.set(block.column, [ems])
  }
  return new Map([...found].map(([column, ems]) => [column, median(ems)]))
}
