/** Document → Markdown: GitHub-Flavored, with `$`-math and `[^n]` footnotes (docs/markdown.md). */
import type { Document } from '../../model/index.ts'
import { writeBlocks } from './blocks.ts'
import { createState, type MarkdownOptions, type State } from './state.ts'

export { cleanTarget } from './links.ts'
export type { MarkdownOptions } from './state.ts'

/**
 * Writes a document as Markdown.
 *
 * The same document gives the same text, to the byte. Ends with one newline; an empty document is the empty string.
 * @throws {ConversionError} `conversion_failed` when the text or a table would pass a limit.
 */
export function writeMarkdown(document: Document, options: MarkdownOptions): string {
  const state = createState(document, options)
  writeBlocks(document.blocks, state)
  writeNotes(state)
  return state.output.toString()
}

/** In the order of first reference; a note may refer to further notes, which then follow (C12). */
function writeNotes({ output, notes, ...rest }: State): void {
  for (let number = 1; number <= notes.referenced.length; number += 1) {
    output.gap()
    output.enter(`[^${number}]: `, '    ')
    writeBlocks(notes.referenced[number - 1]?.blocks ?? [], { output, notes, ...rest })
    if (!output.leave()) output.write(`[^${number}]:`)
  }
}
