/** Weighs the margins of lines by those of others in the document: of one series of numbers, and of one style. */

import { mean } from '../../statistics.ts'
import { structureSettings as settings } from '../settings.ts'
import { isUnderlined } from './drawn-near.ts'
import {
  COUNT,
  continued,
  HEADING,
  HEADING_ON,
  ITEM,
  isContinued,
  PARAGRAPH,
  proseMargins,
} from './labels.ts'
import type { LineSequence, SequenceLine } from './sequence.ts'
import { labelSettings } from './settings.ts'
import { weighTags } from './tag-evidence.ts'
import { markerClasses } from './text-facts.ts'

/** @param scores The margins of each line, which change. */
export function weighDocument(flow: LineSequence, scores: readonly Float64Array[]): void {
  weighTags(flow, scores)
  weighSeries(flow, scores)
  weighAlike(flow, scores)
  weighOutlined(flow, scores)
  weighTwins(flow, scores)
}

/**
 * Gives the lines of one series of numbers, such as `11.`, `12.`, `13.` with one left edge, the same evidence for headings against items:
 * they are all headings or all items, although a short one alone looks like a heading.
 */
function weighSeries(flow: LineSequence, scores: readonly Float64Array[]): void {
  for (const series of seriesOf(flow, scores)) {
    if (series.length < settings.few) continue
    const { mostOfSeries } = labelSettings
    const evidence = series.map((own) => {
      const difference = (own[HEADING] as number) - (own[ITEM] as number)
      return Math.max(-mostOfSeries, Math.min(mostOfSeries, difference))
    })
    const usual = mean(evidence)
    for (const [at, own] of series.entries()) {
      const change = (usual - (evidence[at] as number)) / 2
      own[HEADING] = (own[HEADING] as number) + change
      own[ITEM] = (own[ITEM] as number) - change
    }
  }
}

/** Returns the margins of lines whose numbers follow each other, with one left edge, size and weight. */
function seriesOf({ lines }: LineSequence, scores: readonly Float64Array[]): Float64Array[][] {
  const found: Float64Array[][] = []
  const open = new Map<string, { value: number; series: Float64Array[] }>()
  for (const [at, { facts, line }] of lines.entries()) {
    const own = scores[at] as Float64Array
    if (facts.markerValue < 0 || own === proseMargins) continue
    const isBold = line.bold >= settings.uniform
    const key = `${facts.markerKind} ${Math.round(line.x0)} ${Math.round(line.size)} ${isBold}`
    const last = open.get(key)
    if (last?.value === facts.markerValue - 1) {
      last.series.push(own)
      last.value = facts.markerValue
      continue
    }
    const series = [own]
    found.push(series)
    open.set(key, { value: facts.markerValue, series })
  }
  return found
}

/** Raises the margins of headings that the outline has once more, after they spoke for lines of their style. */
function weighOutlined({ lines, facts }: LineSequence, scores: readonly Float64Array[]): void {
  for (const [at, { block, index }] of lines.entries()) {
    const own = scores[at] as Float64Array
    if (index > 0 || own === proseMargins || !facts.outlined.has(block)) continue
    own[HEADING] = (own[HEADING] as number) + labelSettings.strong
  }
}

/** Returns the largest margin of the labels that are no headings. */
function bestOfOthers(own: Float64Array): number {
  let best = Number.NEGATIVE_INFINITY
  for (let label = HEADING_ON + 1; label < COUNT; label++)
    best = Math.max(best, own[label] as number)
  return best
}

/**
 * Raises the margin of a heading for lines whose style the other margins take for that of headings. Never lowers it: a
 * style of headings may be that of labels, too. Underlined lines have a style of their own.
 */
function weighAlike(flow: LineSequence, scores: readonly Float64Array[]): void {
  const { lines } = flow
  type Styles = Map<SequenceLine['cluster'], { sum: number; count: number }>
  const [plain, underlined]: [Styles, Styles] = [new Map(), new Map()]
  const stylesOf = lines.map((line, at) =>
    scores[at] !== proseMargins && isUnderlined(line, flow) ? underlined : plain,
  )
  // Between -1 (surely none) and 1 (surely a heading), for lines that may begin a heading.
  const chances = lines.map(({ cluster }, at) => {
    const own = scores[at] as Float64Array
    const rest = bestOfOthers(own)
    const continues = own[HEADING_ON] as number
    if (own === proseMargins || continues > Math.max(rest, own[HEADING] as number)) return undefined
    const chance = Math.tanh(((own[HEADING] as number) - rest) / 2)
    const all = stylesOf[at]?.get(cluster) ?? { sum: 0, count: 0 }
    stylesOf[at]?.set(cluster, { sum: all.sum + chance, count: all.count + 1 })
    return chance
  })
  const { alikeBonus, alikeMany, alikePrior } = labelSettings
  for (const [at, line] of lines.entries()) {
    const chance = chances[at]
    const all = stylesOf[at]?.get(line.cluster)
    if (chance === undefined || !all || line.facts.isEntry) continue
    const others = (all.sum - chance) / (all.count - 1 + alikePrior)
    const own = scores[at] as Float64Array
    const isMany = all.count >= alikeMany && mayBeHeading(line, own)
    const bonus = isMany ? alikeBonus.many : alikeBonus.few
    own[HEADING] = (own[HEADING] as number) + bonus * Math.max(0, others)
  }
}

/** Returns true for a line that begins a block, unless its text is that of another kind, or entries of contents follow. */
function mayBeHeading({ facts, next }: SequenceLine, own: Float64Array): boolean {
  const { isAddress, isCaption, endsSentence, marker, isSection } = facts
  const isItem = marker !== 0 && marker !== markerClasses.decimal && !isSection
  if (isAddress || isCaption || endsSentence || isItem || next?.facts.isEntry) return false
  const begins = Math.max(own[PARAGRAPH] as number, own[ITEM] as number)
  return continued.every((label) => (own[label] as number) < begins)
}

/**
 * Moves the margins of headings towards those of the other lines with equal looks and surroundings: they are all headings, or all none.
 * `weighAlike` only raises margins, because labels in the text may share the style of headings. Here the lines below are alike, too, so
 * margins also fall. The looks of most of the text are no evidence for a heading.
 */
function weighTwins(flow: LineSequence, scores: readonly Float64Array[]): void {
  const numbers = new Map<SequenceLine['cluster'], number>()
  const numberOf = (line: SequenceLine | undefined): number => {
    if (!line) return -1
    const known = numbers.get(line.cluster) ?? numbers.size
    numbers.set(line.cluster, known)
    return known
  }
  const found = flow.lines.flatMap((line, at) => {
    const own = scores[at] as Float64Array
    if (own === proseMargins || line.facts.isEntry || isContinued(own)) return []
    const { facts, block } = line
    const indent = Math.round((line.line.x0 - block.columnStart) / line.line.size)
    const looks = [numberOf(line), numberOf(line.next), indent, facts.endsColon, facts.marker]
    const key = [...looks, block.isCell, isUnderlined(line, flow)].join(' ')
    return [{ own, chance: chanceOfHeading(own), key, isUsual: line.cluster === flow.usual }]
  })
  for (const twins of Map.groupBy(found, ({ key }) => key).values()) {
    if (twins.length < settings.few) continue
    const sum = twins.reduce((total, { chance }) => total + chance, 0)
    for (const { own, chance, isUsual } of twins) {
      const others = (sum - chance) / (twins.length - 1)
      const change = isUsual ? Math.min(0, others) : others
      own[HEADING] = (own[HEADING] as number) + labelSettings.strong * change
    }
  }
}

/** Returns a number between -1, if a line that begins a block is surely no heading, and 1. */
function chanceOfHeading(own: Float64Array): number {
  const rest = Math.max(own[PARAGRAPH] as number, own[ITEM] as number)
  return Math.tanh(((own[HEADING] as number) - rest) / 2)
}
