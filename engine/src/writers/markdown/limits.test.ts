/** Tests that no document makes the writer exceed a limit, exhaust the stack, or take more than linear time. */
import { describe, expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import { type Block, bullet, type Inline, item, list, paragraph, text } from '../../model/index.ts'
import type { MarkdownOptions } from './index.ts'
import { cells, code, fast, lineBreak, link, quote, table, write } from './testing/nodes.ts'

describe('limits', () => {
  const limited = (limits: Partial<typeof defaultLimits>): MarkdownOptions => ({
    tables: 'html',
    limits: { ...defaultLimits, ...limits },
  })

  test.each([
    {
      name: 'a text beyond the limit',
      options: limited({ outputCharacters: 10 }),
      blocks: [paragraph('aaaaaa'), paragraph('bbbbbb')],
    },
    {
      name: 'a table with too many cells, empty ones included',
      options: limited({ tableCells: 10 }),
      blocks: [table(6, cells('a'), cells('b'))],
    },
    {
      name: 'a span over more columns than the limit',
      options: limited({ tableCells: 10 }),
      blocks: [
        table(1_000_000_000, { cells: [{ column: 0, columnSpan: 1_000_000_000, content: 'a' }] }),
      ],
    },
  ])('refuses $name', ({ options, blocks }) => {
    expect(() => write(blocks, {}, options)).toThrow(ConversionError)
  })

  const nest = (depth: number, wrap: (block: Block) => Block): Block => {
    let block: Block = paragraph('deep')
    for (let level = 0; level < depth; level += 1) block = wrap(block)
    return block
  }
  test.each<{ name: string; wrap: (block: Block) => Block }>([
    { name: 'quotes', wrap: (block) => quote(block) },
    { name: 'lists', wrap: (block) => list([item(bullet, paragraph('i'), block)]) },
    { name: 'tables', wrap: (block) => table(1, cells([paragraph('c'), block])) },
    { name: 'figures', wrap: (block) => ({ type: 'figure', alt: 'f', blocks: [block] }) },
    {
      name: 'links',
      wrap: (block) =>
        block.type === 'paragraph' ? paragraph([link('u', ...block.inlines)]) : block,
    },
  ])('writes deeply nested $name with the innermost text', ({ wrap }) => {
    const blocks = [nest(20_000, wrap)]
    expect(write(blocks)).toContain('deep')
    expect(write(blocks, {}, fast)).toContain('deep')
  })

  test.each([
    {
      name: 'runs of formatting',
      inlines: Array.from({ length: 10_000 }, (_, index) =>
        text('a(b)', { bold: index % 2 === 0, italic: index % 3 === 0 }),
      ),
    },
    {
      name: 'overlapping runs',
      inlines: Array.from({ length: 10_000 }, (_, index) =>
        text('x ', { bold: index % 5 < 3, italic: index % 7 < 4, strike: index % 3 < 2 }),
      ),
    },
    {
      name: 'loose combining marks',
      inlines: Array.from({ length: 20_000 }, () => text('\u0301')),
    },
    { name: 'brackets', inlines: [text('['.repeat(100_000) + ']('.repeat(100_000))] },
    { name: 'delimiters', inlines: [text('*a _b ~c $d `e '.repeat(30_000))] },
    { name: 'URLs without spaces', inlines: [text('http://www.a/*{)'.repeat(30_000))] },
    {
      name: 'closing parentheses after a URL',
      inlines: [text(`http://a.b/*${')'.repeat(200_000)} *x*`)],
    },
    { name: 'open tags', inlines: [text('<'.repeat(200_000))] },
    { name: 'ampersands', inlines: [text('&#1'.repeat(100_000))] },
    { name: 'backticks', inlines: [code('`a'.repeat(100_000))] },
    {
      name: 'line breaks',
      inlines: Array.from({ length: 100_000 }, (): Inline => lineBreak).concat(text('x')),
    },
    {
      name: 'lines',
      inlines: Array.from({ length: 20_000 }, (): Inline[] => [text('- - -'), lineBreak]).flat(),
    },
    { name: 'spaces', inlines: [text(' '.repeat(500_000)), text('x')] },
  ])('writes $name in linear time', ({ inlines }) => {
    const before = process.cpuUsage()
    expect(write([paragraph(inlines)]).length).toBeGreaterThan(0)
    write([table(1, cells([paragraph(inlines)]))])
    // CPU time, because other work may share the machine; linear code takes half a second, quadratic code minutes.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(5)
  })
})
