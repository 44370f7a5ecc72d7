/** Writes inlines as Markdown: one line for headings and cells, several for paragraphs. */
import type { Inline, Text } from '../../model/index.ts'
import { cleanText, isPlainLine } from './characters.ts'
import { writeCodeSpan } from './code.ts'
import { escapeFragments, escapeText } from './escape.ts'
import type { EscapeContext } from './escape-context.ts'
import { withoutBars } from './formulas.ts'
import { writeTarget } from './links.ts'
import { nestRuns, type Segment, type Syntax } from './nesting.ts'
import { BOLD, ITALIC, type Run, toRuns } from './runs.ts'
import type { State } from './state.ts'

/** The kind of block around the text, and how line breaks are printed there. */
interface InlineContext extends EscapeContext {
  readonly lineBreak: string
}

const inParagraph: InlineContext = {
  lineStarts: true,
  itemStart: false,
  inCell: false,
  lineBreak: '\\\n',
}
const inItemStart: InlineContext = { ...inParagraph, itemStart: true }
/** A heading's text follows its `#` marks, so it is not at the start of a line. */
const inHeading: InlineContext = { ...inParagraph, lineStarts: false, lineBreak: ' ' }
const inCell: InlineContext = { ...inHeading, inCell: true, lineBreak: '<br>' }

/** Starts of a line that would turn a paragraph into another block. */
const blockStart = /^(?:[#>+-]|\d{1,9}[.)](?: |$))/

/** Writes a paragraph, or several where consecutive line breaks separate them; trims outer spaces. */
export function writeParagraphText(inlines: readonly Inline[], state: State): string {
  return writeParagraphAt(inlines, state, inParagraph)
}

/** Writes a picture on its own line: an image, or its alternative text if it has no address. */
export function writePicture(alt: string, target: string | undefined, state: State): string {
  const options = { ...state.options, imageTarget: () => target }
  return writeParagraphText([{ type: 'image', alt }], { ...state, options })
}

/** Writes a caption; formatting of the whole caption is decoration and is dropped (C8d). */
export function writeCaptionText(inlines: readonly Inline[], state: State): string {
  return writeParagraphs(
    withoutCommonMarks(toRuns(inlines, state.notes, state.options.imageTarget)),
    inParagraph,
  )
}

/** Writes the paragraph after an item's marker. */
export function writeItemText(inlines: readonly Inline[], state: State): string {
  return writeParagraphAt(inlines, state, inItemStart)
}

function writeParagraphAt(
  inlines: readonly Inline[],
  state: State,
  context: InlineContext,
): string {
  const only = onlyText(inlines)
  if (only !== undefined) {
    return isPlainLine(only) && !blockStart.test(only) ? only : writeText(only, context)
  }
  return writeParagraphs(toRuns(inlines, state.notes, state.options.imageTarget), context)
}

function writeParagraphs(runs: readonly Run[], context: InlineContext): string {
  return splitAtEmptyLines(runs)
    .map((paragraph) => writeRuns(paragraph, context))
    .join('\n\n')
}

/** Writes a heading on one line; drops formatting of the whole heading, and escapes final hashes (CommonMark 4.2). */
export function writeHeadingText(inlines: readonly Inline[], state: State): string {
  const runs = withoutCommonMarks(toRuns(inlines, state.notes, state.options.imageTarget))
  return writeRuns(runs, inHeading).replace(/(?<=^| )#+$/, '\\$&')
}

/** Writes one line for a cell of a pipe table. */
export function writeCellText(inlines: readonly Inline[], state: State): string {
  return writeRuns(toRuns(inlines, state.notes, state.options.imageTarget).map(toCellRun), inCell)
}

/** Writes the plain text of a cell; its newlines are line breaks. */
export function writeCellString(content: string): string {
  if (isPlainLine(content)) return content
  return content
    .trim()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => writeText(line, inCell))
    .join('<br>')
}

function onlyText(inlines: readonly Inline[]): string | undefined {
  const [only] = inlines
  if (inlines.length !== 1 || only?.type !== 'text' || isMarked(only)) return undefined
  return only.text
}

/** Writes unformatted text. */
function writeText(value: string, context: InlineContext): string {
  const text = cleanText(value).replace(/ {2,}/g, ' ').trim()
  return escapeText(text, context)
}

function isMarked({ bold, italic, strike, script }: Text): boolean {
  return Boolean(bold || italic || strike || script)
}

function splitAtEmptyLines(runs: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [[]]
  for (const [index, run] of runs.entries()) {
    const isBreak = run.type === 'break'
    if (isBreak && runs[index - 1]?.type === 'break') continue
    if (isBreak && runs[index + 1]?.type === 'break') paragraphs.push([])
    else paragraphs.at(-1)?.push(run)
  }
  return paragraphs
}

function withoutCommonMarks(runs: readonly Run[]): Run[] {
  const texts = runs.filter((run) => run.type === 'text')
  const common = texts.reduce((marks, run) => marks & run.marks, BOLD | ITALIC)
  return runs.map((run) => ({ ...run, marks: run.marks & ~common }))
}

/** Turns code with a `|` into text, because parsers disagree on `\|` in code spans of a cell. */
function toCellRun(run: Run): Run {
  return run.type === 'code' && run.text.includes('\\|') ? { ...run, type: 'text' } : run
}

function writeRuns(runs: readonly Run[], context: InlineContext): string {
  const syntax: Syntax = {
    run: (run) => printers[run.type](run, context),
    edge: printEdge,
    checked: true,
  }
  return escapeFragments(nestRuns(runs, syntax), context)
}

const printers: Readonly<Record<Run['type'], (run: Run, context: InlineContext) => string>> = {
  text: ({ text }) => text,
  image: ({ text, target = '' }, context) => writeImage(text, target, context),
  space: ({ text }) => text,
  note: ({ text }) => text,
  break: (_, { lineBreak }) => lineBreak,
  code: ({ text }) => writeCodeSpan(text),
  formula: ({ text }, context) => `$${context.inCell ? withoutBars(text).trim() : text}$`,
}

/** CommonMark 6.4. Writes the alternative text on one line with its brackets escaped. */
function writeImage(alt: string, target: string, context: InlineContext): string {
  const text = writeText(alt.replace(/\s+/g, ' '), { ...context, lineStarts: false })
  return `![${text.replace(/(?<!\\)[[\]]/g, '\\$&')}](${writeTarget(target)})`
}

type Edges = readonly [string, string]

const edges: Readonly<Record<Segment['mark'], Edges | ((target: string) => Edges)>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  strike: ['~~', '~~'],
  sub: ['<sub>', '</sub>'],
  super: ['<sup>', '</sup>'],
  link: (target) => ['[', `](${writeTarget(target)})`],
  autolink: ['<', '>'],
}

function printEdge({ mark, target }: Segment, side: 'open' | 'close'): string {
  const pair = edges[mark]
  const [open, close] = typeof pair === 'function' ? pair(target) : pair
  return side === 'open' ? open : close
}
