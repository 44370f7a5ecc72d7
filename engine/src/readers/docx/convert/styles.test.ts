import { describe, expect, test } from 'vitest'
import { p, readLines, run, style, styled } from '../testing/docx.ts'

const outline = (level: number): string => `<w:pPr><w:outlineLvl w:val="${level}"/></w:pPr>`

describe('headings', () => {
  test.each([
    { name: 'a built-in style', sheet: style('paragraph', 's', 'heading 3'), line: 'h3: x' },
    { name: 'a style of Google Docs', sheet: style('paragraph', 's', 'Heading 2'), line: 'h2: x' },
    {
      name: 'a localised style with an outline level',
      sheet: style('paragraph', 's', 'Überschrift 2', outline(1)),
      line: 'h2: x',
    },
    {
      name: 'a style based on one with an outline level',
      sheet:
        style('paragraph', 'base', 'Kapitel', outline(0)) +
        style('paragraph', 's', 'Anhang', '<w:basedOn w:val="base"/>'),
      line: 'h1: x',
    },
    {
      name: 'not if the style resets the outline level to body text',
      sheet:
        style('paragraph', 'base', 'heading 1') +
        style('paragraph', 's', 'TOC Heading', `<w:basedOn w:val="base"/>${outline(9)}`),
      line: 'x',
    },
    { name: 'the title style', sheet: style('paragraph', 's', 'Title'), line: 'title: x' },
    {
      name: 'a style based on the title style',
      sheet:
        style('paragraph', 'Title', 'Title') +
        style('paragraph', 's', 'Report Title', '<w:basedOn w:val="Title"/>'),
      line: 'title: x',
    },
    {
      name: 'not if the style is based on itself',
      sheet:
        style('paragraph', 's', 'A', '<w:basedOn w:val="t"/>') +
        style('paragraph', 't', 'B', '<w:basedOn w:val="s"/>'),
      line: 'x',
    },
  ])('are recognised by their style: $name', async ({ sheet, line }) => {
    expect(await readLines({ body: styled('s', 'x'), styles: sheet })).toEqual([line])
  })

  test('are recognised by their own outline level', async () => {
    expect(await readLines(p('x', '<w:outlineLvl w:val="2"/>'))).toEqual(['h3: x'])
    expect(await readLines(p('x', '<w:outlineLvl w:val="9"/>'))).toEqual(['x'])
  })

  test('are recognised by the id of an undefined style', async () => {
    expect(await readLines(styled('Heading2', 'x') + styled('Title', 'y'))).toEqual([
      'h2: x',
      'title: y',
    ])
  })

  test('are recognised by the default paragraph style', async () => {
    const sheet =
      '<w:style w:type="paragraph" w:default="1" w:styleId="n"><w:name w:val="heading 4"/></w:style>'
    expect(await readLines({ body: p('x'), styles: sheet })).toEqual(['h4: x'])
  })
})

test.each([
  { name: 'caption', line: 'caption: x' },
  { name: 'Table Caption', line: 'caption: x' },
  { name: 'Quote', line: '> x' },
  { name: 'Intense Quote', line: '> x' },
  { name: 'Source Code', line: 'code: x' },
  { name: 'HTML Preformatted', line: 'code: x' },
  { name: 'Listing Number', line: 'x' },
  { name: 'Source Reference', line: 'x' },
])('a paragraph of the style $name', async ({ name, line }) => {
  expect(
    await readLines({ body: styled('s', 'x'), styles: style('paragraph', 's', name) }),
  ).toEqual([line])
})

describe('formatting', () => {
  const bold = '<w:rPr><w:b/></w:rPr>'
  const sheet =
    style('paragraph', 'Loud', 'Loud', bold) +
    style('character', 'Strong', 'Strong', bold) +
    style('character', 'Secret', 'Secret', '<w:rPr><w:vanish/></w:rPr>') +
    style('character', 'Emph', 'Emphasis', '<w:basedOn w:val="Strong"/><w:rPr><w:i/></w:rPr>') +
    style('character', 'Code', 'HTML Code') +
    style('character', 'Raised', 'Raised', '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>')
  const inStyle = (id: string): string => `<w:rStyle w:val="${id}"/>`

  test.each([
    { name: 'set by the run', properties: '<w:b/><w:i w:val="1"/>', line: '<bi>x</>' },
    { name: 'switched off by the run', properties: '<w:b w:val="false"/>', line: 'x' },
    { name: 'set by its style', properties: inStyle('Strong'), line: '<b>x</>' },
    {
      name: 'set by the base of its style',
      properties: inStyle('Emph'),
      line: '<bi>x</>',
    },
    {
      name: 'set by its style, switched off by the run',
      properties: `${inStyle('Strong')}<w:b w:val="0"/>`,
      line: 'x',
    },
    { name: 'struck through twice', properties: '<w:dstrike/>', line: '<s>x</>' },
    { name: 'raised', properties: '<w:vertAlign w:val="superscript"/>', line: '<super>x</>' },
    {
      name: 'raised by its style, lowered by the run',
      properties: `${inStyle('Raised')}<w:vertAlign w:val="subscript"/>`,
      line: '<sub>x</>',
    },
    {
      name: 'raised by its style, set to the baseline by the run',
      properties: `${inStyle('Raised')}<w:vertAlign w:val="baseline"/>`,
      line: 'x',
    },
    { name: 'in code', properties: inStyle('Code'), line: '`x`' },
  ])('$name', async ({ properties, line }) => {
    expect(await readLines({ body: p(run('x', properties)), styles: sheet })).toEqual([line])
  })

  test('of a whole style is decoration, and a bold style within it is not bold', async () => {
    const body = styled(
      'Loud',
      run('all ') + run('toggled', inStyle('Strong')) + run(' b', '<w:b/>'),
    )
    expect(await readLines({ body, styles: sheet })).toEqual(['all toggled b'])
  })

  test('hides text by the run, its style or the defaults', async () => {
    const body = p(run('seen') + run(' not', '<w:vanish/>') + run(' nor this', inStyle('Secret')))
    expect(await readLines({ body, styles: sheet })).toEqual(['seen'])
    const defaults =
      '<w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault></w:docDefaults>'
    const shown = run('shown', '<w:vanish w:val="0"/>')
    expect(await readLines({ body: p(run('hidden') + shown), styles: defaults })).toEqual(['shown'])
  })

  test('includes underlining in the full profile only', async () => {
    const body = p(run('x', '<w:u w:val="single"/>') + run('y', '<w:u w:val="none"/>'))
    expect(await readLines(body)).toEqual(['xy'])
    expect(await readLines(body, 'fidelity')).toEqual(['<u>x</>y'])
  })

  test('joins runs of equal formatting', async () => {
    const body = p(run('a', '<w:b/>') + run('b', '<w:b/><w:sz w:val="20"/>') + run('c'))
    expect(await readLines(body)).toEqual(['<b>ab</>c'])
  })
})
