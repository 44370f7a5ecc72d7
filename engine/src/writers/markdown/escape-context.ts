/** Describes the position of a text, which decides what has to be escaped. */

export interface EscapeContext {
  /** True if the block's lines begin lines of the file: paragraphs, not headings or cells. */
  readonly lineStarts: boolean
  /** True if the block is the first of an item, where `[x]` would make a task. */
  readonly itemStart: boolean
  /** True if a `|` would end a cell. */
  readonly inCell: boolean
}
