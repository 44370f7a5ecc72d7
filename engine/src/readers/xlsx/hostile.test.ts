/** Tests sheets built to cost time or memory, and random sheets. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import type { Table } from '../../model/index.ts'
import { cpuNow } from '../../testing/time.ts'
import { readXlsx } from './index.ts'
import { makeXlsx, read, type TestWorkbook } from './testing/workbook.ts'

async function readTable(workbook: TestWorkbook): Promise<Table | undefined> {
  return (await read(workbook)).tables[0]
}

const cell = (reference: string, text: string): string =>
  `<c r="${reference}" t="str"><v>${text}</v></c>`

const MAX_MS = 6000

describe('hostile sheets take linear time', () => {
  test.each<{ name: string; workbook: () => TestWorkbook; rows: number }>([
    {
      name: 'a million formatted, empty rows',
      workbook: () => ({
        sheets: { S: cell('A1', 'a') + '<row s="1" customFormat="1" ht="20"/>'.repeat(1_000_000) },
      }),
      rows: 1,
    },
    {
      name: 'rows of formatted, empty cells',
      workbook: () => ({
        sheets: { S: cell('A1', 'a') + `<row>${'<c s="1"/>'.repeat(16_384)}</row>`.repeat(50) },
      }),
      rows: 1,
    },
    {
      name: 'a claimed range of the whole sheet',
      workbook: () => ({
        sheets: { S: cell('A1', 'a') },
        afterData: '<dimension ref="A1:XFD1048576"/>',
      }),
      rows: 1,
    },
    {
      name: 'a hundred thousand ranges merged over each other',
      workbook: () => ({
        sheets: { S: cell('B2', 'b') + cell('A1', 'a') },
        afterData: `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells>`,
      }),
      rows: 1,
    },
    {
      name: 'columns merged over all rows, and a cell in every row',
      workbook: () => ({
        sheets: { S: `<row><c t="b"><v>1</v></c></row>`.repeat(50_000) },
        afterData: `<mergeCells>${Array.from(
          { length: 26 * 26 },
          (_, index) =>
            `<mergeCell ref="${columnName(index)}1:${columnName(index)}1048576"/><mergeCell ref="A${index + 2}:ZZ${index + 2}"/>`,
        ).join('')}</mergeCells>`,
      }),
      rows: 50_000,
    },
    {
      name: 'links over the whole sheet',
      workbook: () => ({
        sheets: { S: cell('A1', 'a') },
        links: { l: 'https://example.org' },
        afterData: `<hyperlinks>${'<hyperlink ref="A1:XFD1048576" r:id="l"/>'.repeat(70_000)}</hyperlinks>`,
      }),
      rows: 1,
    },
    {
      name: 'links over a thousand cells each',
      workbook: () => ({
        sheets: { S: cell('A1', 'a') },
        links: { l: 'https://example.org' },
        afterData: `<hyperlinks>${'<hyperlink ref="A1:A1000" r:id="l"/>'.repeat(65_000)}</hyperlinks>`,
      }),
      rows: 1,
    },
    {
      name: 'a million shared strings that no cell uses',
      workbook: () => ({
        sheets: { S: cell('A1', 'a') },
        strings: '<si><t>x</t></si>'.repeat(1_000_000),
      }),
      rows: 1,
    },
    {
      name: 'a separate number format for every cell',
      workbook: () => ({
        sheets: {
          S: Array.from(
            { length: 20_000 },
            (_, at) => `<row><c s="${at + 1}"><v>1</v></c></row>`,
          ).join(''),
        },
        formats: Array.from({ length: 20_000 }, (_, at) => `${'zw'.repeat(110)}${at}0`),
      }),
      rows: 20_000,
    },
    {
      name: 'rows from the last to the first',
      workbook: () => ({
        sheets: {
          S: Array.from({ length: 100_000 }, (_, index) => cell(`A${100_000 - index}`, 'x')).join(
            '',
          ),
        },
      }),
      rows: 100_000,
    },
    {
      name: 'every cell at one position',
      workbook: () => ({ sheets: { S: cell('A1', 'x').repeat(200_000) } }),
      rows: 1,
    },
  ])('$name', async ({ workbook, rows }) => {
    const made = workbook()
    const start = cpuNow()
    const table = await readTable(made)
    expect(cpuNow() - start).toBeLessThan(MAX_MS)
    expect(table?.rows).toHaveLength(rows)
  })
})

function columnName(index: number): string {
  return String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))
}

interface Range {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
}

const name = (column: number, row: number): string =>
  `${String.fromCharCode(65 + column)}${row + 1}`

describe('random sheets', () => {
  const cells = fc.array(fc.record({ column: fc.nat(6), row: fc.nat(6) }), { maxLength: 20 })
  const merges = fc.array(
    fc.record<Range>({ column: fc.nat(6), row: fc.nat(6), width: fc.nat(4), height: fc.nat(4) }),
    { maxLength: 6 },
  )

  test('cover every table position at most once, with the text of its cell', async () => {
    await fc.assert(
      fc.asyncProperty(cells, merges, async (cellNames, ranges) => {
        const table = await readTable({
          sheets: {
            S: cellNames
              .map(({ column, row }) => cell(name(column, row), name(column, row)))
              .join(''),
          },
          afterData: `<mergeCells>${ranges
            .map(
              ({ column, row, width, height }) =>
                `<mergeCell ref="${name(column, row)}:${name(column + width, row + height)}"/>`,
            )
            .join('')}</mergeCells>`,
        })
        checkGrid(table, new Set(cellNames.map(({ column, row }) => name(column, row))))
      }),
      { numRuns: 300 },
    )
  })

  test('with damaged bytes give a document or a ConversionError', async () => {
    const whole = makeXlsx({
      sheets: { S: cell('A1', 'a') },
      strings: '<si><t>b</t></si>',
      formats: ['0.0'],
    })
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(whole)
        damaged[at] = byte
        await readXlsx(damaged, { profile: 'fast', limits: defaultLimits }).catch((error) => {
          expect(error).toBeInstanceOf(ConversionError)
        })
      }),
      { numRuns: 400 },
    )
  })
})

function checkGrid(table: Table | undefined, texts: ReadonlySet<string>): void {
  const seen = new Set<string>()
  const from = table?.provenance?.[0]
  const range = from?.type === 'sheet' ? from.range : { row0: 0, column0: 0 }
  table?.rows.forEach(({ cells }, row) => {
    for (const { column, columnSpan = 1, rowSpan = 1, content } of cells) {
      expect(content).toBe(name(column + range.column0, row + range.row0))
      expect(texts).toContain(content)
      expect(column + columnSpan).toBeLessThanOrEqual(table.columnCount)
      expect(row + rowSpan).toBeLessThanOrEqual(table.rows.length)
      for (let at = 0; at < columnSpan * rowSpan; at += 1) {
        const position = `${row + Math.floor(at / columnSpan)},${column + (at % columnSpan)}`
        expect(seen).not.toContain(position)
        seen.add(position)
      }
    }
  })
}
