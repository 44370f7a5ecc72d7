import { expect, test } from 'vitest'
import { type Block, type Document, paragraph, text } from '../../model/index.ts'
import { fidelity, write } from './testing/nodes.ts'

const bbox = { x0: 0, y0: 0, x1: 9, y1: 9 }

/** Returns a paragraph on these pages. */
function on(words: string, ...pages: readonly number[]): Block {
  const provenance = pages.map((page) => ({ type: 'page' as const, page, bbox }))
  return { ...paragraph([text(words)]), provenance }
}

function withBreaks(pages: number, blocks: readonly Block[], more: Partial<Document> = {}): string {
  const numbers = Array.from({ length: pages }, (_, index) => ({ number: index + 1 }))
  return write(blocks, { pages: numbers, ...more }, { ...fidelity, pageBreaks: true })
}

test.each([
  {
    name: 'a page begins before its first block',
    pages: 2,
    blocks: [on('One.', 1), on('Still one.', 1), on('Two.', 2)],
    out: '<!-- page 1 -->\n\nOne.\n\nStill one.\n\n<!-- page 2 -->\n\nTwo.\n',
  },
  {
    name: 'a block over the end of a page is not split',
    pages: 2,
    blocks: [on('One and two.', 1, 2), on('Two.', 2)],
    out: '<!-- page 1 -->\n\nOne and two.\n\n<!-- page 2 -->\n\nTwo.\n',
  },
  {
    name: 'pages without blocks are marked, too',
    pages: 4,
    blocks: [on('Two.', 2), on('Three.', 3)],
    out: '<!-- page 1 -->\n\n<!-- page 2 -->\n\nTwo.\n\n<!-- page 3 -->\n\nThree.\n\n<!-- page 4 -->\n',
  },
  {
    name: 'a list has the page of its blocks',
    pages: 1,
    blocks: [
      { type: 'list', items: [{ marker: { type: 'bullet' }, blocks: [on('Item.', 1)] }] } as const,
    ],
    out: '<!-- page 1 -->\n\n- Item.\n',
  },
  { name: 'a document without pages has no page breaks', pages: 0, blocks: [on('x')], out: 'x\n' },
  { name: 'an empty document stays empty', pages: 0, blocks: [], out: '' },
])('$name', ({ pages, blocks, out }) => {
  expect(withBreaks(pages, blocks)).toBe(out)
})

test('without the comments of page breaks, the text is unchanged', () => {
  const blocks = [on('One.', 1), on('Two.', 2), on('Three.', 2)]
  const note = { id: 'n', blocks: [paragraph([text('Note.')])] }
  const marked: Block = { ...paragraph([text('x'), { type: 'noteReference', note: 'n' }]) }
  const all = [...blocks, marked]
  const bare = withBreaks(2, all, { notes: [note] }).replace(/<!-- page \d+ -->\n\n/g, '')
  expect(bare).toBe(write(all, { notes: [note] }))
})
