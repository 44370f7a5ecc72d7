/** The content of a training document before styling: blocks in reading order. */

export type RunMark = 'bold' | 'italic' | 'code' | 'link' | 'superscript' | 'subscript'

/** A formula in the two notations that the engines need. */
export interface Formula {
  readonly latex: string
  readonly mathml: string
}

/** Text with one mark, a formula, or the mark of a footnote. */
export interface Run {
  readonly text: string
  readonly mark?: RunMark
  readonly formula?: Formula
  readonly note?: number
}

/** A text whose position on the page is recorded. */
export interface Leaf {
  readonly id: number
  readonly runs: readonly Run[]
}

export type Alignment = 'left' | 'right' | 'center'

export interface Cell {
  readonly leaf: Leaf
  readonly column: number
  readonly columnSpan: number
  readonly rowSpan: number
  readonly header: boolean
  /** Lines of a cell with bullets or stacked entries. */
  readonly more?: readonly { readonly marker: string; readonly leaf: Leaf }[]
}

/** In `bands` and `bandedGrid`, rules separate groups of rows; the second has walls between columns, too. */
export type TableRules =
  | 'grid'
  | 'rows'
  | 'three'
  | 'none'
  | 'box'
  | 'head'
  | 'columns'
  | 'dotted'
  | 'bands'
  | 'bandedGrid'
export type TableHead = 'bold' | 'shaded' | 'dark' | 'plain' | 'italic' | 'upper' | 'colour'

export interface TableStyle {
  readonly rules: TableRules
  readonly head: TableHead
  readonly zebra: boolean
  readonly width: 'full' | 'content' | 'wide'
  /** Blank above and below the text of a cell, relative to its size. */
  readonly padding: number
  /** Blank left and right of it, relative to its size. */
  readonly gap: number
  /** Size relative to the body's. */
  readonly size: number
  readonly centred: boolean
  readonly colour: string
  readonly firstColumnBold: boolean
  readonly hanging: boolean
}

export interface Table {
  readonly type: 'table'
  readonly id: number
  readonly sort: string
  readonly columns: number
  readonly headerRows: number
  readonly rows: readonly (readonly Cell[])[]
  readonly alignments: readonly Alignment[]
  readonly style: TableStyle
  readonly caption?: Leaf
  readonly captionSide: 'above' | 'below'
  readonly notes: readonly Leaf[]
  /** Rows above a rule, if rules separate groups of rows. */
  readonly bandEnds: ReadonlySet<number>
  /** True for high rows that are filled in by hand. */
  readonly roomy: boolean
  /** True if it spans all columns. */
  readonly spanning: boolean
}

export interface Item {
  readonly marker: string
  readonly leaf: Leaf
  readonly blocks: readonly Block[]
}

export interface List {
  readonly type: 'list'
  readonly ordered: boolean
  readonly level: number
  readonly items: readonly Item[]
}

export interface Heading {
  readonly type: 'heading'
  /** 0 is the document's title. */
  readonly level: number
  readonly number: string
  readonly leaf: Leaf
  /** The paragraph that continues on the heading's line. */
  readonly runIn?: Leaf
}

export type ParagraphRole =
  | 'body'
  | 'abstract'
  | 'quote'
  | 'author'
  | 'affiliation'
  | 'date'
  | 'address'
  | 'meta'
  | 'signature'
  | 'pull'
  | 'stamp'
  | 'reference'
  | 'subtitle'
  | 'term'

export interface Paragraph {
  readonly type: 'paragraph'
  readonly role: ParagraphRole
  readonly leaf: Leaf
}

export interface Figure {
  readonly type: 'figure'
  readonly id: number
  readonly sort: string
  readonly svg: string
  /** In points. */
  readonly width: number
  readonly height: number
  readonly labels: readonly string[]
  /** True if text flows beside it. */
  readonly beside: boolean
  /** True if it spans all columns. */
  readonly spanning: boolean
  readonly caption?: Leaf
  readonly captionSide: 'above' | 'below'
}

export interface DisplayFormula {
  readonly type: 'formula'
  readonly id: number
  readonly formula: Formula
  readonly number: string
}

export type CodeStyle = 'plain' | 'shaded' | 'boxed' | 'dark' | 'numbered' | 'rules'

export interface Code {
  readonly type: 'code'
  readonly id: number
  readonly language: string
  readonly style: CodeStyle
  readonly lines: readonly string[]
}

export interface Contents {
  readonly type: 'contents'
  readonly leaders: 'dots' | 'blank' | 'rule' | 'none'
  readonly entries: readonly {
    readonly leaf: Leaf
    readonly level: number
    readonly page: string
  }[]
}

/** Blocks set side by side. */
export interface Sides {
  readonly type: 'sides'
  readonly role: 'address' | 'dates' | 'tables' | 'columns' | 'margin' | 'cards'
  /** Widths in percent. */
  readonly widths: readonly number[]
  readonly parts: readonly (readonly Block[])[]
}

/** A box outside of the text flow. */
export interface Aside {
  readonly type: 'aside'
  readonly style: 'shaded' | 'framed' | 'bar' | 'rules' | 'floating'
  readonly blocks: readonly Block[]
}

export interface Note {
  readonly number: number
  readonly mark: string
  readonly leaf: Leaf
}

interface Notes {
  readonly type: 'notes'
  readonly notes: readonly Note[]
}

/** A rule across the column, or a page break. */
interface Break {
  readonly type: 'break'
  readonly kind: 'rule' | 'page' | 'space' | 'column'
}

export type Block =
  | Heading
  | Paragraph
  | List
  | Table
  | Figure
  | DisplayFormula
  | Code
  | Contents
  | Sides
  | Aside
  | Notes
  | Break

export type BlockType = Block['type']
export type BlockOf<Type extends BlockType> = Extract<Block, { readonly type: Type }>

export type FurniturePlace =
  | 'top-left'
  | 'top-center'
  | 'top-right'
  | 'bottom-left'
  | 'bottom-center'
  | 'bottom-right'

/** The furniture of each page. `{page}` and `{pages}` are replaced by numbers. */
export interface Furniture {
  readonly places: Partial<Record<FurniturePlace, string>>
  readonly topRule: boolean
  readonly bottomRule: boolean
  readonly firstPage: boolean
  /** Pale text across the page. */
  readonly watermark: string
  /** A vertical line of text at the left edge, like that of a preprint server. */
  readonly sideStamp: string
}

export interface TrainingDocument {
  readonly kind: string
  readonly title: string
  readonly furniture: Furniture
  /** Blocks that span all columns. */
  readonly front: readonly Block[]
  readonly blocks: readonly Block[]
}

export const textOf = (leaf: Leaf): string =>
  leaf.runs.map((run) => (run.note === undefined ? run.text : '')).join('')
