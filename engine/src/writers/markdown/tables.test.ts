/** Tests C8 of docs/markdown.md, one case per row: pipe tables, HTML tables, flattened tables. */
import { describe, expect, test } from 'vitest'
import { bullet, item, list, paragraph, text } from '../../model/index.ts'
import {
  bold,
  type Case,
  cells,
  code,
  fast,
  formula,
  italic,
  label,
  lineBreak,
  link,
  number,
  print,
  reference,
  table,
} from './testing/nodes.ts'

describe('C8 pipe tables', () => {
  test.each<Case>([
    {
      name: 'a table is compact and escapes |',
      blocks: [table(2, cells('a', 'b|c'), cells('x', 'y'))],
      out: '| a | b\\|c |\n| --- | --- |\n| x | y |',
    },
    {
      name: 'columns of numbers are aligned to the right',
      blocks: [
        table(
          6,
          cells('a', 'b', 'c', 'd', 'e', 'f'),
          cells('1,200.50', '-7 %', '$5', '2024-01-05', '(3)', 'x'),
          cells('', '8%', '€ 6', '', 'EUR 2.5', '1'),
        ),
      ],
      out: '| a | b | c | d | e | f |\n| ---: | ---: | ---: | --- | ---: | --- |\n| 1,200.50 | -7 % | $5 | 2024-01-05 | (3) | x |\n| | 8% | € 6 | | EUR 2.5 | 1 |',
    },
    {
      name: 'a version is not a number',
      blocks: [table(1, cells('a'), cells('1.2.3'))],
      out: '| a |\n| --- |\n| 1.2.3 |',
    },
    {
      name: 'positions without a cell are empty',
      blocks: [
        table(
          3,
          { cells: [{ column: 1, content: 'a' }] },
          { cells: [] },
          { cells: [{ column: 2, content: 'b' }] },
        ),
      ],
      out: '| | a | |\n| --- | --- | --- |\n| | | |\n| | | b |',
    },
    {
      name: 'line breaks in cells',
      blocks: [table(1, cells('a\nb\n'), cells([paragraph([text('c'), lineBreak, bold('d')])]))],
      out: '| a<br>b |\n| --- |\n| c<br>**d** |',
    },
    {
      name: 'code with a |, also if it cannot be printed as code',
      blocks: [table(2, cells([paragraph([code('a|b')])], [paragraph([code('a\\|b')])]))],
      out: '| `a\\|b` | a\\\\\\|b |\n| --- | --- |',
    },
    {
      name: 'C9: formulas are printed without bars',
      blocks: [table(1, cells([paragraph([formula('|x| \\| \\\\| \\begin{array}{c|c}')])]))],
      out: '| $\\vert x\\vert \\Vert \\\\\\vert \\begin{array}{cc}$ |\n| --- |',
    },
    { name: 'a table without text', blocks: [table(2, cells('', ' ')), paragraph('x')], out: 'x' },
    {
      name: 'captions and notes',
      blocks: [
        {
          type: 'table',
          columnCount: 1,
          rows: [cells('a')],
          caption: { position: 'above', inlines: [text('Table 1')] },
          notes: [paragraph('Note.')],
        },
        {
          type: 'table',
          columnCount: 1,
          rows: [cells('b')],
          caption: { position: 'below', inlines: [bold('Table 2: '), bold('b')] },
        },
      ],
      out: 'Table 1\n\n| a |\n| --- |\n\nNote.\n\n| b |\n| --- |\n\nTable 2: b',
    },
    {
      name: 'a span without text',
      blocks: [table(2, { cells: [{ column: 0, columnSpan: 2, content: '' }] }, cells('a', 'b'))],
      out: '| | |\n| --- | --- |\n| a | b |',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})

const spans = table(
  2,
  { cells: [{ column: 0, columnSpan: 2, header: 'column', content: 'a & b' }] },
  {
    cells: [
      { column: 0, rowSpan: 2, header: 'row', content: 'c' },
      { column: 1, content: 'x\ny' },
    ],
  },
  { cells: [{ column: 1, content: '' }] },
)
const inner = table(2, cells('1', '2'), cells('3', ''))
const rich = table(
  2,
  cells('h', [
    list([
      item(number(3), paragraph('a'), list([item(label('(b)'), paragraph('c'))])),
      { ...item(bullet, paragraph('d')), checked: true },
    ]),
  ]),
  cells(
    [paragraph('p'), paragraph([bold('q'), reference('n')])],
    [
      inner,
      { type: 'codeBlock', text: 'f <\n  g' },
      { type: 'formulaBlock', latex: 'x', number: '3' },
    ],
  ),
)

describe('C8a HTML tables', () => {
  test.each<Case>([
    {
      name: 'row and column spans',
      blocks: [spans],
      out: '<table>\n<tr><th colspan="2">a &amp; b</th></tr>\n<tr><th rowspan="2">c</th><td>x<br>y</td></tr>\n<tr><td></td></tr>\n</table>',
    },
    {
      name: 'blocks in cells',
      blocks: [rich],
      out: '<table>\n<tr><td>h</td><td><ol start="3"><li><p>a</p><ul><li>(b) c</li></ul></li><li>[x] d</li></ol></td></tr>\n<tr><td><p>p</p><p><strong>q</strong></p></td><td><table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td></td></tr></table><pre>f &lt;<br>  g</pre><p>$$x$$ (3)</p></td></tr>\n</table>',
    },
    {
      name: 'links and formatting',
      blocks: [
        table(
          1,
          {
            cells: [
              {
                column: 0,
                rowSpan: 2,
                content: [
                  paragraph([
                    link('a"b', italic('x')),
                    text('2', { script: 'super' }),
                    formula('a<b'),
                    code('<c>'),
                  ]),
                ],
              },
            ],
          },
          { cells: [] },
        ),
      ],
      out: '<table>\n<tr><td rowspan="2"><a href="a&quot;b"><em>x</em></a><sup>2</sup>$a&lt;b$<code>&lt;c&gt;</code></td></tr>\n<tr></tr>\n</table>',
    },
    {
      name: 'a table in an item',
      blocks: [list([item(bullet, paragraph('i'), spans)])],
      out: '- i\n\n  <table>\n  <tr><th colspan="2">a &amp; b</th></tr>\n  <tr><th rowspan="2">c</th><td>x<br>y</td></tr>\n  <tr><td></td></tr>\n  </table>',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})

describe('C8c flattened', () => {
  test.each<Case>([
    {
      name: 'the text of a span is printed once',
      blocks: [spans],
      out: '| a & b | |\n| --- | --- |\n| c | x<br>y |\n| | |',
    },
    {
      name: 'blocks in cells become lines',
      blocks: [rich],
      out: '| h | 3. a<br>(b) c<br>- [x] d |\n| --- | --- |\n| p<br>**q** | 1 2<br>3<br>`f <`<br>`  g`<br>$x$ (3) |',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks, fast)).toBe(out)
  })
})
