/** Shorthands for nodes in tests, and table rows of blocks with their expected Markdown. */
import { defaultLimits } from '../../../limits.ts'
import {
  type Block,
  type Cell,
  type Document,
  type Inline,
  type Marker,
  type Row,
  text,
} from '../../../model/index.ts'
import { type MarkdownOptions, writeMarkdown } from '../index.ts'

export const fidelity: MarkdownOptions = { tables: 'html', limits: defaultLimits }
export const fast: MarkdownOptions = { tables: 'pipe', limits: defaultLimits }

export function write(
  blocks: readonly Block[],
  more: Partial<Document> = {},
  options = fidelity,
): string {
  return writeMarkdown({ pages: [], notes: [], ...more, blocks }, options)
}

export interface Case {
  readonly name: string
  readonly blocks: readonly Block[]
  /** The Markdown without its final newline. */
  readonly out: string
}

export interface InlineCase {
  readonly name: string
  readonly inlines: readonly Inline[]
  /** The Markdown without its final newline. */
  readonly out: string
}

/** Returns the Markdown without its final newline. */
export function print(blocks: readonly Block[], options = fidelity): string {
  return write(blocks, {}, options).replace(/\n$/, '')
}

export const bold = (value: string): Inline => text(value, { bold: true })
export const italic = (value: string): Inline => text(value, { italic: true })
export const link = (target: string, ...inlines: readonly Inline[]): Inline => ({
  type: 'link',
  target,
  inlines,
})
export const lineBreak: Inline = { type: 'lineBreak' }
export const reference = (note: string): Inline => ({ type: 'noteReference', note })
export const formula = (latex: string): Inline => ({ type: 'formula', latex })
export const code = (value: string): Inline => ({ type: 'code', text: value })
export const image = (alt: string): Inline => ({ type: 'image', alt })
export const number = (value: number, delimiter: '.' | ')' = '.'): Marker => ({
  type: 'number',
  value,
  delimiter,
})
export const label = (value: string): Marker => ({ type: 'label', text: value })
export const quote = (...blocks: readonly Block[]): Block => ({ type: 'quote', blocks })

export const cells = (...contents: readonly Cell['content'][]): Row => ({
  cells: contents.map((content, column) => ({ column, content })),
})
export const table = (columnCount: number, ...rows: readonly Row[]): Block => ({
  type: 'table',
  columnCount,
  rows,
})
