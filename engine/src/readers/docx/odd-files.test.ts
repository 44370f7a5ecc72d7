import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { makeZip } from '../ooxml/testing/zip.ts'
import { readDocx } from './index.ts'
import {
  abstractOf,
  instanceOf,
  levelOf,
  makeDocx,
  numbered,
  p,
  read,
  readLines,
  run,
  style,
  styled,
  withNamespaces,
} from './testing/docx.ts'

const options = { profile: 'fast', limits: defaultLimits } as const

describe('a damaged file', () => {
  const options = { profile: 'fast', limits: defaultLimits } as const

  test('is refused if its main part is not well-formed', async () => {
    const bytes = makeDocx({ body: '<w:p>' })
    await expect(readDocx(bytes, options)).rejects.toMatchObject({ code: 'conversion_failed' })
  })

  test.each(['styles.xml', 'numbering.xml', 'footnotes.xml', '_rels/document.xml.rels'])(
    'is read without its damaged part %s',
    async (part) => {
      const name = part.replace(/\.xml$/, '')
      const { document, warnings } = await read({
        body: styled('Heading1', 'a'),
        ...(part.startsWith('_') ? {} : { relationships: { x: [name, part] } }),
        parts: { [`word/${part}`]: '<broken' },
      })
      expect(document.blocks).toHaveLength(1)
      expect(warnings.map(({ code }) => code)).toEqual(['damaged_part'])
    },
  )
})

describe('parts', () => {
  const wordprocessing = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
  const types = (...overrides: [string, string][]): string =>
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>${overrides.map(([name, type]) => `<Override PartName="${name}" ContentType="${wordprocessing}${type}+xml"/>`).join('')}</Types>`
  const relationships = (...targets: [string, string][]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.map(([type, target], index) => `<Relationship Id="r${index}" Type="${office}${type}" Target="${target}"/>`).join('')}</Relationships>`
  const sheet = withNamespaces('styles', style('paragraph', 'X', 'heading 2'))
  const main = withNamespaces('document', `<w:body>${styled('X', 'a')}</w:body>`)
  const readParts = async (parts: Readonly<Record<string, string>>) => {
    const { document, warnings } = await readDocx(makeZip(parts), options)
    return { blocks: document.blocks, codes: warnings.map(({ code }) => code) }
  }
  const heading = { type: 'heading', level: 2, inlines: [{ type: 'text', text: 'a' }] }

  test.each([
    { name: 'from the root', target: '/word/styles.xml' },
    { name: 'beside the main part', target: 'styles.xml' },
    { name: 'through the parent folder', target: '../word/styles.xml' },
    { name: 'with backslashes', target: '\\word\\styles.xml' },
    { name: 'in another case', target: 'Styles.XML' },
    { name: 'with a fragment', target: 'styles.xml#x' },
  ])('are found by the target $name', async ({ target }) => {
    const { blocks, codes } = await readParts({
      '[Content_Types].xml': types(['/word/document.xml', 'document.main']),
      '_rels/.rels': relationships(['officeDocument', '/word/document.xml']),
      'word/document.xml': main,
      'word/_rels/document.xml.rels': relationships(['styles', target]),
      'word/styles.xml': sheet,
    })
    expect({ blocks, codes }).toEqual({ blocks: [heading], codes: [] })
  })

  test('may have any name and folder', async () => {
    const { blocks } = await readParts({
      '[Content_Types].xml': types(['/d/main2.xml', 'document.main']),
      '_rels/.rels': relationships(['officeDocument', 'd/main2.xml']),
      'd/main2.xml': main,
      'd/_rels/main2.xml.rels': relationships(['styles', 'x/looks.xml']),
      'd/x/looks.xml': sheet,
    })
    expect(blocks).toEqual([heading])
  })

  test.each([
    { name: 'missing', rels: {} },
    {
      name: 'pointing to missing parts',
      rels: { 'word/_rels/document.xml.rels': relationships(['styles', 'gone.xml']) },
    },
  ])('are found by their types if relationships are $name', async ({ rels }) => {
    const { blocks } = await readParts({
      '[Content_Types].xml': types(
        ['/word/document.xml', 'document.main'],
        ['/word/glossary/styles.xml', 'styles'],
        ['/word/styles.xml', 'styles'],
      ),
      'word/document.xml': main,
      'word/glossary/styles.xml': withNamespaces('styles', style('paragraph', 'X', 'Title')),
      'word/styles.xml': sheet,
      ...rels,
    })
    expect(blocks).toEqual([heading])
  })

  test('without a relationship are not read', async () => {
    const { blocks } = await readParts({
      '[Content_Types].xml': types(
        ['/word/document.xml', 'document.main'],
        ['/word/styles.xml', 'styles'],
      ),
      'word/document.xml': main,
      'word/styles.xml': sheet,
      'word/_rels/document.xml.rels': relationships(['settings', 'settings.xml']),
    })
    expect(blocks).toMatchObject([{ type: 'paragraph' }])
  })

  test('of documents without a body are empty', async () => {
    const { blocks } = await readParts({
      '[Content_Types].xml': types(['/word/document.xml', 'document.main']),
      'word/document.xml': withNamespaces('document', ''),
    })
    expect(blocks).toEqual([])
  })
})

describe('markup', () => {
  test('may use any prefix, or none', async () => {
    const uri = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    for (const [prefix, declaration] of [
      ['', `xmlns="${uri}"`],
      ['ns0:', `xmlns:ns0="${uri}"`],
    ] as const) {
      const tag = (name: string, inside: string): string =>
        `<${prefix}${name}>${inside}</${prefix}${name}>`
      const body = tag('body', tag('p', tag('r', tag('t', 'a'))))
      const main = `<${prefix}document ${declaration}>${body}</${prefix}document>`
      const { document } = await readDocx(
        makeDocx({ body: '', parts: { 'word/document.xml': main } }),
        options,
      )
      expect(document.blocks).toEqual([
        { type: 'paragraph', inlines: [{ type: 'text', text: 'a' }] },
      ])
    }
  })

  test('may contain alternatives without a choice or a fallback', async () => {
    const either = (inside: string): string =>
      `<w:r><mc:AlternateContent>${inside}</mc:AlternateContent></w:r>`
    const body = p(
      run('a') +
        either('<mc:Fallback><w:t>b</w:t></mc:Fallback>') +
        either('<mc:Choice Requires="future"><w:t>c</w:t></mc:Choice>') +
        either(''),
    )
    expect(await readLines(body)).toEqual(['ab'])
  })

  test('is text without style sheet and numbering; headings are recognised by style ids', async () => {
    expect(await readLines(styled('Heading2', 'a') + numbered('b', 1))).toEqual(['h2: a', 'b'])
  })

  test('may repeat elements', async () => {
    const styles = style('paragraph', 'X', 'Title') + style('paragraph', 'X', 'heading 3')
    const numbering =
      abstractOf(0, levelOf(0, 'bullet', '•')) +
      abstractOf(0, levelOf(0, 'decimal', '%1.')) +
      instanceOf(1, 0)
    const footnotes = `<w:footnote w:id="1">${p('x')}</w:footnote><w:footnote w:id="1">${p('y')}</w:footnote>`
    const body =
      styled('X', 'a') + numbered(`${run('b')}<w:r><w:footnoteReference w:id="1"/></w:r>`, 1)
    expect(await readLines({ body, styles, numbering, footnotes })).toEqual([
      'h3: a',
      '1. b[^footnote-1]',
      '[^footnote-1]:',
      '  y',
    ])
  })

  test.each([
    { name: 'a level', body: numbered('a', 1, 99) },
    { name: 'a negative level', body: numbered('a', 1, -1) },
    { name: 'an outline level', body: p('a', '<w:outlineLvl w:val="4000000000"/>') },
    { name: 'an indent', body: p('a', '<w:ind w:left="x" w:hanging=""/>') },
    { name: 'a number of a list', body: p('a', '<w:numPr><w:numId/></w:numPr>') },
    {
      name: 'a span',
      body: `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="-3"/></w:tcPr>${p('a')}</w:tc></w:tr></w:tbl>`,
    },
  ])('is read with a value out of range: $name', async ({ body }) => {
    const numbering = abstractOf(0, levelOf(0, 'bullet', '•')) + instanceOf(1, 0)
    expect((await readLines({ body, numbering })).join()).toMatch(/^(- )?a$/)
  })

  test('keeps the text of paragraphs in paragraphs and of tables in runs', async () => {
    const table = `<w:tbl><w:tr><w:tc>${p('b')}</w:tc><w:tc>${p('c')}</w:tc></w:tr></w:tbl>`
    const body = `<w:p>${run('a')}<w:p>${run('z')}</w:p><w:r>${table}</w:r></w:p>${run('d')}`
    expect(await readLines(body)).toEqual(['az', '| b | c |', 'd'])
  })
})
