/**
 * The DoclingDocument that we emit, as types: docling-core 2.87.1, schema 1.10.0, the part of it that our model fills.
 *
 * Keys whose value would be `null` are left out, empty arrays are written, as docling's own export does.
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
  /** Default 1; this and the other defaults are left out in large tables. */
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
  /** Formatted content: a group or item that is a child of the table. */
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
    /** What loaders make of the cells; left out in large tables. */
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

/** What DoclingDocument has no place for; by `self_ref`, under the extra top-level key `extras`. */
export interface Extra {
  /** The text is the mark of this footnote item. */
  readonly note?: string
  /** The item is the note of a mark. */
  readonly note_id?: string
  readonly caption_position?: 'above' | 'below'
  /** The caption is the picture's alternative text. */
  readonly alternative_text?: true
  /** Alternative text of a picture that has a caption. */
  readonly alt?: string
  /** The number that is printed with a formula. */
  readonly number?: string
  /** Of a table over several pages: the row that each of its pieces begins with. */
  readonly first_rows?: readonly number[]
  /** A fence's language that `code_language` has no value for. */
  readonly language?: string
  /** A task item's box. */
  readonly checked?: boolean
  readonly kind?: ExtraKind
  /** Of a page, by `#/pages/<page_no>`: a scan whose boxes are those of its straightened picture. */
  readonly straightened?: Straightening
  /** Of a page, by the same: all text that stands on it was recognised in its picture, so surely (0 to 1). */
  readonly ocr_confidence?: number
  /** Of a page, by the same: the words recognised in its picture. */
  readonly ocr_words?: readonly ExtraOcrWord[]
}

export interface ExtraOcrWord {
  readonly text: string
  readonly bbox: DoclingBBox
  /** 0 to 1. */
  readonly confidence: number
  /** The confidence is low. */
  readonly doubtful?: true
  /** A figure that two recognisers read differently: the reading that was not taken. */
  readonly other_reading?: string
}

/** Nodes of ours that share a label with another. */
export type ExtraKind =
  | 'plain_text'
  | 'thematic_break'
  | 'quote'
  | 'line_break'
  | 'image'
  | 'empty'
  /** The marker of a list item is text, though it looks like a number that Markdown knows. */
  | 'label'

export interface DoclingDocument {
  readonly schema_name: 'DoclingDocument'
  readonly version: string
  readonly name: string
  readonly origin: {
    readonly mimetype: string
    /** Digits of an unsigned 64-bit integer; a number in the JSON text. */
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
  /** Ours; loaders ignore it, as they do `extras`. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
}
