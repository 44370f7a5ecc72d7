/** Switches with which tools measure the effect of the reader's parts; only tools set them. */
import type { Trees } from './models/index.ts'

/** Parts of passes that can be left out; a whole pass can be left out by its name. */
export const parts = [
  'labels of lines',
  'rules beside labels',
  'false headings',
  'drop capitals',
] as const

type Part = (typeof parts)[number]

export const experiments: {
  /** Replace the shipped weights by others that were trained without the documents they judge. */
  lines?: Trees
  figures?: Trees
  tables?: Trees
  grids?: Trees
  readings?: Trees
  blanks?: Trees
  readonly without: Set<string>
} = { without: new Set() }

export function isLeftOut(part: Part): boolean {
  return experiments.without.size > 0 && experiments.without.has(part)
}
