/** Tests C1 to C3 of docs/markdown.md, one case per row: characters and blank lines, headings, paragraphs. */
import { describe, expect, test } from 'vitest'
import { type Block, heading, list, paragraph, text } from '../../model/index.ts'
import {
  bold,
  type Case,
  code,
  formula,
  type InlineCase,
  lineBreak,
  link,
  print,
  quote,
} from './testing/nodes.ts'

describe('C1 file', () => {
  test.each<Case>([
    { name: 'an empty document is the empty string', blocks: [], out: '' },
    {
      name: 'blocks without text print nothing',
      blocks: [paragraph(''), list([]), quote(paragraph(' '))],
      out: '',
    },
    {
      name: 'one blank line between blocks',
      blocks: [paragraph('a'), paragraph(''), paragraph('b')],
      out: 'a\n\nb',
    },
    {
      name: 'invisible characters are removed',
      blocks: [paragraph('e\u00adf\u200bf\ufeff\u0000\u202eg\u2060')],
      out: 'effg',
    },
    {
      name: 'ligatures become letters',
      blocks: [paragraph('eﬃcient ﬁnd ﬂy oﬀ')],
      out: 'efficient find fly off',
    },
    {
      name: 'every kind of space becomes a space',
      blocks: [paragraph(' a\u00a0\u2003 b\tc\u3000d ')],
      out: 'a b c d',
    },
    {
      name: 'text is normalised to NFC, also across runs',
      blocks: [paragraph([text('cafe'), bold('\u0301 x')])],
      out: 'café **x**',
    },
    {
      name: 'joiners within words and emoji are kept',
      blocks: [paragraph('می\u200cخواهم 👩\u200d💻')],
      out: 'می\u200cخواهم 👩\u200d💻',
    },
    {
      name: 'half of a surrogate pair is replaced',
      blocks: [paragraph('a\ud800b')],
      out: 'a\ufffdb',
    },
    {
      name: 'quotes and dashes are kept',
      blocks: [paragraph('“a” – b — ‘c’…')],
      out: '“a” – b — ‘c’…',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})

describe('C2 headings', () => {
  const title: Block = { type: 'title', inlines: [text('T')] }
  const section = (
    kind: 'slide' | 'sheet',
    name: string | undefined,
    ...blocks: readonly Block[]
  ): Block => ({
    type: 'section',
    kind,
    ...(name !== undefined && { title: [text(name)] }),
    blocks,
  })
  const notes = (...blocks: readonly Block[]): Block => ({ type: 'section', kind: 'notes', blocks })
  const outline = (...lines: readonly string[]): string => lines.join('\n\n')
  test.each<Case>([
    {
      name: 'levels below a title are one deeper',
      blocks: [title, heading(1, 'a'), heading(2, 'b')],
      out: outline('# T', '## a', '### b'),
    },
    {
      name: 'without a title, the top level is #',
      blocks: [heading(1, 'a'), heading(2, 'b')],
      out: outline('# a', '## b'),
    },
    {
      name: 'no level is skipped',
      blocks: [heading(1, 'a'), heading(4, 'b'), heading(4, 'c'), heading(2, 'd')],
      out: outline('# a', '## b', '## c', '## d'),
    },
    {
      name: 'no level is skipped below the title',
      blocks: [title, heading(3, 'a')],
      out: outline('# T', '## a'),
    },
    {
      name: 'a higher heading returns to the depth of its level',
      blocks: [heading(1, 'a'), heading(3, 'b'), heading(1, 'c')],
      out: outline('# a', '## b', '# c'),
    },
    {
      name: 'a first heading keeps its level',
      blocks: [heading(3, 'a'), heading(1, 'b')],
      out: outline('### a', '# b'),
    },
    {
      name: 'the deepest level is six',
      blocks: [1, 2, 3, 4, 5, 6, 7, 8].map((level) => heading(level, 'x')),
      out: outline('# x', '## x', '### x', '#### x', '##### x', '###### x', '###### x', '###### x'),
    },
    {
      name: 'formatting of a whole heading is dropped',
      blocks: [heading(1, [bold('A '), link('u', text('B', { bold: true, italic: true }))])],
      out: '# A [*B*](u)',
    },
    {
      name: 'formatting of a part of a heading is kept',
      blocks: [heading(1, [text('A '), bold('B')])],
      out: '# A **B**',
    },
    {
      name: 'a line break in a heading becomes a space',
      blocks: [heading(1, [text('A'), lineBreak, text('B')])],
      out: '# A B',
    },
    {
      name: 'formulas and code are kept',
      blocks: [heading(1, [text('On '), formula('x^2'), text(' and '), code('f')])],
      out: '# On $x^2$ and `f`',
    },
    {
      name: 'closing hashes are escaped',
      blocks: [heading(1, 'A ##'), heading(1, '#'), heading(1, 'C#')],
      out: outline('# A \\##', '# \\#', '# C#'),
    },
    {
      name: 'markup of other blocks is unchanged in a heading',
      blocks: [heading(1, '1. One'), heading(1, '- x'), heading(1, '# y')],
      out: outline('# 1. One', '# - x', '# # y'),
    },
    { name: 'an empty heading prints nothing', blocks: [heading(1, ' ')], out: '' },
    {
      name: 'a sheet is a heading above those inside',
      blocks: [
        section('sheet', 'S', heading(1, 'x'), heading(2, 'y')),
        section('sheet', 'R', heading(2, 'z')),
      ],
      out: outline('## S', '### x', '#### y', '## R', '### z'),
    },
    {
      name: 'a slide without a title',
      blocks: [section('slide', undefined, paragraph('x'), heading(1, 'y'))],
      out: outline('x', '### y'),
    },
    { name: 'an empty sheet prints its heading', blocks: [section('sheet', 'S')], out: '## S' },
    {
      name: 'C14: speaker notes',
      blocks: [section('slide', 'S', paragraph('x'), notes(paragraph('n'), heading(1, 'h')))],
      out: outline('## S', 'x', '### Notes', 'n', '#### h'),
    },
    {
      name: 'C14: notes without text',
      blocks: [section('slide', 'S', notes(paragraph('')), paragraph('x'))],
      out: outline('## S', 'x'),
    },
    {
      name: 'C14: comments are not printed',
      blocks: [{ type: 'section', kind: 'comments', blocks: [paragraph('c')] }, paragraph('x')],
      out: 'x',
    },
    {
      name: 'C13: furniture is not printed',
      blocks: [
        { type: 'furniture', kind: 'header', blocks: [paragraph('Page 1')] },
        paragraph('x'),
      ],
      out: 'x',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})

describe('C3 paragraphs', () => {
  test.each<InlineCase>([
    { name: 'a line break', inlines: [text('a '), lineBreak, text(' b')], out: 'a\\\nb' },
    {
      name: 'line breaks at the ends are removed',
      inlines: [lineBreak, text('b'), lineBreak],
      out: 'b',
    },
    {
      name: 'two consecutive line breaks end the paragraph',
      inlines: [bold('a'), lineBreak, text(' '), lineBreak, lineBreak, bold('b')],
      out: '**a**\n\n**b**',
    },
    {
      name: 'formatting continues over a line break',
      inlines: [bold('a'), lineBreak, bold('b')],
      out: '**a\\\nb**',
    },
    {
      name: 'a URL before a line break keeps its end',
      inlines: [text('http://a.b/c'), lineBreak, text('x')],
      out: 'http://a.b/c \\\nx',
    },
  ])('$name', ({ inlines, out }) => {
    expect(print([paragraph(inlines)])).toBe(out)
  })
})
