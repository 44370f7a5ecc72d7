/** Tables → pipe tables, or HTML where a pipe table would lose spans or blocks (docs/markdown.md, C8). */
import { refuse } from '../../limits.ts'
import {
  type Block,
  type Cell,
  cellBlocks,
  type Inline,
  type Item,
  type Row,
  type Table,
  type Text,
} from '../../model/index.ts'
import { cleanLines } from './characters.ts'
import { writeHtmlTable } from './html-tables.ts'
import { inCell, writeInlines } from './inlines.ts'
import type { State } from './state.ts'

export function writeTable(table: Table, state: State): string {
  if (table.rows.length === 0 || table.columnCount === 0) return ''
  if (table.rows.length * table.columnCount > state.options.limits.tableCells) {
    refuse('one of its tables has too many cells')
  }
  const needsHtml = state.options.tables === 'html' && losesInPipes(table)
  return needsHtml ? writeHtmlTable(table, state) : writePipeTable(table, state)
}

/** Whether a pipe table cannot say it: a span that covers text, or more than one block in a cell. */
function losesInPipes(table: Table): boolean {
  return table.rows.some((row) =>
    row.cells.some(
      (cell) =>
        ((cell.columnSpan ?? 1) > 1 || (cell.rowSpan ?? 1) > 1 || hasBlocks(cell)) &&
        !isEmptyCell(cell),
    ),
  )
}

function isEmptyCell(cell: Cell): boolean {
  return typeof cell.content === 'string' ? cell.content.trim() === '' : cell.content.length === 0
}

function hasBlocks(cell: Cell): boolean {
  if (typeof cell.content === 'string') return false
  return cell.content.length > 1 || cell.content.some((block) => block.type !== 'paragraph')
}

function writePipeTable(table: Table, state: State): string {
  const numeric: boolean[] = Array.from({ length: table.columnCount }, () => true)
  const filled: boolean[] = Array.from({ length: table.columnCount }, () => false)
  const lines = table.rows.map((row, index) => {
    const texts: string[] = Array.from({ length: table.columnCount }, () => '')
    for (const cell of row.cells) {
      if (cell.column >= table.columnCount) continue
      const text = writeCell(cell, state)
      texts[cell.column] = text
      if (index === 0 || text === '') continue
      filled[cell.column] = true
      if (numeric[cell.column] && !isNumeric(text)) numeric[cell.column] = false
    }
    const line = pipeLine(texts)
    state.count(line.length)
    return line
  })
  const rule = numeric.map((isNumber, column) => (isNumber && filled[column] ? '---:' : '---'))
  return [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n')
}

function pipeLine(texts: readonly string[]): string {
  return `|${texts.map((text) => (text === '' ? ' ' : ` ${text} `)).join('|')}|`
}

/** Numbers with signs, separators, a currency or unit sign, a percent sign. */
const numericText =
  /^[-+−(]?\s?(?:[$€£¥₹]|[A-Z]{3}\s)?\s?[-+−]?\d[\d.,' ]*(?:[eE][-+]?\d+)?\s?(?:%|‰|[$€£¥₹])?\)?$/

function isNumeric(text: string): boolean {
  return text.length < 40 && numericText.test(text.replaceAll('\\', ''))
}

/** Nothing in it is markup in a cell. */
const plainCell = /^[A-Za-z0-9,;:"'%/?+-]+(?: [A-Za-z0-9.,;:"'()%/?+-]+)*$/

function writeCell(cell: Cell, state: State): string {
  if (typeof cell.content !== 'string') return flattenBlocks(cell.content, state).join('<br>')
  if (cell.content === '') return ''
  if (plainCell.test(cell.content)) return cell.content
  return writeCellText(cell.content, state)
}

function writeCellText(content: string, state: State): string {
  return cleanLines(content)
    .split(/\r\n|[\n\r\v\f\u2028\u2029]/)
    .map((line) => writeInlines([{ type: 'text', text: line }], state, inCell))
    .join('<br>')
    .replace(/^(?:<br>)+|(?:<br>)+$/g, '')
}

/** Blocks of a cell as lines of text: what a pipe table can hold. */
function flattenBlocks(blocks: readonly Block[], state: State): string[] {
  return blocks.flatMap((block) => flattenBlock(block, state)).filter((text) => text !== '')
}

function flattenBlock(block: Block, state: State): string[] {
  const line = (...inlines: readonly Inline[]): string => writeInlines(inlines, state, inCell)
  switch (block.type) {
    case 'title':
    case 'heading':
      return [line(...block.inlines)]
    case 'paragraph': {
      const box = block.checked === undefined ? '' : block.checked ? '☒ ' : '☐ '
      return [box + line(...block.inlines)]
    }
    case 'list':
      return block.items.flatMap((item) => flattenItem(item, state))
    case 'codeBlock':
      return block.text.split('\n').map((text) => line({ type: 'code', text }))
    case 'plainText':
      return block.text.split('\n').map((text) => line({ type: 'text', text }))
    case 'formulaBlock':
      return [line({ type: 'formula', latex: block.latex })]
    case 'table':
      return block.rows.map((row) => flattenRow(row, state))
    case 'figure': {
      const caption = block.caption?.inlines ?? [{ type: 'image', alt: block.alt ?? '' }]
      return [line(...caption), ...flattenBlocks(block.blocks, state)]
    }
    case 'quote':
    case 'section':
      return flattenBlocks(block.blocks, state)
    case 'furniture':
    case 'thematicBreak':
      return []
  }
}

function flattenItem({ marker, blocks }: Item, state: State): string[] {
  const [first = '', ...rest] = flattenBlocks(blocks, state)
  const label: Text = { type: 'text', text: marker.type === 'label' ? marker.text : '-' }
  const printed =
    marker.type === 'number'
      ? `${marker.value}${marker.delimiter}`
      : writeInlines([label], state, inCell)
  return [`${printed} ${first}`.trimEnd(), ...rest]
}

function flattenRow(row: Row, state: State): string {
  return row.cells.flatMap((cell) => flattenBlocks(cellBlocks(cell), state)).join(' ')
}
