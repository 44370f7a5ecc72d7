import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { writeMarkdown } from '../../writers/markdown/index.ts'
import { readXlsx } from './index.ts'
import { makeXlsx, row, type TestWorkbook } from './testing/workbook.ts'

async function markdownOf(workbook: TestWorkbook, profile: 'fast' | 'fidelity' = 'fidelity') {
  const { document } = await readXlsx(makeXlsx(workbook), { profile, limits: defaultLimits })
  return { document, markdown: writeMarkdown(document, { tables: 'html', limits: defaultLimits }) }
}

/** Builds a sheet from rows of texts; an empty text makes no cell, an empty row none. */
function sheet(...rows: readonly (readonly string[])[]): string {
  return rows.map((texts, index) => (texts.length > 0 ? row(index + 1, ...texts) : '')).join('')
}

async function tablesOf(data: string): Promise<string[]> {
  const { markdown } = await markdownOf({ sheets: { S: data } })
  return markdown
    .split('\n\n')
    .slice(1)
    .map((block) =>
      block
        .trim()
        .split('\n')
        .filter((line) => !/^\| -/.test(line))
        .join(' / '),
    )
}

describe('several tables of a sheet', () => {
  test.each([
    {
      name: 'one below the other, each with its header, are separate',
      data: sheet(['a', 'b'], ['1', '2'], [], ['c', 'd'], ['3', '4']),
      tables: ['| a | b | / | 1 | 2 |', '| c | d | / | 3 | 4 |'],
    },
    {
      name: 'are not assumed for groups of rows under one header',
      data: sheet(['a', 'b'], ['x', '2'], [], ['y', '4'], ['z', '5']),
      tables: ['| a | b | / | x | 2 | / | | | / | y | 4 | / | z | 5 |'],
    },
    {
      name: 'separated by two empty rows are separate, with or without a header',
      data: sheet(['a', 'b'], ['x', 'y'], [], [], ['z', 'u'], ['v', 'w']),
      tables: ['| a | b | / | x | y |', '| z | u | / | v | w |'],
    },
    {
      name: 'side by side are separate',
      data: sheet(['a', 'b', '', 'c', 'd'], ['x', '1', '', 'y', '2'], ['u', '1', '', 'v', '2']),
      tables: ['| a | b | / | x | 1 | / | u | 1 |', '| c | d | / | y | 2 | / | v | 2 |'],
    },
    {
      name: 'are not assumed if an empty column before figures is a gap in one table',
      data: sheet(['a', 'b', '', 'c', 'd'], ['x', '1', '', '5', '2'], ['u', '1', '', '6', '2']),
      tables: ['| a | b | | c | d | / | x | 1 | | 5 | 2 | / | u | 1 | | 6 | 2 |'],
    },
    {
      name: 'keep columns of labels, units and remarks beside empty columns',
      data: sheet(
        ['No.', '', 'Item', '', 'Unit', 'Value', '', 'Remark'],
        ['1', '', 'Voltage', '', 'kV', 'high', '', ''],
        ['2', '', 'Phases', '', '', 'three', '', 'see 4'],
        [],
        [],
        ['c', 'd'],
        ['3', '4'],
      ),
      tables: [
        '| No. | | Item | | Unit | Value | | Remark | / | 1 | | Voltage | | kV | high | | | / | 2 | | Phases | | | three | | see 4 |',
        '| c | d | / | 3 | 4 |',
      ],
    },
    {
      name: 'have titles and remarks between them as lines of text',
      data: sheet(['One'], [], ['a', 'b'], ['1', '2'], [], ['', 'Two'], [], ['c', 'd'], ['3', '4']),
      tables: ['One', '| a | b | / | 1 | 2 |', 'Two', '| c | d | / | 3 | 4 |'],
    },
    {
      name: 'a sheet of one table stays whole, with its title',
      data: sheet(['One'], [], ['a', 'b'], ['1', '2']),
      tables: ['| One | | / | | | / | a | b | / | 1 | 2 |'],
    },
  ])('$name', async ({ data, tables }) => {
    const found = await tablesOf(data)
    expect(found.map((table) => table.replace(/ {2,}/g, ' '))).toEqual(tables)
  })

  test('have separate ranges; the fast profile reads one table', async () => {
    const workbook = { sheets: { S: sheet(['a', 'b'], ['1', '2'], [], ['c', 'd'], ['3', '4']) } }
    const [section] = (await markdownOf(workbook)).document.blocks
    expect(section).toMatchObject({
      blocks: [
        { provenance: [{ sheet: 1, range: { row0: 0, column0: 0, row1: 1, column1: 1 } }] },
        { provenance: [{ sheet: 1, range: { row0: 3, column0: 0, row1: 4, column1: 1 } }] },
      ],
    })
    const [whole] = (await markdownOf(workbook, 'fast')).document.blocks
    expect(whole).toMatchObject({ blocks: [{ rows: { length: 5 } }] })
  })

  test('are not split from scattered cells', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => (index % 3 < 2 ? ['a', 'b'] : []))
    const { document } = await markdownOf({ sheets: { S: sheet(...rows) } })
    expect(document.blocks[0]).toMatchObject({ blocks: { length: 1 } })
  })
})

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const drawingMl = 'http://schemas.openxmlformats.org/drawingml/2006'

function relationships(...rows: readonly (readonly [id: string, type: string, target: string])[]) {
  const items = rows.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`
}

const anchor = (rowNumber: number, content: string): string =>
  `<xdr:twoCellAnchor><xdr:from><xdr:row>${rowNumber}</xdr:row></xdr:from>${content}</xdr:twoCellAnchor>`

const drawing = `<xdr:wsDr xmlns:xdr="${drawingMl}/spreadsheetDrawing" xmlns:a="${drawingMl}/main" xmlns:c="${drawingMl}/chart" xmlns:r="${types}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">${
  anchor(9, '<xdr:sp><xdr:txBody><a:p><a:r><a:t>A remark</a:t></a:r></a:p></xdr:txBody></xdr:sp>') +
  anchor(
    5,
    '<mc:AlternateContent><mc:Choice Requires="c"><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></xdr:graphicFrame></mc:Choice><mc:Fallback><xdr:sp><xdr:txBody><a:p><a:r><a:t>Not available</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent>',
  ) +
  anchor(
    1,
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="p" descr="A red barn"/></xdr:nvPicPr></xdr:pic>',
  )
}</xdr:wsDr>`

const chart = `<c:chartSpace xmlns:c="${drawingMl}/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Sold</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>May</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const notes = `<comments xmlns="${main}"><commentList><comment ref="B2"><text><r><t>Ann:</t></r><r><t> check</t></r></text></comment><comment ref="A1"><text><t> </t></text></comment></commentList></comments>`
const thread = `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="B2"><text>Is this right?</text></threadedComment><threadedComment ref="B2"><text>Yes.</text></threadedComment></ThreadedComments>`

function decorated(...more: readonly (readonly [string, string, string])[]): TestWorkbook {
  return {
    sheets: { S: sheet(['a']) },
    parts: {
      'xl/worksheets/_rels/sheet1.xml.rels': relationships(...more),
      'xl/drawings/drawing1.xml': drawing,
      'xl/drawings/_rels/drawing1.xml.rels': relationships(['c1', 'chart', '../charts/chart1.xml']),
      'xl/charts/chart1.xml': chart,
      'xl/comments1.xml': notes,
      'xl/threadedComments/threadedComment1.xml': thread,
    },
  }
}

test('charts, pictures and text boxes follow the cells, from top to bottom; the fast profile leaves them out', async () => {
  const workbook = decorated(['d1', 'drawing', '../drawings/drawing1.xml'])
  const { markdown } = await markdownOf(workbook)
  expect(markdown).toBe(
    '## S\n\n| a |\n| --- |\n\nA red barn\n\n| | Sold |\n| --- | ---: |\n| May | 7 |\n\nA remark\n',
  )
  expect((await markdownOf(workbook, 'fast')).markdown).toBe('## S\n\n| a |\n| --- |\n')
})

describe('comments', () => {
  const note = ['n', 'comments', '../comments1.xml'] as const
  const conversation = ['t', 'threadedComment', '../threadedComments/threadedComment1.xml'] as const

  test.each([
    { name: 'notes of cells', parts: [note], texts: ['B2: Ann: check'] },
    {
      name: 'conversations, without the notes that repeat them',
      parts: [note, conversation],
      texts: ['B2: Is this right?', 'B2: Yes.'],
    },
  ])('are read from $name, and not printed', async ({ parts, texts }) => {
    const { document, markdown } = await markdownOf(decorated(...parts))
    expect(document.blocks[0]).toMatchObject({
      blocks: [
        { type: 'table' },
        { kind: 'comments', blocks: texts.map((text) => ({ inlines: [{ text }] })) },
      ],
    })
    expect(markdown).toBe('## S\n\n| a |\n| --- |\n')
  })
})
