/**
 * Types of the DoclingDocument that we write: the part of docling-core 2.87.1, schema 1.10.0, that our model fills.
 *
 * As in docling's own export, keys with a `null` value are left out and empty arrays are written.
 */
import type { Straightening } from '../../model/index.ts'

export interface Ref {
  readonly $ref: string
}

export type ContentLayer = 'body' | 'furniture' | 'invisible' | 'notes'

export interface DoclingBBox {
  readonly l: number
  readonly t: number
  readonly r: number
  readonly b: number
  readonly coord_origin: 'TOPLEFT'
}

export interface Prov {
  readonly page_no: number
  readonly bbox: DoclingBBox
  /** `[start, end)` in the item's `orig`, in code points. */
  readonly charspan: readonly [number, number]
}

export interface Node {
  readonly self_ref: string
  parent?: Ref
  readonly children: Ref[]
  readonly content_layer: ContentLayer
}

export interface Formatting {
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strikethrough: boolean
  readonly script: 'baseline' | 'sub' | 'super'
}

export type TextLabel =
  | 'title'
  | 'section_header'
  | 'text'
  | 'list_item'
  | 'caption'
  | 'footnote'
  | 'formula'
  | 'code'
  | 'checkbox_selected'
  | 'checkbox_unselected'
  | 'page_header'
  | 'page_footer'

export interface TextItem extends Node {
  readonly label: TextLabel
  readonly prov: readonly Prov[]
  readonly orig: string
  readonly text: string
  readonly formatting?: Formatting
  readonly hyperlink?: string
  /** `section_header` only. */
  readonly level?: number
  /** `list_item` only. */
  readonly enumerated?: boolean
  readonly marker?: string
  /** `code` only. */
  readonly code_language?: string
  readonly captions?: readonly Ref[]
  readonly references?: readonly Ref[]
  readonly footnotes?: readonly Ref[]
}

export type GroupLabel =
  | 'unspecified'
  | 'list'
  | 'inline'
  | 'sheet'
  | 'chapter'
  | 'section'
  | 'comment_section'

export interface Group extends Node {
  readonly name: string
  readonly label: GroupLabel
}

export interface TableCell {
  /** Default 1; defaults of cells are left out in large tables. */
  readonly row_span?: number
  readonly col_span?: number
  readonly start_row_offset_idx: number
  readonly end_row_offset_idx: number
  readonly start_col_offset_idx: number
  readonly end_col_offset_idx: number
  readonly text: string
  readonly column_header?: boolean
  readonly row_header?: boolean
  readonly row_section?: boolean
  readonly bbox?: DoclingBBox
  /** A group or item with formatted content, a child of the table. */
  readonly ref?: Ref
}

interface Floating extends Node {
  readonly prov: readonly Prov[]
  readonly captions: Ref[]
  readonly references: readonly Ref[]
  readonly footnotes: Ref[]
  readonly annotations: readonly never[]
}

export interface TableItem extends Floating {
  readonly label: 'table'
  readonly data: {
    readonly table_cells: readonly TableCell[]
    readonly num_rows: number
    readonly num_cols: number
    /** The cells by grid position, which loaders can derive; left out in large tables. */
    readonly grid?: readonly (readonly TableCell[])[]
  }
}

export interface PictureItem extends Floating {
  readonly label: 'picture'
}

export interface DoclingPage {
  readonly page_no: number
  readonly size: { readonly width: number; readonly height: number }
}

/** Properties without an equivalent in DoclingDocument; by `self_ref`, under the extra top-level key `extras`. */
export interface Extra {
  /** The footnote item that this text refers to. */
  readonly note?: string
  /** Id of the note that this item holds. */
  readonly note_id?: string
  readonly caption_position?: 'above' | 'below'
  /** True if the caption is the picture's alternative text. */
  readonly alternative_text?: true
  /** Alternative text of a picture with a caption. */
  readonly alt?: string
  /** The printed number of a formula. */
  readonly number?: string
  /** For a table over several pages, the first row on each of them. */
  readonly first_rows?: readonly number[]
  /** A fence language without a value of `code_language`. */
  readonly language?: string
  /** State of a task item's check box. */
  readonly checked?: boolean
  readonly kind?: ExtraKind
  /** For a page (`#/pages/<page_no>`): a scan whose boxes refer to its straightened picture. */
  readonly straightened?: Straightening
  /** For a page (`#/pages/<page_no>`): confidence (0 to 1) if all its text was recognised in its picture. */
  readonly ocr_confidence?: number
  /** For a page (`#/pages/<page_no>`): the words recognised in its picture. */
  readonly ocr_words?: readonly ExtraOcrWord[]
}

export interface ExtraOcrWord {
  readonly text: string
  readonly bbox: DoclingBBox
  /** 0 to 1. */
  readonly confidence: number
  /** True if the confidence is low. */
  readonly doubtful?: true
  /** The rejected reading, if two recognisers read a number differently. */
  readonly other_reading?: string
}

/** Our node types that share a label with another one. */
export type ExtraKind =
  | 'plain_text'
  | 'thematic_break'
  | 'quote'
  | 'line_break'
  | 'image'
  | 'empty'
  /** A text marker that looks like a number of Markdown. */
  | 'label'

export interface DoclingDocument {
  readonly schema_name: 'DoclingDocument'
  readonly version: string
  readonly name: string
  readonly origin: {
    readonly mimetype: string
    /** Digits of an unsigned 64-bit integer; written to JSON as a number. */
    readonly binary_hash: bigint
    readonly filename: string
  }
  readonly furniture: Group
  readonly body: Group
  readonly groups: readonly Group[]
  readonly texts: readonly TextItem[]
  readonly pictures: readonly PictureItem[]
  readonly tables: readonly TableItem[]
  readonly key_value_items: readonly never[]
  readonly form_items: readonly never[]
  readonly pages: Readonly<Record<string, DoclingPage>>
  readonly extras: Readonly<Record<string, Extra>>
  /** Our own property; loaders ignore it, as they do `extras`. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
}
