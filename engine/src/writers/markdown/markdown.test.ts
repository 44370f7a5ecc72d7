import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import {
  type Block,
  bullet,
  type Document,
  heading,
  type Inline,
  item,
  list,
  paragraph,
  type Row,
  text,
} from '../../model/index.ts'
import { writeMarkdown } from './index.ts'

function write(blocks: readonly Block[], more: Partial<Document> = {}): string {
  return writeMarkdown(
    { pages: [], notes: [], ...more, blocks },
    { tables: 'html', limits: defaultLimits },
  )
}

function parse(markdown: string): Nodes {
  return fromMarkdown(markdown, {
    // Pandoc's reading of dollars is not micromark's: singles are tested apart.
    extensions: [gfm(), math({ singleDollarTextMath: false })],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  })
}

/** The text that a reader sees; line breaks as newlines. */
function textOf(node: Nodes): string {
  if ('value' in node && node.type !== 'html') return node.value
  if (node.type === 'break') return '\n'
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const fragments = fc.array(
  fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '__',
      '~',
      '~~',
      '`',
      '[',
      ']',
      '(',
      ')',
      '](',
      '![',
      '[^1]',
      '<',
      '<b>',
      '</b>',
      '>',
      '&',
      '&amp;',
      '&copy;',
      '#',
      '##',
      '-',
      '+',
      '1.',
      '2)',
      '=',
      '==',
      '---',
      '***',
      '|',
      '$',
      '$$',
      '\\',
      '\\*',
      '!',
      ':',
      '[x] ',
      '[ ] ',
      '[a]: ',
      '~~~',
      '```',
      'a',
      'b',
      'word',
      'snake_case',
      '3',
      ' ',
      ' ',
      ' ',
      '.',
      ',',
      'é',
      '漢',
      '“',
      '😀',
      'http://a.b/c_d_e',
      '{',
      '}',
      '"',
    ],
  ),
  { minLength: 1, maxLength: 14 },
)

const squeeze = (value: string): string => value.replace(/\s+/g, ' ').trim()

describe('C4 escaping: text reads back as it was', () => {
  const places: readonly { name: string; make: (value: string) => Block }[] = [
    { name: 'a paragraph', make: (value) => paragraph(value) },
    { name: 'a heading', make: (value) => heading(1, value) },
    { name: 'an item', make: (value) => list([item(bullet, paragraph(value))]) },
    {
      name: 'a cell',
      make: (value) => ({
        type: 'table',
        columnCount: 2,
        rows: [
          { cells: [{ column: 0, content: 'x' }] },
          { cells: [{ column: 1, content: value }] },
        ],
      }),
    },
  ]
  test.each(places)('$name', ({ name, make }) => {
    fc.assert(
      fc.property(fragments, (parts) => {
        const value = squeeze(parts.join(''))
        const read = squeeze(textOf(parse(write([make(value)]))))
        expect(read).toBe(name === 'a cell' ? squeeze(`x${value}`) : value)
      }),
      { numRuns: 1500 },
    )
  })

  test('the structure around it stays', () => {
    fc.assert(
      fc.property(fragments, (parts) => {
        const value = squeeze(parts.join('')) || 'a'
        const tree = parse(
          write([paragraph(value), heading(2, 'h'), list([item(bullet, paragraph(value))])]),
        )
        const kinds = 'children' in tree ? tree.children.map((child) => child.type) : []
        expect(kinds).toEqual(['paragraph', 'heading', 'list'])
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    'Plain prose, with commas; and (parentheses).',
    'snake_case and 5 * 3 stay, so do $5 and $6',
    'a < b & c > d',
    'see http://example.com/a_b_c*d for more',
    'AT&T, 10% [sic] — “quotes”',
    '50 ~ 60',
  ])('needs nothing: %s', (value) => {
    expect(write([paragraph(value)])).toBe(`${value}\n`)
  })

  test.each([
    { text: '# not a heading', out: '\\# not a heading' },
    { text: '- no item', out: '\\- no item' },
    { text: '1. no item', out: '1\\. no item' },
    { text: '> no quote', out: '\\> no quote' },
    { text: '---', out: '\\---' },
    { text: '*a* and _b_', out: '\\*a\\* and \\_b\\_' },
    { text: 'use `code`', out: 'use \\`code\\`' },
    { text: '[a](b)', out: '\\[a](b)' },
    { text: '<script>', out: '\\<script>' },
    { text: '&copy; me', out: '&amp;copy; me' },
    { text: '$x$ is text', out: '\\$x\\$ is text' },
  ])('$text', ({ text: value, out }) => {
    expect(write([paragraph(value)])).toBe(`${out}\n`)
  })
})

describe('C5 formatting', () => {
  const bold = (value: string): Inline => text(value, { bold: true })
  const italic = (value: string): Inline => text(value, { italic: true })
  test.each<{ name: string; inlines: Inline[]; out: string }>([
    { name: 'spaces move out', inlines: [text('a'), bold(' b '), text('c')], out: 'a **b** c' },
    { name: 'runs alike merge', inlines: [bold('a'), bold(' b')], out: '**a b**' },
    { name: 'both', inlines: [text('x', { bold: true, italic: true })], out: '***x***' },
    {
      name: 'nested',
      inlines: [bold('a '), text('b', { bold: true, italic: true })],
      out: '**a *b***',
    },
    {
      name: 'H2O',
      inlines: [text('H'), text('2', { script: 'sub' }), text('O')],
      out: 'H<sub>2</sub>O',
    },
    { name: 'strike', inlines: [text('x', { strike: true }), text(' y')], out: '~~x~~ y' },
    {
      name: 'intraword italic',
      inlines: [text('un'), italic('believ'), text('able')],
      out: 'un*believ*able',
    },
    {
      name: 'a mark that could not be read',
      inlines: [text('a'), bold('(b)'), text('c')],
      out: 'a(b)c',
    },
    {
      name: 'punctuation after',
      inlines: [bold('Hello'), text(', world')],
      out: '**Hello**, world',
    },
    {
      name: 'a link',
      inlines: [{ type: 'link', target: 'https://e.org/a b', inlines: [text('x')] }],
      out: '[x](<https://e.org/a b>)',
    },
    {
      name: 'a URL as its own text',
      inlines: [{ type: 'link', target: 'https://e.org/', inlines: [text('https://e.org/')] }],
      out: '<https://e.org/>',
    },
    {
      name: 'a script',
      inlines: [{ type: 'link', target: 'java\tscript:x', inlines: [text('x')] }],
      out: 'x',
    },
    {
      name: 'brackets in a link',
      inlines: [{ type: 'link', target: 'u', inlines: [text('a]b')] }],
      out: '[a\\]b](u)',
    },
    { name: 'code with backticks', inlines: [{ type: 'code', text: 'a`b' }], out: '``a`b``' },
    {
      name: 'a formula',
      inlines: [text('the value '), { type: 'formula', latex: ' x^2 ' }, text('.')],
      out: 'the value $x^2$.',
    },
    { name: 'a break', inlines: [text('a'), { type: 'lineBreak' }, text('b')], out: 'a\\\nb' },
    {
      name: 'outer breaks',
      inlines: [{ type: 'lineBreak' }, text('b'), { type: 'lineBreak' }],
      out: 'b',
    },
  ])('$name', ({ inlines, out }) => {
    expect(write([paragraph(inlines)])).toBe(`${out}\n`)
  })

  test('formatted runs read back as their text', () => {
    const marks = fc.record({ bold: fc.boolean(), italic: fc.boolean(), strike: fc.boolean() })
    const run = fc.tuple(fragments, marks).map(([parts, mark]) => text(parts.join(''), mark))
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 5 }), (runs) => {
        const value = squeeze(runs.map((each) => each.text).join(''))
        expect(squeeze(textOf(parse(write([paragraph(runs)]))))).toBe(value)
      }),
      { numRuns: 1500 },
    )
  })
})

describe('C2 headings', () => {
  test.each<{ name: string; blocks: Block[]; out: string[] }>([
    {
      name: 'a title pushes the others down',
      blocks: [{ type: 'title', inlines: [text('T')] }, heading(1, 'a'), heading(2, 'b')],
      out: ['# T', '## a', '### b'],
    },
    {
      name: 'without a title the top is #',
      blocks: [heading(1, 'a'), heading(2, 'b')],
      out: ['# a', '## b'],
    },
    {
      name: 'no jumps down',
      blocks: [heading(1, 'a'), heading(4, 'b'), heading(4, 'c'), heading(2, 'd')],
      out: ['# a', '## b', '## c', '## d'],
    },
    {
      name: 'a first heading keeps its level',
      blocks: [heading(3, 'a'), heading(1, 'b')],
      out: ['### a', '# b'],
    },
    { name: 'bold all over', blocks: [heading(1, [text('A', { bold: true })])], out: ['# A'] },
    {
      name: 'a line break',
      blocks: [heading(1, [text('A'), { type: 'lineBreak' }, text('B')])],
      out: ['# A B'],
    },
    { name: 'closing hashes', blocks: [heading(1, 'A #')], out: ['# A \\#'] },
    {
      name: 'within a sheet',
      blocks: [{ type: 'section', kind: 'sheet', title: [text('S')], blocks: [heading(1, 'x')] }],
      out: ['## S', '### x'],
    },
  ])('$name', ({ blocks, out }) => {
    expect(write(blocks)).toBe(`${out.join('\n\n')}\n`)
  })
})

describe('C7 lists', () => {
  test('children are indented by the width of the marker', () => {
    const nested = list([
      item(
        { type: 'number', value: 10, delimiter: '.' },
        paragraph('a'),
        list([item(bullet, paragraph('b'))]),
      ),
    ])
    expect(write([nested])).toBe('10. a\n    - b\n')
  })
  test('labels are text, tasks are tasks, blocks stand apart', () => {
    const blocks = list([
      item({ type: 'label', text: '(a)' }, paragraph('x')),
      { ...item(bullet, paragraph('y')), checked: true },
      item(bullet, paragraph('p'), paragraph('q')),
    ])
    expect(write([blocks])).toBe('- (a) x\n- [x] y\n- p\n\n  q\n')
  })
  test('lists that touch are kept apart', () => {
    const one = list([item(bullet, paragraph('a'))])
    expect(write([one, one])).toBe('- a\n\n<!-- -->\n\n- a\n')
  })
})

describe('C8 tables', () => {
  const rows = (...lines: readonly (readonly string[])[]): Row[] =>
    lines.map((cells) => ({ cells: cells.map((content, column) => ({ column, content })) }))
  test('a pipe table, numbers to the right', () => {
    const table: Block = {
      type: 'table',
      columnCount: 2,
      rows: rows(['a', 'b|c'], ['x', '1,200.50'], ['', '7 %']),
    }
    expect(write([table])).toBe(
      '| a | b\\|c |\n| --- | ---: |\n| x | 1,200.50 |\n|  | 7 % |\n'.replace('|  |', '| |'),
    )
  })
  test('spans need HTML', () => {
    const table: Block = {
      type: 'table',
      columnCount: 2,
      rows: [
        { cells: [{ column: 0, columnSpan: 2, header: 'column', content: 'a & b' }] },
        { cells: [{ column: 1, content: 'x\ny' }] },
      ],
    }
    expect(write([table])).toBe(
      '<table>\n<tr><th colspan="2">a &amp; b</th></tr>\n<tr><td></td><td>x<br>y</td></tr>\n</table>\n',
    )
  })
})

describe('C10 to C14', () => {
  test('a fence longer than what is inside', () => {
    expect(write([{ type: 'codeBlock', text: 'a\n```\nb', language: 'sh' }])).toBe(
      '````sh\na\n```\nb\n````\n',
    )
  })
  test('a formula with its number', () => {
    expect(write([{ type: 'formulaBlock', latex: 'x = 1', number: '3' }])).toBe(
      '$$x = 1 \\tag{3}$$\n',
    )
  })
  test('notes are numbered by first reference and defined once', () => {
    const reference = (note: string): Inline => ({ type: 'noteReference', note })
    const out = write(
      [
        paragraph([
          text('a'),
          reference('n2'),
          text(' b'),
          reference('n1'),
          reference('n2'),
          reference('gone'),
        ]),
      ],
      {
        notes: [
          { id: 'n1', blocks: [paragraph('first')] },
          { id: 'n2', blocks: [paragraph('second'), paragraph('more')] },
          { id: 'n3', blocks: [paragraph('never referred to')] },
        ],
      },
    )
    expect(out).toBe('a[^1] b[^2][^1]\n\n[^1]: second\n\n    more\n\n[^2]: first\n')
  })
  test('an empty document is the empty string', () => {
    expect(write([])).toBe('')
  })
  test('speaker notes stand under their slide', () => {
    const slide: Block = {
      type: 'section',
      kind: 'slide',
      title: [text('S')],
      blocks: [paragraph('x'), { type: 'section', kind: 'notes', blocks: [paragraph('n')] }],
    }
    expect(write([slide])).toBe('## S\n\nx\n\n### Notes\n\nn\n')
  })
})

test('C1: invisible characters go, ligatures are letters, spaces are spaces', () => {
  expect(write([paragraph('eﬃ\u00adcient\u200b \u00a0café\ufeff')])).toBe('efficient café\n')
})
