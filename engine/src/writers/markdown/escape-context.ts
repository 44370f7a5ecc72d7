/** Where a text stands, for what has to be escaped in it. */

export interface EscapeContext {
  /** Whether the block's lines stand at the start of a line of the file: paragraphs, not headings or cells. */
  readonly lineStarts: boolean
  /** Whether the block is an item's first, where `[x]` would be a task. */
  readonly itemStart: boolean
  /** Whether a `|` would end a cell. */
  readonly inCell: boolean
}
