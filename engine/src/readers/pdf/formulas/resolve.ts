/** Tables and formulas that claim the same words → which of them have these. */
import type { Word } from '../layout/index.ts'
import type { FoundFormula } from './displays.ts'

/** What of a table is looked at. */
interface ClaimingTable {
  readonly words: ReadonlySet<Word>
  readonly cells: readonly { readonly words: readonly Word[] }[]
}

/** A table of which formulas hold this share of the words is the rows of an equation, or a matrix. */
const FORMULA_SHARE = 0.5
/** Cells of that many words beside displayed formulas are boxes of text that a page is laid out in. */
const BOX_WORDS = 12

export function resolveWithTables<Table extends ClaimingTable>(
  tables: readonly Table[],
  formulas: readonly FoundFormula[],
): { readonly tables: readonly Table[]; readonly formulas: readonly FoundFormula[] } {
  if (formulas.length === 0) return { tables, formulas }
  const inFormulas = new Set(formulas.flatMap(({ words }) => [...words]))
  const kept = tables.filter(({ words, cells }) => {
    const shared = [...words].filter((word) => inFormulas.has(word)).length
    if (shared === 0) return true
    const filled = cells.filter((cell) => cell.words.length > 0).length
    return shared < FORMULA_SHARE * words.size && words.size < BOX_WORDS * filled
  })
  const inTables = new Set(kept.flatMap(({ words }) => [...words]))
  const free = formulas.filter(({ words }) => ![...words].some((word) => inTables.has(word)))
  return { tables: kept, formulas: free }
}
