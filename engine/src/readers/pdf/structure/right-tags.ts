/** Finds lines that end in a tag at the right edge: the kind of what they define, `[Function]` in manuals by Texinfo. */
import type { Line } from '../layout/index.ts'
import type { TextBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { Run, StyledLine } from './styled-line.ts'

/** Matches words in brackets; a number in brackets is that of an equation. */
const tag = /^(?:\[\p{L}[^[\]]+\]|\(\p{L}[^()]+\))$/u

/** Matches the words of a tag without brackets, as older Texinfo prints them: it stands on the line of a bold name. */
const bareTag = /^\p{Lu}\p{L}+(?: \p{L}+){0,2}$/u

/** Returns how many brackets a text leaves open. */
function depthOf(text: string): number {
  return text.split('(').length - text.split(')').length
}

/** Returns true if a definition goes on in the next line: a comma at its end or an open bracket shows it. */
function goesOn(text: string, depth: number): boolean {
  return depth > 0 || /[,–-]$/.test(text)
}

/** Returns the text of a line before its tag. */
function untagged({ fragments }: Line): string {
  return fragments
    .slice(0, -1)
    .map(({ text }) => text)
    .join(' ')
}

/** Returns true if a line ends in a tag at the right edge of the column, after a wide gap: it defines something, and is not filled. */
export function endsInTag(line: StyledLine, block: TextBlock): boolean {
  return hasTag(line, block) && !goesOn(untagged(line), depthOf(untagged(line)))
}

function hasTag({ fragments, runs }: StyledLine, { leftwards, columnEnd }: TextBlock): boolean {
  const [text, last] = fragments.slice(-2)
  if (!text || !last || leftwards) return false
  const isOfName = runs[0]?.style.bold === true && runs.at(-1)?.style.bold === false
  if (!tag.test(last.text) && !(isOfName && bareTag.test(last.text))) return false
  const isWide = last.x0 - text.x1 > settings.wideGapEms * text.size
  return isWide && columnEnd - last.x1 <= settings.slackEms * last.size
}

/**
 * Moves each tag of a definition over several lines to the end of its definition: it is printed at the end of the first line, within
 * it.
 */
export function withTagsLast(block: TextBlock): TextBlock {
  const lines = [...block.lines]
  const last = lines.length - 1
  let tagRun: Run | undefined
  let depth = 0
  for (const [at, line] of block.lines.entries()) {
    if (tagRun) {
      depth += depthOf(line.text)
      if (at < last && goesOn(line.text, depth)) continue
      lines[at] = { ...line, runs: [...line.runs, tagRun] }
      tagRun = undefined
      continue
    }
    const run = line.runs.at(-1)
    const text = line.fragments.at(-1)?.text ?? ''
    if (at === last || !run?.text.endsWith(text) || !hasTag(line, block)) continue
    depth = depthOf(untagged(line))
    if (!goesOn(untagged(line), depth)) continue
    const rest = { ...run, text: run.text.slice(0, -text.length).trimEnd() }
    const runs = [...line.runs.slice(0, -1), ...(rest.text === '' ? [] : [rest])]
    lines[at] = { ...line, runs }
    tagRun = { ...run, text: ` ${text}` }
  }
  return lines.every((line, at) => line === block.lines[at]) ? block : { ...block, lines }
}
