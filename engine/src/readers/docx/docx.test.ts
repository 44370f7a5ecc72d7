import { describe, expect, test } from 'vitest'
import { p, read, readLines, run, style, styled, tableOf, withNamespaces } from './testing/docx.ts'

const text = (value: string): string => `<w:t xml:space="preserve">${value}</w:t>`

describe('characters', () => {
  test.each([
    { name: 'a tab', inside: `${text('a')}<w:tab/>${text('b')}`, line: 'a b' },
    { name: 'a line end', inside: text('a\n  b'), line: 'a   b' },
    {
      name: 'a hyphen that does not break',
      inside: `${text('a')}<w:noBreakHyphen/>${text('b')}`,
      line: 'a-b',
    },
    { name: 'a soft hyphen', inside: `${text('a')}<w:softHyphen/>${text('b')}`, line: 'ab' },
    { name: 'a break', inside: `${text('a')}<w:br/>${text('b')}`, line: 'a / b' },
    { name: 'breaks at the ends', inside: `<w:br/>${text('a')}<w:cr/>`, line: 'a' },
    { name: 'a symbol', inside: '<w:sym w:font="Wingdings" w:char="F0E0"/>', line: '→' },
    {
      name: 'a base with a reading',
      inside: `<w:ruby><w:rt><w:r>${text('かん')}</w:r></w:rt><w:rubyBase><w:r>${text('漢')}</w:r></w:rubyBase></w:ruby>`,
      line: '漢',
    },
    { name: 'outer spaces', inside: text('  a '), line: 'a' },
  ])('$name', async ({ inside, line }) => {
    expect(await readLines(`<w:p><w:r>${inside}</w:r></w:p>`)).toEqual([line])
  })

  test('two consecutive line breaks, and a page break, separate paragraphs', async () => {
    const body = `<w:p><w:r>${text('a')}<w:br/><w:br/>${text('b')}<w:br w:type="page"/>${text('c')}</w:r></w:p>`
    expect(await readLines(body)).toEqual(['a', 'b', 'c'])
  })
})

describe('changes', () => {
  const mark = (name: string): string => `<w:rPr><w:${name} w:id="9" w:author="A"/></w:rPr>`

  test('are accepted', async () => {
    const body = p(
      run('a') +
        `<w:ins w:id="1">${run('b')}</w:ins>` +
        '<w:del w:id="2"><w:r><w:delText>c</w:delText></w:r></w:del>' +
        `<w:moveFrom w:id="3">${run('d')}</w:moveFrom><w:moveTo w:id="4">${run('e')}</w:moveTo>`,
    )
    expect(await readLines(body)).toEqual(['abe'])
  })

  test('that delete the end of a paragraph join it with the next one', async () => {
    expect(await readLines(p('a', mark('del')) + styled('Heading1', 'b'))).toEqual(['h1: ab'])
    expect(await readLines(p('a', mark('del')) + tableOf(['b', 'c']))).toEqual(['a', '| b | c |'])
  })
})

describe('links', () => {
  const relationships = {
    web: ['hyperlink', 'https://example.org/', 'external'],
    part: ['hyperlink', 'x.xml'],
  } as const
  const link = (attributes: string): string =>
    `<w:hyperlink ${attributes}>${run('a')}${run('b', '<w:b/>')}</w:hyperlink>`

  test.each([
    { name: 'to an address', attributes: 'r:id="web"', line: '[a<b>b</>](https://example.org/)' },
    {
      name: 'to a fragment of a page',
      attributes: 'r:id="web" w:anchor="top"',
      line: '[a<b>b</>](https://example.org/#top)',
    },
    { name: 'to a bookmark', attributes: 'w:anchor="top"', line: 'a<b>b</>' },
    { name: 'without a target', attributes: 'r:id="lost"', line: 'a<b>b</>' },
    { name: 'to a part', attributes: 'r:id="part"', line: 'a<b>b</>' },
  ])('$name', async ({ attributes, line }) => {
    expect(await readLines({ body: p(link(attributes)), relationships })).toEqual([line])
  })
})

test('a drop cap begins its paragraph', async () => {
  const cap = p('T', '<w:framePr w:dropCap="drop" w:lines="3"/>')
  expect(await readLines(cap + p('he start.'))).toEqual(['The start.'])
  expect(await readLines(cap)).toEqual(['T'])
})

test('consecutive quotations form one quote', async () => {
  const styles = style('paragraph', 'Quote', 'Quote')
  const { document } = await read({
    body: styled('Quote', 'a') + styled('Quote', 'b') + p('c'),
    styles,
  })
  expect(document.blocks.map(({ type }) => type)).toEqual(['quote', 'paragraph'])
})

describe('the title', () => {
  const body = p('a') + styled('Title', 'Of the text')

  test('comes from the core properties', async () => {
    expect((await read({ body, title: ' Of the file ' })).document.title).toBe('Of the file')
  })

  test('comes from the first paragraph in the title style if the property is blank', async () => {
    expect((await read({ body, title: ' ' })).document.title).toBe('Of the text')
    expect((await read({ body: p('a') })).document.title).toBeUndefined()
  })
})

describe('the full profile', () => {
  const picture = (anchor: string, description: string): string =>
    `<w:r><w:drawing><wp:${anchor}><wp:docPr id="1" name="Picture 1" descr="${description}"/><a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:${anchor}></w:drawing></w:r>`

  test('keeps pictures in text and on their own; the fast profile does not', async () => {
    const body =
      p(run('see ') + picture('inline', 'A cat')) +
      p(picture('inline', 'A dog')) +
      p(run('b') + picture('anchor', 'image1.png'))
    expect(await readLines(body, 'fidelity')).toEqual([
      'see ![A cat]',
      'figure: A dog',
      'b',
      'figure: ',
    ])
    expect(await readLines(body)).toEqual(['see', 'b'])
  })

  test('puts running headers and footers where their sections begin and end', async () => {
    const section = (...references: string[]): string =>
      `<w:sectPr>${references.join('')}</w:sectPr>`
    const header = '<w:headerReference w:type="default" r:id="h"/>'
    const footer = '<w:footerReference w:type="default" r:id="f"/>'
    const document = {
      body: p('a', section(header)) + p('b') + section(header, footer),
      relationships: { h: ['header', 'h.xml'], f: ['footer', 'f.xml'] },
      parts: {
        'word/h.xml': withNamespaces('hdr', p('top')),
        'word/f.xml': withNamespaces('ftr', p('bottom')),
      },
    } as const
    expect(await readLines(document, 'fidelity')).toEqual([
      'header:',
      '  top',
      'a',
      'b',
      'footer:',
      '  bottom',
    ])
    expect(await readLines(document)).toEqual(['a', 'b'])
  })
})

describe('unknown elements', () => {
  test('cause a warning, and their text is read', async () => {
    const body = `<future:block>${p('a')}</future:block><w:p><future:inline>${run('b')}</future:inline><w:r><future:piece>${text('c')}</future:piece></w:r></w:p>`
    const { warnings } = await read({ body })
    expect(await readLines(body)).toEqual(['a', 'bc'])
    expect(warnings.map(({ code }) => code)).toEqual(Array(3).fill('unknown_element'))
  })

  test('of embedded objects and subdocuments cause a warning', async () => {
    const body = p(
      '<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r><w:subDoc r:id="x"/>',
    )
    const { warnings } = await read({ body })
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'embedded_object: An embedded object (Equation.3) was left out.',
      'subdocument: A subdocument was left out: it is stored in another file.',
    ])
  })
})
