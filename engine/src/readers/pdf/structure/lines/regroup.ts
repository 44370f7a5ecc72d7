/** Regroups the layout blocks that rules made by the labels of their lines. */
import { isEdgeOfCode } from '../code-lines.ts'
import {
  type LayoutBlock,
  roomAfter,
  spaceBetween,
  type TextBlock,
  withLines,
} from '../layout-blocks.ts'
import { areLinesApart } from '../line-breaks.ts'
import { isEdgeOfNote } from '../notes.ts'
import { structureLimits as limits, structureSettings as settings } from '../settings.ts'
import type { LineLabel } from './labels.ts'
import type { Group, SequenceLine } from './sequence.ts'
import { withStacks } from './stacks.ts'

interface LabelledBlocks {
  readonly blocks: readonly (readonly LayoutBlock[])[]
  readonly headings: Set<TextBlock>
  readonly items: ReadonlySet<TextBlock>
}

/**
 * @param pages Layout blocks of each page.
 * @param hasFill Returns true for a line on a filled background.
 * @param bodySize The size of most text.
 */
export function regroup(
  pages: readonly (readonly LayoutBlock[])[],
  labels: ReadonlyMap<SequenceLine, LineLabel>,
  hasFill: (line: SequenceLine) => boolean,
  bodySize: number,
): LabelledBlocks {
  const groups = withVerses(withStacks(groupsOf(labels, hasFill), bodySize))
  const headings = new Set<TextBlock>()
  const items = new Set<TextBlock>()
  const blocksFrom = new Map<LayoutBlock, TextBlock[]>()
  for (const { lines, label } of groups) {
    const [first] = lines
    if (!first) continue
    const block = blockOf(lines, first)
    if (label === 'heading') headings.add(block)
    if (label === 'item' || label === 'item on') items.add(block)
    const known = blocksFrom.get(first.block)
    if (known) known.push(block)
    else blocksFrom.set(first.block, [block])
  }
  const blocks = pages.map((list) =>
    list.flatMap((block): LayoutBlock[] =>
      block.type === 'text' ? (blocksFrom.get(block) ?? []) : [block],
    ),
  )
  return { blocks, headings, items }
}

function groupsOf(
  labels: ReadonlyMap<SequenceLine, LineLabel>,
  hasFill: (line: SequenceLine) => boolean,
): Group[] {
  const groups: Group[] = []
  for (const [line, label] of labels) {
    const group = groups.at(-1)
    const goesOn =
      group &&
      line.before &&
      label.endsWith(' on') &&
      (label === 'heading on' || !isEdge(line, line.before, group, hasFill)) &&
      (label !== 'paragraph on' || !isFirstIndented(line, line.before, group, labels))
    if (goesOn) group.lines.push(line)
    else groups.push({ lines: [line], label })
  }
  return groups
}

/** Returns true between code and text, and where a note begins. Code on a fill of its own is a block, and no name within a sentence. */
function isEdge(
  line: SequenceLine,
  before: SequenceLine,
  { lines }: Group,
  hasFill: (line: SequenceLine) => boolean,
): boolean {
  if (isEdgeOfNote(before.line, line.line)) return true
  if (!isEdgeOfCode(before.line, line.line)) return false
  return endsListing(lines, line) || !isWrapped(line, before) || hasFill(line) !== hasFill(before)
}

/**
 * Returns true for a line with the indent of a paragraph's first line: below such a line and above one without it, or after a sentence
 * of lines without it. Text beside a figure has a wider indent, and entries with hanging lines begin without one.
 */
function isFirstIndented(
  at: SequenceLine,
  before: SequenceLine,
  { lines }: Group,
  labels: ReadonlyMap<SequenceLine, LineLabel>,
): boolean {
  if (before.block.column !== at.block.column) return false
  const { next } = at
  const isBelowFirst = lines.length === 1 && isFlush(at, before)
  if (isBelowFirst && next && labels.get(next) === 'paragraph on' && isIndented(at, next))
    return true
  if (!before.facts.endsSentence || !at.facts.startsUpper || !isIndented(at, before)) return false
  const secondLast = lines.at(-2)
  if (secondLast && isFlush(secondLast, before)) return true
  return roomAfter(before.line, before.block) > at.line.firstWordWidth
}

/** Returns the distance from the start of another line to that of a line, in ems. */
function indentEms({ line }: SequenceLine, other: SequenceLine): number {
  return (line.x0 - other.line.x0) / line.size
}

function isFlush(at: SequenceLine, other: SequenceLine): boolean {
  return Math.abs(indentEms(at, other)) < settings.indentEms
}

function isIndented(at: SequenceLine, other: SequenceLine): boolean {
  const indent = indentEms(at, other)
  return indent > settings.indentEms && indent < settings.firstIndentEms
}

/**
 * Joins paragraphs of short lines if the rules see one paragraph and all its lines break deliberately, as in addresses and verses.
 * A sentence on a line of its own is a paragraph, except in a verse.
 */
function withVerses(groups: readonly Group[]): Group[] {
  const joined: Group[] = []
  for (let at = 0; at < groups.length; ) {
    const group = groups[at] as Group
    const verse = runFrom(groups, at, () => true)
    const own = isVerse(verse) ? verse : runFrom(groups, at, (line) => !line.facts.isSentence)
    const [first] = own
    const isOne = own.length > 1 && first && areLinesApart(blockOf(own, first))
    joined.push(isOne ? { ...group, lines: own } : group)
    for (let left = isOne ? own.length : 1; left > 0; at++) left -= groups[at]?.lines.length ?? left
  }
  return joined
}

/** Returns the lines of paragraphs, from a group on, that lie in one block of the rules. */
function runFrom(
  groups: readonly Group[],
  begin: number,
  test: (line: SequenceLine) => boolean,
): SequenceLine[] {
  const run: SequenceLine[] = []
  const end = Math.min(groups.length, begin + limits.verseLines)
  for (let at = begin; at < end; at++) {
    const { lines, label } = groups[at] as Group
    const [line] = lines
    const before = run.at(-1)
    if (!line || label !== 'paragraph' || !lines.every(test)) break
    if (before && (line.before !== before || line.block !== before.block)) break
    run.push(...lines)
  }
  return run
}

function isVerse(lines: readonly SequenceLine[]): boolean {
  if (lines.length < settings.few) return false
  const areLong = lines.every(({ facts }) => facts.words >= settings.few)
  return areLong && !lines.every(({ facts }) => facts.isSentence)
}

/** Returns true if prose follows two or more lines that are all code: a name that wraps within a sentence does not fill them. */
function endsListing(lines: readonly SequenceLine[], { line }: SequenceLine): boolean {
  const isListing = lines.length > 1 && lines.every((own) => own.line.mono === 1)
  return isListing && line.mono <= 1 - settings.uniform
}

/** Returns true for a name of code that wraps to the next line of a sentence: the line before has no room for its first word. */
function isWrapped({ line }: SequenceLine, before: SequenceLine): boolean {
  const { block, facts } = before
  const hasNoRoom = roomAfter(before.line, block) < line.firstWordWidth
  return !facts.endsSentence && !before.line.text.endsWith(':') && hasNoRoom
}

function blockOf(lines: readonly SequenceLine[], first: SequenceLine): TextBlock {
  const { block } = first
  if (
    first.index === 0 &&
    lines.length === block.lines.length &&
    lines.every((own) => own.block === block)
  ) {
    return block
  }
  const spaceBefore =
    first.index === 0 ? block.spaceBefore : spaceBetween(first.before?.line, first.line)
  return withLines(
    { ...block, spaceBefore },
    lines.map(({ line }) => line),
  )
}
