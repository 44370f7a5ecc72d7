/** Document → Markdown: GitHub-Flavored, with `$`-math and `[^n]` footnotes (docs/markdown.md). */
import type { Document } from '../../model/index.ts'
import { joinBlocks, writeBlocks } from './blocks.ts'
import { prefixLines } from './lines.ts'
import { createHeadingDepths, createState, type MarkdownOptions, type State } from './state.ts'

export type { MarkdownOptions } from './state.ts'

/**
 * Writes a document as Markdown.
 *
 * The same document gives the same text, to the byte. Ends with one newline; an empty document is the empty string.
 * @throws {ConversionError} `conversion_failed` when the text would pass a limit.
 */
export function writeMarkdown(document: Document, options: MarkdownOptions): string {
  const state = createState(document, options)
  const hasTitle = document.blocks.some((block) => block.type === 'title')
  state.headings = createHeadingDepths(hasTitle ? 1 : 0)
  const body = writeBlocks(document.blocks, state)
  const notes = writeNotes(state)
  const text = joinBlocks([body, notes]).replace(/^\n+|\n+$/g, '')
  return text === '' ? '' : `${text}\n`
}

/** In the order of first reference; a note may refer to further notes, which then follow. */
function writeNotes(state: State): string {
  const written: string[] = []
  for (let number = 1; number <= state.referenced.length; number += 1) {
    const note = state.referenced[number - 1]
    const text = writeBlocks(note?.blocks ?? [], state)
    written.push(prefixLines(text, `[^${number}]: `, '    '))
  }
  return written.join('\n\n')
}
