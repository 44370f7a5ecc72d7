import { describe, expect, test } from 'vitest'
import { gridOf, read, readGrid, row } from './testing/workbook.ts'

describe('the grid', () => {
  const cell = (text: string, reference = ''): string =>
    `<c ${reference && `r="${reference}"`} t="str"><v>${text}</v></c>`

  test.each([
    {
      name: 'cells and rows without references are placed after the previous one',
      data: `<row>${cell('a')}${cell('b')}</row><row>${cell('c')}</row>`,
      grid: [
        ['a', 'b'],
        ['c', ''],
      ],
    },
    {
      name: 'a reference moves all following cells',
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
      name: 'the later of two cells at one position is used',
      data: `<row r="1">${cell('a', 'A1')}${cell('b', 'A1')}</row><row r="2">${cell('x', 'A2')}</row><row r="1">${cell('c', 'A1')}</row>`,
      grid: [['c'], ['x']],
    },
    {
      name: 'the position of a cell comes from its own reference, not from its row',
      data: `<row r="1">${cell('a', 'A1')}${cell('b', 'B2')}</row>`,
      grid: [
        ['a', ''],
        ['', 'b'],
      ],
    },
    {
      name: 'hidden rows and columns are kept',
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
  ])('leaves out a cell of $name, with a warning', async ({ data }) => {
    const { tables, warnings } = await read({ sheets: { S: data } })
    expect(gridOf(tables[0])).toEqual([['b']])
    expect(new Set(warnings)).toEqual(new Set(['invalid_reference']))
  })

  test('shortens the empty space between a few distant cells', async () => {
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

  test('keeps a gap within a table', async () => {
    expect(await readGrid(`${row(1, 'a')}${row(1000, 'b')}`)).toHaveLength(1000)
  })
})

describe('merged ranges', () => {
  const data = row(1, 'a', 'hidden', 'c') + row(2, 'd', 'e', 'f') + row(3, 'g', 'h', 'i')
  const merge = (...ranges: string[]): string =>
    `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`

  test.each([
    {
      name: 'show their text once, and hide the covered cells',
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
      name: 'of one cell are ignored',
      ranges: ['A1:A1', 'B2'],
      grid: [
        ['a', 'hidden', 'c'],
        ['d', 'e', 'f'],
        ['g', 'h', 'i'],
      ],
    },
    {
      name: 'without text hide the covered cells',
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

  test.each([
    { name: 'over all columns', ranges: ['A1:C1'], headers: 2 },
    { name: 'under another one', ranges: ['A1:C1', 'A2:C2'], headers: 3 },
    { name: 'over some columns', ranges: ['A1:B1'], headers: 1 },
    { name: 'over several rows', ranges: ['A1:C2'], headers: 1 },
  ])('as a title $name leave $headers header rows', async ({ ranges, headers }) => {
    const sheets = { S: data + row(4, 'j', 'k', 'l') }
    const { tables } = await read({ sheets, afterData: merge(...ranges) })
    const marked = tables[0]?.rows.map(({ cells }) => cells.some(({ header }) => header))
    expect(marked?.filter(Boolean)).toHaveLength(headers)
  })

  test('over an empty first row remove it', async () => {
    const hidden = `<row r="2"><c r="B2" t="str"><v>hidden</v></c></row>${row(3, '', 'b')}`
    expect(await readGrid(hidden, { afterData: merge('A2:C2') })).toEqual([['b']])
  })

  test('that overlap others are ignored', async () => {
    const afterData = merge('A1:B2', 'B2:C3', 'A:A', 'A1:XFD1048576')
    const { tables, warnings } = await read({ sheets: { S: data }, afterData })
    expect(gridOf(tables[0])).toEqual([
      ['a 2×2', '', 'c'],
      ['', '', 'f'],
      ['g', 'h', 'i'],
    ])
    expect(warnings).toEqual(['overlapping_merge'])
  })
})
