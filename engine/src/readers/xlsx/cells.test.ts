import { describe, expect, test } from 'vitest'
import { gridOf, inline, read, readGrid, row } from './testing/workbook.ts'

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
      name: 'a plain value in place of an inline string',
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
  ])('ignores a cell of $name', async ({ cell }) => {
    const data = `<row r="1">${cell}</row>${row(2, '', 'x')}`
    expect(await readGrid(data, { strings, formats: ['0;-0;;@'] })).toEqual([['x']])
  })

  test('keeps marks in the fidelity profile if they differ between runs', async () => {
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

  test('of dates counts from 1904 if the workbook says so', async () => {
    const more = { formats: ['yyyy-mm-dd'], properties: 'date1904="1"' }
    expect(await readGrid('<row><c s="1"><v>1</v></c></row>', more)).toEqual([['1904-01-02']])
  })
})

describe('rich values', () => {
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
    { name: 'no text for a picture without a description', vm: 4, text: '' },
    { name: 'the stored error for a value of an unknown type', vm: 5, text: '#VALUE!' },
    { name: 'the stored error for a value that does not exist', vm: 6, text: '#VALUE!' },
  ])('display $name', async ({ vm, text }) => {
    const sheets = {
      S: `<row>${inline('x')}<c t="e" vm="${vm}"><v>#VALUE!</v></c>${inline('y')}</row>`,
    }
    const { tables, warnings } = await read({ sheets, parts })
    expect(gridOf(tables[0])).toEqual([['x', text, 'y']])
    expect(warnings).toEqual([])
  })
})

describe('links', () => {
  test.each([
    {
      name: 'has the target of the cell',
      target: 'https://a.example/b',
      location: '',
      to: 'https://a.example/b',
    },
    {
      name: 'includes the fragment of the target',
      target: 'https://a.example/b',
      location: 'c',
      to: 'https://a.example/b#c',
    },
    { name: 'to a file becomes text', target: 'file:///C:/x.xlsx', location: '', to: undefined },
    { name: 'to a path becomes text', target: '..\\x.xlsx', location: '', to: undefined },
    { name: 'to its own text stays text', target: 'https://text', location: '', to: undefined },
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

  test.each([
    { name: 'by its location', link: `location="'Two''s b'!A1:B2"`, target: '', to: '#twos-b' },
    { name: 'in the notation of LibreOffice', link: 'r:id="l"', target: '#Three.C4', to: '#three' },
    { name: 'but not to its own sheet', link: 'location="S!A1"', target: '', to: undefined },
    { name: 'but not to a defined name', link: 'location="range"', target: '', to: undefined },
  ])(
    'a link leads to another sheet in the fidelity profile, $name',
    async ({ link, target, to }) => {
      const workbook = {
        sheets: { S: row(1, 'x', 'y'), 'Two&apos;s b': row(1, 'z'), Three: row(1, 'z') },
        links: { l: target },
        afterData: `<hyperlinks><hyperlink ref="B1" ${link}/></hyperlinks>`,
      }
      const inlines = [{ type: 'text', text: 'y' }]
      const { tables } = await read(workbook, { profile: 'fidelity' })
      expect(tables[0]?.rows[0]?.cells[1]?.content).toEqual(
        to === undefined
          ? 'y'
          : [{ type: 'paragraph', inlines: [{ type: 'link', target: to, inlines }] }],
      )
      const fast = await read(workbook)
      expect(fast.tables[0]?.rows[0]?.cells[1]?.content).toBe('y')
    },
  )

  test.each([
    {
      name: 'an address',
      formula: 'HYPERLINK("https://a.example/?q=""b""","y")',
      to: 'https://a.example/?q="b"',
    },
    { name: 'another sheet', formula: ` hyperlink( "#'T'!A1" , "y" )`, to: '#t' },
    { name: 'no target that has to be computed', formula: 'HYPERLINK(A1,"y")', to: undefined },
    {
      name: 'no target that is only partly an address',
      formula: 'HYPERLINK("https://a.example/"&amp;A1,"y")',
      to: undefined,
    },
    { name: 'no script', formula: 'HYPERLINK("javascript:x()","y")', to: undefined },
  ])('leads to $name from a formula', async ({ formula, to }) => {
    const xml = formula.replaceAll('"', '&quot;')
    const cell = `<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="B1" t="str"><f>${xml}</f><v>y</v></c></row>`
    const { tables } = await read({ sheets: { S: cell, T: row(1, 'z') } }, { profile: 'fidelity' })
    const inlines = [{ type: 'text', text: 'y' }]
    expect(tables[0]?.rows[0]?.cells[1]?.content).toEqual(
      to === undefined
        ? 'y'
        : [{ type: 'paragraph', inlines: [{ type: 'link', target: to, inlines }] }],
    )
  })
})
