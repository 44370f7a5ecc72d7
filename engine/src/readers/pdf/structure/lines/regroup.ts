/** Regroups the layout blocks that rules made by the labels of their lines. */
import { isEdgeOfCode } from '../code.ts'
import { type LayoutBlock, spaceBetween, type TextBlock, withLines } from '../layout-blocks.ts'
import { isEdgeOfNote } from '../notes.ts'
import type { LineLabel } from './decode.ts'
import type { SequenceLine } from './sequence.ts'

interface LabelledBlocks {
  readonly blocks: readonly (readonly LayoutBlock[])[]
  readonly headings: Set<TextBlock>
  readonly items: ReadonlySet<TextBlock>
}

/** @param pages Layout blocks of each page. */
export function regroup(
  pages: readonly (readonly LayoutBlock[])[],
  labels: ReadonlyMap<SequenceLine, LineLabel>,
): LabelledBlocks {
  const groups = groupsOf(labels)
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

interface Group {
  readonly lines: SequenceLine[]
  readonly label: LineLabel
}

function groupsOf(labels: ReadonlyMap<SequenceLine, LineLabel>): Group[] {
  const groups: Group[] = []
  for (const [line, label] of labels) {
    const group = groups.at(-1)
    const { before } = line
    const isOn = label.endsWith(' on') && before
    const isEdge =
      before &&
      ((isEdgeOfCode(before.line, line.line) && !isWrapped(line, before)) ||
        isEdgeOfNote(before.line, line.line))
    const goesOn = isOn && (label === 'heading on' || !isEdge)
    if (group && goesOn) group.lines.push(line)
    else groups.push({ lines: [line], label })
  }
  return groups
}

/** Returns true for a name of code that wraps to the next line of a sentence: the line before has no room for its first word. */
function isWrapped({ line }: SequenceLine, before: SequenceLine): boolean {
  const { block, facts } = before
  const end = block.leftwards
    ? before.line.x0 - block.columnStart
    : block.columnEnd - before.line.x1
  return !facts.endsSentence && !before.line.text.endsWith(':') && end < line.firstWordWidth
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
