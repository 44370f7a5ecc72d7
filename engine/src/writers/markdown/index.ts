/** Writes a document as GitHub-Flavored Markdown with `$`-math and `[^n]` footnotes (docs/markdown.md). */
import type { Document } from '../../model/index.ts'
import { writeBlocks } from './blocks.ts'
import { embeddedHtml } from './html-tables.ts'
import { withPageBreaks } from './page-breaks.ts'
import {
  createState,
  type MarkdownOptions,
  type State,
  type TracedBlock,
  type TracedMarkdown,
} from './state.ts'

export { cleanText } from './characters.ts'
export { oneLineLatex } from './formulas.ts'
export { escapeHtml, writeInlinesHtml } from './html-inlines.ts'
export { embeddedHtml, pictureHtml, toHtmlBlocks, toHtmlRows, wrap } from './html-tables.ts'
export { cleanTarget } from './links.ts'
export {
  createState,
  type HtmlHandlers,
  headingsBelow,
  type ImageTarget,
  type MarkdownOptions,
  type State,
  type TracedBlock,
  type TracedMarkdown,
} from './state.ts'

/**
 * Writes a document as Markdown.
 *
 * Equal documents give equal bytes. The text ends with one newline; an empty document is the empty string.
 * @throws {ConversionError} `conversion_failed` if the text or a table would exceed a limit.
 */
export function writeMarkdown(document: Document, options: MarkdownOptions): string {
  if (options.pageBreaks) return withPageBreaks(document, traceMarkdown(document, options))
  const state = createState(document, options, embeddedHtml)
  writeBlocks(document.blocks, state)
  writeNotes(state)
  return state.output.toString()
}

/**
 * Writes a document and returns its lines, with those of each block.
 *
 * @throws {ConversionError} like `writeMarkdown`.
 */
export function traceMarkdown(document: Document, options: MarkdownOptions): TracedMarkdown {
  const trace: TracedBlock[] = []
  const state: State = { ...createState(document, options, embeddedHtml), trace }
  writeBlocks(document.blocks, state)
  const notes = writeNotes({ ...state, trace: [] })
  return { lines: state.output.lines, blocks: trace, notes }
}

/**
 * Writes notes in the order of first reference, including those that only other notes refer to (C12).
 *
 * @returns Their lines.
 */
function writeNotes({ output, notes, ...rest }: State): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  for (let number = 1; number <= notes.referenced.length; number += 1) {
    const start = output.length
    output.gap()
    output.enter(`[^${number}]: `, '    ')
    writeBlocks(notes.referenced[number - 1]?.blocks ?? [], { output, notes, ...rest })
    if (!output.leave()) output.write(`[^${number}]:`)
    ranges.push({ start, end: output.length })
  }
  return ranges
}
