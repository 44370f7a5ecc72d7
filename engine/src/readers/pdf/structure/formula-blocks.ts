/** Finds the displayed formulas of the text, and makes their blocks. */
import type { Block, Provenance } from '../../../model/index.ts'
import type { FoundFormula } from '../formulas/index.ts'
import type { FormulaBlock, StructurePage } from './layout-blocks.ts'

/** @param wordsOf Words of a page without its furniture. */
export function displaysOf(
  pages: readonly StructurePage[],
  wordsOf: (page: StructurePage) => StructurePage['words'],
): FoundFormula[] {
  return pages.flatMap((page) => {
    const displays = page.formulas?.displays ?? []
    if (displays.length === 0) return []
    const kept = new Set(wordsOf(page))
    return displays.filter(({ words }) => [...words].every((word) => kept.has(word)))
  })
}

export function formulaBlockOf({ formula, page, box }: FormulaBlock): Block {
  const { latex, number } = formula
  const printed = Array.from(formula.words, ({ text }) => text).join(' ')
  const provenance: Provenance[] = [{ type: 'page', page, bbox: box }]
  return {
    type: 'formulaBlock',
    latex,
    printed,
    ...(number !== undefined && { number }),
    provenance,
  }
}
