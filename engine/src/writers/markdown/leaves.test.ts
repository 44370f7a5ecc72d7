/** Tests C9 to C12 of docs/markdown.md, one case per row: formulas, code, pictures, footnotes; the worked example. */
import { describe, expect, test } from 'vitest'
import {
  type Block,
  bullet,
  type Cell,
  heading,
  item,
  list,
  paragraph,
  text,
} from '../../model/index.ts'
import {
  bold,
  type Case,
  cells,
  code,
  formula,
  number,
  print,
  quote,
  reference,
  table,
  write,
} from './testing/nodes.ts'

describe('C9 formulas', () => {
  test.each<Case>([
    {
      name: 'a displayed formula with its number',
      blocks: [{ type: 'formulaBlock', latex: ' x = 1 ', number: '3' }],
      out: '$$x = 1 \\tag{3}$$',
    },
    {
      name: 'a formula of several lines, without blank ones',
      blocks: [{ type: 'formulaBlock', latex: 'a\n\n  b ' }],
      out: '$$\na\nb\n$$',
    },
    {
      name: 'a dollar in a formula becomes a command',
      blocks: [{ type: 'formulaBlock', latex: '\\text{5$} + \\$' }],
      out: '$$\\text{5\\text{\\textdollar}} + \\text{\\textdollar}$$',
    },
    {
      name: 'comments of a formula are removed, and percent signs are escaped',
      blocks: [{ type: 'formulaBlock', latex: 'a % note\nb\\% 5%' }],
      out: '$$\na\nb\\% 5\\%\n$$',
    },
    { name: 'an empty formula', blocks: [{ type: 'formulaBlock', latex: ' ' }], out: '' },
    {
      name: 'an inline formula has one line and no outer spaces',
      blocks: [paragraph([text('the value '), formula(' x\n+ y\\ '), text('.')])],
      out: 'the value $x + y$.',
    },
    {
      name: 'two adjacent formulas',
      blocks: [paragraph([formula('\\alpha'), formula('b')])],
      out: '$\\alpha b$',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})

describe('C10 code', () => {
  test.each<Case>([
    {
      name: 'a fence longer than the fences in the code',
      blocks: [{ type: 'codeBlock', text: 'a\n```\nb\n', language: 'sh' }],
      out: '````sh\na\n```\nb\n````',
    },
    {
      name: 'lines and indentation are kept',
      blocks: [{ type: 'codeBlock', text: '\ta \r\n\r\n  *b*' }],
      out: '```\n\ta \n\n  *b*\n```',
    },
    {
      name: 'a language that could end the info string is dropped',
      blocks: [{ type: 'codeBlock', text: 'a', language: 'x`y' }],
      out: '```\na\n```',
    },
    {
      name: 'an empty code block prints nothing',
      blocks: [{ type: 'codeBlock', text: ' \n' }],
      out: '',
    },
    {
      name: 'code spans',
      blocks: [
        paragraph([
          code('a`b'),
          text(' '),
          code('`c'),
          text(' '),
          code(' d '),
          text(' '),
          code('e\nf'),
        ]),
      ],
      out: '``a`b`` `` `c `` `  d  ` `e f`',
    },
    {
      name: 'adjacent code spans',
      blocks: [paragraph([code('a'), code('b'), text('`')])],
      out: '`ab`\\`',
    },
    {
      name: 'a code span of spaces',
      blocks: [paragraph([text('a'), code(' '), text('b')])],
      out: 'a b',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})

describe('C11 pictures', () => {
  const figure = (more: object): Block => ({ type: 'figure', blocks: [], ...more })
  test.each<Case>([
    {
      name: 'the caption is printed instead of the alternative text',
      blocks: [
        figure({
          alt: 'x',
          caption: { position: 'below', inlines: [text('Figure 1')] },
          blocks: [paragraph('inside')],
        }),
      ],
      out: 'inside\n\nFigure 1',
    },
    {
      name: 'the alternative text is printed without a caption',
      blocks: [figure({ alt: '*x*' })],
      out: '\\*x\\*',
    },
    {
      name: 'a caption above and a table inside',
      blocks: [
        figure({
          caption: { position: 'above', inlines: [text('Chart')] },
          blocks: [table(1, cells('a'))],
        }),
      ],
      out: 'Chart\n\n| a |\n| --- |',
    },
    { name: 'a picture without text prints nothing', blocks: [figure({})], out: '' },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})

describe('C12 footnotes', () => {
  const notes = [
    { id: 'n1', blocks: [paragraph('first')] },
    {
      id: 'n2',
      blocks: [paragraph('second'), paragraph('more'), list([item(bullet, paragraph('x'))])],
    },
    { id: 'n3', blocks: [paragraph([text('see '), reference('n1')])] },
    { id: 'never', blocks: [paragraph('never referred to')] },
    { id: 'empty', blocks: [] },
  ]
  test.each([
    {
      name: 'notes are numbered by first reference, and defined once',
      blocks: [
        paragraph([text('a'), reference('n2'), text(' b'), reference('n1'), reference('n2')]),
      ],
      out: 'a[^1] b[^2][^1]\n\n[^1]: second\n\n    more\n\n    - x\n\n[^2]: first',
    },
    {
      name: 'a note that refers to a note',
      blocks: [paragraph([text('a'), reference('n3')])],
      out: 'a[^1]\n\n[^1]: see [^2]\n\n[^2]: first',
    },
    {
      name: 'a reference to a missing note',
      blocks: [paragraph([text('a'), reference('gone')])],
      out: 'a',
    },
    {
      name: 'a note without text',
      blocks: [paragraph([text('a'), reference('empty')])],
      out: 'a[^1]\n\n[^1]:',
    },
    {
      name: 'references in a heading, in a cell and in an HTML table',
      blocks: [
        heading(1, [text('h'), reference('n1')]),
        table(1, cells([paragraph([text('c'), reference('n1')])])),
        table(1, cells([paragraph('d'), paragraph([text('e'), reference('n3')])])),
      ],
      out: '# h[^1]\n\n| c[^1] |\n| --- |\n\n<table>\n<tr><td><p>d</p><p>e<sup>2</sup></p></td></tr>\n</table>\n\n[^2]\n\n[^1]: first\n\n[^2]: see [^1]',
    },
    {
      name: 'notes that only an HTML table refers to are referenced after it',
      blocks: [
        paragraph([text('a'), reference('n1')]),
        list([
          item(
            bullet,
            table(
              1,
              cells([
                paragraph([text('b'), reference('n1'), reference('n3'), reference('empty')]),
                paragraph([text('c'), reference('n3')]),
              ]),
            ),
          ),
        ]),
        paragraph([text('d'), reference('n3')]),
      ],
      out: 'a[^1]\n\n- <table>\n  <tr><td><p>b<sup>1</sup><sup>2</sup><sup>3</sup></p><p>c<sup>2</sup></p></td></tr>\n  </table>\n\n  [^2] [^3]\n\nd[^2]\n\n[^1]: first\n\n[^2]: see [^1]\n\n[^3]:',
    },
    {
      name: 'references before a parenthesis or a colon',
      blocks: [
        paragraph([text('a'), reference('n1'), text('(b)')]),
        paragraph([reference('n1'), text(': c')]),
      ],
      out: 'a[^1]\\(b)\n\n[^1]\\: c\n\n[^1]: first',
    },
  ])('$name', ({ blocks, out }) => {
    expect(write(blocks, { notes })).toBe(`${out}\n`)
  })
})

describe('other blocks', () => {
  test.each<Case>([
    {
      name: 'a quote in a quote has no trailing spaces',
      blocks: [quote(paragraph('a'), quote(paragraph('b')))],
      out: '> a\n>\n> > b',
    },
    {
      name: 'a rule at the start of the file differs from front matter',
      blocks: [{ type: 'thematicBreak' }, paragraph('a'), { type: 'thematicBreak' }],
      out: '***\n\na\n\n---',
    },
    {
      name: 'C18: the text of a text file is unchanged',
      blocks: [{ type: 'plainText', text: '# a *b*\n\n\n  ﬁ\u00a0 \n- c\u0000\n\n' }],
      out: '# a *b*\n\n\n  ﬁ\u00a0 \n- c',
    },
    {
      name: 'a file of white space prints nothing',
      blocks: [{ type: 'plainText', text: ' \n\t\n' }],
      out: '',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })

  test('C19: the worked example', () => {
    const header = (column: number, content: string, span: Partial<Cell> = {}): Cell => ({
      column,
      content,
      header: 'column',
      ...span,
    })
    const blocks: Block[] = [
      { type: 'title', inlines: [text('Annual Report')] },
      heading(1, '1 Results'),
      paragraph([
        text('Sales of H'),
        text('2', { script: 'sub' }),
        text('O rose by '),
        bold('12 %'),
        text('.'),
      ]),
      list([item(number(3), paragraph('third')), item(number(4), paragraph('fourth'))]),
      {
        type: 'table',
        columnCount: 3,
        caption: { position: 'above', inlines: [text('Table 1: Sales')] },
        rows: [
          { cells: [header(0, 'Region', { rowSpan: 2 }), header(1, 'Year', { columnSpan: 2 })] },
          { cells: [header(1, '2024'), header(2, '2025')] },
          cells('North', '10', '12'),
        ],
      },
    ]
    expect(write(blocks)).toBe(`# Annual Report

## 1 Results

Sales of H<sub>2</sub>O rose by **12 %**.

3. third
4. fourth

Table 1: Sales

<table>
<tr><th rowspan="2">Region</th><th colspan="2">Year</th></tr>
<tr><th>2024</th><th>2025</th></tr>
<tr><td>North</td><td>10</td><td>12</td></tr>
</table>
`)
  })
})
