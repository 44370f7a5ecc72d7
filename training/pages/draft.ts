/** The form of drafts of tables. */

/** Rows of texts, before they become cells. */
export interface Draft {
  readonly sort: string
  readonly rows: DraftCell[][]
  readonly headerRows: number
  readonly roomy?: boolean
}

export interface DraftCell {
  readonly text: string
  readonly columnSpan?: number
  readonly rowSpan?: number
  readonly bullets?: readonly string[]
  /** Lines below the text, which the author broke by hand. */
  readonly lines?: readonly string[]
}

export const cells = (texts: readonly string[]): DraftCell[] => texts.map((text) => ({ text }))
