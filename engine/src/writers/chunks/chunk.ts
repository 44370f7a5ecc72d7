/** Defines chunks: parts of a document for search and language models, with their location in the source. */

/** A rectangle on a page or slide: points, x rightwards, y downwards from the top-left corner. */
export interface ChunkBox {
  readonly page: number
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export type ChunkKind = 'text' | 'table' | 'code' | 'figure'

export interface Chunk {
  /** `chunk-1`, `chunk-2`, … in the order of the document. */
  readonly id: string
  readonly kind: ChunkKind
  /** Markdown. */
  readonly text: string
  /** Plain texts of the headings above the chunk, from the document's title down. */
  readonly headings: readonly string[]
  /** Numbers of the chunk's pages, slides or sheets; empty for formats without pages. */
  readonly pages: readonly number[]
  readonly boxes: readonly ChunkBox[]
  /** Length of the text. */
  readonly characters: number
}

/** The text of whole blocks with their location in the source. */
export interface Part {
  readonly kind: ChunkKind
  readonly text: string
  readonly pages: readonly number[]
  readonly boxes: readonly ChunkBox[]
}
