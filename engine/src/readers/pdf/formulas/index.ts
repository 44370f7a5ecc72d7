/**
 * The entry point of the folder: finds the formulas of a page of glyphs, words and rulings, as LaTeX where the parse is
 * certain.
 */
import type { Ruling } from '../content/index.ts'
import type { Piece, Word } from '../layout/index.ts'
import type { FormulaGlyphs } from './atoms.ts'
import { type FoundFormula, findDisplays, type Observer } from './displays.ts'
import { mayHaveFormulas, seePiece } from './evidence.ts'
import { findInlines, type InlineFormula } from './inlines.ts'
import { formulaLimits as limits } from './settings.ts'

export type { FoundFormula } from './displays.ts'
export type { InlineFormula } from './inlines.ts'
export { resolveWithTables } from './resolve.ts'

export interface FormulaPage extends FormulaGlyphs {
  readonly number: number
  readonly pieces: readonly Piece[]
  readonly wordsOf: ReadonlyMap<Piece, readonly Word[]>
  readonly drawings: { readonly rulings: readonly Ruling[] }
}

export interface PageFormulas {
  readonly displays: readonly FoundFormula[]
  /** Formulas in lines of text, keyed by each of their words. */
  readonly inlines: ReadonlyMap<Word, InlineFormula>
}

const none: PageFormulas = { displays: [], inlines: new Map() }

export function findFormulas(page: FormulaPage, observe?: Observer): PageFormulas {
  if (page.pieces.length > limits.pieces || !mayHaveFormulas(page)) return none
  const pieces = page.pieces
    .filter(({ frame }) => frame.angleDegrees === 0)
    .map((piece) => seePiece(page, piece, page.wordsOf.get(piece) ?? []))
  const { rulings } = page.drawings
  const displays = findDisplays({ ...page, pieces, rulings }, observe)
  const taken = new Set(displays.flatMap(({ words }) => [...words]))
  const free = pieces.filter(({ words }) => !words.some((word) => taken.has(word)))
  return { displays, inlines: findInlines(page, free, rulings) }
}
