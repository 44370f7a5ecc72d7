import { describe, expect, test } from 'vitest'
import { p, readLines, run, tableOf } from './testing/docx.ts'

describe('text boxes', () => {
  const story = (value: string): string => `<w:txbxContent>${p(value)}</w:txbxContent>`
  const shape = (value: string): string =>
    `<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>${story(value)}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`
  const vml = (value: string): string =>
    `<w:pict><v:shape><v:textbox>${story(value)}</v:textbox></v:shape></w:pict>`
  const either = (requires: string): string =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="${requires}">${shape('new')}</mc:Choice><mc:Fallback>${vml('old')}</mc:Fallback></mc:AlternateContent></w:r>`

  test('are printed once, after their paragraph', async () => {
    expect(await readLines(p(run('a') + either('wps') + run('b')) + p('c'))).toEqual([
      'ab',
      'new',
      'c',
    ])
  })

  test('are read from the fallback if the choice is unknown', async () => {
    expect(await readLines(p(either('future')))).toEqual(['old'])
  })

  test('on canvases, and WordArt, are text', async () => {
    const canvas =
      '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><lc:lockedCanvas><a:sp><a:txSp><a:txBody><a:p><a:r><a:t>drawn</a:t></a:r></a:p></a:txBody></a:txSp></a:sp></lc:lockedCanvas></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
    const art = '<w:r><w:pict><v:shape><v:textpath string="Art"/></v:shape></w:pict></w:r>'
    expect(await readLines(p(canvas) + p(art))).toEqual(['drawn', 'Art'])
  })

  test('end their fields', async () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    const open = vml('x').replace('<w:p>', `<w:p>${begin}`)
    expect(await readLines(p(`${run('a')}<w:r>${open}</w:r>${run('b')}`))).toEqual(['ab', 'x'])
  })
})

describe('content controls', () => {
  const control = (inside: string, properties = ''): string =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${inside}</w:sdtContent></w:sdt>`
  const box = (checked: number): string =>
    control(run('?'), `<w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox>`)

  test('are replaced by their content', async () => {
    expect(await readLines(control(p('a') + p(control(run('b')))))).toEqual(['a', 'b'])
  })

  test('with a check box at the start of a paragraph make a task', async () => {
    expect(await readLines(p(box(1) + run(' done')) + p(box(0) + run(' open')))).toEqual([
      '[x] done',
      '[ ] open',
    ])
  })

  test.each([
    {
      name: 'with a list become the selected entry',
      properties: '<w:dropDownList><w:listItem w:displayText="One" w:value="1"/></w:dropDownList>',
      text: 'One',
    },
    {
      name: 'with a date become the printed date',
      properties: '<w:date w:fullDate="2026-05-01T00:00:00Z"/>',
      text: '1 May 2026',
    },
    {
      name: 'without input become their placeholder text, as in print',
      properties: '<w:showingPlcHdr/><w:text/>',
      text: 'Click here.',
    },
    {
      name: 'that show a property of the file become its text',
      properties: '<w:dataBinding w:xpath="/x"/><w:text/>',
      text: 'Bound',
    },
  ])('$name', async ({ properties, text }) => {
    expect(await readLines(p(control(run(text), properties)))).toEqual([text])
  })

  test('may be nested, and may contain rows and cells', async () => {
    const row = control(`<w:tr><w:tc>${p('a')}</w:tc>${control(`<w:tc>${p('b')}</w:tc>`)}</w:tr>`)
    expect(await readLines(`<w:tbl>${row}</w:tbl>${control(control(p('c')))}`)).toEqual([
      '| a | b |',
      'c',
    ])
  })

  test('with several check boxes in a row, in text or in a cell, become characters', async () => {
    const yesNo = p(box(1) + run(' yes ') + box(0) + run(' no'))
    expect(await readLines(yesNo + p(run('a ') + box(0)))).toEqual(['☒ yes ☐ no', 'a ☐'])
    expect(await readLines(tableOf([p(box(1)), 'x']))).toEqual(['| ☒ | x |'])
  })
})
