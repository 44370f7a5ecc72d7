import { describe, expect, test } from 'vitest'
import { makeDocx, p, read, readLines, run } from './testing/docx.ts'

describe('parts in other formats', () => {
  const chunk = (id: string): string => `<w:altChunk r:id="${id}"/>`
  const readChunk = (name: string, content: string, body = chunk('c')) =>
    readLines({
      body: p('a') + body + p('b'),
      relationships: { c: ['aFChunk', name] },
      parts: { [`word/${name}`]: content },
    })

  test('are converted at their position: pages, text', async () => {
    expect(await readChunk('c.html', '<h1>H</h1><p>x</p>')).toEqual(['a', 'h1: H', 'x', 'b'])
    expect(await readChunk('c.txt', '# one\n\ntwo\n')).toEqual(['a', '# one', 'two', 'b'])
    const archive = 'Content-Type: text/html\n\n<p>saved</p>'
    expect(await readChunk('c.mht', archive)).toEqual(['a', 'saved', 'b'])
  })

  test('may be documents with notes; chunks inside these are not read', async () => {
    const footnotes = `<w:footnote w:id="1">${p('note')}</w:footnote>`
    const inner = makeDocx({
      body: p(`${run('inner')}<w:r><w:footnoteReference w:id="1"/></w:r>`) + chunk('d'),
      footnotes,
      relationships: { d: ['aFChunk', 'd.docx'] },
      parts: { 'word/d.docx': 'not read' },
    })
    const { document, warnings } = await read({
      body: chunk('c') + p(`${run('outer')}<w:r><w:footnoteReference w:id="1"/></w:r>`),
      footnotes: `<w:footnote w:id="1">${p('own note')}</w:footnote>`,
      relationships: { c: ['aFChunk', 'c.docx'] },
      parts: { 'word/c.docx': inner },
    })
    expect(document.notes.map(({ id }) => id)).toEqual(['footnote-1', 'c/footnote-1'])
    expect(document.blocks).toHaveLength(2)
    expect(warnings.map(({ code }) => code)).toEqual(['unread_part'])
  })

  test('appear at their first reference', async () => {
    const document = {
      body: chunk('c') + p('b') + chunk('c'),
      relationships: { c: ['aFChunk', 'c.html'] },
      parts: { 'word/c.html': '<p>x</p>' },
    } as const
    expect(await readLines(document)).toEqual(['x', 'b'])
    const { warnings } = await read(document)
    expect(warnings.map(({ code }) => code)).toEqual(['repeated_part'])
  })

  test("cause a warning if they can't be read", async () => {
    const { warnings } = await read({
      body: chunk('c'),
      relationships: { c: ['aFChunk', 'c.rtf'] },
      parts: { 'word/c.rtf': '{\\rtf1}' },
    })
    expect(warnings.map(({ code }) => code)).toEqual(['unread_part'])
  })
})
