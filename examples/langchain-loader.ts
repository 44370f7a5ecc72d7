/**
 * Loads a document as LangChain.js documents, one for each chunk.
 *
 * Has the interface of a `BaseDocumentLoader` without a dependency on LangChain: use `new
 * RectoLoader('paper.pdf').load()` where documents are expected, for example in `MemoryVectorStore.fromDocuments(…)`.
 */
import { type ConvertInput, type ConvertOptions, convert } from '@recto/engine'

/** Has the interface of `Document` in `@langchain/core/documents`. */
export interface LangChainDocument {
  readonly id: string
  readonly pageContent: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export class RectoLoader {
  readonly #input: ConvertInput
  readonly #options: ConvertOptions & { readonly chunkSize?: number }

  /** @param options The options of `convert`, and the largest number of characters in a chunk. */
  constructor(input: ConvertInput, options: ConvertOptions & { readonly chunkSize?: number } = {}) {
    this.#input = input
    this.#options = options
  }

  async load(): Promise<LangChainDocument[]> {
    const { chunkSize: size = 2_000, ...options } = this.#options
    const { toChunks, title } = await convert(this.#input, options)
    const source = typeof this.#input === 'string' ? this.#input : (options.filename ?? 'document')
    return toChunks({ size }).map(({ id, text, kind, headings, pages, boxes }) => ({
      id: `${source}#${id}`,
      pageContent: text,
      metadata: { source, title, kind, headings, pages, boxes, loc: { pageNumber: pages[0] } },
    }))
  }
}
