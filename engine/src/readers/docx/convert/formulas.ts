/** Formulas among text → displayed ones with their numbers. */
import { type Block, type FormulaBlock, type Inline, plainText } from '../../../model/index.ts'
import { shows } from './flow.ts'

/** Formulas that have their paragraph for themselves, but for a number, are displayed. */
export function findLoneFormulas(inlines: readonly Inline[]): FormulaBlock[] {
  const visible = inlines.filter(shows)
  const formulas = visible.filter((inline) => inline.type === 'formula')
  const number = readEquationNumber(plainText(visible.slice(formulas.length)))
  const isNumbered = formulas.length === 1 && visible[0] === formulas[0] && number !== undefined
  if (!isNumbered && formulas.length < visible.length) return []
  return formulas.map(({ latex }) => ({
    type: 'formulaBlock',
    latex,
    ...(number !== undefined && { number }),
  }))
}

/** The number of an equation as it is printed beside it: `(3)`, `(2.1a)`, `（A.1）`; without the parentheses. */
export function readEquationNumber(text: string): string | undefined {
  return /^[(（]((?:[A-Z]\.?)?\d[\w.–-]{0,9})[)）]$/.exec(text.trim())?.[1]
}

/** After a displayed formula: a mark of punctuation belongs to it, and its number. */
export function joinFormulas(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const formula = joined.at(-1)
    const more =
      formula?.type === 'formulaBlock' && block.type === 'paragraph'
        ? joinFormula(formula, plainText(block.inlines).trim())
        : undefined
    if (more) joined[joined.length - 1] = more
    else joined.push(block)
  }
  return joined
}

function joinFormula(formula: FormulaBlock, text: string): FormulaBlock | undefined {
  const number = readEquationNumber(text)
  if (number !== undefined && formula.number === undefined) return { ...formula, number }
  return /^[.,;:]$/.test(text) ? { ...formula, latex: `${formula.latex}${text}` } : undefined
}
