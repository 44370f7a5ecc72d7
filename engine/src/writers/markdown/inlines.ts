/** Inlines → one line of Markdown (or several, where the source breaks the line). */
import type { Inline, Text } from '../../model/index.ts'
import { cleanText } from './characters.ts'
import {
  type EscapeContext,
  escapePieces,
  isLeftFlanking,
  kindAfter,
  kindBefore,
  type Neighbour,
  type Piece,
} from './escape.ts'
import { writeTarget } from './links.ts'
import type { State } from './state.ts'

/** Formatting of a run, as what is printed: `link` carries its target. */
type Mark = 'bold' | 'italic' | 'strike' | 'sub' | 'super' | `link ${string}`

/** A run: text of the document, or markup that is printed as it stands (code, formula, note, break). */
interface Leaf {
  readonly text: string
  readonly markup: boolean
  readonly marks: readonly Mark[]
}

const LINE_BREAK = '\\\n'

/** Text that is printed as it stands, whatever is around it. */
const harmless = /^[A-Za-z0-9,;:"'%/?]+(?: [A-Za-z0-9.,;:"'()%/?]+)*$/

/** Prints inlines; outer spaces are cut. */
export function writeInlines(
  inlines: readonly Inline[],
  state: State,
  context: EscapeContext,
): string {
  const [only] = inlines
  if (
    inlines.length === 1 &&
    only?.type === 'text' &&
    isUnmarked(only) &&
    harmless.test(only.text)
  ) {
    return only.text
  }
  const leaves = dropUnreadable(tidy(toLeaves(inlines, [], state, context)))
  return escapePieces(toPieces(leaves), context)
}

function isUnmarked({ bold, italic, strike, script }: Text): boolean {
  return !(bold || italic || strike || script)
}

/** The prose context: a paragraph whose lines are lines of the file. */
export const inParagraph: EscapeContext = { lineStarts: true, inCell: false }
/** A heading stands behind its marks, so its start is no line start. */
export const inHeading: EscapeContext = { lineStarts: false, inCell: false }
export const inCell: EscapeContext = { lineStarts: false, inCell: true }

function toLeaves(
  inlines: readonly Inline[],
  outer: readonly Mark[],
  state: State,
  context: EscapeContext,
): Leaf[] {
  return inlines.flatMap((inline) => leavesOf(inline, outer, state, context))
}

function leavesOf(
  inline: Inline,
  outer: readonly Mark[],
  state: State,
  context: EscapeContext,
): Leaf[] {
  const text = (value: string, marks: readonly Mark[] = []): Leaf[] => [
    { text: cleanText(value), markup: false, marks: [...outer, ...marks] },
  ]
  const markup = (value: string): Leaf[] => [{ text: value, markup: true, marks: outer }]
  switch (inline.type) {
    case 'text':
      return text(inline.text, marksOf(inline))
    case 'link':
      return toLeaves(inline.inlines, withLink(outer, inline.target), state, context)
    case 'code':
      return markup(writeCode(inline.text))
    case 'formula':
      return markup(writeFormula(inline.latex, context))
    case 'lineBreak':
      return markup(printedBreak(context))
    case 'noteReference':
      return markup(state.noteMark(inline.note))
    case 'image':
      return text(inline.alt)
  }
}

function printedBreak({ lineStarts, inCell: isCell }: EscapeContext): string {
  if (isCell) return '<br>'
  return lineStarts ? LINE_BREAK : ' '
}

/** Links do not nest: the outer one counts. */
function withLink(outer: readonly Mark[], target: string): readonly Mark[] {
  const printed = writeTarget(target)
  return printed === undefined || outer.some(isLink) ? outer : [...outer, `link ${printed}`]
}

function marksOf({ bold, italic, strike, script }: Text): Mark[] {
  const marks: Mark[] = []
  if (bold) marks.push('bold')
  if (italic) marks.push('italic')
  if (strike) marks.push('strike')
  if (script) marks.push(script)
  return marks
}

function isLink(mark: Mark): mark is `link ${string}` {
  return mark.startsWith('link ')
}

/** As many backticks as needed, padded where the code begins or ends with one (CommonMark 6.1). */
export function writeCode(code: string): string {
  const text = cleanText(code).replaceAll('\n', ' ')
  if (text.trim() === '') return ''
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))
  const ticks = '`'.repeat(longest + 1)
  const padded = /^`|`$|^ .* $/.test(text) ? ` ${text} ` : text
  return `${ticks}${padded}${ticks}`
}

/** One line, without `$` and outer spaces; in a cell a `|` is spelt out, since a backslash would double it. */
function writeFormula(latex: string, context: EscapeContext): string {
  const line = tidyLatex(latex).replace(/\s+/g, ' ')
  if (line === '') return ''
  const text = context.inCell ? line.replaceAll('\\|', '\\Vert ').replaceAll('|', '\\vert ') : line
  return `$${text}$`
}

/** LaTeX that cannot end its own delimiters: a lone `$` is escaped, blank lines go. */
export function tidyLatex(latex: string): string {
  return cleanText(latex.replaceAll('\n', '\u0000'))
    .trim()
    .replace(/(^|[^\\])\$/g, '$1\\$')
    .replace(/%(?=\s*$)/g, '\\%')
}

/**
 * Cuts outer spaces of the block and of its lines, takes spaces out of marked runs' edges, joins runs alike,
 * collapses runs of spaces.
 */
function tidy(leaves: readonly Leaf[]): Leaf[] {
  const parts = leaves.flatMap(splitSpaces)
  const merged: Leaf[] = []
  parts.forEach((part, index) => {
    const leaf = isSpace(part) ? { ...part, marks: commonMarks(parts, index) } : part
    if (leaf.text === '') return
    const last = merged.at(-1)
    if (isSpace(leaf) && (!last || endsInSpace(last))) return
    if (leaf.text === LINE_BREAK && last && isSpace(last)) merged.pop()
    const previous = merged.at(-1)
    if (previous && !previous.markup && !leaf.markup && sameMarks(previous, leaf)) {
      merged[merged.length - 1] = { ...previous, text: previous.text + leaf.text }
    } else merged.push(leaf)
  })
  return trimEnds(merged)
}

/** Leading space, inner text with single spaces, trailing space. */
function splitSpaces(leaf: Leaf): Leaf[] {
  if (leaf.markup) return [leaf]
  const text = leaf.text.replace(/\s+/g, ' ')
  const inner = text.trim()
  if (inner === '') return text === '' ? [] : [{ ...leaf, text: ' ' }]
  const parts: Leaf[] = [{ ...leaf, text: inner }]
  if (text.startsWith(' ')) parts.unshift({ ...leaf, text: ' ' })
  if (text.endsWith(' ')) parts.push({ ...leaf, text: ' ' })
  return parts
}

function isSpace(leaf: Leaf): boolean {
  return !leaf.markup && leaf.text === ' '
}

function endsInSpace(leaf: Leaf): boolean {
  return leaf.text.endsWith(' ') || leaf.text.endsWith('\n')
}

/** A space is formatted as what stands on both of its sides is. */
function commonMarks(parts: readonly Leaf[], index: number): readonly Mark[] {
  let before = index - 1
  let after = index + 1
  while (before >= 0 && isSpaceAt(parts, before)) before -= 1
  while (after < parts.length && isSpaceAt(parts, after)) after += 1
  const right = parts[after]?.marks ?? []
  return (parts[before]?.marks ?? []).filter((mark) => right.includes(mark))
}

function isSpaceAt(parts: readonly Leaf[], index: number): boolean {
  const part = parts[index]
  return part !== undefined && (isSpace(part) || part.text === '')
}

function sameMarks(a: Leaf, b: Leaf): boolean {
  return a.marks.length === b.marks.length && a.marks.every((mark) => b.marks.includes(mark))
}

function trimEnds(leaves: Leaf[]): Leaf[] {
  const isEdge = (leaf: Leaf | undefined): boolean =>
    leaf !== undefined &&
    (leaf.text.trim() === '' || leaf.text === LINE_BREAK || leaf.text === '<br>')
  while (isEdge(leaves.at(-1))) leaves.pop()
  while (isEdge(leaves[0])) leaves.shift()
  return leaves.map((leaf, index) => {
    if (leaf.markup) return leaf
    const start = index === 0 ? leaf.text.trimStart() : leaf.text
    return { ...leaf, text: index === leaves.length - 1 ? start.trimEnd() : start }
  })
}

const delimiters: Readonly<Record<string, string>> = { bold: '**', italic: '*', strike: '~~' }

/** Marks that a parser would not recognise where they stand are dropped (CommonMark 6.2): `a**(b)**c`. */
function dropUnreadable(leaves: readonly Leaf[]): Leaf[] {
  let kept = dropInterrupted(leaves)
  for (const mark of Object.keys(delimiters) as Mark[]) {
    for (let start = 0; start < kept.length; start += 1) {
      if (!kept[start]?.marks.includes(mark)) continue
      const end = extentEnd(kept, start, mark)
      if (!isReadable(kept, start, end, mark)) kept = without(mark, kept, start, end)
      start = end - 1
    }
  }
  return kept
}

function without(mark: Mark, leaves: readonly Leaf[], start: number, end: number): Leaf[] {
  return leaves.map((leaf, index) =>
    index >= start && index < end
      ? { ...leaf, marks: leaf.marks.filter((other) => other !== mark) }
      : leaf,
  )
}

/** Of two marks that overlap without nesting the later one would have to be closed and opened again: within a word that is unreadable. */
function dropInterrupted(leaves: readonly Leaf[]): Leaf[] {
  let kept = [...leaves]
  for (let index = 1; index < kept.length; index += 1) {
    const [before, after] = [kept[index - 1], kept[index]]
    if (!before || !after || before.text.endsWith(' ') || after.text.startsWith(' ')) continue
    const ending = before.marks.filter((mark) => !after.marks.includes(mark))
    for (const mark of after.marks.filter((each) => before.marks.includes(each) && !isLink(each))) {
      const start = extentStart(kept, index, mark)
      if (!ending.some((other) => extentStart(kept, index - 1, other) < start)) continue
      kept = without(mark, kept, start, extentEnd(kept, index, mark))
    }
  }
  return kept
}

function extentStart(leaves: readonly Leaf[], index: number, mark: Mark): number {
  let start = index
  while (leaves[start - 1]?.marks.includes(mark)) start -= 1
  return start
}

function extentEnd(leaves: readonly Leaf[], start: number, mark: Mark): number {
  let end = start
  while (leaves[end]?.marks.includes(mark)) end += 1
  return end
}

function isReadable(leaves: readonly Leaf[], start: number, end: number, mark: Mark): boolean {
  const outsideBefore = leaves[start - 1]
  const outsideAfter = leaves[end]
  const before = outsideBefore
    ? outsideKind(lastKind(outsideBefore), outsideBefore.text.at(-1))
    : 'space'
  const after = outsideAfter ? outsideKind(firstKind(outsideAfter), outsideAfter.text[0]) : 'space'
  const first = insideKind(leaves[start], mark, firstKind)
  const last = insideKind(leaves[end - 1], mark, lastKind)
  return isLeftFlanking(before, first) && isLeftFlanking(after, last)
}

/** Parsers that look at code units take half of a symbol for a letter. */
function outsideKind(kind: Neighbour, unit: string | undefined): Neighbour {
  return unit !== undefined && /[\ud800-\udfff]/.test(unit) ? 'letter' : kind
}

/** Other marks that begin or end at the same place put their own punctuation there. */
function insideKind(
  leaf: Leaf | undefined,
  mark: Mark,
  kind: (leaf: Leaf) => Neighbour,
): Neighbour {
  if (!leaf) return 'space'
  const others = leaf.marks.filter((other) => other !== mark)
  const foreign = others.some(
    (other) => (delimiters[other] ?? '[').charAt(0) !== delimiters[mark]?.charAt(0),
  )
  return foreign ? 'punctuation' : kind(leaf)
}

function firstKind(leaf: Leaf): Neighbour {
  return leaf.text === '' ? 'punctuation' : kindAfter(leaf.text, 0)
}

function lastKind(leaf: Leaf): Neighbour {
  return leaf.text === '' ? 'punctuation' : kindBefore(leaf.text, leaf.text.length)
}

/** Puts opening and closing marks between the runs, the longest-lasting outermost, so that they nest. */
function toPieces(leaves: readonly Leaf[]): Piece[] {
  const pieces: Piece[] = []
  const open: Mark[] = []
  leaves.forEach((leaf, index) => {
    const keep = open.findIndex((mark) => !leaf.marks.includes(mark))
    if (keep >= 0) closeFrom(keep, open, pieces)
    const opening = leaf.marks
      .filter((mark) => !open.includes(mark))
      .map((mark) => ({ mark, end: extentEnd(leaves, index, mark) }))
      .sort((a, b) => b.end - a.end || rank(a.mark) - rank(b.mark))
    // A mark that another one interrupted may go on with a space, which no mark may begin with.
    const space = opening.length > 0 && !leaf.markup && leaf.text.startsWith(' ')
    if (space) pieces.push({ text: ' ', markup: false })
    for (const { mark } of opening) {
      open.push(mark)
      pieces.push({ text: opener(mark), markup: true })
    }
    pieces.push(space ? { ...leaf, text: leaf.text.slice(1) } : leaf)
  })
  closeFrom(0, open, pieces)
  return withAutolinks(pieces)
}

const ranks: Readonly<Record<string, number>> = { bold: 1, italic: 2, strike: 3, sub: 4, super: 4 }

function rank(mark: Mark): number {
  return ranks[mark] ?? 0
}

function closeFrom(depth: number, open: Mark[], pieces: Piece[]): void {
  const last = pieces.at(-1)
  const space = open.length > depth && last && !last.markup && last.text.endsWith(' ')
  if (space) pieces[pieces.length - 1] = { ...last, text: last.text.slice(0, -1) }
  while (open.length > depth) {
    const mark = open.pop()
    if (mark) pieces.push({ text: closer(mark), markup: true })
  }
  if (space) pieces.push({ text: ' ', markup: false })
}

function opener(mark: Mark): string {
  if (isLink(mark)) return '['
  if (mark === 'sub' || mark === 'super') return mark === 'sub' ? '<sub>' : '<sup>'
  return delimiters[mark] ?? ''
}

function closer(mark: Mark): string {
  if (isLink(mark)) return `](${mark.slice('link '.length)})`
  if (mark === 'sub' || mark === 'super') return mark === 'sub' ? '</sub>' : '</sup>'
  return delimiters[mark] ?? ''
}

/** `[url](url)` is `<url>`, and so is an address with its `mailto:` target. */
function withAutolinks(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (let index = 0; index < pieces.length; index += 1) {
    const [open, text, close] = pieces.slice(index, index + 3)
    const target = close?.markup ? /^\]\(<?(.*?)>?\)$/.exec(close.text)?.[1] : undefined
    if (open?.text === '[' && open.markup && text && !text.markup && target !== undefined) {
      const isAutolink =
        (text.text === target && /^[a-z][a-z\d+.-]{1,31}:[^\s<>]*$/i.test(target)) ||
        (`mailto:${text.text}` === target && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text.text))
      if (isAutolink) {
        out.push({ text: `<${text.text}>`, markup: true })
        index += 2
        continue
      }
    }
    const piece = pieces[index]
    if (piece) out.push(piece)
  }
  return out
}
