import { expect, test } from 'vitest'
import type { Inline } from '../../../model/index.ts'
import { codeBlockOf } from './code.ts'
import { inlinesOf, joinRuns } from './inlines.ts'
import { joinBlocks } from './joins.ts'
import { textOf } from './layout-blocks.ts'
import { isEdgeOfNote, pairNotes } from './notes.ts'
import { splitRunIn } from './run-in.ts'
import type { Run } from './styled-line.ts'
import {
  blockOf,
  bodyStyle,
  boldStyle,
  italicStyle,
  monoStyle,
  paragraphBlock,
  run,
  styledLine,
  textBlock,
} from './testing/lines.ts'

const noWords = () => new Set<string>()
const inlines = (...lines: Run[][]): Inline[] =>
  inlinesOf(
    joinRuns(
      lines.map((runs) => styledLine(runs)),
      noWords,
    ),
  )

test.each<{ name: string; lines: Run[][]; inlines: Inline[] }>([
  {
    name: 'lines are joined by a blank',
    lines: [[run('one')], [run('two')]],
    inlines: [{ type: 'text', text: 'one two' }],
  },
  {
    name: 'a word broken at a line end is joined',
    lines: [[run('algo-')], [run('rithm')]],
    inlines: [{ type: 'text', text: 'algorithm' }],
  },
  {
    name: 'an option broken at a line end within code keeps its hyphen',
    lines: [
      [run('run the old program with '), run('--compare-', monoStyle)],
      [run('versions', monoStyle)],
    ],
    inlines: [
      { type: 'text', text: 'run the old program with ' },
      { type: 'code', text: '--compare-versions' },
    ],
  },
  {
    name: 'signs in the type of code are code between blanks or quotes, but not beside a word',
    lines: [
      [
        run('the operator '),
        run('=>', monoStyle),
        run(' or “'),
        run('.', monoStyle),
        run('” of the '),
        run('"', monoStyle),
        run('mill'),
      ],
    ],
    inlines: [
      { type: 'text', text: 'the operator ' },
      { type: 'code', text: '=>' },
      { type: 'text', text: ' or “' },
      { type: 'code', text: '.' },
      { type: 'text', text: '” of the "mill' },
    ],
  },
  {
    name: 'bold words within regular text are bold',
    lines: [[run('The old'), run(' vatman', boldStyle), run(' worked there')]],
    inlines: [
      { type: 'text', text: 'The old' },
      { type: 'text', text: ' vatman', bold: true },
      { type: 'text', text: ' worked there' },
    ],
  },
  {
    name: 'a text that is bold throughout is not marked',
    lines: [[run('All of it', boldStyle)]],
    inlines: [{ type: 'text', text: 'All of it' }],
  },
  {
    name: 'single letters and figures have marks, too',
    lines: [
      [
        run('where '),
        run('x', italicStyle),
        run(' is '),
        run('3', boldStyle),
        run(' by '),
        run('-n', monoStyle),
      ],
    ],
    inlines: [
      { type: 'text', text: 'where ' },
      { type: 'text', text: 'x', italic: true },
      { type: 'text', text: ' is ' },
      { type: 'text', text: '3', bold: true },
      { type: 'text', text: ' by ' },
      { type: 'code', text: '-n' },
    ],
  },
  {
    name: 'a single letter in a script has no marks',
    lines: [[run('the size x'), run('n', boldStyle, { script: 'sub' }), run(' of it')]],
    inlines: [
      { type: 'text', text: 'the size x' },
      { type: 'text', text: 'n', script: 'sub' },
      { type: 'text', text: ' of it' },
    ],
  },
  {
    name: 'a raised ring becomes a degree sign',
    lines: [[run('at 20'), run('\u25e6', bodyStyle, { script: 'super' }), run('C')]],
    inlines: [{ type: 'text', text: 'at 20\u00b0C' }],
  },
  {
    name: 'letters of formulas are not italic, and doubled quotes become one',
    lines: [[run('the \u2018\u2018size\u2019\u2019 \u{1d465} of it')]],
    inlines: [{ type: 'text', text: 'the \u201csize\u201d x of it' }],
  },
  {
    name: 'scripts',
    lines: [[run('H'), run('2', bodyStyle, { script: 'sub' }), run('O in it')]],
    inlines: [
      { type: 'text', text: 'H' },
      { type: 'text', text: '2', script: 'sub' },
      { type: 'text', text: 'O in it' },
    ],
  },
  {
    name: 'words of code',
    lines: [[run('call '), run('shake()', monoStyle), run(' on it and wait')]],
    inlines: [
      { type: 'text', text: 'call ' },
      { type: 'code', text: 'shake()' },
      { type: 'text', text: ' on it and wait' },
    ],
  },
  {
    name: 'code in two types',
    lines: [
      [
        run('run '),
        run('make', monoStyle),
        run(' wheel', { ...monoStyle, italic: true }),
        run('.o', monoStyle),
        run(' first'),
      ],
    ],
    inlines: [
      { type: 'text', text: 'run ' },
      { type: 'code', text: 'make wheel.o' },
      { type: 'text', text: ' first' },
    ],
  },
  {
    name: 'two names of code with a word between',
    lines: [[run('-t', monoStyle), run(' or '), run('--turn-wheel', monoStyle)]],
    inlines: [
      { type: 'code', text: '-t' },
      { type: 'text', text: ' or ' },
      { type: 'code', text: '--turn-wheel' },
    ],
  },
  {
    name: 'a bracket within an address is linked to its end',
    lines: [[run('See'), run(' the standard (ASVS).', bodyStyle, { link: 'https://www.a.org' })]],
    inlines: [
      { type: 'text', text: 'See ' },
      {
        type: 'link',
        target: 'https://www.a.org',
        inlines: [{ type: 'text', text: 'the standard (ASVS)' }],
      },
      { type: 'text', text: '.' },
    ],
  },
  {
    name: 'a comma after a link with an open bracket is not linked',
    lines: [[run('Union[bool,', bodyStyle, { link: 'https://www.a.org' })]],
    inlines: [
      {
        type: 'link',
        target: 'https://www.a.org',
        inlines: [{ type: 'text', text: 'Union[bool' }],
      },
      { type: 'text', text: ',' },
    ],
  },
  {
    name: 'the full stop after an address is not linked',
    lines: [[run('See'), run(' www.a.org.', bodyStyle, { link: 'https://www.a.org' })]],
    inlines: [
      { type: 'text', text: 'See ' },
      { type: 'link', target: 'https://www.a.org', inlines: [{ type: 'text', text: 'www.a.org' }] },
      { type: 'text', text: '.' },
    ],
  },
  {
    name: 'a name in the type of code is code in a link',
    lines: [
      [
        run('See '),
        run('the call ', bodyStyle, { link: '#call' }),
        run('shake()', monoStyle, { link: '#call' }),
        run('.'),
      ],
    ],
    inlines: [
      { type: 'text', text: 'See ' },
      {
        type: 'link',
        target: '#call',
        inlines: [
          { type: 'text', text: 'the call ' },
          { type: 'code', text: 'shake()' },
        ],
      },
      { type: 'text', text: '.' },
    ],
  },
  {
    name: 'an address in the type of code is no code in its link',
    lines: [[run('See '), run('www.a.org', monoStyle, { link: 'https://www.a.org' })]],
    inlines: [
      { type: 'text', text: 'See ' },
      { type: 'link', target: 'https://www.a.org', inlines: [{ type: 'text', text: 'www.a.org' }] },
    ],
  },
])('inlinesOf: $name', ({ lines, inlines: expected }) => {
  expect(inlines(...lines)).toEqual(expected)
})

test.each<{ name: string; runs: Run[]; parts: string[] | undefined }>([
  {
    name: 'a numbered heading is separated',
    runs: [run('2.1. Sheets.', boldStyle), run(' A sheet is left.')],
    parts: ['2.1. Sheets.', 'A sheet is left.'],
  },
  {
    name: 'a part of an abstract is separated',
    runs: [run('Methods:', boldStyle), run(' We looked.')],
    parts: undefined,
  },
  {
    name: 'other bold words stay in the text',
    runs: [run('The vatman.', boldStyle), run(' He worked.')],
    parts: undefined,
  },
  {
    name: 'a number in the style of the text stays in the text',
    runs: [run('2.1. Sheets. A sheet is left.')],
    parts: undefined,
  },
])('splitRunIn: $name', ({ runs, parts }) => {
  expect(splitRunIn(blockOf([styledLine(runs)]), bodyStyle)?.map(textOf)).toEqual(parts)
})

test('codeBlockOf keeps indents and empty lines', () => {
  const lines = [
    styledLine([run('def f():', monoStyle)], { y: 100 }),
    styledLine([run('return', monoStyle)], { x: 20, y: 112 }),
    styledLine([run('f()', monoStyle)], { y: 136 }),
  ]
  expect(codeBlockOf([blockOf(lines)], 1.2).text).toBe('def f():\n    return\n\nf()')
})

test.each<{ name: string; first: string; second: string; count: number }>([
  { name: 'within a sentence', first: 'It does not', second: 'end here.', count: 1 },
  { name: 'after a sentence', first: 'It ends.', second: 'end here.', count: 2 },
  { name: 'before a capital', first: 'It does not', second: 'End here.', count: 2 },
])('joinBlocks: a column that breaks $name', ({ first, second, count }) => {
  const blocks = [
    textBlock(first, bodyStyle, {}, { column: 0, columnEnd: 60 }),
    textBlock(second, bodyStyle, {}, { column: 1, columnEnd: 60 }),
  ]
  expect(joinBlocks(blocks, () => false)).toHaveLength(count)
})

const referring = (mark: string) =>
  blockOf([
    styledLine([
      run('A mill had one vat, or two where the river was strong enough, they say'),
      run(mark, bodyStyle, { script: 'super' }),
      run(' in the old books.'),
    ]),
  ])
const note = (text: string) => textBlock(text, bodyStyle, { size: 8 })

test.each<{ name: string; blocks: ReturnType<typeof textBlock>[]; ids: string[] }>([
  {
    name: 'a note and its reference',
    blocks: [referring('1'), note('1 Four and more.')],
    ids: ['1-1'],
  },
  { name: 'symbols', blocks: [referring('*'), note('* Four and more.')], ids: ['1-*'] },
  {
    name: 'the asterisk of TeX after a name',
    blocks: [
      blockOf([styledLine([run('Ada Marsh'), run('\u2217', bodyStyle, { script: 'super' })])]),
      note('\u2217 At the mill.'),
    ],
    ids: ['1-\u2217'],
  },
  { name: 'a note with another mark', blocks: [referring('2'), note('1 Four and more.')], ids: [] },
  {
    name: 'two references with one mark',
    blocks: [referring('1'), referring('1'), note('1 Four.')],
    ids: [],
  },
  { name: 'a note above the text', blocks: [note('1 Four and more.'), referring('1')], ids: [] },
  {
    name: 'a note as large as the body',
    blocks: [referring('1'), paragraphBlock(), textBlock('1 Four and more.')],
    ids: [],
  },
])('pairNotes: $name', ({ blocks, ids }) => {
  const found = pairNotes(blocks, { bodySize: 10, isHeading: () => false, below: new Set() })
  expect([...found.values()].map(({ id }) => id)).toEqual(ids)
  const named = blocks.flatMap(({ lines }) =>
    lines.flatMap(({ runs }) => runs.flatMap((own) => own.note ?? [])),
  )
  expect(named).toEqual(ids)
})

test.each([
  { before: 'Written at the mill', mark: '\u2020', isEdge: true },
  { before: 'Written at the mill.', mark: '2', isEdge: true },
  { before: 'the isotope of carbon', mark: '14', isEdge: false },
  { beforeMark: '8', before: 'https://example.org/', mark: '9', isEdge: true },
  { beforeMark: '12', before: 'carbon and', mark: '14', isEdge: false },
])('isEdgeOfNote: $mark after $before is $isEdge', ({ beforeMark, before, mark, isEdge }) => {
  const raised = (text = '') => run(text, bodyStyle, { script: 'super' })
  const lineBefore = [...(beforeMark ? [raised(beforeMark)] : []), run(before)]
  const line = styledLine([raised(mark), run('Now a vat.')])
  expect(isEdgeOfNote(styledLine(lineBefore), line)).toBe(isEdge)
})

test('soft hyphens within a line are hyphens, those at its end break words', () => {
  const lines = ['09\u00ad01 wa\u00ad', 'ter \u00ad'].map((text) => styledLine([run(text)]))
  expect(joinRuns(lines, () => new Set()).map(({ text }) => text)).toEqual(['09-01 water -'])
})
