/**
 * The entry point of the folder: finds the formulas of a page of glyphs, words and rulings, as LaTeX where the parse is
 * certain.
 */
import type { Ruling } from '../content/index.ts'
import type { LineFragment, Word } from '../layout/index.ts'
import type { FormulaGlyphs } from './atoms.ts'
import { type FoundFormula, findDisplays } from './displays.ts'
import { describeFragment, mayHaveFormulas } from './evidence.ts'
import { findInlines, type InlineFormula } from './inlines.ts'
import { formulaLimits as limits } from './settings.ts'

export type { FoundFormula } from './displays.ts'
export type { InlineFormula } from './inlines.ts'
export { resolveWithTables } from './resolve.ts'

interface FormulaPage extends FormulaGlyphs {
  readonly number: number
  readonly fragments: readonly LineFragment[]
  readonly wordsOf: ReadonlyMap<LineFragment, readonly Word[]>
  readonly drawings: { readonly rulings: readonly Ruling[] }
}

export interface PageFormulas {
  readonly displays: readonly FoundFormula[]
  /** Formulas in lines of text, keyed by each of their words. */
  readonly inlines: ReadonlyMap<Word, InlineFormula>
}

const none: PageFormulas = { displays: [], inlines: new Map() }

export function findFormulas(page: FormulaPage): PageFormulas {
  if (page.fragments.length > limits.fragments || !mayHaveFormulas(page)) return none
  const fragments = page.fragments
    .filter(({ frame }) => frame.angleDegrees === 0)
    .map((fragment) => describeFragment(page, fragment, page.wordsOf.get(fragment) ?? []))
  const { rulings } = page.drawings
  const displays = findDisplays({ ...page, fragments, rulings })
  const taken = new Set(displays.flatMap(({ words }) => [...words]))
  const free = fragments.filter(({ words }) => !words.some((word) => taken.has(word)))
  return { displays, inlines: findInlines(page, free, rulings) }
}
