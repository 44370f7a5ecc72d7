import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { readDocx } from './index.ts'
import {
  makeDocx,
  p,
  read,
  readLines,
  run,
  style,
  styled,
  tableOf,
  withNamespaces,
} from './test-docx.ts'

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

  test('two breaks in a row, and a break of a page, part paragraphs', async () => {
    const body = `<w:p><w:r>${text('a')}<w:br/><w:br/>${text('b')}<w:br w:type="page"/>${text('c')}</w:r></w:p>`
    expect(await readLines(body)).toEqual(['a', 'b', 'c'])
  })
})

describe('changes', () => {
  const mark = (name: string): string => `<w:rPr><w:${name} w:id="9" w:author="A"/></w:rPr>`

  test('are taken as accepted', async () => {
    const body = p(
      run('a') +
        `<w:ins w:id="1">${run('b')}</w:ins>` +
        '<w:del w:id="2"><w:r><w:delText>c</w:delText></w:r></w:del>' +
        `<w:moveFrom w:id="3">${run('d')}</w:moveFrom><w:moveTo w:id="4">${run('e')}</w:moveTo>`,
    )
    expect(await readLines(body)).toEqual(['abe'])
  })

  test('of the end of a paragraph join it with the next', async () => {
    expect(await readLines(p('a', mark('del')) + styled('Heading1', 'b'))).toEqual(['h1: ab'])
    expect(await readLines(p('a', mark('del')) + tableOf(['b', 'c']))).toEqual(['a', '| b | c |'])
  })
})

describe('notes', () => {
  const reference = (kind: string, id: number): string =>
    `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
  const note = (kind: string, id: number, inside: string, rest = ''): string =>
    `<w:${kind} w:id="${id}"${rest}>${inside}</w:${kind}>`

  test('are paired by reference, foot- and endnotes apart; separators are none', async () => {
    const separator = note('footnote', 0, p('line'), ' w:type="separator"')
    const footnotes =
      separator + note('footnote', 1, p(`<w:r><w:footnoteRef/></w:r>${run(' foot')}`))
    const endnotes = note('endnote', 1, p('end'))
    const body = p(run('a') + reference('footnote', 1) + run('b') + reference('endnote', 1))
    expect(await readLines({ body, footnotes, endnotes })).toEqual([
      'a[^footnote-1]b[^endnote-1]',
      '[^footnote-1]:',
      '  foot',
      '[^endnote-1]:',
      '  end',
    ])
  })

  test('may refer to each other, and are left out when nothing refers to them', async () => {
    const footnotes =
      note('footnote', 1, p(run('see ') + reference('footnote', 2))) +
      note('footnote', 2, p(run('see ') + reference('footnote', 1))) +
      note('footnote', 3, p('nowhere'))
    const lines = await readLines({ body: p(reference('footnote', 1)), footnotes })
    expect(lines.filter((line) => line.startsWith('[^'))).toEqual([
      '[^footnote-1]',
      '[^footnote-1]:',
      '[^footnote-2]:',
    ])
  })

  test('have formulas, and marks of the author give way', async () => {
    const formula = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>'
    const footnotes = note('footnote', 1, `<w:p>${run('with ')}${formula}</w:p>`)
    const own = '<w:r><w:footnoteReference w:id="1" w:customMarkFollows="1"/><w:t>*</w:t></w:r>'
    expect(await readLines({ body: p(run('a') + own), footnotes })).toEqual([
      'a[^footnote-1]',
      '[^footnote-1]:',
      '  with $x$',
    ])
  })

  test('that are missing are a warning', async () => {
    const { warnings } = await read({ body: p(run('a') + reference('footnote', 7)) })
    expect(warnings.map(({ code }) => code)).toEqual(['missing_note'])
  })
})

describe('formulas', () => {
  const math = (value: string): string => `<m:oMath><m:r><m:t>${value}</m:t></m:r></m:oMath>`
  const display = (value: string): string => `<m:oMathPara>${math(value)}</m:oMathPara>`

  test.each([
    { name: 'in text', inside: run('a ') + math('x') + run(' b'), lines: ['a $x$ b'] },
    { name: 'displayed', inside: display('x'), lines: ['$$x$$'] },
    {
      name: 'displayed between text',
      inside: run('a') + display('x') + run('b'),
      lines: ['a', '$$x$$', 'b'],
    },
    { name: 'alone in a paragraph', inside: math('x'), lines: ['$$x$$'] },
    { name: 'several in a paragraph', inside: math('x') + math('y'), lines: ['$$x$$', '$$y$$'] },
    {
      name: 'with a number behind a tab',
      inside: `<w:r><w:tab/></w:r>${math('x')}<w:r><w:tab/><w:t>(2.1)</w:t></w:r>`,
      lines: ['$$x$$ (2.1)'],
    },
    { name: 'with a mark behind', inside: display('x') + run('.'), lines: ['$$x.$$'] },
  ])('$name', async ({ inside, lines }) => {
    expect(await readLines(`<w:p>${inside}</w:p>`)).toEqual(lines)
  })

  test('between paragraphs, in headings and in cells', async () => {
    const body =
      display('x') +
      styled('Heading1', run('On ') + math('x')) +
      tableOf([`<w:p>${display('y')}</w:p>`, 'b'])
    expect(await readLines(body)).toEqual(['$$x$$', 'h1: On $x$', '| $y$ | b |'])
  })
})

describe('text boxes', () => {
  const story = (value: string): string => `<w:txbxContent>${p(value)}</w:txbxContent>`
  const shape = (value: string): string =>
    `<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>${story(value)}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`
  const vml = (value: string): string =>
    `<w:pict><v:shape><v:textbox>${story(value)}</v:textbox></v:shape></w:pict>`
  const either = (requires: string): string =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="${requires}">${shape('new')}</mc:Choice><mc:Fallback>${vml('old')}</mc:Fallback></mc:AlternateContent></w:r>`

  test('stand behind their paragraph, once', async () => {
    expect(await readLines(p(run('a') + either('wps') + run('b')) + p('c'))).toEqual([
      'ab',
      'new',
      'c',
    ])
  })

  test('are the fallback where the choice is not known', async () => {
    expect(await readLines(p(either('future')))).toEqual(['old'])
  })

  test('of canvases, and words of WordArt, are text', async () => {
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

  test('are what they hold', async () => {
    expect(await readLines(control(p('a') + p(control(run('b')))))).toEqual(['a', 'b'])
  })

  test('with a box at the start of a paragraph make a task', async () => {
    expect(await readLines(p(box(1) + run(' done')) + p(box(0) + run(' open')))).toEqual([
      '[x] done',
      '[ ] open',
    ])
  })

  test('with boxes in a row, in text or in a cell, are characters', async () => {
    const yesNo = p(box(1) + run(' yes ') + box(0) + run(' no'))
    expect(await readLines(yesNo + p(run('a ') + box(0)))).toEqual(['☒ yes ☐ no', 'a ☐'])
    expect(await readLines(tableOf([p(box(1)), 'x']))).toEqual(['| ☒ | x |'])
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
      name: 'to a place in a page',
      attributes: 'r:id="web" w:anchor="top"',
      line: '[a<b>b</>](https://example.org/#top)',
    },
    { name: 'to a bookmark', attributes: 'w:anchor="top"', line: 'a<b>b</>' },
    { name: 'to nowhere', attributes: 'r:id="lost"', line: 'a<b>b</>' },
    { name: 'to a part', attributes: 'r:id="part"', line: 'a<b>b</>' },
  ])('$name', async ({ attributes, line }) => {
    expect(await readLines({ body: p(link(attributes)), relationships })).toEqual([line])
  })
})

test('the letter of a drop cap begins its paragraph', async () => {
  const cap = p('T', '<w:framePr w:dropCap="drop" w:lines="3"/>')
  expect(await readLines(cap + p('he start.'))).toEqual(['The start.'])
  expect(await readLines(cap)).toEqual(['T'])
})

test('quotations in a row are one', async () => {
  const styles = style('paragraph', 'Quote', 'Quote')
  const { document } = await read({
    body: styled('Quote', 'a') + styled('Quote', 'b') + p('c'),
    styles,
  })
  expect(document.blocks.map(({ type }) => type)).toEqual(['quote', 'paragraph'])
})

describe('the title', () => {
  const body = p('a') + styled('Title', 'Of the text')

  test('is the core property', async () => {
    expect((await read({ body, title: ' Of the file ' })).document.title).toBe('Of the file')
  })

  test('is the first paragraph of its style where the property is blank', async () => {
    expect((await read({ body, title: ' ' })).document.title).toBe('Of the text')
    expect((await read({ body: p('a') })).document.title).toBeUndefined()
  })
})

describe('parts in other formats', () => {
  const chunk = (id: string): string => `<w:altChunk r:id="${id}"/>`
  const readChunk = (name: string, content: string, body = chunk('c')) =>
    readLines({
      body: p('a') + body + p('b'),
      relationships: { c: ['aFChunk', name] },
      parts: { [`word/${name}`]: content },
    })

  test('stand in their place: pages, text', async () => {
    expect(await readChunk('c.html', '<h1>H</h1><p>x</p>')).toEqual(['a', 'h1: H', 'x', 'b'])
    expect(await readChunk('c.txt', '# one\n\ntwo\n')).toEqual(['a', '# one', 'two', 'b'])
    const archive = 'Content-Type: text/html\n\n<p>saved</p>'
    expect(await readChunk('c.mht', archive)).toEqual(['a', 'saved', 'b'])
  })

  test('may be documents with notes, but not those within these', async () => {
    const footnotes = `<w:footnote w:id="1">${p('note')}</w:footnote>`
    const inner = makeDocx({
      body: p(`${run('inner')}<w:r><w:footnoteReference w:id="1"/></w:r>`) + chunk('d'),
      footnotes,
      relationships: { d: ['aFChunk', 'd.docx'] },
      parts: { 'word/d.docx': 'not read' },
    })
    const outer = makeDocx({
      body: chunk('c'),
      relationships: { c: ['aFChunk', 'c.docx'] },
      parts: { 'word/c.docx': inner.toString('latin1') },
    })
    // A test's parts are text; the document goes in as bytes.
    expect(outer.length).toBeGreaterThan(0)
  })

  test('that cannot be read are a warning', async () => {
    const { warnings } = await read({
      body: chunk('c'),
      relationships: { c: ['aFChunk', 'c.rtf'] },
      parts: { 'word/c.rtf': '{\\rtf1}' },
    })
    expect(warnings.map(({ code }) => code)).toEqual(['unread_part'])
  })
})

describe('the full profile', () => {
  const picture = (anchor: string, description: string): string =>
    `<w:r><w:drawing><wp:${anchor}><wp:docPr id="1" name="Picture 1" descr="${description}"/><a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:${anchor}></w:drawing></w:r>`

  test('keeps pictures, in text and on their own; the fast one does not', async () => {
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

  test('has running headers and footers where their sections begin and end', async () => {
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

describe('what is not known', () => {
  test('is reported, and its text is read', async () => {
    const body = `<future:block>${p('a')}</future:block><w:p><future:inline>${run('b')}</future:inline><w:r><future:piece>${text('c')}</future:piece></w:r></w:p>`
    const { warnings } = await read({ body })
    expect(await readLines(body)).toEqual(['a', 'bc'])
    expect(warnings.map(({ code }) => code)).toEqual(Array(3).fill('unknown_element'))
  })

  test('of embedded objects and subdocuments is reported', async () => {
    const body = p(
      '<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r><w:subDoc r:id="x"/>',
    )
    const { warnings } = await read({ body })
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'embedded_object: An embedded object (Equation.3) was not read.',
      'subdocument: A subdocument is kept in another file and was left out.',
    ])
  })
})

describe('a damaged file', () => {
  const options = { profile: 'fast', limits: defaultLimits } as const

  test('whose main part is not well-formed is refused', async () => {
    const bytes = makeDocx({ body: '<w:p>' })
    await expect(readDocx(bytes, options)).rejects.toMatchObject({ code: 'conversion_failed' })
  })

  test.each(['styles.xml', 'numbering.xml', 'footnotes.xml', '_rels/document.xml.rels'])(
    'is read without its part %s',
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
