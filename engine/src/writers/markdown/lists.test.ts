/** Tests C7 of docs/markdown.md, one case per row: lists. */
import { describe, expect, test } from 'vitest'
import { type Block, bullet, item, list, type Marker, paragraph, text } from '../../model/index.ts'
import { type Case, label, lineBreak, number, print, quote } from './testing/nodes.ts'

describe('C7 lists', () => {
  const nested = (outer: Marker, inner: Marker): Block[] => [
    list([item(outer, paragraph('a'), list([item(inner, paragraph('b'))]))]),
  ]
  const single = (marker: Marker, value = 'a'): Block => list([item(marker, paragraph(value))])
  test.each<Case>([
    {
      name: 'bullets and numbers are as in the document',
      blocks: [
        list([
          item(bullet, paragraph('a')),
          item(number(3), paragraph('b')),
          item(number(4), paragraph('c')),
          item(number(5, ')'), paragraph('d')),
        ]),
      ],
      out: '- a\n3. b\n4. c\n5) d',
    },
    {
      name: 'a nested list is indented by the width of the marker',
      blocks: nested(number(10), bullet),
      out: '10. a\n    - b',
    },
    {
      name: 'a nested list that begins with 1 follows its text directly',
      blocks: nested(bullet, number(1)),
      out: '- a\n  1. b',
    },
    {
      name: 'a nested list that begins with 2 is separated by a blank line',
      blocks: nested(bullet, number(2)),
      out: '- a\n\n  2. b',
    },
    {
      name: 'labels become text',
      blocks: [
        list([
          item(label('(a)'), paragraph('x')),
          item(label('1.2.'), paragraph('y')),
          item(label('1)'), paragraph('z')),
        ]),
      ],
      out: '- (a) x\n- 1.2. y\n- 1\\) z',
    },
    {
      name: 'numbers that Markdown does not support',
      blocks: [
        list([item(number(-1), paragraph('x')), item(number(1_234_567_890), paragraph('y'))]),
      ],
      out: '- -1. x\n- 1234567890. y',
    },
    {
      name: 'an item of several blocks',
      blocks: [
        list([
          item(bullet, paragraph('a'), paragraph('b'), quote(paragraph('c'))),
          item(bullet, paragraph('d')),
        ]),
      ],
      out: '- a\n\n  b\n\n  > c\n- d',
    },
    {
      name: 'an item that begins with another block',
      blocks: [
        list([
          item(bullet, { type: 'codeBlock', text: 'x\n\ny' }),
          item(number(1), quote(paragraph('q'))),
        ]),
      ],
      out: '- ```\n  x\n\n  y\n  ```\n1. > q',
    },
    {
      name: 'a line break in an item',
      blocks: [list([item(number(1), paragraph([text('a'), lineBreak, text('b')]))])],
      out: '1. a\\\n   b',
    },
    {
      name: 'task items',
      blocks: [
        list([
          { ...item(bullet, paragraph('a')), checked: true },
          { ...item(bullet, paragraph('b')), checked: false },
        ]),
      ],
      out: '- [x] a\n- [ ] b',
    },
    {
      name: 'paragraphs with check boxes become task items',
      blocks: [
        { ...paragraph('a'), checked: true },
        { ...paragraph('b'), checked: false },
        paragraph('c'),
      ],
      out: '- [x] a\n- [ ] b\n\nc',
    },
    {
      name: 'adjacent lists are separated',
      blocks: [single(bullet), paragraph(''), single(bullet, 'b')],
      out: '- a\n\n<!-- -->\n\n- b',
    },
    {
      name: 'adjacent lists that a parser keeps separate',
      blocks: [single(bullet), single(number(1)), single(number(1, ')'))],
      out: '- a\n\n1. a\n\n1) a',
    },
    {
      name: 'adjacent lists in an item of a quote are separated',
      blocks: [quote(list([item(bullet, paragraph('x'), single(bullet), single(label('b)')))]))],
      out: '> - x\n>   - a\n>\n>   <!-- -->\n>\n>   - b) a',
    },
    {
      name: 'an empty bullet is dropped, an empty number is kept',
      blocks: [list([item(bullet), item(number(1)), item(bullet, paragraph('a'))])],
      out: '1.\n- a',
    },
    {
      name: 'a rule in an item',
      blocks: [list([item(bullet, { type: 'thematicBreak' })])],
      out: '- ***',
    },
  ])('$name', ({ blocks, out }) => {
    expect(print(blocks)).toBe(out)
  })
})
