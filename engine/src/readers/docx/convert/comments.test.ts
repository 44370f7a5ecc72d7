import { expect, test } from 'vitest'
import { p, read, run, withNamespaces } from '../testing/docx.ts'

const withComments = (comments: string) => ({
  body: p(`${run('a')}<w:r><w:commentReference w:id="0"/></w:r>`),
  relationships: { c: ['comments', 'comments.xml'] } as const,
  parts: { 'word/comments.xml': withNamespaces('comments', comments) },
})

const comment = (inside: string, author = ''): string =>
  `<w:comment w:id="0"${author}>${inside}</w:comment>`

test('comments become a section, each after the name of its author', async () => {
  const table = `<w:tbl><w:tr><w:tc>${p('x')}</w:tc><w:tc>${p('y')}</w:tc></w:tr></w:tbl>`
  const { document } = await read(
    withComments(
      comment(p('<w:r><w:annotationRef/></w:r>') + p('Why?') + p('How?'), ' w:author=" A. B. "') +
        comment(p('Unsigned.')) +
        comment('<w:p/>', ' w:author="Silent"') +
        comment(table, ' w:author="T"'),
    ),
    'fidelity',
  )
  const paragraph = (...texts: string[]) => ({
    type: 'paragraph',
    inlines: texts.map((text) => ({ type: 'text', text })),
  })
  expect(document.blocks).toMatchObject([
    paragraph('a'),
    {
      type: 'section',
      kind: 'comments',
      blocks: [
        paragraph('A. B.: ', 'Why?'),
        paragraph('How?'),
        paragraph('Unsigned.'),
        paragraph('T:'),
        { type: 'table' },
      ],
    },
  ])
})

test('the fast profile reads no comments; without comments there is no section', async () => {
  expect((await read(withComments(comment(p('b'))))).document.blocks).toHaveLength(1)
  expect((await read(withComments(''), 'fidelity')).document.blocks).toHaveLength(1)
})
