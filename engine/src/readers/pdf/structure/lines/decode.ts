/** Chooses the most likely sequence of line labels in which each label may follow the one before. */

import { isLeftOut } from '../../experiments.ts'
import { margins, type Trees } from '../../models/index.ts'
import { isWithinLink } from '../breaks.ts'
import { structureSettings as settings } from '../settings.ts'
import { weighDocument } from './document-evidence.ts'
import { isUnderlined } from './drawn-near.ts'
import { beginsEntry, isEntry } from './entries.ts'
import { isEdgeOfEquation } from './equations.ts'
import { featureNames, fillRow } from './features.ts'
import {
  COUNT,
  continued,
  HEADING,
  HEADING_ON,
  ITEM,
  type LineLabel,
  lineLabels,
  proseMargins,
} from './labels.ts'
import type { LineSequence, SequenceLine } from './sequence.ts'
import { labelSettings } from './settings.ts'
import { isTagEdge } from './tag-evidence.ts'
import { isBelowTag, isTabbedTerm, isTermOfList } from './terms.ts'
import { markerClasses, type TextFacts } from './text-facts.ts'

/** Labels that may follow each label: a heading does not continue after a paragraph. */
const mayFollow: readonly (readonly number[])[] = lineLabels.map((label) => {
  const kind = label.replace(' on', '')
  if (!label.endsWith(' on')) return [...lineLabels.keys()]
  return [...lineLabels.keys()].filter((before) => lineLabels[before]?.replace(' on', '') === kind)
})

/** At the top of a column only a paragraph or an item may continue. */
const mayBegin = lineLabels.map((label) => label !== 'heading on')

/**
 * Returns true for a line whose words exclude a heading. A line without letters is the number of a page or a question: of
 * 116 such lines in real documents, 2 are headings.
 */
function isNoTitle(facts: TextFacts): boolean {
  const { letters, isFrontMatter, isDateAlone, isAdmonition, isConsole } = facts
  return letters === 0 || isFrontMatter || isDateAlone || isAdmonition || isConsole
}

/** Returns true for an option of a manual, such as `--help or -h`, in the size of the text: of 59 in nine real documents none is a heading. */
function isOption({ facts, line }: SequenceLine, { facts: { body } }: LineSequence): boolean {
  const isSmall = line.size <= (1 + settings.sameSize) * body.size
  return isSmall && /^[-–−]{1,2}[a-z]/i.test(facts.text)
}

/** Matches a text without the figures of versions and dates, and without an address or a colon. */
const wordsOnly = /^[^\d@:]+$/

/** Returns true for a further block of the document's title in the style of the one before: of 12 real titles that change ten are better. */
function goesOnInTitle(before: SequenceLine, at: SequenceLine): boolean {
  const lines = [before, at].flatMap(({ block }) => block.lines)
  return before.cluster === at.cluster && lines.every(({ text }) => wordsOnly.test(text))
}

/** Adds the rules' verdict to the margins; an exact rule decides alone. Where tags are trusted, they decide. */
function weighRules(own: Float64Array, at: SequenceLine, flow: LineSequence): void {
  const { block, index, facts, before, line } = at
  if (flow.facts.tagged || isLeftOut('rules beside labels')) return
  const { headings, runIns, bylines, falseHeadings, titles } = flow.facts.verdicts
  const { headingBonus, headingMalus, strong, sure } = labelSettings
  const isTitle = titles.has(block)
  const isHeading = isTitle || headings.has(block)
  const isOutlined = flow.facts.outlined.has(block)
  if (index > 0) {
    if (isHeading) own[HEADING_ON] = (own[HEADING_ON] as number) + (isTitle ? sure : strong)
    return
  }
  if (isTitle && before && titles.has(before.block) && goesOnInTitle(before, at)) {
    own[HEADING_ON] = (own[HEADING_ON] as number) + sure
    return
  }
  let change = isHeading ? headingBonus : -headingMalus
  const isBoldSection = facts.numberDepth > 1 && line.bold >= settings.uniform
  const isUsual = isBoldSection || facts.isKnownHeading
  if (isOutlined || (isHeading && isUsual)) change += strong
  if (falseHeadings.has(block)) change -= sure
  else if (runIns.has(block) || isTitle) change += sure
  else if (!isOutlined && (isNoTitle(facts) || bylines.has(block) || isOption(at, flow))) {
    change -= sure
  }
  own[HEADING] = (own[HEADING] as number) + change
  // Rules may split the lines of one heading; the trees predict continuation better.
  const goesOn = isHeading && before && headings.has(before.block)
  if (goesOn) own[HEADING_ON] = (own[HEADING_ON] as number) + headingBonus
}

const GAP = featureNames.indexOf('gap')
const ROOM_BEFORE = featureNames.indexOf('roomBefore')
/** Lowers the margins of continued labels, so that the line begins a block; raises them if `by` is negative. */
function lowerContinued(own: Float64Array, by: number): void {
  for (const label of continued) own[label] = (own[label] as number) - by
}

/**
 * An underlined line alone, with white above it and text below, is a heading unless it introduces something. Labels of
 * diagrams have other labels below them, parts of a table of contents its entries.
 */
function weighUnderlined(own: Float64Array, at: SequenceLine, flow: LineSequence): void {
  const { block, facts, next, line } = at
  const { reading } = flow.facts.verdicts
  if (block.lines.length > 1 || block.isCell || !reading.has(block)) return
  if (block.spaceBefore < settings.headingSpaceEms || facts.endsColon || facts.endsSentence) return
  if (!next || next.facts.words < settings.few || next.facts.isEntry) return
  if (!titleWord.test(facts.text)) return
  if (line.runs.some(({ link }) => link !== undefined) || !isUnderlined(at, flow)) return
  own[HEADING] = (own[HEADING] as number) + labelSettings.underlined
}

/** Matches a text that begins with a capital, perhaps after a number, and has a word of four letters. */
const titleWord = /^\P{L}*\p{Lu}.*\p{L}{4}/u

/** A line far below an unfilled line seldom continues a block. */
function weighWhite(own: Float64Array, row: Float32Array, { before }: SequenceLine): void {
  const { strong, apartLeadings, apartRoom } = labelSettings
  if (!before || (row[GAP] as number) <= apartLeadings) return
  if ((row[ROOM_BEFORE] as number) <= apartRoom) return
  lowerContinued(own, strong)
}

const SIBLING_BEFORE = featureNames.indexOf('siblingBefore')
const SIBLINGS = [SIBLING_BEFORE, featureNames.indexOf('siblingNext')]
/**
 * A number or label with its predecessor or successor nearby begins a block if the rules say so: of 1,740 such lines,
 * 14 continue a block. The trees cannot learn this, because references to literature have no ground truth.
 */
function weighNumbers(own: Float64Array, row: Float32Array, { index, facts }: SequenceLine): void {
  if (index > 0 || facts.marker <= markerClasses.bullet || !SIBLINGS.some((at) => row[at] === 1))
    return
  lowerContinued(own, labelSettings.sure)
}

/** A bullet below another one of its kind begins an item. The trees join dense lists: of ten real documents, eight are better. */
function weighBullets(own: Float64Array, row: Float32Array, { facts }: SequenceLine): void {
  if (facts.marker === markerClasses.bullet && row[SIBLING_BEFORE] === 1)
    lowerContinued(own, labelSettings.sure)
}

const SHIFT = featureNames.indexOf('shift')
const CENTRE_BEFORE = featureNames.indexOf('centreBefore')

/**
 * After a line that ends a sentence and has room for the first word, a term of a list or a line further left begins a
 * block: of 146 such terms in 35 real documents, one continues a block. Most lines with a capital do, too: of 38 that the trees
 * continue in 25 office documents, 34 begin a paragraph.
 */
function weighEnded(own: Float64Array, row: Float32Array, at: SequenceLine): void {
  if (!at.before?.facts.endsSentence || (row[ROOM_BEFORE] as number) <= 0) return
  const isTerm = at.facts.marker === 0 && isTermOfList(at)
  const isCentred = Math.abs(row[CENTRE_BEFORE] as number) < settings.indentEms
  const isLeft = (row[SHIFT] as number) <= -settings.indentEms && !isCentred
  if (isTerm || isLeft) lowerContinued(own, labelSettings.sure)
  else if (at.facts.startsUpper && (row[ROOM_BEFORE] as number) > settings.slackEms)
    lowerContinued(own, labelSettings.strong)
}

/**
 * A line seldom begins a block after a word that needs another one, or if the rules join it to a line that is filled and
 * ends no sentence.
 */
function weighUnfinished(own: Float64Array, row: Float32Array, at: SequenceLine): void {
  const { index, before, cluster, facts } = at
  if (before && (isWithinWord(before, at) || isWithinLink(before.line, at.line)))
    lowerContinued(own, -labelSettings.strong)
  if (before?.cluster !== cluster || facts.marker !== 0 || facts.startsDigit) return
  const { words, endsOpen, endsSentence, endsColon } = before.facts
  const isFilled = words >= settings.few && (row[ROOM_BEFORE] as number) <= 0
  if (endsOpen || (index > 0 && isFilled && !endsSentence && !endsColon))
    lowerContinued(own, -labelSettings.strong)
}

/** Returns true if a word that is broken at the end of the line before goes on in a line of equal size. */
function isWithinWord(before: SequenceLine, { facts, line }: SequenceLine): boolean {
  if (!before.facts.endsHyphen || !facts.startsLower) return false
  const isEqual = Math.abs(before.line.size - line.size) <= settings.sizeStep
  return isEqual && /\p{Ll}[-\u00ad]$/u.test(before.facts.text)
}

/** A number at the top of a column that follows the number of the last item begins an item. */
function weighNextItem(own: Float64Array, at: SequenceLine, last: SequenceLine | undefined): void {
  const { markerKind, markerValue } = at.facts
  if (at.before || markerValue < 0 || last?.facts.markerKind !== markerKind) return
  if (markerValue !== last.facts.markerValue + 1) return
  own[ITEM] = (own[ITEM] as number) + labelSettings.strong
}

/** Detects obvious continuation lines without evaluating trees: 40 % of the lines, 99.7 % of them correctly. */
function isProse(at: SequenceLine, flow: LineSequence): boolean {
  const { block, index, facts, before, cluster } = at
  if (index === 0 || !before || before.cluster !== cluster) return false
  if (!facts.startsLower || facts.marker !== 0 || before.facts.endsSentence) return false
  if (isEdgeOfEquation(at) || isTagEdge(at, flow) || flow.facts.tagged?.has(block)) return false
  const { headings, items, titles } = flow.facts.verdicts
  return ![headings, items, titles].some((found) => found.has(block)) && !isEntry(at)
}

export function labelLines(flow: LineSequence, trees: Trees): Map<SequenceLine, LineLabel> {
  if (trees.features.join() !== featureNames.join()) {
    throw new Error('The weights are of other features.')
  }
  const scores = marginsOf(flow, trees)
  weighDocument(flow, scores)
  const found = new Map<SequenceLine, LineLabel>()
  let begin = 0
  const flush = (end: number): void => {
    for (const [index, label] of bestPath(scores.slice(begin, end)).entries()) {
      found.set(flow.lines[begin + index] as SequenceLine, lineLabels[label] as LineLabel)
    }
    begin = end
  }
  for (const [at, line] of flow.lines.entries()) if (!line.before) flush(at)
  flush(flow.lines.length)
  return found
}

/** Returns the margins of each line by trees and rules. */
function marginsOf(flow: LineSequence, trees: Trees): Float64Array[] {
  const row = new Float32Array(featureNames.length)
  const { items } = flow.facts.verdicts
  let lastItem: SequenceLine | undefined
  return flow.lines.map((line) => {
    if (isProse(line, flow)) return proseMargins
    const own = new Float64Array(COUNT)
    fillRow(row, line, flow)
    margins(trees, row, own)
    weighRules(own, line, flow)
    weighUnderlined(own, line, flow)
    weighWhite(own, row, line)
    weighNumbers(own, row, line)
    weighBullets(own, row, line)
    weighEnded(own, row, line)
    weighUnfinished(own, row, line)
    if (line.index === 0 && items.has(line.block)) {
      weighNextItem(own, line, lastItem)
      lastItem = line
    }
    const roomBefore = row[ROOM_BEFORE] as number
    const begins = isTabbedTerm(line, roomBefore) || beginsEntry(line, roomBefore)
    if (begins || isBelowTag(line) || isEdgeOfEquation(line))
      lowerContinued(own, labelSettings.sure)
    return own
  })
}

/** Viterbi over sums of margins, which are log-likelihoods up to a constant per line. */
export function bestPath(scores: readonly Float64Array[]): number[] {
  // One row of labels for each line.
  const cameFrom = new Int8Array(scores.length * COUNT).fill(-1)
  let before = new Float64Array(COUNT)
  let total = new Float64Array(COUNT)
  for (const [at, own] of scores.entries()) {
    for (let label = 0; label < COUNT; label++) {
      const score = own[label] as number
      if (at === 0) {
        total[label] = mayBegin[label] ? score : Number.NEGATIVE_INFINITY
        continue
      }
      let best = Number.NEGATIVE_INFINITY
      for (const last of mayFollow[label] as readonly number[]) {
        const sum = before[last] as number
        if (sum <= best) continue
        best = sum
        cameFrom[at * COUNT + label] = last
      }
      total[label] = best + score
    }
    ;[before, total] = [total, before]
  }
  return pathTo(before, cameFrom)
}

function pathTo(totals: Float64Array, cameFrom: Int8Array): number[] {
  let label = totals.indexOf(Math.max(...totals))
  const path: number[] = []
  for (let row = cameFrom.length - COUNT; row >= 0; row -= COUNT) {
    path.push(label)
    label = cameFrom[row + label] ?? 0
  }
  return path.reverse()
}
