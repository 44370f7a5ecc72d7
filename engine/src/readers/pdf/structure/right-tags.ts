/** Finds lines that end in a tag at the right edge: the kind of what they define, `[Function]` in manuals by Texinfo. */
import type { Line } from '../layout/index.ts'
import type { TextBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'

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

/** Moves the tag of a definition to its end: it is printed at the end of the first line, within the definition. */
export function withTagLast(block: TextBlock): TextBlock {
  const [first, ...rest] = block.lines
  const [last, run] = [rest.at(-1), first?.runs.at(-1)]
  const text = first?.fragments.at(-1)?.text ?? ''
  if (!first || !last || !run?.text.endsWith(text) || !hasTag(first, block)) return block
  const before = { ...run, text: run.text.slice(0, -text.length).trimEnd() }
  const runs = [...first.runs.slice(0, -1), ...(before.text === '' ? [] : [before])]
  const moved = { ...last, runs: [...last.runs, { ...run, text: ` ${text}` }] }
  return { ...block, lines: [{ ...first, runs }, ...rest.slice(0, -1), moved] }
}
