/** What the parts of a DOCX file say, free of XML: stories of paragraphs and tables, styles, numbering. Lengths are points. */
import type { ImageSource } from '../../../model/index.ts'
import type { Chart, DiagramNode, TextBody } from '../../ooxml/index.ts'

/** A text of its own: the body, a note, a header, a text box, a cell (ECMA-376 Part 1, 17.2). */
export type Story = readonly StoryBlock[]

export type StoryBlock = Paragraph | Table | AlternativeChunk | FormulaParagraph

export interface Paragraph {
  readonly type: 'paragraph'
  readonly properties: ParagraphProperties
  readonly content: readonly Content[]
  /** The section that ends with this paragraph. */
  readonly section?: Section
}

/** Displayed formulas that stand between paragraphs. */
export interface FormulaParagraph {
  readonly type: 'formula'
  readonly formulas: readonly FormulaContent[]
}

/** 17.17.2.1: a part of another format that stands here. */
export interface AlternativeChunk {
  readonly type: 'chunk'
  readonly relationship: string
}

/** Relationship ids of the running headers and footers that a section introduces (17.10). */
export interface Section {
  readonly headers: readonly string[]
  readonly footers: readonly string[]
}

export interface ParagraphProperties {
  readonly styleId?: string
  readonly numbering?: NumberingReference
  /** From 0; 9 is body text (17.3.1.20). */
  readonly outlineLevel?: number
  readonly indent?: Indent
  /** A letter that the next paragraph begins with (17.3.1.11). */
  readonly isDropCap?: boolean
  /** A tracked deletion took the end of the paragraph away: the next one goes on here (17.13.5.15). */
  readonly isEndRemoved?: boolean
}

/** 17.3.1.19; what is not said is inherited. */
export interface NumberingReference {
  /** `0` takes numbering off. */
  readonly numId?: string
  /** From 0 to 8. */
  readonly level?: number
}

/** Where text begins, from the margin. */
export interface Indent {
  readonly start?: number
  /** Of the first line against `start`; negative when it hangs. */
  readonly firstLine?: number
}

export interface RunProperties {
  readonly styleId?: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly strike?: boolean
  readonly underline?: boolean
  readonly hidden?: boolean
  readonly script?: 'sub' | 'super' | 'none'
  readonly font?: string
}

/** 17.13.4.2. */
export interface Comment {
  /** Empty when nobody is named. */
  readonly author: string
  readonly story: Story
}

/** What a paragraph holds, in order. */
export type Content =
  | TextContent
  /** Of a line, or of a page or column. */
  | { readonly type: 'break'; readonly isPage: boolean }
  | LinkContent
  /** A place that links lead to begins here (17.13.6.2); only with figures. */
  | { readonly type: 'bookmark'; readonly name: string }
  | FieldBegin
  | { readonly type: 'instruction'; readonly text: string }
  | { readonly type: 'fieldSeparator' }
  | { readonly type: 'fieldEnd' }
  | SimpleField
  | FormulaContent
  | { readonly type: 'noteReference'; readonly note: string }
  | { readonly type: 'checkBox'; readonly checked: boolean }
  | { readonly type: 'frame'; readonly story: Story }
  | { readonly type: 'shapeText'; readonly body: TextBody }
  | { readonly type: 'chart'; readonly chart: Chart; readonly alt: string | undefined }
  | { readonly type: 'diagram'; readonly nodes: readonly DiagramNode[] }
  | PictureContent

export type ContentType = Content['type']

export interface PictureContent {
  readonly type: 'picture'
  readonly alt: string
  readonly isFloating: boolean
  readonly source?: ImageSource
}

export interface TextContent {
  readonly type: 'text'
  /** A tab is `\t`. */
  readonly text: string
  readonly properties: RunProperties
}

export interface LinkContent {
  readonly type: 'link'
  /** A URL, or `#` and a bookmark's name; `undefined` when the relationship is lost. */
  readonly target: string | undefined
  readonly content: readonly Content[]
}

/** 17.16.18: a field from here to its end; what follows its separator is the result that shows. */
export interface FieldBegin {
  readonly type: 'fieldBegin'
  /** What a form field holds (17.16.17). */
  readonly form?: FormField
  /** Whether the story holds the end. A field without one would swallow the rest. */
  readonly isClosed: boolean
}

export type FormField =
  | { readonly type: 'checkBox'; readonly checked: boolean }
  | { readonly type: 'choice'; readonly text: string }

export interface SimpleField {
  readonly type: 'simpleField'
  readonly instruction: string
  readonly content: readonly Content[]
}

export interface FormulaContent {
  readonly type: 'formula'
  readonly latex: string
  readonly number?: string
  readonly isDisplay: boolean
}

export interface Table {
  readonly type: 'table'
  readonly styleId?: string
  /** Whether the style's formatting of a first row is wanted (17.4.55). */
  readonly hasFirstRow: boolean
  readonly rows: readonly TableRow[]
}

export interface TableRow {
  /** Grid columns before the first cell (17.4.15). */
  readonly columnsBefore: number
  /** Repeated on every page (17.4.49). */
  readonly isHeader: boolean
  readonly cells: readonly TableCell[]
}

export interface TableCell {
  /** Grid columns, at least 1 (17.4.17). */
  readonly columnSpan: number
  /** `continue`: part of the cell above (17.4.84). */
  readonly verticalMerge?: 'restart' | 'continue'
  /** `continue`: part of the cell before (17.4.22). */
  readonly horizontalMerge?: 'restart' | 'continue'
  readonly story: Story
}

export interface StyleSheet {
  readonly styles: ReadonlyMap<string, Style>
  /** Id of the style of paragraphs that name none. */
  readonly defaultParagraphStyle?: string
  /** 17.7.5: what all runs have. */
  readonly defaults: RunProperties
}

export interface Style {
  readonly id: string
  /** Of built-in styles in English, whatever the language of Word. */
  readonly name: string
  readonly basedOn?: string
  readonly run: RunProperties
  readonly paragraph: ParagraphProperties
  /** A table style that says how a first row looks (17.7.6.6). */
  readonly formatsFirstRow: boolean
}

/** 17.9: numbering definitions and their instances. */
export interface NumberingDefinitions {
  readonly abstracts: ReadonlyMap<string, AbstractNumbering>
  readonly instances: ReadonlyMap<string, NumberingInstance>
}

export interface AbstractNumbering {
  readonly levels: ReadonlyMap<number, NumberingLevel>
  /** The numbering style that has the levels (17.9.21). */
  readonly styleLink?: string
}

export interface NumberingInstance {
  readonly abstractId: string
  readonly overrides: ReadonlyMap<number, LevelOverride>
}

/** 17.9.8. */
export interface LevelOverride {
  readonly start?: number
  readonly level?: NumberingLevel
}

/** 17.9.6. */
export interface NumberingLevel {
  /** `decimal`, `bullet`, …; see number-formats.ts. */
  readonly format: string
  /** What is printed, `%1` for the number of the first level. */
  readonly text: string
  readonly start: number
  /** Restarts after a level below this index has been used; 0: never. `undefined`: after any outer level. */
  readonly restart?: number
  /** The paragraph style that this level belongs to. */
  readonly paragraphStyle?: string
  /** Numbers of all levels in Arabic digits (17.9.4). */
  readonly isLegal: boolean
  /** Nothing between number and text (17.9.28). */
  readonly isTight: boolean
  readonly indent: Indent
}
