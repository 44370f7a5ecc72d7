/** Converts equation arrays (ECMA-376 Part 1, 22.1.2.34) to aligned lines and their number. */
import { childrenNamed, type XmlElement } from '../../ooxml/index.ts'
import { equations, isBlank, nodesOf, nothing, row } from '../builders.ts'
import { findNumber } from '../equation.ts'
import type { MathNode } from '../tree.ts'
import { readWords } from '../words.ts'
import type { Reading } from './reading.ts'

interface Line {
  readonly cells: readonly MathNode[]
  readonly number?: string
}

/** Splits lines at `&`, the alignment mark, and at `#`, which precedes a number at the margin. */
export function readEquationArray(element: XmlElement, reading: Reading): MathNode {
  const lines = childrenNamed(element, 'm:e').map((line) =>
    readLine(reading.readChildren(line, reading)),
  )
  const numbered = lines.filter(({ number }) => number !== undefined)
  const [first] = numbered
  const isOfAll = numbered.length === 1 && reading.found.number === undefined
  if (isOfAll && first?.number !== undefined) reading.found.number = first.number
  const rows = lines.map((line) => (isOfAll ? line.cells : withNumber(line)))
  const [only] = rows
  return only && rows.length === 1 ? row(only) : equations(rows)
}

function readLine(line: MathNode): Line {
  const nodes = nodesOf(line)
  const sign = nodes.findIndex((node) => node.type === 'symbol' && node.text === '#')
  const isNumbered = nodes.slice(0, Math.max(0, sign)).some((node) => !isBlank(node))
  const number = isNumbered ? numberOf(nodes.slice(sign + 1)) : undefined
  if (number === undefined) return { cells: cutAtMarks(nodes) }
  return { cells: cutAtMarks(nodes.slice(0, sign)), number }
}

function cutAtMarks(nodes: readonly MathNode[]): MathNode[] {
  const cells: MathNode[][] = [[]]
  for (const node of nodes) {
    const isMark = node.type === 'mark' || (node.type === 'symbol' && node.text === '&')
    if (isMark) cells.push([])
    else cells.at(-1)?.push(node)
  }
  return cells.map(row)
}

function numberOf(nodes: readonly MathNode[]): string | undefined {
  return findNumber(nodes.map(plainText).join(''))
}

function plainText(node: MathNode): string {
  switch (node.type) {
    case 'symbol':
    case 'digits':
    case 'name':
    case 'words':
      return node.text
    case 'space':
      return ' '
    case 'row':
      return node.nodes.map(plainText).join('')
    case 'fenced':
      return node.open + node.parts.map(plainText).join('') + node.close
    default:
      return ''
  }
}

/** Keeps several numbers in their lines, because a formula has only one. */
function withNumber({ cells, number }: Line): readonly MathNode[] {
  if (number === undefined) return cells
  return [...cells.slice(0, -1), row([cells.at(-1) ?? nothing, wide, ...readWords(`(${number})`)])]
}

const wide: MathNode = { type: 'space', em: 2 }
