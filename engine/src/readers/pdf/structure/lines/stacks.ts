/** Makes one paragraph of short lines under each other, such as those of an address, where labels differ from line to line. */
import { roomAfter } from '../layout-blocks.ts'
import { isStack } from '../line-breaks.ts'
import { structureLimits as limits, structureSettings as settings } from '../settings.ts'
import type { Group, SequenceLine } from './sequence.ts'

/**
 * Joins the paragraphs of a stack: all lines with one left edge, size and distance. A heading of such lines is a stack, too.
 *
 * @param bodySize The size of most text: a title in larger type may be a stack.
 */
export function withStacks(groups: readonly Group[], bodySize: number): Group[] {
  const joined: Group[] = []
  let run: Group[] = []
  const flush = () => {
    const lines = run.flatMap((group) => group.lines)
    const [first] = run
    const isOne =
      first && lines.length <= limits.verseLines && isStack(lines.map(({ line }) => line))
    for (const group of isOne ? [{ ...first, lines }] : run) joined.push(group)
    run = []
  }
  for (const given of groups) {
    const group = isList(given, bodySize) ? { ...given, label: 'paragraph' as const } : given
    if (!goesOn(run, group)) flush()
    run.push(group)
  }
  flush()
  return joined
}

/** Detects a heading that is a list without markers: after each line, the whole next one would have fitted. */
function isList({ lines, label }: Group, bodySize: number): boolean {
  if (label !== 'heading' || !isStack(lines.map(({ line }) => line))) return false
  return lines.every(({ line, block }, at) => {
    const { x0 = 0, x1 = 0 } = lines[at + 1]?.line ?? {}
    const isLarge = line.size > settings.muchLarger * bodySize
    return !isLarge && roomAfter(line, block) > x1 - x0 + settings.slackEms * line.size
  })
}

/** Returns true if a group is a paragraph directly below the groups before, with their left edge, size and distance. */
function goesOn(run: readonly Group[], { lines: [line], label }: Group): boolean {
  const last = run.at(-1)
  const before = last?.lines.at(-1)
  if (!line || !last || !before || label !== 'paragraph' || last.label !== label) return false
  if (line.before !== before || line.block.isCell !== before.block.isCell) return false
  if (Math.abs(line.line.x0 - before.line.x0) > settings.indentEms * line.line.size) return false
  if (Math.abs(line.line.size - before.line.size) > settings.sizeStep) return false
  const usual = distanceBefore(run[0]?.lines[1]) ?? distanceBefore(run[1]?.lines[0])
  const own = distanceBefore(line) as number
  if (own > settings.leadingFactor * settings.usualLeadingEms * line.line.size) return false
  return Math.abs(own - (usual ?? own)) <= settings.leadingSlackEms * line.line.size
}

function distanceBefore(at: SequenceLine | undefined): number | undefined {
  return at?.before && at.line.baseline - at.before.line.baseline
}
