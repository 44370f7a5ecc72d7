/**
 * Loads a document as LlamaIndex.TS documents: one for each page, or a single one for formats without pages.
 *
 * Has the interface of a `FileReader` without a dependency on LlamaIndex; each result is an argument for their
 * constructor: `(await new RectoReader().loadData('paper.pdf')).map((init) => new Document(init))`.
 */
import { type ConvertOptions, convert } from '@recto/engine'

/** The argument of `new Document(…)` in `llamaindex`. */
export interface LlamaIndexDocument {
  readonly id_: string
  readonly text: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export class RectoReader {
  readonly #options: ConvertOptions

  constructor(options: ConvertOptions = {}) {
    this.#options = options
  }

  async loadData(path: string): Promise<LlamaIndexDocument[]> {
    const { toChunks, title, markdown } = await convert(path, this.#options)
    const metadata = { file_path: path, ...(title !== undefined && { title }) }
    const pages = new Map<number, string[]>()
    for (const { text, pages: on } of toChunks()) {
      const [page] = on
      if (page === undefined) return [{ id_: path, text: markdown, metadata }]
      pages.set(page, [...(pages.get(page) ?? []), text])
    }
    return [...pages].map(([page, texts]) => ({
      id_: `${path}#page=${page}`,
      text: texts.join('\n\n'),
      metadata: { ...metadata, page_label: String(page) },
    }))
  }
}
