/**
 * The entry point of the folder: finds the formulas of a page of glyphs, words and rulings, as LaTeX where the parse is
 * certain.
 */
import type { Ruling } from '../content/index.ts'
import type { LineFragment, Word } from '../layout/index.ts'
import type { FormulaGlyphs } from './atoms.ts'
import { type FoundFormula, findDisplays } from './displays.ts'
import { describeFragment, mayHaveFormulas, type SeenFragment } from './evidence.ts'
import { findInlines, type InlineFormula } from './inlines.ts'
import { isNumber } from './numbers.ts'
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

/** Describes a fragment, and the number of an equation at its end as a fragment of its own. */
function describeParts(
  page: FormulaPage,
  fragment: LineFragment,
  words: readonly Word[],
): SeenFragment[] {
  const whole = describeFragment(page, fragment, words)
  const last = words.at(-1)
  if (whole.kind !== 'math' || words.length < 2 || !last || !isNumber(last)) return [whole]
  return [words.slice(0, -1), [last]].map((part) => {
    const text = part.map((word) => word.text).join(' ')
    return describeFragment(page, { ...fragment, text }, part)
  })
}

const none: PageFormulas = { displays: [], inlines: new Map() }

export function findFormulas(page: FormulaPage): PageFormulas {
  if (page.fragments.length > limits.fragments || !mayHaveFormulas(page)) return none
  const fragments = page.fragments
    .filter(({ frame }) => frame.angleDegrees === 0)
    .flatMap((fragment) => describeParts(page, fragment, page.wordsOf.get(fragment) ?? []))
  const { rulings } = page.drawings
  const displays = findDisplays({ ...page, fragments, rulings })
  const taken = new Set(displays.flatMap(({ words }) => [...words]))
  const isTaken = ({ words }: SeenFragment) => words.some((word) => taken.has(word))
  // A table may take the words of a displayed formula.
  const inlines = Map.groupBy(fragments, isTaken)
    .values()
    .flatMap((own) => findInlines(page, own, rulings))
  return { displays, inlines: new Map(inlines) }
}
