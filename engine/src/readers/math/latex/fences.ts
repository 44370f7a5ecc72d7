/** Writes brackets, matrices and aligned equations as LaTeX. */

import { matrix, nodesOf, symbol } from '../builders.ts'
import { findSymbol } from '../symbols.ts'
import type { Equations, Fenced, Fraction, MathNode, Matrix } from '../tree.ts'
import { type Output, put, putArgument } from './output.ts'

/** Delimiters that \left, \right and \middle accept. */
const delimiters: ReadonlyMap<string, string> = new Map([
  ['', '.'],
  ['(', '('],
  [')', ')'],
  ['[', '['],
  [']', ']'],
  ['{', '\\{'],
  ['}', '\\}'],
  ['|', '|'],
  ['∣', '|'],
  ['‖', '\\|'],
  ['∥', '\\|'],
  ['<', '\\langle'],
  ['>', '\\rangle'],
  ['⟨', '\\langle'],
  ['⟩', '\\rangle'],
  ['〈', '\\langle'],
  ['〉', '\\rangle'],
  ['〈', '\\langle'],
  ['〉', '\\rangle'],
  ['⌈', '\\lceil'],
  ['⌉', '\\rceil'],
  ['⌊', '\\lfloor'],
  ['⌋', '\\rfloor'],
  ['⟮', '\\lgroup'],
  ['⟯', '\\rgroup'],
  ['⎰', '\\lmoustache'],
  ['⎱', '\\rmoustache'],
  ['/', '/'],
  ['\\', '\\backslash'],
  ['↑', '\\uparrow'],
  ['↓', '\\downarrow'],
  ['↕', '\\updownarrow'],
  ['⇑', '\\Uparrow'],
  ['⇓', '\\Downarrow'],
  ['⇕', '\\Updownarrow'],
])

/** @param grows True to fit the brackets to their content; needed for brackets with a script, so that it applies to them. */
export function writeFenced(node: Fenced, output: Output, grows = node.tall): void {
  if (writeBracketed(node, output)) return
  const left = grows ? delimiters.get(node.open) : undefined
  const right = grows ? delimiters.get(node.close) : undefined
  const isPaired = (left ?? '.') !== '.' || (right ?? '.') !== '.'
  if (left === undefined) writeBracket(node.open, 'open', output)
  if (isPaired) put(output, 'ord', `\\left${left ?? '.'}`, { after: 'open' })
  writeParts(node, isPaired, output)
  if (isPaired) put(output, 'close', `\\right${right ?? '.'}`)
  if (right === undefined) writeBracket(node.close, 'close', output)
}

function writeBracket(character: string, kind: 'open' | 'close', output: Output): void {
  const latex = delimiters.get(character)
  if (character === '') return
  if (latex === undefined) output.write(symbol(character), output)
  else put(output, kind, latex)
}

function writeParts(node: Fenced, isPaired: boolean, output: Output): void {
  node.parts.forEach((part, index) => {
    if (index > 0) writeSeparator(separatorAt(node, index - 1), isPaired, output)
    output.write(part, output)
  })
}

function separatorAt({ separators }: Fenced, index: number): string {
  return separators[Math.min(index, separators.length - 1)] ?? ''
}

function writeSeparator(separator: string, isPaired: boolean, output: Output): void {
  if (separator === '') return
  const isBar = separator === '|' || separator === '∣'
  const delimiter = delimiters.get(separator)
  if (isPaired && delimiter !== undefined) put(output, 'rel', `\\middle${delimiter}`)
  else output.write(symbol(isBar ? '∣' : separator), output)
}

/** Writes brackets that an environment or command includes. */
function writeBracketed(node: Fenced, output: Output): boolean {
  const [only, ...others] = node.parts
  if (!only || others.length > 0) return false
  const brackets = bracketsOf(node)
  if (only.type === 'fraction' && only.line === 'none') {
    return writeBinomial(only, brackets, output)
  }
  const cases = casesEnvironments[brackets]
  if (cases && (only.type === 'matrix' || only.type === 'equations') && fitsCases(only)) {
    writeEnvironment(cases, only.rows, output)
    return true
  }
  const grid = only.type === 'equations' ? asColumn(only) : only
  const environment = matrixEnvironments[brackets]
  if (!environment || grid?.type !== 'matrix' || !isCentred(grid)) return false
  writeEnvironment(environment, grid.rows, output)
  return true
}

function bracketsOf({ open, close }: Fenced): string {
  return [open, close].map((side) => delimiters.get(side)).join(' ')
}

const matrixEnvironments: Readonly<Record<string, string>> = {
  '( )': 'pmatrix',
  '[ ]': 'bmatrix',
  '\\{ \\}': 'Bmatrix',
  '| |': 'vmatrix',
  '\\| \\|': 'Vmatrix',
}

const casesEnvironments: Readonly<Record<string, string>> = {
  '\\{ .': 'cases',
  '. \\}': 'rcases',
}

const binomials: Readonly<Record<string, string>> = {
  '( )': '\\binom',
  '[ ]': '\\genfrac{[}{]}{0pt}{}',
  '\\{ \\}': '\\genfrac{\\{}{\\}}{0pt}{}',
  '\\langle \\rangle': '\\genfrac{\\langle}{\\rangle}{0pt}{}',
}

function writeBinomial(node: Fraction, brackets: string, output: Output): boolean {
  const command = binomials[brackets]
  if (command === undefined) return false
  putArgument(output, command, node.numerator)
  putArgument(output, '', node.denominator)
  return true
}

/** Returns true if `cases` suits the grid: it has two columns, with a gap that an equals sign does not need. */
function fitsCases(grid: Matrix | Equations): boolean {
  return grid.rows.every((cells) => {
    const second = cells[1] && nodesOf(cells[1])[0]
    const isRelation = second?.type === 'symbol' && findSymbol(second.text)?.kind === 'rel'
    return cells.length <= 2 && !(grid.type === 'equations' && isRelation)
  })
}

/** Turns equations without alignment into a matrix of one column. */
function asColumn(node: Equations): Matrix | undefined {
  return node.rows.every((cells) => cells.length <= 1) ? matrix(node.rows) : undefined
}

function isCentred(node: Matrix): boolean {
  const { columns = [], rows = [] } = node.rulings ?? {}
  if (columns.some((ruled) => ruled) || rows.some((ruled) => ruled)) return false
  return node.alignments.every((alignment) => alignment === 'c')
}

export function writeMatrix(node: Matrix, output: Output): void {
  if (isCentred(node)) writeEnvironment('matrix', node.rows, output)
  else writeArray(node, output)
}

function writeArray({ rows, alignments, rulings }: Matrix, output: Output): void {
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 1)
  const columnSpec = Array.from({ length: columns }, (_, column) => {
    const isRuled = rulings?.columns[column] === true && column < columns - 1
    return (alignments[column] ?? alignments.at(-1) ?? 'c') + (isRuled ? '|' : '')
  })
  writeEnvironment('array', rows, output, {
    columns: `{${columnSpec.join('')}}`,
    ruled: rulings?.rows,
  })
}

export function writeEquations(node: Equations, output: Output): void {
  const isAligned = node.rows.some((cells) => cells.length > 1)
  writeEnvironment(isAligned ? 'aligned' : 'gathered', node.rows, output, { aligned: isAligned })
}

interface EnvironmentOptions {
  /** Column argument of `array`. */
  readonly columns?: string
  /** For each row, true if a line follows below. */
  readonly ruled?: readonly boolean[] | undefined
  /** True to join cells without spaces: `a &= b`. */
  readonly aligned?: boolean
}

function writeEnvironment(
  name: string,
  rows: readonly (readonly MathNode[])[],
  output: Output,
  how: EnvironmentOptions = {},
): void {
  put(output, 'begin', `\\begin{${name}}${how.columns ?? ''}`)
  const inner = { ...output, tight: false }
  rows.forEach((cells, index) => {
    if (index > 0) put(inner, 'cell', '\\\\')
    if (index > 0 && how.ruled?.[index - 1]) put(inner, 'cell', '\\hline')
    cells.forEach((cell, column) => {
      if (column > 0) put(inner, 'cell', '&', { tight: how.aligned === true })
      output.write(cell, inner)
    })
  })
  put(output, 'end', `\\end{${name}}`)
}
