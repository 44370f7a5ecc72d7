import { describe, expect, test } from 'vitest'
import type { ConversionErrorCode } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import type { ReadOptions } from '../reader.ts'
import { gridOf, read, row, type TestWorkbook } from './testing/workbook.ts'

describe('sheets', () => {
  test('are read in order, including hidden and empty ones, without chart sheets', async () => {
    const result = await read({
      sheets: { Second: row(1, 'b'), First: '', Chart: '', Dialog: '' },
      parts: {
        'xl/workbook.xml': `<w:workbook xmlns:w="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:sheets><w:sheet name="First" r:id="s2"/><w:sheet name="Chart" r:id="chart"/><w:sheet name="Dialog" r:id="s4"/><w:sheet name="Second" state="veryHidden" r:id="s1"/></w:sheets></w:workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s2" Type="x/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="chart" Type="x/chartsheet" Target="worksheets/sheet3.xml"/><Relationship Id="s4" Type="x/dialogsheet" Target="worksheets/sheet4.xml"/></Relationships>`,
      },
    })
    expect(result.names).toEqual(['First', 'Dialog', 'Second'])
    expect(result.tables.map(gridOf)).toEqual([undefined, undefined, [['b']]])
    expect(result.warnings).toEqual([])
  })

  test('have a location, their first row as the header, and the title from the core properties', async () => {
    const { title, tables } = await read({
      sheets: { S: row(3, '', 'a') + row(5, '', '', 'b') },
      title: ' T ',
    })
    expect(title).toBe('T')
    expect(tables[0]?.provenance).toEqual([
      { type: 'sheet', sheet: 1, range: { row0: 2, column0: 1, row1: 4, column1: 2 } },
    ])
    expect(tables[0]?.rows.map(({ cells }) => cells)).toEqual([
      [{ column: 0, content: 'a', header: 'column' }],
      [],
      [{ column: 1, content: 'b' }],
    ])
  })
})

describe('damage', () => {
  const sheets = { S: row(1, 'a') }

  test.each<{
    name: string
    workbook: TestWorkbook
    warnings: string[]
    grid: string[][] | undefined
  }>([
    {
      name: 'no relationships of the workbook',
      workbook: { sheets, parts: { 'xl/_rels/workbook.xml.rels': undefined } },
      warnings: ['guessed_part'],
      grid: [['a']],
    },
    {
      name: 'no styles and no shared strings',
      workbook: {
        sheets: { S: '<row><c s="3"><v>1.5</v></c></row>' },
        parts: { 'xl/styles.xml': undefined, 'xl/sharedStrings.xml': undefined },
      },
      warnings: [],
      grid: [['1.5']],
    },
    {
      name: 'damaged styles',
      workbook: { sheets, parts: { 'xl/styles.xml': '<styleSheet' } },
      warnings: ['damaged_part'],
      grid: [['a']],
    },
    {
      name: 'an index beyond the shared strings',
      workbook: { sheets: { S: `${row(1, 'a')}<row><c t="s"><v>5</v></c></row>` } },
      warnings: ['missing_shared_string'],
      grid: [['a']],
    },
    {
      name: 'an invalid number format',
      workbook: { sheets: { S: '<row><c s="1"><v>1.5</v></c></row>' }, formats: ['"open'] },
      warnings: ['invalid_number_format'],
      grid: [['1.5']],
    },
    {
      name: 'a number cell without a number',
      workbook: { sheets: { S: '<row><c><v>1e999</v></c><c><v>NaN</v></c></row>' } },
      warnings: ['invalid_number'],
      grid: [['#NUM!', '#NUM!']],
    },
    {
      name: 'a sheet that ends early',
      workbook: { sheets: { S: `${row(1, 'a')}<row r="2"><c r="A2" t="str"><v>b</v>` } },
      warnings: ['damaged_part'],
      grid: [['a']],
    },
    {
      name: 'a workbook that names no sheet',
      workbook: { sheets, parts: { 'xl/workbook.xml': '<workbook/>' } },
      warnings: [],
      grid: [['a']],
    },
    {
      name: 'a damaged workbook',
      workbook: { sheets, parts: { 'xl/workbook.xml': '<workbook><sheets>' } },
      warnings: ['damaged_part'],
      grid: [['a']],
    },
    {
      name: 'an unknown element',
      workbook: { sheets, afterData: '<future><c t="str"><v>x</v></c></future>' },
      warnings: ['unknown_element'],
      grid: [['a']],
    },
    {
      name: 'a missing sheet beside an existing one',
      workbook: { sheets: { ...sheets, T: '' }, parts: { 'xl/worksheets/sheet2.xml': undefined } },
      warnings: ['missing_part'],
      grid: [['a']],
    },
  ])('causes a warning: $name', async ({ workbook, warnings, grid }) => {
    const result = await read(workbook)
    expect(result.warnings).toEqual(warnings)
    expect(gridOf(result.tables[0])).toEqual(grid)
  })

  const dtd = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a/>'

  test.each<{
    name: string
    workbook: TestWorkbook
    more?: Partial<ReadOptions>
    code: ConversionErrorCode
  }>([
    {
      name: 'no readable sheet',
      workbook: { sheets, parts: { 'xl/worksheets/sheet1.xml': 'no XML' } },
      code: 'conversion_failed',
    },
    {
      name: 'no sheet at all',
      workbook: { sheets: {}, parts: { 'xl/workbook.xml': '<workbook/>' } },
      code: 'conversion_failed',
    },
    {
      name: 'entities in a sheet',
      workbook: { sheets: { S: dtd } },
      code: 'conversion_failed',
    },
    {
      name: 'entities in the shared strings',
      workbook: { sheets, parts: { 'xl/sharedStrings.xml': dtd } },
      code: 'conversion_failed',
    },
    {
      name: 'more cells than allowed',
      workbook: { sheets: { S: row(1, 'a', 'b', 'c') } },
      more: { limits: { ...defaultLimits, tableCells: 2 } },
      code: 'conversion_failed',
    },
    {
      name: 'more text than allowed, produced by a number format',
      workbook: {
        sheets: { S: '<row><c s="1"><v>1</v></c></row>'.repeat(9) },
        formats: ['"1234567890"0'],
      },
      more: { limits: { ...defaultLimits, outputCharacters: 90 } },
      code: 'conversion_failed',
    },
    {
      name: 'more sheets than allowed',
      workbook: { sheets: { A: '', B: '' } },
      more: { maxPages: 1 },
      code: 'too_many_pages',
    },
  ])('causes an error: $name', async ({ workbook, more, code }) => {
    await expect(read(workbook, more)).rejects.toMatchObject({ name: 'ConversionError', code })
  })
})
