import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { type Block, bullet, heading, item, list, paragraph, text } from '../../model/index.ts'
import { cells } from '../markdown/testing/nodes.ts'
import { writePlain } from './index.ts'

test.each<{ name: string; blocks: Block[]; plain: string }>([
  { name: 'an empty document', blocks: [], plain: '' },
  {
    name: 'headings and formatted paragraphs, a blank line between',
    blocks: [heading(2, 'Moulds'), paragraph([text('of '), text('wire', { bold: true })])],
    plain: 'Moulds\n\nof wire\n',
  },
  {
    name: 'raised and lowered characters, if Unicode has them',
    blocks: [
      paragraph([
        ...[
          text('1.5 × 10'),
          text('−20', { script: 'super' }),
          text(' m'),
          text('3', { script: 'super' }),
        ],
        ...[
          text(' of CO'),
          text('2', { script: 'sub' }),
          text(' on the 1'),
          text('st', { script: 'super' }),
        ],
      ]),
    ],
    plain: '1.5 × 10⁻²⁰ m³ of CO₂ on the 1st\n',
  },
  {
    name: 'lists with their markers, nested by their width',
    blocks: [
      list([
        item(
          { type: 'number', value: 9, delimiter: '.' },
          paragraph('one'),
          list([item(bullet, paragraph('two'))]),
        ),
        { ...item(bullet, paragraph('done')), checked: true },
      ]),
    ],
    plain: '9. one\n   - two\n- [x] done\n',
  },
  {
    name: 'tables with tabs between the cells',
    blocks: [
      {
        type: 'table',
        columnCount: 3,
        rows: [cells('Mill', 'Vats', ''), { cells: [{ column: 2, content: 'a\nb' }] }],
        caption: { inlines: [text('Mills')], position: 'above' },
      },
    ],
    plain: 'Mills\n\nMill\tVats\n\t\ta b\n',
  },
  {
    name: 'code with its indents, formulas as they are printed',
    blocks: [
      { type: 'codeBlock', text: '  a()\n    b()\n' },
      { type: 'formulaBlock', latex: '\\frac{a}{b}', printed: 'a/b', number: '1' },
    ],
    plain: '  a()\n    b()\n\na/b (1)\n',
  },
  {
    name: 'a running header prints nothing',
    blocks: [{ type: 'furniture', kind: 'header', blocks: [paragraph('Page 1')] }],
    plain: '',
  },
])('$name', ({ blocks, plain }) => {
  expect(writePlain({ pages: [], notes: [], blocks }, defaultLimits)).toBe(plain)
})

test('footnotes are at the end', () => {
  const notes = [{ id: 'a', blocks: [paragraph('Of oak.')] }]
  expect(writePlain({ pages: [], notes, blocks: [paragraph('Moulds')] }, defaultLimits)).toBe(
    'Moulds\n\nOf oak.\n',
  )
})
