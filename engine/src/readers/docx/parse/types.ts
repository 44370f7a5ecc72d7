/** The parsed parts of a DOCX file, free of XML: stories of paragraphs and tables, styles, numbering. Lengths are points. */
import type { ImageSource } from '../../../model/index.ts'
import type { Chart, DiagramNode, TextBody } from '../../ooxml/index.ts'

/** A sequence of paragraphs and tables: the body, a note, a header, a text box, a cell (ECMA-376 Part 1, 17.2). */
export type Story = readonly StoryBlock[]

export type StoryBlock = Paragraph | Table | AlternativeChunk | FormulaParagraph

export interface Paragraph {
  readonly type: 'paragraph'
  readonly properties: ParagraphProperties
  readonly content: readonly Content[]
  /** The section that ends with this paragraph. */
  readonly section?: Section
}

/** Displayed formulas between paragraphs. */
export interface FormulaParagraph {
  readonly type: 'formula'
  readonly formulas: readonly FormulaContent[]
}

/** 17.17.2.1: a chunk, an included part of another format. */
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
  /** Counted from 0; 9 is body text (17.3.1.20). */
  readonly outlineLevel?: number
  readonly indent?: Indent
  /** True if this paragraph is the drop cap of the next one (17.3.1.11). */
  readonly isDropCap?: boolean
  /** True if a tracked deletion removed the paragraph mark: the next paragraph continues this one (17.13.5.15). */
  readonly isEndRemoved?: boolean
}

/** 17.3.1.19; missing properties are inherited. */
export interface NumberingReference {
  /** `0` removes numbering. */
  readonly numId?: string
  /** A level from 0 to 8. */
  readonly level?: number
}

/** Left edge of the text from the margin. */
export interface Indent {
  readonly start?: number
  /** First line relative to `start`; negative for a hanging indent. */
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
  /** Empty for an anonymous comment. */
  readonly author: string
  readonly story: Story
}

/** The content of a paragraph, in order. */
export type Content =
  | TextContent
  /** A line break, or a page or column break. */
  | { readonly type: 'break'; readonly isPage: boolean }
  | LinkContent
  /** The start of a bookmark (17.13.6.2); only with figures. */
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
  /** Tabs are `\t`. */
  readonly text: string
  readonly properties: RunProperties
}

export interface LinkContent {
  readonly type: 'link'
  /** A URL, or `#` and a bookmark's name; `undefined` if the relationship is missing. */
  readonly target: string | undefined
  readonly content: readonly Content[]
}

/** 17.16.18: begins a field; the content after its separator is the result. */
export interface FieldBegin {
  readonly type: 'fieldBegin'
  /** State of a form field (17.16.17). */
  readonly form?: FormField
  /** True if the story holds the field's end. An unclosed field would hide the rest. */
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
  /** True if the style's first row formatting applies (17.4.55). */
  readonly hasFirstRow: boolean
  readonly rows: readonly TableRow[]
}

export interface TableRow {
  /** Empty grid columns before the first cell (17.4.15). */
  readonly columnsBefore: number
  /** True if the row repeats on every page (17.4.49). */
  readonly isHeader: boolean
  readonly cells: readonly TableCell[]
}

export interface TableCell {
  /** Grid columns, at least 1 (17.4.17). */
  readonly columnSpan: number
  /** `continue`: merged into the cell above (17.4.84). */
  readonly verticalMerge?: 'restart' | 'continue'
  /** `continue`: merged into the preceding cell (17.4.22). */
  readonly horizontalMerge?: 'restart' | 'continue'
  readonly story: Story
}

export interface StyleSheet {
  readonly styles: ReadonlyMap<string, Style>
  /** Id of the style of paragraphs that name no style. */
  readonly defaultParagraphStyle?: string
  /** 17.7.5: formatting of all runs. */
  readonly defaults: RunProperties
}

export interface Style {
  readonly id: string
  /** Built-in styles have English names in every language of Word. */
  readonly name: string
  readonly basedOn?: string
  readonly run: RunProperties
  readonly paragraph: ParagraphProperties
  /** True for a table style that formats the first row (17.7.6.6). */
  readonly formatsFirstRow: boolean
}

/** 17.9: numbering definitions and their instances. */
export interface NumberingDefinitions {
  readonly abstracts: ReadonlyMap<string, AbstractNumbering>
  readonly instances: ReadonlyMap<string, NumberingInstance>
}

export interface AbstractNumbering {
  readonly levels: ReadonlyMap<number, NumberingLevel>
  /** The numbering style that holds the levels (17.9.21). */
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
  /** The printed text, with `%1` in place of the number of the first level. */
  readonly text: string
  readonly start: number
  /** Restarts after a use of a level below this index; 0: never. `undefined`: after any outer level. */
  readonly restart?: number
  /** The paragraph style linked to this level. */
  readonly paragraphStyle?: string
  /** True to print the numbers of all levels in Arabic digits (17.9.4). */
  readonly isLegal: boolean
  /** True if nothing separates number and text (17.9.28). */
  readonly isTight: boolean
  readonly indent: Indent
}
