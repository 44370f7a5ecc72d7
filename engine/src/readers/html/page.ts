/** Characters of an HTML page → its tree, as browsers build it (WHATWG HTML 13.2). */
import { Parser, type ParserOptions, type TreeAdapterTypeMap } from 'parse5'
import type { Limits } from '../../limits.ts'
import { QuickTokenizer } from './tokenizer.ts'
import { createTreeBuilder, type Element } from './tree.ts'

/**
 * @returns The document; its children are the elements outside of all others, `html` as a rule alone.
 * @throws {ConversionError} when the parser makes more elements of it than the limit.
 */
export function parsePage(html: string, limits: Limits): Element {
  // WHATWG HTML 13.2.3.5: newlines are normalised before anything else.
  const normalised = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html
  // No scripting: the content of <noscript> is what such a reader sees.
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
