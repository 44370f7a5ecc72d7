/** Regroups the layout blocks that rules made by the labels of their lines. */
import { boxAround, toPageBox } from '../../layout/index.ts'
import { isEdgeOfCode } from '../code.ts'
import { type LayoutBlock, spaceBetween, type TextBlock, upright } from '../layout-blocks.ts'
import { isEdgeOfNote } from '../notes.ts'
import type { LineLabel } from './decode.ts'
import type { SequenceLine } from './sequence.ts'

export interface LabelledBlocks {
  readonly units: readonly (readonly LayoutBlock[])[]
  readonly headings: ReadonlySet<TextBlock>
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
  const unitsFrom = new Map<LayoutBlock, TextBlock[]>()
  for (const { lines, label } of groups) {
    const [first] = lines
    if (!first) continue
    const unit = unitOf(lines, first)
    if (label === 'heading') headings.add(unit)
    if (label === 'item' || label === 'item on') items.add(unit)
    const known = unitsFrom.get(first.unit)
    if (known) known.push(unit)
    else unitsFrom.set(first.unit, [unit])
  }
  const units = pages.map((list) =>
    list.flatMap((unit): LayoutBlock[] =>
      unit.type === 'text' ? (unitsFrom.get(unit) ?? []) : [unit],
    ),
  )
  return { units, headings, items }
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
      before && (isEdgeOfCode(before.line, line.line) || isEdgeOfNote(before.line, line.line))
    const goesOn = isOn && (label === 'heading on' || !isEdge)
    if (group && goesOn) group.lines.push(line)
    else groups.push({ lines: [line], label })
  }
  return groups
}

function unitOf(lines: readonly SequenceLine[], first: SequenceLine): TextBlock {
  const { unit } = first
  if (
    first.index === 0 &&
    lines.length === unit.lines.length &&
    lines.every((own) => own.unit === unit)
  ) {
    return unit
  }
  const own = lines.map(({ line }) => line)
  const box = toPageBox(own[0]?.pieces[0]?.frame ?? upright, boxAround(own))
  return {
    ...unit,
    lines: own,
    box,
    spaceBefore:
      first.index === 0 ? unit.spaceBefore : spaceBetween(first.before?.line, first.line),
    provenance: [{ type: 'page', page: unit.page, bbox: box }],
    firstLines: [0],
  }
}
