import { describe, expect, test } from 'vitest'
import { p, read, readLines, run, style, styled, tableOf } from '../testing/docx.ts'

/** A cell with properties. */
const cell = (text: string, properties: string): string =>
  `<w:tcPr>${properties}</w:tcPr>${p(text === '' ? '<w:r/>' : text)}`

const span = (columns: number): string => `<w:gridSpan w:val="${columns}"/>`
const restart = '<w:vMerge w:val="restart"/>'
const goOn = '<w:vMerge/>'

describe('cells', () => {
  test('may span columns', async () => {
    const body = tableOf([cell('a', span(2)), 'b'], ['c', 'd', 'e'])
    expect(await readLines(body)).toEqual(['| {1x2}a | b |', '| c | d | e |'])
  })

  test('may span rows', async () => {
    const body = tableOf([cell('a', restart), 'b'], [cell('', goOn), 'c'], [cell('', goOn), 'd'])
    expect(await readLines(body)).toEqual(['| {3x1}a | b |', '| c |', '| d |'])
  })

  test('that continue a cell of another width stay separate', async () => {
    const body = tableOf([cell('a', span(2) + restart), 'b'], [cell('c', goOn), 'd', 'e'])
    expect(await readLines(body)).toEqual(['| {1x2}a | b |', '| c | d | e |'])
  })

  test('of old files are merged with the preceding one', async () => {
    const body = tableOf(
      [cell('a', '<w:hMerge w:val="restart"/>'), cell('', '<w:hMerge/>'), 'b'],
      ['c', 'd', 'e'],
    )
    expect(await readLines(body)).toEqual(['| {1x2}a | b |', '| c | d | e |'])
  })

  test('keep the text of all merged cells', async () => {
    const body = tableOf([cell('a', restart), 'b'], [cell('kept', goOn), 'c'])
    expect(await readLines(body)).toEqual(['| {2x1}a ¶ kept | b |', '| c |'])
  })

  test("begin at the row's first grid column", async () => {
    const row = `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>${p('b')}</w:tc></w:tr>`
    const body = `<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc>${p('x')}</w:tc></w:tr>${row}</w:tbl>`
    const { document } = await read({ body })
    expect(document.blocks[0]).toMatchObject({
      columnCount: 2,
      rows: [{ cells: [{ column: 0 }, { column: 1 }] }, { cells: [{ column: 1 }] }],
    })
  })

  test('may hold lists, several paragraphs and tables', async () => {
    const body = tableOf([p('a') + p('b'), tableOf(['c', 'd']) + p('<w:r/>')], ['e', 'f'])
    expect(await readLines(body)).toEqual(['| a ¶ b | | c | d | |', '| e | f |'])
  })

  test('may be inside content controls', async () => {
    const control = (inside: string): string =>
      `<w:sdt><w:sdtPr/><w:sdtContent>${inside}</w:sdtContent></w:sdt>`
    const body = `<w:tbl>${control(`<w:tr>${control(`<w:tc>${p('a')}</w:tc>`)}<w:tc>${p('b')}</w:tc></w:tr>`)}</w:tbl>`
    expect(await readLines(body)).toEqual(['| a | b |'])
  })
})

describe('header rows', () => {
  test('are the rows that repeat on each page', async () => {
    const head = `<w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>${p('a')}</w:tc><w:tc>${p('b')}</w:tc></w:tr>`
    const rest = tableOf(['c', 'd']).slice('<w:tbl>'.length)
    expect(await readLines(`<w:tbl>${head}${rest}`)).toEqual(['| !a | !b |', '| c | d |'])
  })

  test.each([
    { name: 'is wanted', look: 'w:firstRow="1"', row: '| !a | !b |' },
    { name: 'is wanted by a bit', look: 'w:val="04A0"', row: '| !a | !b |' },
    { name: 'is not wanted', look: 'w:firstRow="0"', row: '| a | b |' },
  ])('include the first row if the style of one $name', async ({ look: tableLook, row }) => {
    const styles = style('table', 'Grid', 'Grid', '<w:tblStylePr w:type="firstRow"/>')
    const properties = `<w:tblPr><w:tblStyle w:val="Grid"/><w:tblLook ${tableLook}/></w:tblPr>`
    const body = tableOf(['a', 'b'], ['c', 'd']).replace('<w:tbl>', `<w:tbl>${properties}`)
    expect(await readLines({ body, styles })).toEqual([row, '| c | d |'])
  })
})

describe('a table for layout', () => {
  test('with one cell becomes its content', async () => {
    expect(await readLines(tableOf([p('a') + p('b')]))).toEqual(['a', 'b'])
  })

  test('of columns with headings becomes their content', async () => {
    const body = tableOf([styled('Heading1', 'A') + p('a'), styled('Heading1', 'B') + p('b')])
    expect(await readLines(body)).toEqual(['h1: A', 'a', 'h1: B', 'b'])
  })

  test('around tables becomes those tables', async () => {
    const body = tableOf([tableOf(['a', 'b'], ['c', 'd'])], [p('e')])
    expect(await readLines(body)).toEqual(['| a | b |', '| c | d |', 'e'])
  })

  test('without content disappears', async () => {
    expect(await readLines(tableOf(['<w:p/>', '<w:p/>'], ['<w:p/>', '<w:p/>']))).toEqual([])
  })

  test('of formulas and their numbers becomes numbered formulas', async () => {
    const formula = '<m:oMathPara><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></m:oMathPara>'
    const body = tableOf(['<w:p/>', `<w:p>${formula}</w:p>`, '(1)'])
    expect(await readLines(body)).toEqual(['$$x$$ (1)'])
  })
})

test('deleted rows disappear, and deleted cells become empty', async () => {
  const removed = '<w:ins w:id="1"/>'
  const row = (text: string, properties: string): string =>
    `<w:tr><w:trPr>${properties}</w:trPr><w:tc>${p(text)}</w:tc><w:tc>${p(run('x'))}</w:tc></w:tr>`
  const body = `<w:tbl>${row('a', removed)}${row('b', '<w:del w:id="2"/>')}</w:tbl>`
  expect(await readLines(body)).toEqual(['| a | x |'])
  expect(await readLines(tableOf([cell('a', '<w:cellDel w:id="3"/>'), 'b']))).toEqual(['|  | b |'])
})

test('captions are attached to tables and figures in the full profile', async () => {
  const styles = style('paragraph', 'Caption', 'caption')
  const picture =
    '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="A cat"/><a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
  const body =
    styled('Caption', 'Table 1: T') +
    tableOf(['a', 'b']) +
    p(picture) +
    styled('Caption', 'Figure 1: F') +
    styled('Caption', 'Figure 2: alone')
  expect(await readLines({ body, styles }, 'fidelity')).toEqual([
    'table: Table 1: T',
    '| a | b |',
    'figure: A cat | Figure 1: F',
    'caption: Figure 2: alone',
  ])
  expect(await readLines({ body, styles })).toEqual([
    'caption: Table 1: T',
    '| a | b |',
    'caption: Figure 1: F',
    'caption: Figure 2: alone',
  ])
})
