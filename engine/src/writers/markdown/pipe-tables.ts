/** Writes pipe tables: flattens spans and blocks, and makes the first row the header (docs/markdown.md, C8). */
import {
  type Block,
  type Cell,
  checkBox,
  type Inline,
  type Leaf,
  leavesOf,
  printedBlocks,
  type Row,
  type Table,
  text,
} from '../../model/index.ts'
import { writeCellString, writeCellText } from './inlines.ts'
import type { State } from './state.ts'

export function writePipeTable({ rows, columnCount }: Table, state: State): void {
  const { output } = state
  const [header, ...body] = rows
  if (!header || columnCount === 0) return
  output.write(pipeLine(writeCells(header, columnCount, state)))
  output.write(pipeLine(findNumericColumns(body, columnCount).map((is) => (is ? '---:' : '---'))))
  for (const row of body) output.write(pipeLine(writeCells(row, columnCount, state)))
}

/** Returns the texts of a row by column; only the first cell of a span has text. */
function writeCells({ cells }: Row, columnCount: number, state: State): string[] {
  const texts = new Array<string>(columnCount).fill('')
  for (const cell of cells) {
    if (cell.column < columnCount) texts[cell.column] = writeCell(cell, state)
  }
  return texts
}

/** Writes one space on both sides of a text, and a single space in an empty cell. */
function pipeLine(texts: readonly string[]): string {
  const line = `| ${texts.join(' | ')} |`
  // Texts contain no double spaces, so a double space is an empty cell.
  return line.includes('|  |') ? line.replace(/\| {2}(?=\|)/g, '| ') : line
}

/** Returns for each column whether it holds only numbers below the header; such columns are right-aligned. */
function findNumericColumns(body: readonly Row[], columnCount: number): boolean[] {
  const filled = new Array<boolean>(columnCount).fill(false)
  const numeric = new Array<boolean>(columnCount).fill(true)
  for (const { cells } of body) {
    for (const { column, content } of cells) {
      if (!numeric[column] || content === '') continue
      const shown = typeof content === 'string' ? content : onlyText(content)
      if (shown?.trim() === '') continue
      filled[column] = true
      numeric[column] = shown !== undefined && isNumeric(shown)
    }
  }
  return numeric.map((isNumber, column) => isNumber && filled[column] === true)
}

/** Returns the text of a cell that is a single text node; otherwise an empty text. */
function onlyText(blocks: readonly Block[]): string | undefined {
  const [block, ...others] = printedBlocks(blocks)
  if (!block) return ''
  if (block.type !== 'paragraph' || block.checked !== undefined || others.length > 0) {
    return undefined
  }
  return block.inlines.every((inline) => inline.type === 'text')
    ? block.inlines.map((inline) => inline.text).join('')
    : undefined
}

/** The longest text that is checked for a number. */
const MAX_NUMBER_LENGTH = 40

/** Matches most numbers; this test takes a fifth of the time of the others. */
const plainNumber = /^-?\d+(?:\.\d+)?$/
const numberText = /^[-+−–]?(?:\d+|\d{1,3}(?:[., ' ’]\d{3})+)(?:[.,]\d+)?(?:[eE][-+]?\d+)?$/
const currency = /^(?:[$€£¥₹]|[A-Z]{3})\s?|\s?(?:[$€£¥₹%‰]|[A-Z]{3})$/g

/** Returns true for a number, signed or in parentheses, with a currency or percent sign. */
function isNumeric(shown: string): boolean {
  if (shown.length > MAX_NUMBER_LENGTH) return false
  if (plainNumber.test(shown)) return true
  const bare = shown.trim().replace(/^\((.*)\)$/, '$1')
  const sign = /^[-+−–]\s?(?=\D)/.exec(bare)?.[0] ?? ''
  return numberText.test(bare.slice(sign.length).replace(currency, ''))
}

function writeCell({ content }: Cell, state: State): string {
  if (typeof content === 'string') return writeCellString(content)
  const lines: string[] = []
  for (const leaf of leavesOf(content)) {
    const line = writeLeaf(leaf, state)
    if (line !== '') lines.push(line)
  }
  return lines.join('<br>')
}

function writeLeaf(leaf: Leaf, state: State): string {
  const line = (...inlines: readonly Inline[]): string => writeCellText(inlines, state)
  switch (leaf.type) {
    case 'title':
    case 'heading':
      return line(...leaf.inlines)
    case 'paragraph':
      return `${checkBox(leaf.checked)}${line(...leaf.inlines)}`.trimEnd()
    case 'codeBlock':
      return lineByLine(leaf.text, (code) => line({ type: 'code', text: code }))
    case 'plainText':
      return lineByLine(leaf.text, (each) => line(text(each)))
    case 'formulaBlock':
      return line(
        { type: 'formula', latex: leaf.latex },
        text(leaf.number === undefined ? '' : ` (${leaf.number})`),
      )
  }
}

function lineByLine(content: string, write: (line: string) => string): string {
  return content
    .split('\n')
    .map(write)
    .filter((line) => line !== '')
    .join('<br>')
}
