/** Writes tables with spans, or with blocks in their cells, as HTML tables with one line per row (docs/markdown.md, C8a). */
import {
  type Block,
  type BlockType,
  type Cell,
  checkBox,
  type Figure,
  leavesOf,
  markerText,
  type NodeOf,
  printedBlocks,
  type Row,
  type Table,
} from '../../model/index.ts'
import { cleanLines, cleanText } from './characters.ts'
import { oneLineLatex } from './formulas.ts'
import { escapeHtml, imageHtml, writeInlinesHtml, writeStringHtml } from './html-inlines.ts'
import type { HtmlDialect, HtmlHandlers, State } from './state.ts'

/** Repeats references to notes after the table if only the table refers to them: renderers ignore references in HTML (C12). */
export function writeHtmlTable(table: Table, state: State): void {
  const { output, notes } = state
  output.write('<table>')
  for (const row of toHtmlRows(table, state)) output.write(row)
  output.write('</table>')
  const marks = notes.takeUnmarked()
  if (marks.length === 0) return
  output.gap()
  output.write(marks.join(' '))
}

/** Yields a line for each row. */
export function* toHtmlRows(table: Table, state: State): Generator<string> {
  /** The first row of each column that no span from above covers. */
  const free = new Array<number>(table.columnCount).fill(0)
  for (const [index, row] of table.rows.entries()) {
    yield `<tr>${toHtmlRow(row, index, table, free, state)}</tr>`
  }
}

/** Fills positions without a cell by empty cells, so that the following cells keep their columns. */
function toHtmlRow(row: Row, index: number, table: Table, free: number[], state: State): string {
  const cells: string[] = []
  let column = 0
  const fillTo = (end: number): void => {
    for (; column < end; column += 1) if ((free[column] ?? 0) <= index) cells.push('<td></td>')
  }
  for (const cell of row.cells) {
    if (cell.column < column || cell.column >= table.columnCount) continue
    fillTo(cell.column)
    cells.push(toHtmlCell(cell, state))
    const end = Math.min(table.columnCount, cell.column + (cell.columnSpan ?? 1))
    for (; column < end; column += 1) free[column] = index + (cell.rowSpan ?? 1)
  }
  fillTo(table.columnCount)
  return cells.join('')
}

function toHtmlCell({ header, rowSpan = 1, columnSpan = 1, content }: Cell, state: State): string {
  const tag = header ? 'th' : 'td'
  const rows = rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''
  const columns = columnSpan > 1 ? ` colspan="${columnSpan}"` : ''
  return `<${tag}${rows}${columns}>${toContent(content, state)}</${tag}>`
}

/** Writes a single paragraph without tags. */
function toContent(content: string | readonly Block[], state: State): string {
  if (typeof content === 'string') return writeStringHtml(content, state)
  const [first, ...others] = printedBlocks(content)
  return first?.type === 'paragraph' && first.checked === undefined && others.length === 0
    ? writeInlinesHtml(first.inlines, state)
    : toHtmlBlocks(content, state).join('')
}

/** Writers of blocks within a row, which is one line; headings become paragraphs. */
const handlers: HtmlHandlers = {
  title: (block, state) => wrap('p', writeInlinesHtml(block.inlines, state)),
  heading: (block, state) => wrap('p', writeInlinesHtml(block.inlines, state)),
  paragraph: ({ inlines, checked }, state) =>
    wrap('p', withCheckBox(checked, writeInlinesHtml(inlines, state))),
  list: (block, state) => toHtmlList(block, state),
  table: (block, state) =>
    toCaption(block.caption, 'above', state) +
    wrap('table', [...toHtmlRows(block, state)].join('')) +
    toCaption(block.caption, 'below', state) +
    toHtmlBlocks(block.notes ?? [], state).join(''),
  codeBlock: ({ text }) => toPreformatted(text),
  plainText: ({ text }) => toPreformatted(text),
  formulaBlock: ({ latex, number }) =>
    wrap(
      'p',
      `$$${escapeHtml(oneLineLatex(latex))}$$${number === undefined ? '' : ` (${escapeHtml(cleanText(number))})`}`,
    ),
  quote: (block, state) => wrap('blockquote', toHtmlBlocks(block.blocks, state).join('')),
  figure: (block, state) =>
    toCaption(block.caption, 'above', state) +
    wrap('p', pictureHtml(block, state)) +
    toHtmlBlocks(block.blocks, state).join('') +
    toCaption(block.caption, 'below', state),
  section: (block, state) =>
    block.kind === 'comments'
      ? ''
      : wrap('p', writeInlinesHtml(block.title ?? [], state)) +
        toHtmlBlocks(block.blocks, state).join(''),
  furniture: () => '',
  thematicBreak: () => '<hr>',
}

/** HTML within Markdown, where renderers do not read `[^n]`. */
export const embeddedHtml: HtmlDialect = {
  handlers,
  noteMark: (number) => `<sup>${number}</sup>`,
}

/** Returns the HTML of each block that prints something. Blocks nested deeper than the limit are written flat, so that no content is lost. */
export function toHtmlBlocks(blocks: readonly Block[], state: State): string[] {
  const { blockDepth, options } = state
  const isTooDeep = blockDepth > options.limits.blockDepth
  const inner: State = { ...state, blockDepth: blockDepth + 1 }
  return [...(isTooDeep ? leavesOf(blocks) : printedBlocks(blocks))]
    .map((block) => toHtmlBlock(block, inner))
    .filter((html) => html !== '')
}

function toHtmlBlock<Type extends BlockType>(block: NodeOf<Block, Type>, state: State): string {
  // Sound: the handler under a block's own type takes blocks of that type.
  const handle = state.html.handlers[block.type] as (
    block: NodeOf<Block, Type>,
    state: State,
  ) => string
  return handle(block, state)
}

function toCaption(caption: Table['caption'], position: 'above' | 'below', state: State): string {
  return caption?.position === position ? wrap('p', writeInlinesHtml(caption.inlines, state)) : ''
}

/** Writes a list, numbered if its first item is; labels and irregular numbers are printed as text. */
function toHtmlList({ items }: NodeOf<Block, 'list'>, state: State): string {
  const [first] = items
  const isNumbered = first?.marker.type === 'number'
  const html = items.map(({ marker, checked, blocks }, index) => {
    const follows =
      first?.marker.type === 'number' &&
      marker.type === 'number' &&
      marker.value === first.marker.value + index
    const label =
      marker.type === 'bullet' || follows ? '' : `${escapeHtml(cleanText(markerText(marker)))} `
    return `<li>${label}${withCheckBox(checked, toContent(blocks, state))}</li>`
  })
  const start = isNumbered && first.marker.value !== 1 ? ` start="${first.marker.value}"` : ''
  return isNumbered ? `<ol${start}>${html.join('')}</ol>` : `<ul>${html.join('')}</ul>`
}

function withCheckBox(checked: boolean | undefined, html: string): string {
  return `${checkBox(checked)}${html}`.trimEnd()
}

/** Encodes line ends: literal ones would break the row, and a blank line would end the table. */
function toPreformatted(text: string): string {
  const html = escapeHtml(cleanLines(text).replace(/\n+$/, '')).replaceAll('\n', '<br>')
  return wrap('pre', html)
}

/** Returns an image, or its alternative text if it has neither an address nor a caption. */
export function pictureHtml(figure: Figure, { options }: State): string {
  const alt = cleanText(figure.alt ?? '').trim()
  const target = options.imageTarget?.(figure)
  if (target !== undefined) return imageHtml(alt, target)
  return figure.caption ? '' : escapeHtml(alt)
}

export function wrap(tag: string, html: string): string {
  return html === '' ? '' : `<${tag}>${html}</${tag}>`
}
