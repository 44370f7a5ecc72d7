/** Types of a result as the service and the samples provide it. */

/** A rectangle in points from the top left of a page; in cells on a sheet. */
export interface PageBox {
  readonly page: number
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** An entry of `prov`: the position of an item. */
export interface Prov {
  readonly page_no: number
  readonly bbox: { readonly l: number; readonly t: number; readonly r: number; readonly b: number }
}

interface Reference {
  readonly $ref: string
}

export interface Item {
  readonly self_ref: string
  readonly label: string
  readonly name?: string
  readonly text?: string
  readonly level?: number
  readonly children?: readonly Reference[]
  readonly prov?: readonly Prov[]
  readonly captions?: readonly Reference[]
  readonly footnotes?: readonly Reference[]
  readonly data?: {
    readonly num_rows: number
    readonly num_cols: number
    readonly table_cells: readonly Cell[]
  }
}

interface Cell {
  readonly text: string
  readonly start_row_offset_idx: number
  readonly end_row_offset_idx: number
  readonly start_col_offset_idx: number
  readonly end_col_offset_idx: number
  readonly column_header: boolean
}

export interface StructuredDocument {
  readonly body: Item
  readonly furniture?: Item
  readonly groups?: readonly Item[]
  readonly texts?: readonly Item[]
  readonly tables?: readonly Item[]
  readonly pictures?: readonly Item[]
  readonly pages: readonly {
    readonly page_no: number
    readonly size: { readonly width: number; readonly height: number }
  }[]
  readonly extras?: Readonly<Record<string, PageExtras>>
}

export interface PageExtras {
  readonly ocr_confidence?: number
  readonly straightened?: { readonly turns: number; readonly degrees: number }
}

export interface Chunk {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly headings: readonly string[]
  readonly pages: readonly number[]
  readonly boxes: readonly PageBox[]
  readonly characters: number
}

export interface Warning {
  readonly code: string
  readonly message: string
  readonly page?: number
}

/** Input of the viewer; a result of the fast lane has only the Markdown. */
export interface RawResult {
  readonly filename: string
  readonly markdown: string
  readonly document?: StructuredDocument
  readonly chunks?: readonly Chunk[]
  readonly warnings: readonly Warning[]
  /** Page sizes in points, of a document that the browser draws itself. */
  readonly pageSizes?: readonly { readonly width: number; readonly height: number }[]
}
