/** Computes the named features of a line in its surroundings, by which its label is learnt and predicted. */

import { leadingBetween, tallBetween } from '../../layout/index.ts'
import { roomAfter } from '../layout-blocks.ts'
import { horizontalRuling, isFilled, isInFigure, isUnderlined } from './drawn-near.ts'
import { countNear, type LineSequence, linesTowards, type SequenceLine } from './sequence.ts'
import { featureSettings as learnt } from './settings.ts'

type Feature = (at: SequenceLine, flow: LineSequence) => number

const flag = (value: boolean | undefined): number => (value ? 1 : 0)

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.max(-learnt.far, Math.min(learnt.far, value)) : learnt.far
}

/** Returns the distance between the baselines of a line and the one before, in leadings of the column. */
function gap(at: SequenceLine | undefined, flow: LineSequence): number {
  if (!at?.before) return learnt.far
  const { line, before } = at
  const ems = leadingBetween(before.line, line) / line.size
  return clamp(ems / (flow.leadingOf.get(at.block.column) ?? learnt.usualLeading))
}

/** Returns the white between two lines, in ems of the smaller one. */
function space(at: SequenceLine | undefined): number {
  if (!at?.before) return learnt.far
  const { line, before } = at
  const white = line.y0 - before.line.y1 - tallBetween(before.line, line)
  return clamp(white / Math.max(1, Math.min(line.size, before.line.size)))
}

function widthOf({ block }: SequenceLine): number {
  return Math.max(1, block.columnEnd - block.columnStart)
}

/** Returns the free space at the end of a line after adding the first word of the next line, in ems. */
function room(at: SequenceLine | undefined): number {
  if (!at?.next) return learnt.far
  const { line, block, next } = at
  return clamp((roomAfter(line, block) - next.line.firstWordWidth) / line.size)
}

function indent({ line, block }: SequenceLine): number {
  const start = block.leftwards ? block.columnEnd - line.x1 : line.x0 - block.columnStart
  return clamp(start / line.size)
}

function shift(at: SequenceLine, other: SequenceLine | undefined): number {
  return other ? clamp((at.line.x0 - other.line.x0) / at.line.size) : 0
}

function isSameStyle(a: SequenceLine, b: SequenceLine | undefined): boolean {
  return b !== undefined && a.cluster === b.cluster
}

/** Finds a near line with the same kind of marker, or the number before or after, at the same indent. */
function sibling(at: SequenceLine, direction: 'before' | 'next'): SequenceLine | undefined {
  const { marker, markerKind, markerValue } = at.facts
  if (marker === 0) return undefined
  return linesTowards(at, direction, learnt.listReach).find((other) => {
    if (other.facts.markerKind !== markerKind || !isAtIndentOf(at, other)) return false
    const change = other.facts.markerValue - markerValue
    return markerValue < 0 || change === (direction === 'next' ? 1 : -1)
  })
}

/** Counts near lines with a marker of the same kind at the same indent. */
function countSiblings(at: SequenceLine): number {
  const { marker, markerKind } = at.facts
  if (marker === 0) return 0
  const siblings = countNear(
    at,
    learnt.listReach,
    (other) => other.facts.markerKind === markerKind && isAtIndentOf(at, other),
  )
  return Math.min(learnt.far, siblings)
}

function isAtIndentOf(at: SequenceLine, other: SequenceLine): boolean {
  return Math.abs(other.line.x0 - at.line.x0) <= at.line.size
}

/** Counts near lines that look like code. */
function codeAround(at: SequenceLine): number {
  return countNear(at, learnt.codeReach, isLikeCode)
}

function isLikeCode({ facts, line }: SequenceLine): boolean {
  return facts.isCode || line.mono > 0.5
}

function heightOf(at: SequenceLine, flow: LineSequence): number {
  return flow.facts.pages.get(at.block.page)?.height ?? 792
}

function kindOf(block: SequenceLine['blockBefore'], page: number): number {
  if (!block || block.page !== page) return 0
  return block.type === 'text' ? 1 : block.type === 'table' ? 2 : 3
}

function linkShare({ line }: SequenceLine): number {
  let linked = 0
  for (const { link, text } of line.runs) if (typeof link === 'object') linked += text.length
  return linked / Math.max(1, line.text.length)
}

function hasScript({ line }: SequenceLine): boolean {
  return line.runs.some(({ script }) => script === 'super')
}

/**
 * Returns the share of a line that is bold or italic at its start, before another style: the lead of a paragraph, or a
 * term.
 */
function leadShare({ line }: SequenceLine): number {
  const [first] = line.runs
  if (!first || line.runs.length < 2) return 0
  return first.style.bold || first.style.italic ? first.text.length / line.text.length : 0
}

const style: Readonly<Record<string, Feature>> = {
  size: ({ line }, { facts }) => line.size / facts.body.size,
  sizeToBefore: ({ line, before }) => (before ? line.size / before.line.size : 0),
  sizeToNext: ({ line, next }) => (next ? line.size / next.line.size : 0),
  bold: ({ line }) => line.bold,
  italic: ({ line }) => line.italic,
  mono: ({ line }) => line.mono,
  boldBefore: ({ before }) => before?.line.bold ?? -1,
  boldNext: ({ next }) => next?.line.bold ?? -1,
  italicBefore: ({ before }) => before?.line.italic ?? -1,
  italicNext: ({ next }) => next?.line.italic ?? -1,
  bodyBold: (_, { facts }) => flag(facts.body.style.bold),
  otherFont: ({ line }, { facts }) => flag(line.style.font !== facts.body.style.font),
  otherColor: ({ line }, { facts }) => flag(line.style.color !== facts.body.style.color),
  fontBefore: ({ line, before }) => flag(before && line.style.font === before.line.style.font),
  colorBefore: ({ line, before }) => flag(before && line.style.color === before.line.style.color),
  sameStyleBefore: (at) => flag(isSameStyle(at, at.before)),
  sameStyleNext: (at) => flag(isSameStyle(at, at.next)),
  leadShare,
  fontNext: ({ line, next }) => flag(next && line.style.font === next.line.style.font),
  colorNext: ({ line, next }) => flag(next && line.style.color === next.line.style.color),
  monoNext: ({ next }) => next?.line.mono ?? -1,
  isUnderlined: (at, flow) => flag(isUnderlined(at, flow)),
  largerShare: ({ line }, { largerThan }) => largerThan(line.size),
  largerBefore: ({ line, largestBefore }) => clamp(largestBefore / line.size),
  setWidth: ({ setWidth }, { usualWidth }) => clamp(setWidth / usualWidth),
  hasScript: (at) => flag(hasScript(at)),
  linkShare,
}

const place: Readonly<Record<string, Feature>> = {
  gap: (at, flow) => gap(at, flow),
  gapNext: (at, flow) => gap(at.next, flow),
  gapBefore: (at, flow) => gap(at.before, flow),
  space: (at) => space(at),
  spaceNext: (at) => space(at.next),
  spaceBefore: (at) => space(at.before),
  spaceBalance: (at) => clamp(space(at) - space(at.next)),
  fullness: (at) => (at.line.x1 - at.line.x0) / widthOf(at),
  fullnessBefore: ({ before }) =>
    before ? (before.line.x1 - before.line.x0) / widthOf(before) : 0,
  fullnessNext: ({ next }) => (next ? (next.line.x1 - next.line.x0) / widthOf(next) : 0),
  room: (at) => room(at),
  roomBefore: ({ before }) => room(before),
  indent,
  indentNext: ({ next }) => (next ? indent(next) : 0),
  shift: (at) => shift(at, at.before),
  shiftNext: (at) => (at.next ? -shift(at, at.next) : 0),
  shiftBefore: ({ before }) => (before ? shift(before, before.before) : 0),
  centre: (at) => {
    const { block, line } = at
    return Math.abs(line.x0 + line.x1 - block.columnStart - block.columnEnd) / widthOf(at)
  },
  centreBefore: ({ line, before }) => {
    if (!before) return learnt.far
    return clamp(Math.abs(line.x0 + line.x1 - before.line.x0 - before.line.x1) / line.size)
  },
  columnWidth: (at, { facts }) => widthOf(at) / (facts.pages.get(at.block.page)?.width ?? 612),
  top: (at, flow) => at.block.box.y0 / heightOf(at, flow),
  isFirst: ({ before }) => flag(!before),
  isLast: ({ next }) => flag(!next),
  isFirstPage: ({ block }) => flag(block.page === 1),
  order: ({ blockIndex }) => Math.min(100, blockIndex),
  usualBefore: ({ usualBefore }) => Math.min(learnt.far, usualBefore),
  pages: (_, { facts }) => Math.min(learnt.far, facts.pageCount),
  kindBefore: ({ block, blockBefore }) => kindOf(blockBefore, block.page),
  kindAfter: ({ block, blockAfter }) => kindOf(blockAfter, block.page),
  isCell: ({ block }) => flag(block.isCell),
  fragments: ({ line }) => line.fragments.length,
  ruleAbove: (at, flow) => horizontalRuling(at, flow, true),
  ruleBelow: (at, flow) => horizontalRuling(at, flow, false),
  isFilled: (at, flow) => flag(isFilled(at, flow)),
  isInFigure: (at, flow) => flag(isInFigure(at, flow)),
}

const words: Readonly<Record<string, Feature>> = {
  characters: ({ facts }) => Math.min(200, facts.text.length),
  words: ({ facts }) => facts.words,
  letters: ({ facts }) => facts.letters,
  capitals: ({ facts }) => facts.capitals,
  digits: ({ facts }) => facts.digits,
  capitalWords: ({ facts }) => facts.capitalWords,
  commas: ({ facts }) => facts.commas,
  startsLower: ({ facts }) => flag(facts.startsLower),
  startsUpper: ({ facts }) => flag(facts.startsUpper),
  startsDigit: ({ facts }) => flag(facts.startsDigit),
  endsSentence: ({ facts }) => flag(facts.endsSentence),
  endsColon: ({ facts }) => flag(facts.endsColon),
  endsComma: ({ facts }) => flag(facts.endsComma),
  endsHyphen: ({ facts }) => flag(facts.endsHyphen),
  endsSentenceBefore: ({ before }) => (before ? flag(before.facts.endsSentence) : -1),
  endsColonBefore: ({ before }) => (before ? flag(before.facts.endsColon) : -1),
  endsCommaBefore: ({ before }) => (before ? flag(before.facts.endsComma) : -1),
  endsHyphenBefore: ({ before }) => (before ? flag(before.facts.endsHyphen) : -1),
  charactersBefore: ({ before }) => (before ? Math.min(200, before.facts.text.length) : -1),
  startsLowerNext: ({ next }) => (next ? flag(next.facts.startsLower) : -1),
  startsUpperNext: ({ next }) => (next ? flag(next.facts.startsUpper) : -1),
  charactersNext: ({ next }) => (next ? Math.min(200, next.facts.text.length) : -1),
  endsSentenceNext: ({ next }) => (next ? flag(next.facts.endsSentence) : -1),
  marker: ({ facts }) => facts.marker,
  markerBefore: ({ before }) => before?.facts.marker ?? -1,
  markerNext: ({ next }) => next?.facts.marker ?? -1,
  siblingBefore: (at) => flag(sibling(at, 'before') !== undefined),
  siblingNext: (at) => flag(sibling(at, 'next') !== undefined),
  markerValue: ({ facts }) => Math.min(learnt.far, facts.markerValue),
  numberDepth: ({ facts }) => facts.numberDepth,
  numberDepthNext: ({ next }) => next?.facts.numberDepth ?? -1,
  isSection: ({ facts }) => flag(facts.isSection),
  isCaption: ({ facts }) => flag(facts.isCaption),
  isSentence: ({ facts }) => flag(facts.isSentence),
  isEntry: ({ facts }) => flag(facts.isEntry),
  isEntryBefore: ({ before }) => flag(before?.facts.isEntry),
  isEntryNext: ({ next }) => flag(next?.facts.isEntry),
  isFrontMatter: ({ facts }) => flag(facts.isFrontMatter),
  isKnownHeading: ({ facts }) => flag(facts.isKnownHeading),
  isDate: ({ facts }) => flag(facts.isDate),
  isDateAlone: ({ facts }) => flag(facts.isDateAlone),
  hasInitial: ({ facts }) => flag(facts.hasInitial),
  isAddress: ({ facts }) => flag(facts.isAddress),
  startsYear: ({ facts }) => flag(facts.startsYear),
  startsYearNear: ({ before, next }) => flag(before?.facts.startsYear || next?.facts.startsYear),
  endsOpen: ({ facts }) => flag(facts.endsOpen),
  endsOpenBefore: ({ before }) => (before ? flag(before.facts.endsOpen) : -1),
  siblings: (at) => countSiblings(at),
  codeAround: (at) => codeAround(at),
  isCode: ({ facts }) => flag(facts.isCode),
  isCodeNext: ({ next }) => flag(next?.facts.isCode),
  repeats: ({ line }, { pagesOfText }) =>
    Math.min(learnt.far, pagesOfText.get(line.text)?.count ?? 0),
}

const cluster: Readonly<Record<string, Feature>> = {
  alikeLines: ({ cluster: own }) => Math.min(200, own.lines),
  alikeShare: ({ cluster: own }, { lines }) => own.lines / lines.length,
  alikeLength: ({ cluster: own }) => own.characters / own.lines,
  alikeHeadings: ({ cluster: own }) => own.headings / own.lines,
  alikeStarts: ({ cluster: own }) => own.starts / own.lines,
  alikeAlone: ({ cluster: own }) => own.alone / own.lines,
  alikeShort: ({ cluster: own }) => own.short / own.lines,
  alikeHeads: ({ cluster: own }) => own.heads / own.lines,
  alikeFollows: ({ cluster: own }) => own.follows / own.lines,
  alikeNumbered: ({ cluster: own }) => own.numbered / own.lines,
  alikeMarked: ({ cluster: own }) => own.marked / own.lines,
  alikeSentences: ({ cluster: own }) => own.sentences / own.lines,
  alikeAbove: ({ cluster: own }) => own.above / own.lines,
  alikeBelow: ({ cluster: own }) => own.below / own.lines,
  isOutlined: ({ block }, { facts }) => flag(facts.outlined.has(block)),
  hasOutline: (_, { facts }) => flag(facts.outline.some(({ depth }) => depth > 0)),
}

/** Verdicts of the rules, as evidence. */
const verdict: Readonly<Record<string, Feature>> = {
  ruleStarts: ({ index }) => flag(index === 0),
  ruleStartsNext: ({ next }) => flag(next?.index === 0),
  ruleLines: ({ block }) => Math.min(learnt.far, block.lines.length),
  ruleLineIndex: ({ index }) => Math.min(learnt.far, index),
  ruleHeading: ({ block }, { facts }) => flag(facts.verdicts.headings.has(block)),
  ruleHeadingBefore: ({ before }, { facts }) =>
    flag(before && facts.verdicts.headings.has(before.block)),
  ruleHeadingNext: ({ next }, { facts }) => flag(next && facts.verdicts.headings.has(next.block)),
  ruleNumbered: ({ block }, { facts }) => flag(facts.verdicts.numbered.has(block)),
  ruleReads: ({ block }, { facts }) => flag(facts.verdicts.reading.has(block)),
  ruleItem: ({ block }, { facts }) => flag(facts.verdicts.items.has(block)),
  ruleItemBefore: ({ before }, { facts }) => flag(before && facts.verdicts.items.has(before.block)),
  ruleItemNext: ({ next }, { facts }) => flag(next && facts.verdicts.items.has(next.block)),
  ruleByline: ({ block }, { facts }) => flag(facts.verdicts.bylines.has(block)),
  ruleCode: ({ block }, { facts }) => flag(facts.verdicts.code.has(block)),
  ruleCodeNext: ({ next }, { facts }) => flag(next && facts.verdicts.code.has(next.block)),
  ruleRunIn: ({ block }, { facts }) => flag(facts.verdicts.runIns.has(block)),
}

/** Groups that an ablation leaves out. */
const featureGroups = { style, place, words, cluster, verdict } as const

const features: readonly (readonly [string, Feature])[] = Object.values(featureGroups).flatMap(
  (group) => Object.entries(group),
)

export const featureNames: readonly string[] = features.map(([name]) => name)

/** @param row One number per feature; overwritten. */
export function fillRow(row: Float32Array, at: SequenceLine, flow: LineSequence): void {
  for (let index = 0; index < features.length; index++) {
    row[index] = (features[index] as (typeof features)[number])[1](at, flow)
  }
}
