/** Marks to paint over a page: boxes of several kinds, one colour per kind. */
import type { BBox } from '../../../model/index.ts'

export interface Mark {
  /** Box in points of the page. */
  readonly box: BBox
  readonly kind: MarkKind
  /** Text at the box. */
  readonly label?: string
}

export interface Marks {
  readonly marks: readonly Mark[]
  /** True to number the marks, and draw a line from each to the next. */
  readonly isOrdered?: boolean
}

/** Colours that differ from each other and from black text; the labels distinguish kinds for colour-blind readers too. */
export const colors = {
  title: '#a21caf',
  heading: '#dc2626',
  paragraph: '#2563eb',
  'list item': '#0d9488',
  table: '#ea580c',
  'header cell': '#b45309',
  cell: '#f59e0b',
  caption: '#7c3aed',
  figure: '#15803d',
  code: '#475569',
  formula: '#db2777',
  footnote: '#854d0e',
  quote: '#0369a1',
  'header or footer': '#6b7280',
  word: '#2563eb',
  'turned word': '#db2777',
  'text in a picture': '#15803d',
  line: '#2563eb',
  'line of the next column': '#ea580c',
  'line of the third column': '#15803d',
  ruling: '#dc2626',
  fill: '#d97706',
  picture: '#15803d',
  shape: '#7c3aed',
} as const

export type MarkKind = keyof typeof colors
