/** Decides between tables and formulas that claim the same words. */
import type { Word } from '../layout/index.ts'
import type { FoundFormula } from './displays.ts'

/** The fields of a table that the decision uses. */
interface ClaimingTable {
  readonly words: ReadonlySet<Word>
}

export function resolveWithTables<Table extends ClaimingTable>(
  tables: readonly Table[],
  formulas: readonly FoundFormula[],
): { readonly tables: readonly Table[]; readonly formulas: readonly FoundFormula[] } {
  if (formulas.length === 0) return { tables, formulas }
  const inFormulas = new Set(formulas.flatMap(({ words }) => [...words]))
  const kept = tables.filter(({ words }) => {
    const shared = [...words].filter((word) => inFormulas.has(word)).length
    return shared === 0 || shared < words.size / 2
  })
  const inTables = new Set(kept.flatMap(({ words }) => [...words]))
  const free = formulas.filter(({ words }) => ![...words].some((word) => inTables.has(word)))
  return { tables: kept, formulas: free }
}
