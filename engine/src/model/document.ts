/**
 * Defines the document tree that every reader creates and every writer prints: a dozen blocks, a dozen inlines,
 * each block with optional provenance.
 *
 * Everything is readonly and plain data (structured-clonable), so that a tree can cross a process boundary.
 */

/** A rectangle on a page: points, x rightwards, y downwards from the top-left corner. */
export interface BBox {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** The location of a block in the source. Formats without pages (DOCX, HTML, text) have none. */
export type Provenance =
  | {
      readonly type: 'page'
      readonly page: number
      readonly bbox: BBox
      /** The number of characters of the block's plain text at this location, if the block has several locations. */
      readonly characters?: number
    }
  | { readonly type: 'slide'; readonly slide: number; readonly bbox?: BBox }
  | { readonly type: 'sheet'; readonly sheet: number; readonly range: CellRange }

/** Cells of a sheet, 0-based, ends inclusive. */
export interface CellRange {
  readonly row0: number
  readonly column0: number
  readonly row1: number
  readonly column1: number
}

/** A page, slide or sheet of the source. */
export interface Page {
  /** Counted from 1, in document order. */
  readonly number: number
  /** Points. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly straightened?: Straightening
  /** For a page whose text was recognised in its picture: confidence of its characters, 0 to 1. */
  readonly ocrConfidence?: number
  /** The words recognised in the page's picture, in no particular order. */
  readonly ocrWords?: readonly OcrWord[]
  /** A sheet's name. */
  readonly name?: string
}

/** A word recognised in a picture. */
export interface OcrWord {
  readonly text: string
  readonly bbox: BBox
  /** 0 to 1. */
  readonly confidence: number
  /** True if the confidence is below the threshold of doubt. */
  readonly isDoubtful?: true
  /** The rejected reading, if two recognisers read a number differently. */
  readonly otherReading?: string
}

/** The rotation of a scan before it was read; boxes and page size refer to the straightened picture. */
export interface Straightening {
  /** Quarter turns clockwise, before the degrees. */
  readonly turns: number
  /** Rotation clockwise, about the middle of the page. */
  readonly degrees: number
}

export interface Document {
  /** The title from the metadata, `<title>` or the title placeholder; never a guessed heading. */
  readonly title?: string
  readonly pages: readonly Page[]
  readonly blocks: readonly Block[]
  /** Footnotes and endnotes; `NoteReference.note` names one by its id. */
  readonly notes: readonly Note[]
}

export interface Note {
  readonly id: string
  readonly blocks: readonly Block[]
}

interface BlockBase {
  /** One entry per location, in order: a paragraph across a page break has two. */
  readonly provenance?: readonly Provenance[]
}

/** The title of the document (not of a section). */
export interface Title extends BlockBase {
  readonly type: 'title'
  readonly inlines: readonly Inline[]
}

export interface Heading extends BlockBase {
  readonly type: 'heading'
  /** Counted from 1, as in the source; writers shift it below a title and below a section. */
  readonly level: number
  readonly inlines: readonly Inline[]
}

export interface Paragraph extends BlockBase {
  readonly type: 'paragraph'
  readonly inlines: readonly Inline[]
  /** A special role; `footnote` is a note that could not be matched with a reference. */
  readonly role?: 'caption' | 'footnote'
  /** State of a check box beside the paragraph. */
  readonly checked?: boolean
}

/** The items of one list, bulleted or numbered: each item has its own marker. */
export interface List extends BlockBase {
  readonly type: 'list'
  readonly items: readonly Item[]
}

export interface Item {
  readonly marker: Marker
  readonly checked?: boolean
  /** Usually the item's own text first, followed by nested lists. */
  readonly blocks: readonly Block[]
  readonly provenance?: readonly Provenance[]
}

/** The text printed before an item: a bullet, an Arabic number, or any other label ("(a)", "iv.", "1.2."). */
export type Marker =
  | { readonly type: 'bullet' }
  | { readonly type: 'number'; readonly value: number; readonly delimiter: '.' | ')' }
  | { readonly type: 'label'; readonly text: string }

export interface Table extends BlockBase {
  readonly type: 'table'
  /** The number of grid columns; cells never extend beyond it. */
  readonly columnCount: number
  readonly rows: readonly Row[]
  readonly caption?: Caption
  /** Notes printed with the table. */
  readonly notes?: readonly Block[]
}

export interface Row {
  /** Sorted from left to right. Grid positions without a cell, and outside of spans from above, are empty cells. */
  readonly cells: readonly Cell[]
}

export interface Cell {
  /** First grid column, 0-based. */
  readonly column: number
  /** Defaults to 1. */
  readonly columnSpan?: number
  /** Defaults to 1; never extends below the last row. */
  readonly rowSpan?: number
  readonly header?: 'column' | 'row' | 'section'
  /** Plain text (newlines are line breaks), or blocks. A sheet has a million cells: text costs a fifth of blocks. */
  readonly content: string | readonly Block[]
  readonly bbox?: BBox
  /** Page of the box, if it differs from that of the table's first location. */
  readonly page?: number
}

export interface Caption {
  readonly inlines: readonly Inline[]
  readonly position: 'above' | 'below'
  readonly provenance?: readonly Provenance[]
}

export interface CodeBlock extends BlockBase {
  readonly type: 'codeBlock'
  readonly text: string
  /** Lower-case, as written after a fence: `python`, `cpp`. */
  readonly language?: string
}

/** The verbatim lines of a text file. No writer escapes or reflows them. */
export interface PlainText extends BlockBase {
  readonly type: 'plainText'
  readonly text: string
}

/** A displayed formula. */
export interface FormulaBlock extends BlockBase {
  readonly type: 'formulaBlock'
  /** LaTeX without delimiters. */
  readonly latex: string
  /** The printed characters, if the LaTeX was derived from them. */
  readonly printed?: string
  /** The printed equation number, without parentheses: `3`, `2.1a`. */
  readonly number?: string
}

export interface Quote extends BlockBase {
  readonly type: 'quote'
  readonly blocks: readonly Block[]
}

/** The source of a picture's image: a part of the package (`word/media/image1.png`) or a `data:` URL. Kept only if images are collected. */
export type ImageSource = string

/** A picture or chart; the image itself is not part of the document. */
export interface Figure extends BlockBase {
  readonly type: 'figure'
  /** Alternative text. */
  readonly alt?: string
  readonly source?: ImageSource
  readonly caption?: Caption
  /** Text or a data table found inside. */
  readonly blocks: readonly Block[]
}

/** A slide, a sheet, speaker notes, or comments. */
export interface Section extends BlockBase {
  readonly type: 'section'
  readonly kind: 'slide' | 'sheet' | 'notes' | 'comments'
  /** The slide's title or the sheet's name; headings inside are below it. */
  readonly title?: readonly Inline[]
  readonly blocks: readonly Block[]
}

/** A running header or footer, recognised by repetition or by the format. */
export interface Furniture extends BlockBase {
  readonly type: 'furniture'
  readonly kind: 'header' | 'footer'
  readonly blocks: readonly Block[]
}

/** A horizontal rule (`<hr>`). */
export interface ThematicBreak extends BlockBase {
  readonly type: 'thematicBreak'
}

export type Block =
  | Title
  | Heading
  | Paragraph
  | List
  | Table
  | CodeBlock
  | PlainText
  | FormulaBlock
  | Quote
  | Figure
  | Section
  | Furniture
  | ThematicBreak

export type BlockType = Block['type']

/** Formatting of a run. */
export interface Marks {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly strike?: boolean
  readonly underline?: boolean
  readonly script?: 'sub' | 'super'
}

/** A run of text, outer spaces included. */
export interface Text extends Marks {
  readonly type: 'text'
  readonly text: string
}

export interface Link {
  readonly type: 'link'
  /** A URL, or `#name` within the document. */
  readonly target: string
  readonly inlines: readonly Inline[]
}

/** A code span. */
export interface Code {
  readonly type: 'code'
  readonly text: string
}

/** An inline formula. */
export interface Formula {
  readonly type: 'formula'
  /** LaTeX without delimiters. */
  readonly latex: string
}

/** A manual line break (`w:br`, `<br>`). */
export interface LineBreak {
  readonly type: 'lineBreak'
}

/** A reference to a footnote or endnote. */
export interface NoteReference {
  readonly type: 'noteReference'
  /** The id of one of the document's notes. */
  readonly note: string
}

/** A picture within a line. */
export interface Image {
  readonly type: 'image'
  /** Alternative text; empty for a decorative one. */
  readonly alt: string
  readonly source?: ImageSource
}

export type Inline = Text | Link | Code | Formula | LineBreak | NoteReference | Image

/** The members of a union of nodes with this `type`. */
export type NodeOf<Node extends { readonly type: string }, Type extends Node['type']> = Extract<
  Node,
  { readonly type: Type }
>
