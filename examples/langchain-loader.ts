/**
 * A document → documents of LangChain.js, one for each chunk.
 *
 * Has the shape of a `BaseDocumentLoader` and needs no package of theirs: `new RectoLoader('paper.pdf').load()` goes where documents go,
 * `MemoryVectorStore.fromDocuments(…)` for one.
 */
import { type ConvertInput, type ConvertOptions, convert } from '@recto/engine'

/** The shape of `Document` in `@langchain/core/documents`. */
export interface LangChainDocument {
  readonly id: string
  readonly pageContent: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export class RectoLoader {
  readonly #input: ConvertInput
  readonly #options: ConvertOptions & { readonly chunkSize?: number }

  /** @param options Those of `convert`, and the most characters of a chunk. */
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
