/** Decides between tables and formulas that claim the same words. */
import type { Word } from '../layout/index.ts'
import type { FoundFormula } from './displays.ts'
import { formulaSettings as settings } from './settings.ts'

/** The fields of a table that the decision uses. */
interface ClaimingTable {
  readonly words: ReadonlySet<Word>
  readonly cells: readonly { readonly words: readonly Word[] }[]
}

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
    const areBoxes = filled <= settings.boxCells && words.size >= settings.boxWords * filled
    return shared < words.size / 2 && !areBoxes
  })
  const inTables = new Set(kept.flatMap(({ words }) => [...words]))
  const free = formulas.filter(({ words }) => ![...words].some((word) => inTables.has(word)))
  return { tables: kept, formulas: free }
}
