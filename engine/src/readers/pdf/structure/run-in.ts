/** Splits paragraphs that begin with a heading on their first line into two blocks: the heading and the rest. */
import type { BBox } from '../../../model/index.ts'
import { captionKind } from '../captions.ts'
import { heaviest } from '../statistics.ts'
import { admonition, dateAlone, depthNumber, frontMatter } from './heading-text.ts'
import { type LayoutBlock, type TextBlock, withLines } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { Style } from './style.ts'
import type { Run, StyledLine } from './styled-line.ts'

/** `1) Sampling:` or `a) Sampling:`, as IEEE prints subsections. */
const labelled = /^(?:\d{1,2}|[a-z])\)\s+\p{Lu}.*:$/u
const endMark = /[.:]$/

/**
 * Splits the blocks of a document that begin with a heading. Leads without a number count only where they recur, so all pages
 * are split together.
 */
export function splitRunIns(
  layoutBlocks: readonly (readonly LayoutBlock[])[],
  body: Style,
): { readonly layoutBlocks: LayoutBlock[][]; readonly runIns: ReadonlySet<TextBlock> } {
  const parts = new Map<LayoutBlock, readonly [TextBlock, TextBlock]>()
  for (const block of layoutBlocks.flat()) {
    const found = block.type === 'text' ? splitRunIn(block, body) : undefined
    if (found) parts.set(block, found)
  }
  const heads = Array.from(parts.values(), ([head]) => head)
  const lone = loneLeads(heads.filter(isLead))
  const kept = new Map([...parts].filter(([, [head]]) => !lone.has(head)))
  return {
    layoutBlocks: layoutBlocks.map((list) => list.flatMap((block) => kept.get(block) ?? [block])),
    runIns: new Set(Array.from(kept.values(), ([head]) => head)),
  }
}

/** Returns true for `Sampling.` or `Sampling:` without a number. */
function isLead({ lines }: TextBlock): boolean {
  const text = textOfLines(lines)
  return endMark.test(text) && !depthNumber.test(text) && !labelled.test(text)
}

/** Returns the leads of fonts with too few leads, or with leads on one page only: emphasis, or labels as on a poster. */
function loneLeads(leads: readonly TextBlock[]): Set<TextBlock> {
  const byFont = Map.groupBy(leads, ({ lines }) => lines[0]?.style.font)
  const lone = [...byFont.values()].filter(
    (own) => own.length < settings.few || own.every(({ page }) => page === own[0]?.page),
  )
  return new Set(lone.flat())
}

/** Splits a block that begins with a heading. `body` is the document's usual style; a block without it uses its own. */
export function splitRunIn(block: TextBlock, body: Style): [TextBlock, TextBlock] | undefined {
  if (block.leftwards || block.isCell) return undefined
  const isBody = block.lines.some(({ runs }) => runs.some(({ style }) => style.font === body.font))
  const style = isBody ? body : usualStyle(block.lines)
  const end = style && endOfLead(block.lines, style)
  if (!end) return undefined
  const head = block.lines.slice(0, end.line + 1)
  const rest = block.lines.slice(end.line)
  const last = head.at(-1)
  const [first] = rest
  if (!last || !first) return undefined
  head[head.length - 1] = withRuns(last, last.runs.slice(0, end.run))
  const restRuns = first.runs.slice(end.run)
  if (restRuns.length > 0) rest[0] = withRuns(first, restRuns)
  else rest.shift()
  // A name in the font of code at the end belongs to the heading: \texttt is seldom bold.
  if (rest.every(({ mono }) => mono >= settings.uniform)) return undefined
  const gap = gapAfter(last, end.run)
  if (!isHeading(head, rest, gap)) return undefined
  const [headBoxes, restBoxes] = boxesOfParts(block, head.length - 1, end)
  return [
    withLines(block, head, headBoxes),
    withLines({ ...block, spaceBefore: 0 }, rest, restBoxes),
  ]
}

/** Returns the boxes of the two parts, which share the line that the heading ends in. */
function boxesOfParts({ lines }: TextBlock, shared: number, { run }: LeadEnd): [BBox[], BBox[]] {
  const line = lines[shared] as StyledLine
  const x = line.runs[run - 1]?.x1 ?? line.x1
  return [
    [...lines.slice(0, shared), ...(run > 0 ? [{ ...line, x1: x }] : [])],
    [run > 0 ? { ...line, x0: x } : line, ...lines.slice(shared + 1)],
  ]
}

/** Returns the gap between a bold heading and the text after it on its line, in ems; 0 if it is not known. */
function gapAfter({ runs, size }: StyledLine, run: number): number {
  const [last, next] = [runs[run - 1], runs[run]]
  if (!last?.style.bold || last.x1 === undefined || next?.x0 === undefined) return 0
  return (next.x0 - last.x1) / size
}

function isWithin(
  value: number,
  { least, most }: { readonly least: number; readonly most: number },
) {
  return value > least && value < most
}

/** Returns true for an italic title with its number: numbers of items are upright. */
function isLabelled(head: readonly StyledLine[]): boolean {
  return labelled.test(textOfLines(head)) && head.every(({ italic }) => italic >= settings.uniform)
}

/** Returns true if a text begins with a capital, a number, or a name of code: `class_ has three ways`. */
function beginsSentence(text: string, [first]: readonly StyledLine[]): boolean {
  if (first?.runs[0]?.style.mono) return true
  return /^\s*[\p{Lu}\p{N}("“‘]/u.test(text.replace(/^[.:]\s*/, ''))
}

function isHeading(
  lines: readonly StyledLine[],
  rest: readonly StyledLine[],
  gap: number,
): boolean {
  const head = textOfLines(lines)
  if (head.length > settings.titleCharacters || !beginsSentence(textOfLines(rest), rest))
    return false
  const ends = endMark.test(head)
  const isSet = isWithin(gap, settings.leadGapEms)
  if (depthNumber.test(head)) return ends || isSet
  if (labelled.test(head)) return isSet || isLabelled(lines)
  // A small letter begins a term, such as an option of a manual.
  if (!/^[\p{Lu}\p{Lo}]/u.test(head) || dateAlone.test(head)) return false
  if (!ends) return isSet
  const isName = captionKind(head) !== undefined || frontMatter.test(head) || admonition.test(head)
  return isWithin(gap, settings.quadEms) && !isName
}

/** Returns the style of most of the paragraph's letters. */
function usualStyle(lines: readonly StyledLine[]): Style | undefined {
  const runs = lines.flatMap((line) => line.runs)
  const font = heaviest(runs.map(({ style, text }) => [style.font, text.length]))
  return runs.find(({ style }) => style.font === font)?.style
}

interface LeadEnd {
  readonly line: number
  readonly run: number
}

/** Matches the number of a section without its title: amsart prints only the titles of subsections bold. */
const numberAlone = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s*$/

/** Finds the end of the first runs in a style other than the body's, after a section number. */
function endOfLead(lines: readonly StyledLine[], body: Style): LeadEnd | undefined {
  const [first, second] = lines[0]?.runs ?? []
  const start = first && numberAlone.test(first.text) ? 1 : 0
  const opening = start === 0 ? first : second
  if (!opening || !isSetOff(opening, body)) return undefined
  for (const [line, styled] of lines.slice(0, settings.titleLines).entries()) {
    const { runs } = styled
    const run = runs.findIndex(
      (other, index) =>
        (line > 0 || index >= start) && !isSetOff(other, body) && /[\p{L}\p{N}]/u.test(other.text),
    )
    if (run >= 0) return { line, run: pastFormula(styled, run, body) ?? run }
  }
  return undefined
}

/** Returns the end of a lead that goes on in bold after a variable: `Independent K-Samples.` */
function pastFormula(line: StyledLine, run: number, body: Style): number | undefined {
  const { runs } = line
  const end = runs.findIndex((_, at) => at > run && isWithin(gapAfter(line, at), settings.quadEms))
  const isOneLead = runs
    .slice(run, Math.max(run, end))
    .every(({ style }) => style.font !== body.font)
  return end > 0 && isOneLead ? end : undefined
}

function isSetOff({ style, script }: Run, body: Style): boolean {
  if (script !== undefined) return false
  return (
    (style.bold && !body.bold) ||
    (style.italic && !body.italic && !style.math) ||
    (style.font !== body.font && !style.math && !style.italic && !style.mono)
  )
}

function withRuns(line: StyledLine, runs: readonly Run[]): StyledLine {
  const [first, ...others] = runs
  const trimmed = first ? [{ ...first, text: first.text.trimStart() }, ...others] : []
  const text = trimmed
    .map((run) => run.text)
    .join('')
    .trim()
  const letters = (test: (style: Style) => boolean) =>
    trimmed.reduce((sum, run) => sum + (test(run.style) ? run.text.length : 0), 0) /
    Math.max(1, text.length)
  return {
    ...line,
    text,
    runs: trimmed,
    // Without the heading, the line has no gap between cells.
    fragments: line.fragments.slice(0, 1),
    bold: letters(({ bold }) => bold),
    italic: letters(({ italic }) => italic),
    mono: letters(({ mono }) => mono),
    style: trimmed[0]?.style ?? line.style,
  }
}

function textOfLines(lines: readonly StyledLine[]): string {
  return lines
    .map(({ text }) => text)
    .join(' ')
    .trim()
}
