/** Writes a table as HTML, with its caption and notes. */
import type { Cell, Table } from '../content.ts'
import { escapeXml } from '../svg.ts'
import { type HtmlContext, writeLeaf } from './leaves.ts'

export function writeTable(table: Table, name: string, context: HtmlContext): string {
  const { caption, captionSide, notes, rows, headerRows } = table
  const words = caption ? `<p class="caption">${writeLeaf(caption, context)}</p>` : ''
  const head = rows
    .slice(0, headerRows)
    .map((row, at) => writeRow(table, row, at, context))
    .join('')
  const body = rows
    .slice(headerRows)
    .map((row, at) => writeRow(table, row, at + headerRows, context))
    .join('')
  const grid = `<table class="${name}">${head ? `<thead>${head}</thead>` : ''}<tbody>${body}</tbody></table>`
  const under = notes.map((note) => `<p class="note">${writeLeaf(note, context)}</p>`).join('')
  return captionSide === 'above' ? words + grid + under : grid + under + words
}

function writeRow(table: Table, row: readonly Cell[], at: number, context: HtmlContext): string {
  const height = table.roomy ? ' style="height:2.2em"' : ''
  const last = table.bandEnds.has(at) ? ' class="last"' : ''
  return `<tr${height}${last}>${row.map((cell) => writeCell(table, cell, context)).join('')}</tr>`
}

function writeCell(table: Table, cell: Cell, context: HtmlContext): string {
  const { columnSpan, rowSpan, header, leaf, more = [] } = cell
  const name = header && context.semantic ? 'th' : header ? 'th role="cell"' : 'td'
  const spans = `${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}`
  const align = columnSpan > 1 && header ? 'center' : (table.alignments[cell.column] ?? 'left')
  const lines = more
    .map(
      ({ marker, leaf: inner }) =>
        `<div>${writeLeaf(inner, context, `${escapeXml(marker)} `)}</div>`,
    )
    .join('')
  return `<${name}${spans} style="text-align:${align}">${writeLeaf(leaf, context)}${lines}</${name.slice(0, 2)}>`
}
