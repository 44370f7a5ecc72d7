import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { writeMarkdown } from '../../writers/markdown/index.ts'
import { toFurniture } from './headers-and-footers.ts'
import { readXlsx } from './index.ts'
import { makeXlsx, row } from './testing/workbook.ts'

describe('printed lines of a sheet', () => {
  const textsOf = (...lines: readonly string[]): string[] =>
    toFurniture(
      lines.map((code) => ({ kind: 'header', code })),
      'My sheet',
    ).flatMap(({ blocks }) =>
      blocks.map((block) => (block.type === 'paragraph' ? JSON.stringify(block.inlines) : '')),
    )
  const text = (value: string): string => JSON.stringify([{ type: 'text', text: value }])

  test.each([
    { name: 'three parts', lines: ['&Lleft&Cmiddle&Rright'], texts: ['left', 'middle', 'right'] },
    { name: 'a part without a code', lines: ['plain'], texts: ['plain'] },
    { name: 'an ampersand', lines: ['&CR&&D'], texts: ['R&D'] },
    {
      name: 'the name of the sheet',
      lines: ['&C&"Arial,Bold"&12&KFF0000Of &A'],
      texts: ['Of My sheet'],
    },
    {
      name: 'dates, files and pictures, which a sheet does not hold',
      lines: ['&L&D &T&C&F&R&G'],
      texts: [],
    },
    {
      name: 'page numbers, which only exist in print',
      lines: ['&LPage &P of &N&Rx'],
      texts: ['x'],
    },
    { name: 'equal lines on odd and even pages', lines: ['&Ca', '&La'], texts: ['a'] },
    { name: 'a code without an end', lines: ['&Ca&'], texts: ['a&'] },
  ])('$name', ({ lines, texts }) => {
    expect(textsOf(...lines)).toEqual(texts.map(text))
  })
})

test('become furniture of their sheet in the fidelity profile, and are not printed', async () => {
  const bytes = makeXlsx({
    sheets: { S: row(1, 'x', 'y') },
    afterData:
      '<headerFooter differentOddEven="1"><oddHeader>&amp;CTop</oddHeader><oddFooter>&amp;LEnd &amp;A</oddFooter></headerFooter>',
  })
  const read = async (profile: 'fast' | 'fidelity') => {
    const { document, warnings } = await readXlsx(bytes, { profile, limits: defaultLimits })
    expect(warnings).toEqual([])
    expect(writeMarkdown(document, { tables: 'pipe', limits: defaultLimits })).toBe(
      '## S\n\n| x | y |\n| --- | --- |\n',
    )
    const [sheet] = document.blocks
    return sheet?.type === 'section' ? sheet.blocks.map(({ type }) => type) : []
  }
  expect(await read('fidelity')).toEqual(['furniture', 'table', 'furniture'])
  expect(await read('fast')).toEqual(['table'])
})
