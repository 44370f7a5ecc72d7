/**
 * A document → documents of LlamaIndex.TS, one for each page, or one where there are no pages.
 *
 * Has the shape of a `FileReader` and needs no package of theirs: each result is what their constructor takes,
 * `(await new RectoReader().loadData('paper.pdf')).map((init) => new Document(init))`.
 */
import { type ConvertOptions, convert } from '@recto/engine'

/** The shape that `new Document(…)` of `llamaindex` takes. */
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
