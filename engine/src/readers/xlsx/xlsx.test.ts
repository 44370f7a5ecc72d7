import { describe, expect, test } from 'vitest'
import type { ConversionErrorCode } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import type { Cell, Section, Table } from '../../model/index.ts'
import type { ReadOptions } from '../reader.ts'
import { readXlsx } from './index.ts'
import { makeXlsx, type TestWorkbook } from './test-workbook.ts'

interface Result {
  readonly title: string | undefined
  readonly names: readonly string[]
  readonly tables: readonly (Table | undefined)[]
  readonly warnings: readonly string[]
}

async function read(workbook: TestWorkbook, more: Partial<ReadOptions> = {}): Promise<Result> {
  const options: ReadOptions = { profile: 'fast', limits: defaultLimits, ...more }
  const { document, warnings } = await readXlsx(makeXlsx(workbook), options)
  const sections = document.blocks.filter((block): block is Section => block.type === 'section')
  return {
    title: document.title,
    names: document.pages.map(({ name }) => name ?? ''),
    tables: sections.map(({ blocks }) => blocks.find((block) => block.type === 'table')),
    warnings: warnings.map(({ code }) => code),
  }
}

/** Rows of texts; a cell's spans are written after its text. */
function gridOf(table: Table | undefined): string[][] | undefined {
  return table?.rows.map(({ cells }) => {
    const texts = Array.from({ length: table.columnCount }, () => '')
    for (const cell of cells) texts[cell.column] = textOf(cell)
    return texts
  })
}

function textOf({ content, columnSpan = 1, rowSpan = 1 }: Cell): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return columnSpan * rowSpan === 1 ? text : `${text} ${columnSpan}×${rowSpan}`
}

async function readGrid(
  data: string,
  more: Omit<TestWorkbook, 'sheets'> = {},
): Promise<string[][]> {
  const { tables, warnings } = await read({ sheets: { S: data }, ...more })
  expect(warnings).toEqual([])
  return gridOf(tables[0]) ?? []
}

/** A row of inline strings; an empty text is no cell. */
function row(number: number, ...texts: readonly string[]): string {
  const cells = texts.map((text, index) => {
    const reference = `${String.fromCharCode(65 + index)}${number}`
    return text && `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

describe('sheets', () => {
  test('come in order, hidden and empty ones too, charts not', async () => {
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

  test('have their place as provenance, the first row as header, the core title beside them', async () => {
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

describe('text', () => {
  const strings =
    '<si><t>plain</t></si>' +
    '<si><r><t xml:space="preserve">two </t></r><r><rPr><b/></rPr><t>runs</t></r></si>' +
    '<si><t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/></si>' +
    '<si><t>a_x000D_\nb_x005F_x0041_</t></si>' +
    '<si/>'

  test.each([
    { name: 'a shared string', cell: '<c t="s"><v>0</v></c>', text: 'plain' },
    { name: 'runs', cell: '<c t="s"><v>1</v></c>', text: 'two runs' },
    { name: 'text with its pronunciation', cell: '<c t="s"><v>2</v></c>', text: '課' },
    { name: 'escaped characters', cell: '<c t="s"><v>3</v></c>', text: 'a\nb_x0041_' },
    {
      name: 'a result of a formula',
      cell: '<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
      text: 'ab',
    },
    {
      name: 'inline runs',
      cell: '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>',
      text: 'ab',
    },
    { name: 'an inline string without its type', cell: '<c><is><t>a</t></is></c>', text: 'a' },
    {
      name: 'a value in place of an inline string',
      cell: '<c t="inlineStr"><v>a</v></c>',
      text: 'a',
    },
    { name: 'character data', cell: '<c t="str"><v><![CDATA[<b>]]></v></c>', text: '<b>' },
    { name: 'true', cell: '<c t="b"><v>1</v></c>', text: 'TRUE' },
    { name: 'false', cell: '<c t="b"><v>0</v></c>', text: 'FALSE' },
    { name: 'an error', cell: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', text: '#DIV/0!' },
    { name: 'a number', cell: '<c><v>1.5</v></c>', text: '1.5' },
    { name: 'a number with an exponent', cell: '<c t="n"><v>1.5E3</v></c>', text: '1500' },
    { name: 'a number of a style that does not exist', cell: '<c s="99"><v>7</v></c>', text: '7' },
    { name: 'a formatted number', cell: '<c s="1"><v>1234.5</v></c>', text: '$1,234.50' },
    { name: 'a date', cell: '<c s="2"><v>45352</v></c>', text: '2024-03-01' },
    {
      name: 'a date spelled out',
      cell: '<c s="2" t="d"><v>2024-03-01T00:00:00</v></c>',
      text: '2024-03-01',
    },
    {
      name: 'a date spelled out without a format',
      cell: '<c t="d"><v>2024-03-01</v></c>',
      text: '2024-03-01',
    },
    { name: 'text by its format', cell: '<c s="3" t="s"><v>0</v></c>', text: 'plain!' },
    { name: 'a type of the future', cell: '<c t="zz"><v>a</v></c>', text: 'a' },
  ])('of $name is $text', async ({ cell, text }) => {
    const formats = ['"$"#,##0.00', 'yyyy-mm-dd', '0;0;0;@"!"']
    expect(await readGrid(`<row>${cell}</row>`, { strings, formats })).toEqual([[text]])
  })

  test.each([
    { name: 'no value', cell: '<c r="A1"><f>B1</f></c>' },
    { name: 'an empty value', cell: '<c r="A1" t="str"><v></v></c>' },
    { name: 'an empty string', cell: '<c r="A1" t="s"><v>4</v></c>' },
    { name: 'white space', cell: '<c r="A1" t="str"><v xml:space="preserve"> \n </v></c>' },
    { name: 'a style alone', cell: '<c r="A1" s="1"/>' },
    { name: 'a number that its format hides', cell: '<c r="A1" s="1"><v>0</v></c>' },
  ])('a cell of $name is not used', async ({ cell }) => {
    const data = `<row r="1">${cell}</row>${row(2, '', 'x')}`
    expect(await readGrid(data, { strings, formats: ['0;-0;;@'] })).toEqual([['x']])
  })

  test('has its marks in the fidelity profile, where they tell parts apart', async () => {
    const bold = '<rPr><b/><sz val="11"/></rPr>'
    const { tables } = await read(
      {
        sheets: {
          S: `<row><c t="inlineStr"><is><r><t>H</t></r><r><rPr><vertAlign val="subscript"/></rPr><t>2</t></r><r><rPr><b val="0"/></rPr><t>O</t></r></is></c><c t="inlineStr"><is><r>${bold}<t>all </t></r><r>${bold}<t>bold</t></r></is></c></row>`,
        },
      },
      { profile: 'fidelity' },
    )
    expect(tables[0]?.rows[0]?.cells.map(({ content }) => content)).toEqual([
      [
        {
          type: 'paragraph',
          inlines: [
            { type: 'text', text: 'H' },
            { type: 'text', text: '2', script: 'sub' },
            { type: 'text', text: 'O' },
          ],
        },
      ],
      'all bold',
    ])
  })

  test('of dates counts from 1904 where the workbook says so', async () => {
    const more = { formats: ['yyyy-mm-dd'], properties: 'date1904="1"' }
    expect(await readGrid('<row><c s="1"><v>1</v></c></row>', more)).toEqual([['1904-01-02']])
  })
})

describe('values that a cell cannot hold', () => {
  const richData = 'http://schemas.microsoft.com/office/spreadsheetml/2017/richdata'
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const future = [3, 0, 1, 2, 4].map(
    (index) => `<bk><extLst><ext><d:rvb xmlns:d="${richData}" i="${index}"/></ext></extLst></bk>`,
  )
  const parts = {
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="a" Type="x/sheetMetadata" Target="metadata.xml"/><Relationship Id="b" Type="x/rdRichValue" Target="richData/values.xml"/><Relationship Id="c" Type="x/rdRichValueStructure" Target="richData/structures.xml"/></Relationships>`,
    'xl/metadata.xml': `<metadata ${main}><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLDAPR"><bk/></futureMetadata><futureMetadata name="XLRICHVALUE">${future.join('')}</futureMetadata><valueMetadata>${[0, 1, 2, 3, 4].map((at) => `<bk><rc t="2" v="${at}"/></bk>`).join('')}</valueMetadata></metadata>`,
    'xl/richData/structures.xml': `<rvStructures xmlns="${richData}"><s t="_linkedentitycore"><k n="x" t="i"/><k n="_DisplayString" t="s"/></s><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" t="s"/></s><s t="_error"><k n="errorType" t="i"/></s></rvStructures>`,
    'xl/richData/values.xml': `<rvData xmlns="${richData}"><rv s="0"><v>1</v><v>Contoso Ltd</v></rv><rv s="1"><v>0</v><v>5</v><v>A red bird</v></rv><rv s="1"><v>0</v><v>5</v></rv><rv s="2"><v>8</v></rv><rv s="2"><v>99</v></rv></rvData>`,
  }

  test.each([
    { name: 'a newer error', vm: 1, text: '#SPILL!' },
    { name: 'a linked data type', vm: 2, text: 'Contoso Ltd' },
    { name: 'the alternative text of a picture', vm: 3, text: 'A red bird' },
    { name: 'nothing of a picture without', vm: 4, text: '' },
    { name: 'the error stored for one that is not known', vm: 5, text: '#VALUE!' },
    { name: 'the error stored for a number that is not there', vm: 6, text: '#VALUE!' },
  ])('display $name', async ({ vm, text }) => {
    const sheets = {
      S: `<row>${inline('x')}<c t="e" vm="${vm}"><v>#VALUE!</v></c>${inline('y')}</row>`,
    }
    const { tables, warnings } = await read({ sheets, parts })
    expect(gridOf(tables[0])).toEqual([['x', text, 'y']])
    expect(warnings).toEqual([])
  })
})

function inline(text: string): string {
  return `<c t="inlineStr"><is><t>${text}</t></is></c>`
}

describe('the grid', () => {
  const cell = (text: string, reference = ''): string =>
    `<c ${reference && `r="${reference}"`} t="str"><v>${text}</v></c>`

  test.each([
    {
      name: 'cells and rows without references follow each other',
      data: `<row>${cell('a')}${cell('b')}</row><row>${cell('c')}</row>`,
      grid: [
        ['a', 'b'],
        ['c', ''],
      ],
    },
    {
      name: 'a reference moves what follows it',
      data: `<row r="2">${cell('a')}${cell('b', 'C2')}${cell('c')}</row><row>${cell('d')}</row>`,
      grid: [
        ['a', '', 'b', 'c'],
        ['d', '', '', ''],
      ],
    },
    {
      name: 'rows and cells may come in any order',
      data: `<row r="2">${cell('d', 'B2')}${cell('c', 'A2')}</row><row r="1">${cell('a', 'A1')}</row>`,
      grid: [
        ['a', ''],
        ['c', 'd'],
      ],
    },
    {
      name: 'of two cells at one place the later one counts',
      data: `<row r="1">${cell('a', 'A1')}${cell('b', 'A1')}</row><row r="2">${cell('x', 'A2')}</row><row r="1">${cell('c', 'A1')}</row>`,
      grid: [['c'], ['x']],
    },
    {
      name: 'a cell stands where it says, not where its row says',
      data: `<row r="1">${cell('a', 'A1')}${cell('b', 'B2')}</row>`,
      grid: [
        ['a', ''],
        ['', 'b'],
      ],
    },
    {
      name: 'hidden rows and columns stay',
      data: `<row r="1" hidden="1">${cell('a')}</row><row r="2">${cell('b')}</row>`,
      grid: [['a'], ['b']],
    },
  ])('$name', async ({ data, grid }) => {
    expect(await readGrid(data)).toEqual(grid)
  })

  test.each([
    {
      name: 'a column beyond the last',
      data: `<row r="1">${cell('a', 'XFE1')}${cell('b', 'A1')}</row>`,
    },
    {
      name: 'a negative row',
      data: `<row r="-5">${cell('a')}</row><row r="1">${cell('b', 'A1')}</row>`,
    },
    { name: 'a row beyond the last', data: `<row r="1048577">${cell('a')}</row>${row(1, 'b')}` },
    { name: 'no reference at all', data: `<row r="1">${cell('a', '?')}${cell('b', 'A1')}</row>` },
  ])('a cell of $name is left out with a warning', async ({ data }) => {
    const { tables, warnings } = await read({ sheets: { S: data } })
    expect(gridOf(tables[0])).toEqual([['b']])
    expect(new Set(warnings)).toEqual(new Set(['invalid_reference']))
  })

  test('of a few cells far apart leaves the emptiness out', async () => {
    const data = `${row(1, 'a', 'b')}${row(2, 'c')}<row r="1048576">${cell('z', 'XFD1048576')}</row>`
    const { tables, warnings } = await read({ sheets: { S: data } })
    expect(gridOf(tables[0])).toEqual([
      ['a', 'b', '', ''],
      ['c', '', '', ''],
      ['', '', '', ''],
      ['', '', '', 'z'],
    ])
    expect(warnings).toEqual(['empty_cells_left_out'])
  })

  test('of a table with a gap keeps it', async () => {
    expect(await readGrid(`${row(1, 'a')}${row(1000, 'b')}`)).toHaveLength(1000)
  })
})

describe('merged ranges', () => {
  const data = row(1, 'a', 'hidden', 'c') + row(2, 'd', 'e', 'f') + row(3, 'g', 'h', 'i')
  const merge = (...ranges: string[]): string =>
    `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`

  test.each([
    {
      name: 'have their text once, and hide what they cover',
      ranges: ['A1:B2'],
      grid: [
        ['a 2×2', '', 'c'],
        ['', '', 'f'],
        ['g', 'h', 'i'],
      ],
    },
    {
      name: 'may touch',
      ranges: ['B1:B2', 'A1:A3', 'C2:C3'],
      grid: [
        ['a 1×3', 'hidden 1×2', 'c'],
        ['', '', 'f 1×2'],
        ['', 'h', ''],
      ],
    },
    {
      name: 'end where the table ends',
      ranges: ['A3:Z100'],
      grid: [
        ['a', 'hidden', 'c'],
        ['d', 'e', 'f'],
        ['g 3×1', '', ''],
      ],
    },
    {
      name: 'of one cell are none',
      ranges: ['A1:A1', 'B2'],
      grid: [
        ['a', 'hidden', 'c'],
        ['d', 'e', 'f'],
        ['g', 'h', 'i'],
      ],
    },
    {
      name: 'without text hide what they cover',
      ranges: ['A1:B1', 'D1:E9'],
      grid: [
        ['a 2×1', '', 'c'],
        ['d', 'e', 'f'],
        ['g', 'h', 'i'],
      ],
    },
  ])('$name', async ({ ranges, grid }) => {
    expect(await readGrid(data, { afterData: merge(...ranges) })).toEqual(grid)
  })

  test('that cover the whole first row cut it off', async () => {
    const hidden = `<row r="2"><c r="B2" t="str"><v>hidden</v></c></row>${row(3, '', 'b')}`
    expect(await readGrid(hidden, { afterData: merge('A2:C2') })).toEqual([['b']])
  })

  test('that overlap others are not merged', async () => {
    const afterData = merge('A1:B2', 'B2:C3', 'A:A', 'A1:XFD1048576')
    const { tables, warnings } = await read({ sheets: { S: data }, afterData })
    expect(gridOf(tables[0])).toEqual([
      ['a 2×2', '', 'c'],
      ['', '', 'f'],
      ['g', 'h', 'i'],
    ])
    expect(warnings).toEqual(['overlapping_merge', 'overlapping_merge'])
  })
})

describe('links', () => {
  test.each([
    {
      name: 'leads where the cell leads',
      target: 'https://a.example/b',
      location: '',
      to: 'https://a.example/b',
    },
    {
      name: 'has its place in the target',
      target: 'https://a.example/b',
      location: 'c',
      to: 'https://a.example/b#c',
    },
    { name: 'to a file is none', target: 'file:///C:/x.xlsx', location: '', to: undefined },
    { name: 'to a path is none', target: '..\\x.xlsx', location: '', to: undefined },
    { name: 'to its own text is the text', target: 'https://text', location: '', to: undefined },
  ])('a link $name', async ({ target, location, to }) => {
    const { tables } = await read({
      sheets: { S: row(1, 'x', 'https://text') + row(2, 'x', 'https://text') },
      links: { l: target },
      afterData: `<hyperlinks><hyperlink ref="B2" r:id="l" ${location && `location="${location}"`}/></hyperlinks>`,
    })
    const inlines = [{ type: 'text', text: 'https://text' }]
    expect(tables[0]?.rows[1]?.cells[1]?.content).toEqual(
      to === undefined
        ? 'https://text'
        : [{ type: 'paragraph', inlines: [{ type: 'link', target: to, inlines }] }],
    )
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
      name: 'broken styles',
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
      name: 'what is no number',
      workbook: { sheets: { S: '<row><c><v>1e999</v></c><c><v>NaN</v></c></row>' } },
      warnings: ['invalid_number', 'invalid_number'],
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
      name: 'a broken workbook',
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
      name: 'a sheet that is missing beside one that is not',
      workbook: { sheets: { ...sheets, T: '' }, parts: { 'xl/worksheets/sheet2.xml': undefined } },
      warnings: ['missing_part'],
      grid: [['a']],
    },
  ])('$name is a warning', async ({ workbook, warnings, grid }) => {
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
      name: 'no sheet that can be read',
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
      name: 'more text than allowed, made by a number format',
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
  ])('$name is an error', async ({ workbook, more, code }) => {
    await expect(read(workbook, more)).rejects.toMatchObject({ name: 'ConversionError', code })
  })
})
