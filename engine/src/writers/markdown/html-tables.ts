/** Tables with spans, or with blocks in their cells → HTML tables, a row a line (docs/markdown.md, C8a). */
import {
  type Block,
  type Cell,
  type Inline,
  type Row,
  type Table,
  type Text,
  textWithBreaks,
} from '../../model/index.ts'
import { cleanLines, cleanText } from './characters.ts'
import { tidyLatex } from './inlines.ts'
import { writeTarget } from './links.ts'
import type { State } from './state.ts'

export function writeHtmlTable(table: Table, state: State): string {
  const covered = createCoverage(table)
  const rows = table.rows.map((row, index) => {
    const line = `<tr>${writeRow(row, index, table, covered, state)}</tr>`
    state.count(line.length)
    return line
  })
  return `<table>\n${rows.join('\n')}\n</table>`
}

/** For each column the first row that no span from above covers. */
function createCoverage(table: Table): number[] {
  return Array.from({ length: table.columnCount }, () => 0)
}

/** Positions without a cell get an empty one, so that the columns of what follows are right. */
function writeRow(row: Row, index: number, table: Table, covered: number[], state: State): string {
  let html = ''
  let column = 0
  const fill = (end: number): void => {
    for (; column < end; column += 1) if ((covered[column] ?? 0) <= index) html += '<td></td>'
  }
  for (const cell of row.cells) {
    if (cell.column < column || cell.column >= table.columnCount) continue
    fill(cell.column)
    html += writeCell(cell, state)
    const { columnSpan = 1, rowSpan = 1 } = cell
    for (; column < cell.column + columnSpan; column += 1) covered[column] = index + rowSpan
  }
  fill(table.columnCount)
  return html
}

function writeCell(cell: Cell, state: State): string {
  const tag = cell.header ? 'th' : 'td'
  const rows = (cell.rowSpan ?? 1) > 1 ? ` rowspan="${cell.rowSpan}"` : ''
  const columns = (cell.columnSpan ?? 1) > 1 ? ` colspan="${cell.columnSpan}"` : ''
  return `<${tag}${rows}${columns}>${writeContent(cell.content, state)}</${tag}>`
}

function writeContent(content: string | readonly Block[], state: State): string {
  if (typeof content === 'string') return writeInlinesHtml(textWithBreaks(content), state)
  const [only] = content
  if (content.length === 1 && only?.type === 'paragraph')
    return writeInlinesHtml(only.inlines, state)
  return content.map((block) => writeBlockHtml(block, state)).join('')
}

function writeBlockHtml(block: Block, state: State): string {
  const blocks = (inner: readonly Block[]): string =>
    inner.map((each) => writeBlockHtml(each, state)).join('')
  switch (block.type) {
    case 'title':
    case 'heading':
    case 'paragraph':
      return wrap('p', writeInlinesHtml(block.inlines, state))
    case 'list':
      return writeListHtml(block, state)
    case 'table':
      return writeHtmlTable(block, state).replaceAll('\n', '')
    case 'codeBlock':
    case 'plainText':
      return wrap('code', escapeHtml(cleanLines(block.text)).replaceAll('\n', '<br>'))
    case 'formulaBlock':
      return wrap('p', `$$${escapeHtml(oneLine(block.latex))}$$`)
    case 'quote':
      return wrap('blockquote', blocks(block.blocks))
    case 'figure':
      return (
        wrap(
          'p',
          block.caption
            ? writeInlinesHtml(block.caption.inlines, state)
            : escapeHtml(cleanText(block.alt ?? '')),
        ) + blocks(block.blocks)
      )
    case 'section':
      return blocks(block.blocks)
    case 'furniture':
    case 'thematicBreak':
      return ''
  }
}

function writeListHtml(list: Extract<Block, { type: 'list' }>, state: State): string {
  const tag = list.items[0]?.marker.type === 'number' ? 'ol' : 'ul'
  const items = list.items.map(({ marker, blocks }) => {
    const label = marker.type === 'label' ? `${escapeHtml(cleanText(marker.text))} ` : ''
    return `<li>${label}${writeContent(blocks, state)}</li>`
  })
  return `<${tag}>${items.join('')}</${tag}>`
}

function wrap(tag: string, html: string): string {
  return html === '' ? '' : `<${tag}>${html}</${tag}>`
}

function writeInlinesHtml(inlines: readonly Inline[], state: State): string {
  return inlines
    .map((inline) => writeInlineHtml(inline, state))
    .join('')
    .trim()
}

function writeInlineHtml(inline: Inline, state: State): string {
  switch (inline.type) {
    case 'text':
      return writeRun(inline)
    case 'link': {
      const target = writeTarget(inline.target)
      const html = writeInlinesHtml(inline.inlines, state)
      return target === undefined || html === ''
        ? html
        : `<a href="${escapeHtml(target.replace(/^<|>$/g, ''))}">${html}</a>`
    }
    case 'code':
      return wrap('code', escapeHtml(cleanText(inline.text)))
    case 'formula':
      return `$${escapeHtml(oneLine(inline.latex))}$`
    case 'lineBreak':
      return '<br>'
    case 'noteReference':
      return state.noteMark(inline.note)
    case 'image':
      return escapeHtml(cleanText(inline.alt))
  }
}

function oneLine(latex: string): string {
  return tidyLatex(latex).replace(/\s+/g, ' ')
}

function writeRun({ text, bold, italic, strike, script }: Text): string {
  const clean = cleanText(text)
  const inner = escapeHtml(clean.trim())
  if (inner === '') return clean === '' ? '' : ' '
  const tags = [
    bold && 'strong',
    italic && 'em',
    strike && 'del',
    script && (script === 'sub' ? 'sub' : 'sup'),
  ].filter((tag) => tag !== undefined && tag !== false)
  const html = tags.reduce<string>((inside, tag) => `<${tag}>${inside}</${tag}>`, inner)
  return `${/^\s/.test(clean) ? ' ' : ''}${html}${/\s$/.test(clean) ? ' ' : ''}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
