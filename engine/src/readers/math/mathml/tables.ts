/** Converts tables (MathML 3, 3.5) to matrices and aligned equations. */
import type { XmlElement } from '../../ooxml/index.ts'
import { equations, matrix, nothing, row } from '../builders.ts'
import { findNumber } from '../equation.ts'
import type { Alignment, MathNode } from '../tree.ts'
import { readWords } from '../words.ts'
import { inside, type Reading, textOf, wordsOf } from './reading.ts'

/** The widest span; LaTeX has no spanning cells here, so empty cells replace them. */
const MAX_COLUMN_SPAN = 20

export function readTable(element: XmlElement, reading: Reading): MathNode {
  const within = inside(element, reading)
  const rows = element.children.map((line) => readLine(line, within))
  const names = wordsOf(element.attributes['columnalign'] ?? firstRowAlignments(element) ?? '')
  if (isAlignment(names, rows)) return equations(rows)
  const alignments = names.map((name) => alignmentNames.get(name) ?? 'c')
  const rulings = {
    columns: repeat(linesOf(element, 'columnlines'), widthOf(rows) - 1),
    rows: repeat(linesOf(element, 'rowlines'), rows.length - 1),
  }
  const isRuled = [...rulings.columns, ...rulings.rows].some((ruled) => ruled)
  const grid = matrix(rows, alignments)
  return isRuled ? { ...grid, rulings } : grid
}

const alignmentNames: ReadonlyMap<string, Alignment> = new Map([
  ['left', 'l'],
  ['center', 'c'],
  ['right', 'r'],
])

function firstRowAlignments(element: XmlElement): string | undefined {
  const [first] = element.children
  return first?.attributes['columnalign']
}

/** Returns true for columns alternately aligned right and left, the form of aligned equations. */
function isAlignment(names: readonly string[], rows: readonly (readonly MathNode[])[]): boolean {
  if (names[0] !== 'right' || names[1] !== 'left' || widthOf(rows) < 2) return false
  return names.every((name, index) => name === (index % 2 === 0 ? 'right' : 'left'))
}

function widthOf(rows: readonly (readonly MathNode[])[]): number {
  return rows.reduce((most, cells) => Math.max(most, cells.length), 0)
}

function linesOf(element: XmlElement, attribute: string): boolean[] {
  return wordsOf(element.attributes[attribute] ?? '').map((word) => word !== 'none')
}

/** 3.5.1.2: repeats the last value for the remaining columns. */
function repeat(values: readonly boolean[], count: number): boolean[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    return values[index] ?? values.at(-1) ?? false
  })
}

/** 3.5.2, 3.5.3: reads a row, whose first child may be its label. */
function readLine(line: XmlElement, reading: Reading): MathNode[] {
  if (line.name !== 'mtr' && line.name !== 'mlabeledtr') return [reading.read(line, reading)]
  const within = inside(line, reading)
  const [label, ...labelled] = line.children
  const cells = line.name === 'mtr' ? line.children : labelled
  const read = cells.flatMap((cell) => readCell(cell, within))
  return label && line.name === 'mlabeledtr' ? withLabel(read, textOf(label), reading) : read
}

function withLabel(cells: MathNode[], label: string, reading: Reading): MathNode[] {
  const number = findNumber(label)
  if (reading.isNumbered && number !== undefined) {
    reading.found.number = number
    return cells
  }
  const shown = readWords(number === undefined ? label : `(${number})`)
  return shown.length === 0
    ? cells
    : [...cells.slice(0, -1), row([cells.at(-1) ?? nothing, wide, ...shown])]
}

const wide: MathNode = { type: 'space', em: 2 }

/** 3.5.4 */
function readCell(cell: XmlElement, reading: Reading): MathNode[] {
  if (cell.name !== 'mtd') return [reading.read(cell, reading)]
  const span = Math.min(
    Number(cell.attributes['columnspan'] ?? cell.attributes['colspan'] ?? 1) || 1,
    MAX_COLUMN_SPAN,
  )
  const content = reading.readRow(cell.children, inside(cell, reading))
  return [content, ...Array.from({ length: Math.max(0, Math.floor(span) - 1) }, () => nothing)]
}

/** Reads a row outside of a table. */
export function readSingleRow(line: XmlElement, reading: Reading): MathNode {
  return matrix([readLine(line, reading)])
}

/** 3.6.1: reads elementary arithmetic, numbers in columns. */
export function readStack(element: XmlElement, reading: Reading): MathNode {
  const lines = element.children.filter(({ name }) => name !== 'msline' && name !== 'mscarries')
  return matrix(
    lines.map((line) => [reading.read(line, reading)]),
    ['r'],
  )
}
