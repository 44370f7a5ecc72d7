import { describe, expect, test } from 'vitest'
import { p, readLines, run, style, styled, tableOf } from '../testing/docx.ts'

const bookmark = (name: string, inside: string): string =>
  `<w:bookmarkStart w:id="1" w:name="${name}"/>${inside}<w:bookmarkEnd w:id="1"/>`
const to = (bookmarkName: string, text: string): string =>
  `<w:hyperlink w:anchor="${bookmarkName}">${run(text)}</w:hyperlink>`
const character = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const field = (instruction: string, result: string): string =>
  `${character('begin')}<w:r><w:instrText>${instruction}</w:instrText></w:r>${character('separate')}${run(result)}${character('end')}`

describe('a link within the document', () => {
  const heading = styled('Heading1', bookmark('a', run('The start')))

  test('targets a heading by the name that renderers give it', async () => {
    expect(await readLines(p(to('a', 'x')) + heading, 'fidelity')).toEqual([
      '[x](#the-start)',
      'h1: The start',
    ])
  })

  test('becomes text in the fast profile', async () => {
    expect(await readLines(p(to('a', 'x')) + heading)).toEqual(['x', 'h1: The start'])
  })

  test.each([
    { name: 'in text', place: p(bookmark('a', run('b'))) },
    { name: 'in a table', place: tableOf([styled('Heading1', bookmark('a', run('b'))), 'c']) },
    { name: 'missing', place: p('b') },
    { name: 'of an empty heading', place: styled('Heading1', bookmark('a', '<w:r/>')) },
  ])('becomes text if its bookmark is $name', async ({ place }) => {
    const [line] = await readLines(p(to('a', 'x')) + place, 'fidelity')
    expect(line).toBe('x')
  })

  test('may be a field, also one that refers to a number or a page', async () => {
    const body = p(
      field(' HYPERLINK \\l "a" ', 'x') +
        run(' ') +
        field(' REF a \\r \\h ', '1') +
        run(' ') +
        field(' PAGEREF a \\h ', '2') +
        run(' ') +
        field(' PAGEREF a ', '3'),
    )
    expect(await readLines(body + heading, 'fidelity')).toEqual([
      '[x](#the-start) [1](#the-start) [2](#the-start) 3',
      'h1: The start',
    ])
  })

  test('may be a URL that is only a fragment', async () => {
    const relationships = { r: ['hyperlink', '#a', 'external'] } as const
    const body = p(`<w:hyperlink r:id="r">${run('x')}</w:hyperlink>`) + heading
    expect((await readLines({ body, relationships }, 'fidelity'))[0]).toBe('[x](#the-start)')
    expect((await readLines({ body, relationships }))[0]).toBe('x')
  })

  test('may target a bookmark before the heading', async () => {
    const body = p(to('a', 'x')) + bookmark('a', styled('Heading1', 'Behind'))
    expect((await readLines(body, 'fidelity'))[0]).toBe('[x](#behind)')
  })
})

test.each([
  { name: 'no punctuation', text: '1.2 What &amp; why?', slug: '12-what--why' },
  { name: 'letters of all scripts', text: 'Überblick_2 概要', slug: 'überblick_2-概要' },
  { name: 'hyphens as they are', text: 'Re-use  twice', slug: 're-use-twice' },
])('names of headings have $name', async ({ text, slug }) => {
  const body = p(to('a', 'x')) + styled('Heading1', bookmark('a', run(text)))
  expect((await readLines(body, 'fidelity'))[0]).toBe(`[x](#${slug})`)
})

test('headings with equal text get numbered names, counted over all levels and the title', async () => {
  const styles = style('paragraph', 'Title', 'Title')
  const body =
    styled('Title', 'Same') +
    styled('Heading1', bookmark('a', run('Same'))) +
    styled('Heading2', bookmark('b', run('Same'))) +
    p(`${to('a', 'x')} ${to('b', 'y')}`)
  expect((await readLines({ body, styles }, 'fidelity')).at(-1)).toBe('[x](#same-1)[y](#same-2)')
})
