/** Writes the tree of a formula as LaTeX on one line, without delimiters, for KaTeX and amsmath. */

import { equations, fenced, nodesOf, row, symbol } from '../builders.ts'
import { isOperator } from '../symbols.ts'
import {
  descendants,
  type Enclosure,
  type EnclosureShape,
  type LineBreak,
  type MathNode,
  type MathNodeOf,
  type MathNodeType,
  type Phantom,
  type Radical,
  type Row,
} from '../tree.ts'
import { writeEquations, writeFenced, writeMatrix } from './fences.ts'
import { isFactor, writeFraction } from './fractions.ts'
import {
  isStyled,
  type StyledNode,
  writeDigits,
  writeName,
  writeStyled,
  writeSymbol,
  writeWords,
} from './letters.ts'
import { type Output, put, putArgument, toOptionalArgument } from './output.ts'
import { writeScripts } from './scripts.ts'
import { writeAccent, writeArrow, writeLimits } from './stacks.ts'
import { joinTokens, type Token } from './tokens.ts'

/** Writes a formula; line breaks become aligned lines. */
export function writeLatex(formula: MathNode): string {
  const tokens: Token[] = []
  const upright = isUpright(formula)
  const output: Output = { tokens, tight: false, upright, write: writeNode }
  const lines = splitLines(formula) ?? formula
  if (upright) putArgument(output, '\\mathrm', lines)
  else writeNode(lines, output)
  return joinTokens(tokens)
}

/** Returns true if there are several letters and all are upright, so that one command can apply to all. */
function isUpright(formula: MathNode): boolean {
  let letters = 0
  for (const node of descendants(formula)) {
    if (node.type === 'symbol' && /[A-Za-z]/.test(node.text)) {
      if (node.variant === undefined) return false
      if (node.variant === 'normal') letters += 1
    }
    if (node.type === 'name' && node.role === 'identifier' && !node.variant) letters += 1
  }
  return letters > 1
}

const handlers: {
  readonly [Type in MathNodeType]: (node: MathNodeOf<Type>, output: Output) => void
} = {
  row: writeRow,
  symbol: writeSymbol,
  digits: writeDigits,
  name: writeName,
  words: writeWords,
  space: ({ em, soft }, output) => put(output, 'space', '', { em, ...(soft && { soft }) }),
  fraction: (node, output) => writeFraction(node, output),
  radical: writeRadical,
  scripts: writeScripts,
  limits: writeLimits,
  fenced: (node, output) => writeFenced(node, output),
  matrix: writeMatrix,
  equations: writeEquations,
  accent: writeAccent,
  arrow: writeArrow,
  enclosure: writeEnclosure,
  phantom: writePhantom,
  // Lines cannot be broken inside another node.
  break: (_node, output) => put(output, 'space', '', { em: 0.25, soft: true }),
  mark: () => {},
}

function writeNode(node: MathNode, output: Output): void {
  // Sound: the table holds for each type the handler of that type.
  const write = handlers[node.type] as (node: MathNode, output: Output) => void
  write(node, output)
}

function writeRow({ nodes }: Row, output: Output): void {
  let group: StyledNode[] = []
  const flush = () => {
    if (group.length > 0) writeStyled(group, group[0]?.variant, output)
    group = []
  }
  nodes.forEach((node, index) => {
    if (group[0] && !(isStyled(node) && node.variant === group[0].variant)) flush()
    if (isStyled(node)) group.push(node)
    else if (node.type === 'fraction' && isAmongFactors(nodes, index))
      writeFraction(node, output, true)
    else writeNode(node, output)
  })
  flush()
}

/** Returns true beside another factor, where the extent of a slash would be ambiguous. */
function isAmongFactors(nodes: readonly MathNode[], index: number): boolean {
  return [nodes[index - 1], nodes[index + 1]].some((node) => node !== undefined && isFactor(node))
}

function writeRadical(node: Radical, output: Output): void {
  const degree = node.degree ? toOptionalArgument(output, node.degree) : ''
  putArgument(output, degree === '[]' ? '\\sqrt' : `\\sqrt${degree}`, node.radicand)
}

const enclosures: Readonly<Record<EnclosureShape, (body: MathNode, output: Output) => void>> = {
  box: (body, output) => putArgument(output, '\\boxed', body),
  slash: (body, output) => putArgument(output, '\\cancel', body),
  backslash: (body, output) => putArgument(output, '\\bcancel', body),
  cross: (body, output) => putArgument(output, '\\xcancel', body),
  strike: (body, output) => putArgument(output, '\\sout', body),
  leftBar: (body, output) => writeFenced(fenced('|', [body], ''), output, true),
  rightBar: (body, output) => writeFenced(fenced('', [body], '|'), output, true),
  overBar: (body, output) => putArgument(output, '\\overline', body),
  underBar: (body, output) => putArgument(output, '\\underline', body),
  // LaTeX has no long division and no actuarial sign; these look alike.
  longDivision: (body, output) => putArgument(output, '\\overline', row([symbol(')'), body])),
  actuarial: (body, output) => putArgument(output, '\\overline', row([body, symbol('|')])),
}

function writeEnclosure({ shape, body }: Enclosure, output: Output): void {
  enclosures[shape](body, output)
}

const phantoms: Readonly<Record<Phantom['kind'], string>> = {
  phantom: '\\phantom',
  horizontal: '\\hphantom',
  vertical: '\\vphantom',
  smash: '\\smash',
  smashTop: '\\smash[t]',
  smashBottom: '\\smash[b]',
  lap: '\\mathrlap',
}

function writePhantom({ kind, body }: Phantom, output: Output): void {
  putArgument(output, phantoms[kind], body)
}

/** Returns the lines of a formula with line breaks, aligned as specified. */
function splitLines(formula: MathNode): MathNode | undefined {
  const nodes = nodesOf(formula)
  const breaks = nodes.filter((node): node is LineBreak => node.type === 'break')
  if (breaks.length === 0) return undefined
  const lines: MathNode[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'break') lines.push([])
    else lines.at(-1)?.push(node)
  }
  const filled = lines.filter((line) =>
    line.some(({ type }) => type !== 'space' && type !== 'mark'),
  )
  if (filled.length < 2) return row(filled.flat())
  const alignAt = breaks.find((node) => node.alignAt !== undefined)?.alignAt
  return equations(filled.map((line, index) => cutLine(line, index, alignAt)))
}

/** Splits a line at its alignment marks, else at the operator that the break names. */
function cutLine(
  line: readonly MathNode[],
  index: number,
  alignAt: number | undefined,
): MathNode[] {
  const cells: MathNode[][] = [[]]
  const hasMarks = line.some((node) => node.type === 'mark')
  let operators = 0
  for (const node of line) {
    if (node.type === 'symbol' && isOperator(node.text)) operators += 1
    const isTarget =
      !hasMarks &&
      alignAt !== undefined &&
      operators === (index === 0 ? alignAt : 1) &&
      node.type === 'symbol' &&
      isOperator(node.text)
    if (node.type === 'mark' || isTarget) cells.push([])
    if (node.type !== 'mark') cells.at(-1)?.push(node)
  }
  return cells.map(row)
}
