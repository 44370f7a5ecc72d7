/** Finds lines that end in a tag at the right edge: the kind of what they define, `[Function]` in manuals by Texinfo. */
import type { Line } from '../layout/index.ts'
import type { TextBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'

/** Matches words in brackets; a number in brackets is that of an equation. */
const tag = /^(?:\[\p{L}[^[\]]+\]|\(\p{L}[^()]+\))$/u

/** Returns true for a text that goes on in the next line: a comma or an open bracket shows it. */
function goesOn(text: string): boolean {
  const countOf = (bracket: string) => text.split(bracket).length
  return /[,–-]$/.test(text) || countOf('(') > countOf(')')
}

/** Returns true if a line ends in a tag at the right edge of the column, after a wide gap: it defines something, and is not filled. */
export function endsInTag(line: Line, block: TextBlock): boolean {
  return hasTag(line, block) && !goesOn(line.fragments.at(-2)?.text ?? '')
}

function hasTag({ fragments }: Line, { leftwards, columnEnd }: TextBlock): boolean {
  const [text, last] = fragments.slice(-2)
  if (!text || !last || leftwards || !tag.test(last.text)) return false
  const isWide = last.x0 - text.x1 > settings.wideGapEms * text.size
  return isWide && columnEnd - last.x1 <= settings.slackEms * last.size
}

/** Moves each tag of definitions over several lines to the end of its definition: it is printed at the end of the first line, within it. */
export function withTagsLast(block: TextBlock): TextBlock {
  const lines = [...block.lines]
  for (const [at, line] of block.lines.entries()) {
    const run = line.runs.at(-1)
    const text = line.fragments.at(-1)?.text ?? ''
    // A line to which another definition's tag was moved keeps its own.
    if (lines[at] !== line || !run?.text.endsWith(text) || !hasTag(line, block)) continue
    const end = endOfDefinition(block.lines, at)
    if (end === at) continue
    const before = { ...run, text: run.text.slice(0, -text.length).trimEnd() }
    lines[at] = {
      ...line,
      runs: [...line.runs.slice(0, -1), ...(before.text === '' ? [] : [before])],
    }
    const last = lines[end] as StyledLine
    lines[end] = { ...last, runs: [...last.runs, { ...run, text: ` ${text}` }] }
  }
  return lines.every((line, at) => line === block.lines[at]) ? block : { ...block, lines }
}

/** Returns the index of the line in which the brackets of a definition are closed; of the last line that it may have if none is. */
function endOfDefinition(lines: readonly StyledLine[], first: number): number {
  let text = ''
  const last = Math.min(lines.length, first + settings.definitionLines) - 1
  for (let at = first; at < last; at++) {
    text += lines[at]?.text
    if (!goesOn(at === first ? withoutTag(text) : text)) return at
  }
  return last
}

function withoutTag(text: string): string {
  return text.replace(/\s*[[(][^[\]()]+[\])]$/, '')
}
