/** Parses an HTML page into a tree, as browsers do (WHATWG HTML 13.2). */
import { Parser, type ParserOptions, type TreeAdapterTypeMap } from 'parse5'
import type { Limits } from '../../limits.ts'
import { QuickTokenizer } from './tokenizer.ts'
import { createTreeBuilder, type Element } from './tree.ts'

/**
 * @returns The document; its children are the top-level elements, usually only `html`.
 * @throws {ConversionError} if the parser creates more elements than the limit.
 */
export function parsePage(html: string, limits: Limits): Element {
  // WHATWG HTML 13.2.3.5: newlines are normalised before parsing.
  const normalised = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html
  // Scripting is off, so the content of <noscript> is read.
  return QuickParser.parse(normalised, {
    scriptingEnabled: false,
    treeAdapter: createTreeBuilder(limits),
  })
}

class QuickParser<Types extends TreeAdapterTypeMap> extends Parser<Types> {
  constructor(options?: ParserOptions<Types>) {
    super(options)
    this.tokenizer = new QuickTokenizer(this.options, this)
  }
}
