/** Tests C4 of docs/markdown.md, one case per row: characters that are escaped, and that are not. */
import { describe, expect, test } from 'vitest'
import { bullet, item, list, paragraph, text } from '../../model/index.ts'
import {
  bold,
  type Case,
  code,
  formula,
  type InlineCase,
  lineBreak,
  print,
  reference,
} from './testing/nodes.ts'

describe('C4 escaping', () => {
  const escaped: readonly (readonly [string, string])[] = [
    ['# x', '\\# x'],
    ['- x', '\\- x'],
    ['+ x', '\\+ x'],
    ['-', '\\-'],
    ['1. x', '1\\. x'],
    ['1986)', '1986\\)'],
    ['> x', '\\> x'],
    ['---', '\\---'],
    ['***', '\\***'],
    ['~~~ x', '\\~~~ x'],
    ['*a* and _b_', '\\*a\\* and \\_b\\_'],
    ['~~a~~', '\\~\\~a\\~\\~'],
    ['use `x`', 'use \\`x\\`'],
    ['[a](b)', '\\[a](b)'],
    ['[a](b) [sic]', '\\[a](b) [sic]'],
    ['![a](b)', '!\\[a](b)'],
    ['a[^1]', 'a\\[^1]'],
    ['[a]: http://b', '\\[a]: http://b'],
    ['<script>', '\\<script>'],
    ['</p>', '\\</p>'],
    ['<a@b.c>', '\\<a@b.c>'],
    ['&copy; &#35; me', '&amp;copy; &amp;#35; me'],
    ['a\\*b \\ c', 'a\\\\*b \\ c'],
    ['$x$ and $$y$$', '\\$x\\$ and \\$\\$y\\$\\$'],
  ]
  test.each(escaped)('%s', (value, out) => {
    expect(print([paragraph(value)])).toBe(out)
  })

  const plain = [
    'Plain prose, with commas; and (parentheses).',
    'snake_case and 5 * 3 stay, so do $5 and $6',
    'a < b & c > d, x<y, AT&T, R&D;',
    'see http://example.com/a_b_c*d for more, or www.a.b/_c_d, or x_y@z.zz',
    '10% [sic] — “quotes” #hash C# 50 ~ 60 ~70',
    'a footnote*',
    '_draft',
    '3.14 is pi',
    '-5 degrees',
    '#1',
    '====',
    '--',
    '[x] marks the spot',
    '[1]: Smith, J. (2020)',
    'a | b',
    '"1) x"',
    'x ~ y ~ z',
    'costs $5–$10',
    'C:\\dir\\file',
  ]
  test.each(plain)('leaves unchanged: %s', (value) => {
    expect(print([paragraph(value)])).toBe(value)
  })

  test.each<InlineCase>([
    {
      name: 'block markup at the start of lines below the first',
      inlines: [
        text('a'),
        ...['===', '---', '- x', '1. y', '# z', '| - |'].flatMap((value) => [
          lineBreak,
          text(value),
        ]),
      ],
      out: 'a\\\n===\\\n---\\\n\\- x\\\n1\\. y\\\n\\# z\\\n\\| - |',
    },
    {
      name: 'text below the first line that only resembles block markup is unchanged',
      inlines: [
        text('a'),
        ...['2. x', '-', '+', '1.', '[b]: c'].flatMap((value) => [lineBreak, text(value)]),
      ],
      out: 'a\\\n2. x\\\n-\\\n+\\\n1.\\\n[b]: c',
    },
    {
      name: 'a URL directly before a note',
      inlines: [text('http://a.b/c'), reference('none'), code('x')],
      out: '<http://a.b/c>`x`',
    },
    {
      name: 'a URL in bold',
      inlines: [bold('http://a.b/c_d_'), text(', x')],
      out: '**http://a.b/c_d_**, x',
    },
    {
      name: 'dollars beside a formula',
      inlines: [text('$5 for '), formula('x')],
      out: '\\$5 for $x$',
    },
    { name: 'stars beside bold text', inlines: [text('a* '), bold('b')], out: 'a\\* **b**' },
  ])('$name', ({ inlines, out }) => {
    expect(print([paragraph(inlines)])).toBe(out)
  })

  test.each<Case>([
    {
      name: '[x] at the start of an item',
      blocks: [list([item(bullet, paragraph('[x] y'))])],
      out: '- \\[x] y',
    },
    {
      name: 'hyphens that would form a rule with the bullet',
      blocks: [list([item(bullet, paragraph('--'))])],
      out: '- \\--',
    },
    {
      name: '| in a cell',
      blocks: [
        { type: 'table', columnCount: 1, rows: [{ cells: [{ column: 0, content: 'a|b' }] }] },
      ],
      out: '| a\\|b |\n| --- |',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})
