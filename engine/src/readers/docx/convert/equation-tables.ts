/** Converts layout tables that set formulas beside their numbers, as templates for papers do, to displayed formulas. */
import { type Block, type FormulaBlock, plainText } from '../../../model/index.ts'
import { readEquationNumber } from './formulas.ts'
import type { GridCell } from './grid-cell.ts'
import { shows } from './paragraph-builder.ts'

/** @returns `undefined` if any row holds more than a formula and its number. */
export function readEquations(rows: readonly (readonly GridCell[])[]): Block[] | undefined {
  const equations: FormulaBlock[] = []
  for (const cells of rows) {
    const equation = readEquation(cells)
    if (!equation) return undefined
    equations.push(equation)
  }
  return equations
}

function readEquation(cells: readonly GridCell[]): FormulaBlock | undefined {
  const [formula, number, ...others] = cells.filter(({ blocks }) => blocks.length > 0)
  if (!formula || !number || others.length > 0) return undefined
  const latex = onlyFormula(formula.blocks)
  const printed = readEquationNumber(onlyText(number.blocks))
  if (latex === undefined || printed === undefined) return undefined
  return { type: 'formulaBlock', latex, number: printed }
}

function onlyFormula([only, ...others]: readonly Block[]): string | undefined {
  if (only?.type !== 'paragraph' || others.length > 0) return undefined
  const [formula, ...rest] = only.inlines.filter(shows)
  return formula?.type === 'formula' && rest.length === 0 ? formula.latex : undefined
}

function onlyText([only, ...others]: readonly Block[]): string {
  return only?.type === 'paragraph' && others.length === 0 ? plainText(only.inlines) : ''
}
