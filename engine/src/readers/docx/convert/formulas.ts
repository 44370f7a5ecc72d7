/** Finds displayed formulas and joins them with their numbers. */
import { type Block, type FormulaBlock, type Inline, plainText } from '../../../model/index.ts'
import { shows } from './paragraph-builder.ts'

/** Returns the formulas of a paragraph that holds nothing else except an equation number: they are displayed. */
export function findStandaloneFormulas(inlines: readonly Inline[]): FormulaBlock[] {
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

/** Reads a printed equation number, `(3)`, `(2.1a)`, `（A.1）`, without its parentheses. */
export function readEquationNumber(text: string): string | undefined {
  return /^[(（]((?:[A-Z]\.?)?\d[\w.–-]{0,9})[)）]$/.exec(text.trim())?.[1]
}

/** Moves the punctuation mark and the number after a displayed formula into it. */
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
