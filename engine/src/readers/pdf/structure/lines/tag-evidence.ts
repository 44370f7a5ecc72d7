/** Weighs the structure tree as evidence for the labels of lines. */
import { isGroupTag, isItemTag } from '../tag-types.ts'
import { continued, HEADING, HEADING_ON, ITEM, isContinued, proseMargins } from './labels.ts'
import type { LineSequence, SequenceLine } from './sequence.ts'
import { labelSettings } from './settings.ts'

/** Whether a line and the line before are in one element. */
type Relation = 'same' | 'other'

/** @param scores The margins of each line, which change. */
export function weighTags(flow: LineSequence, scores: readonly Float64Array[]): void {
  const { useTags, tagged } = flow.facts
  if (!useTags) return
  const evidence = findEvidence(flow, scores)
  for (const [at, line] of flow.lines.entries()) {
    const own = scores[at] as Float64Array
    if (own === proseMargins) continue
    const relation = relationOf(line)
    if (relation)
      for (const label of continued) own[label] = (own[label] as number) - evidence[relation]
    if (tagged) weighKind(own, line, tagged.has(line.block))
  }
}

/** Returns true if a line is in another element than the line before: it is no obvious continuation. */
export function isTagEdge(at: SequenceLine, { facts }: LineSequence): boolean {
  return facts.useTags && relationOf(at) === 'other'
}

/**
 * Returns how much the change to another element speaks for the beginning of a block, and its absence against it: the logarithm of the
 * ratio of their shares among lines that begin and continue blocks by all other evidence (naive Bayes). The tags of programs
 * that make an element of each line, or one of each page, thus have no weight.
 */
function findEvidence(
  flow: LineSequence,
  scores: readonly Float64Array[],
): Record<Relation, number> {
  const [few, many] = labelSettings.tagPrior
  const begins: Record<Relation, number> = { same: few, other: many }
  const goesOn: Record<Relation, number> = { same: many, other: few }
  for (const [at, line] of flow.lines.entries()) {
    const relation = relationOf(line)
    if (relation) (isContinued(scores[at] as Float64Array) ? goesOn : begins)[relation]++
  }
  const share = (counts: Record<Relation, number>, relation: Relation) =>
    counts[relation] / (counts.same + counts.other)
  const evidenceOf = (relation: Relation) =>
    Math.log(share(begins, relation) / share(goesOn, relation))
  return { same: evidenceOf('same'), other: evidenceOf('other') }
}

/** Returns `undefined` where the tree says nothing: without tags, or in text outside of any block. */
function relationOf({ line, before }: SequenceLine): Relation | undefined {
  const [own, last] = [line.tag, before?.line.tag]
  if (!own || !last) return undefined
  if (own !== last) return 'other'
  return isGroupTag(own) ? undefined : 'same'
}

/** Where headings agree with the tags, these decide what is a heading, and what is an item: its marker may be drawn. */
function weighKind(
  own: Float64Array,
  { line, block, index, before }: SequenceLine,
  isHeading: boolean,
): void {
  const { sure } = labelSettings
  const isOfFirst = isHeading && line.tag === block.lines[0]?.tag
  own[HEADING] = (own[HEADING] as number) + (isOfFirst && index === 0 ? sure : -sure)
  own[HEADING_ON] = (own[HEADING_ON] as number) + (isOfFirst && index > 0 ? sure : -sure)
  if (line.tag && isItemTag(line.tag) && before?.line.tag !== line.tag)
    own[ITEM] = (own[ITEM] as number) + sure
}
