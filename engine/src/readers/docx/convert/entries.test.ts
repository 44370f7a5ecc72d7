import { describe, expect, test } from 'vitest'
import {
  abstractOf,
  instanceOf,
  levelOf,
  numbered,
  p,
  read,
  readLines,
  run,
  style,
  styled,
} from '../testing/docx.ts'

const numbering =
  abstractOf(0, levelOf(0, 'decimal', '%1.'), levelOf(1, 'lowerLetter', '%2)')) +
  abstractOf(1, levelOf(0, 'bullet', '•'), levelOf(1, 'bullet', 'o')) +
  abstractOf(2, levelOf(0, 'decimal', '%1.')) +
  abstractOf(3, levelOf(0, 'bullet', '-')) +
  instanceOf(1, 0) +
  instanceOf(2, 1) +
  instanceOf(3, 2) +
  instanceOf(4, 3)

const styles =
  style('paragraph', 'ListContinue', 'List Continue') + style('paragraph', 'Code', 'Source Code')

const left = (twips: number, hanging = 0): string =>
  `<w:ind w:left="${twips}" w:hanging="${hanging}"/>`

function listsOf(body: string): Promise<string[]> {
  return readLines({ body, numbering, styles })
}

describe('items', () => {
  test('nest by level', async () => {
    const body = numbered('a', 1) + numbered('b', 1, 1) + numbered('c', 1, 1) + numbered('d', 1)
    expect(await listsOf(body)).toEqual(['1. a', '  "a)" b', '  "b)" c', '2. d'])
  })

  test('of another list nest by the left edge of their text', async () => {
    const body =
      numbered('a', 1) + numbered('b', 2, 0, left(1080, 360)) + numbered('c', 4, 0, left(720, 360))
    expect(await listsOf(body)).toEqual(['1. a', '  - b', '- c'])
  })

  test('of a list that begins at a deep level continue at that level', async () => {
    const body = numbered('a', 2, 1) + numbered('b', 2)
    expect(await listsOf(body)).toEqual(['- a', '- b'])
  })

  test('continue after empty paragraphs', async () => {
    expect(await listsOf(numbered('a', 2) + p('<w:r/>') + numbered('b', 2))).toEqual(['- a', '- b'])
  })

  test('continue counting after a paragraph', async () => {
    expect(await listsOf(numbered('a', 1) + p('text') + numbered('b', 1))).toEqual([
      '1. a',
      'text',
      '2. b',
    ])
  })

  test('contain an aligned paragraph if the list continues after it', async () => {
    const aligned = p('more', left(720))
    expect(await listsOf(numbered('a', 1) + aligned + numbered('b', 1))).toEqual([
      '1. a',
      '  more',
      '2. b',
    ])
    expect(await listsOf(numbered('a', 1) + aligned + p('end'))).toEqual(['1. a', 'more', 'end'])
  })

  test('contain following paragraphs with a list style', async () => {
    const more = styled('ListContinue', 'more', left(720))
    expect(await listsOf(numbered('a', 1) + more + p('end'))).toEqual(['1. a', '  more', 'end'])
  })

  test('contain their text boxes', async () => {
    const box =
      '<w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>'
    const body = numbered(run('a') + box, 2) + numbered('b', 2)
    expect(await listsOf(body)).toEqual(['- a', '  box', '- b'])
  })
})

describe('entries of a table of contents', () => {
  const entry = (level: number, content: string): string => styled(`TOC${level}`, content)
  const styles = [1, 2].map((level) => style('paragraph', `TOC${level}`, `toc ${level}`)).join('')
  const field = (type: string, instruction = ''): string =>
    `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>${instruction && `<w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`}`
  const inField = (...paragraphs: readonly string[]): string =>
    [p(field('begin', 'TOC \\h \\u')), ...paragraphs, p(field('end'))].join('')

  test('form a list by the levels of their styles', async () => {
    const body = [entry(1, 'a 1'), entry(2, 'b 2'), entry(1, 'c 3'), p('text')].join('')
    expect(await readLines({ body, styles }, 'fidelity')).toEqual([
      '- a 1',
      '  - b 2',
      '- c 3',
      'text',
    ])
  })

  test('without styles form a list by their indents', async () => {
    const body = inField(p('a'), p('b', '<w:ind w:left="360"/>'), p('c')) + p('text')
    expect(await readLines(body, 'fidelity')).toEqual(['- a', '  - b', '- c', 'text'])
  })

  test('become paragraphs in the fast profile', async () => {
    expect(await readLines({ body: entry(1, 'a 1') + entry(2, 'b 2'), styles })).toEqual([
      'a 1',
      'b 2',
    ])
  })
})

test('a number that restarts begins another list', async () => {
  const body = numbered('a', 1) + numbered('b', 1) + numbered('c', 3)
  const { document } = await read({ body, numbering })
  expect(document.blocks.map((block) => block.type)).toEqual(['list', 'list'])
})

test('bullets of two lists at one position form one list', async () => {
  const body = numbered('a', 2) + numbered('b', 4)
  const { document } = await read({ body, numbering })
  expect(document.blocks.map((block) => block.type)).toEqual(['list'])
})

describe('code', () => {
  const mono = '<w:rFonts w:ascii="Courier New"/>'

  test('with a code style becomes one block with its spaces and blank lines', async () => {
    const body =
      styled('Code', 'if x:') +
      styled('Code', '<w:r/>') +
      styled('Code', `<w:r><w:tab/><w:t>y</w:t><w:br/><w:t xml:space="preserve">  z</w:t></w:r>`)
    expect(await listsOf(body)).toEqual(['code: if x:', 'code: ', 'code: \ty', 'code:   z'])
  })

  test('includes monospaced text that looks like code', async () => {
    const body = p(run('def f(n):', mono)) + p(run('    return n', mono)) + p('text')
    expect(await readLines(body)).toEqual(['code: def f(n):', 'code:     return n', 'text'])
  })

  test('excludes letters set in a typewriter face', async () => {
    const body = p(run('Dear Ann, thank you.', mono)) + p(run('Yours, Bob', mono))
    expect(await readLines(body)).toEqual(['Dear Ann, thank you.', 'Yours, Bob'])
  })

  test('excludes prose in a code style with a proportional face', async () => {
    const prose = run('Plain words.', '<w:rFonts w:ascii="Arial"/>')
    expect(await listsOf(styled('Code', prose))).toEqual(['Plain words.'])
  })
})
