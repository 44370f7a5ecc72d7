import { expect, test } from 'vitest'
import { findBodyStyle } from './body-style.ts'
import { findHeadings, type HeadingOptions } from './headings.ts'
import type { LayoutBlock, TextBlock } from './layout-blocks.ts'
import {
  blockOf,
  bodyStyle,
  boldStyle,
  headingOptions,
  italicStyle,
  monoStyle,
  paragraphBlock,
  run,
  styledLine,
  textBlock,
} from './testing/lines.ts'

const p = () => paragraphBlock()

test.each<{
  name: string
  blocks: LayoutBlock[]
  headings: string[]
  options?: Partial<HeadingOptions>
}>([
  {
    name: 'a bold line over text is a heading',
    blocks: [textBlock('Methods', boldStyle), p()],
    headings: ['Methods'],
  },
  {
    name: 'a large line over text is a heading',
    blocks: [textBlock('Methods', bodyStyle, { size: 14 }), p()],
    headings: ['Methods'],
  },
  {
    name: 'a bold line at the end of the document is not a heading',
    blocks: [p(), textBlock('End', boldStyle)],
    headings: [],
  },
  {
    name: 'a bold line in another face, slightly smaller than the body, is a heading',
    blocks: [textBlock('Methods', { ...boldStyle, font: 'Arial-Bold' }, { size: 9 }), p()],
    headings: ['Methods'],
  },
  {
    name: 'numbered sections in the style of the body are headings',
    blocks: [
      textBlock('1 Wool', boldStyle),
      textBlock('1.1 Ewes'),
      p(),
      textBlock('1.2 Rams'),
      p(),
    ],
    headings: ['1 Wool', '1.1 Ewes', '1.2 Rams'],
  },
  {
    name: 'lines of code and larger sentences are not headings',
    blocks: [
      ...['make wool', 'make cloth'].flatMap((own) => [textBlock(own, monoStyle), p()]),
      ...['These are all of the mills:', 'These are all of the looms:'].flatMap((own) => [
        textBlock(own, bodyStyle, { size: 11.5 }),
        p(),
      ]),
    ],
    headings: [],
  },
  {
    name: 'a large title over a table of contents is a heading, its entries are not',
    blocks: [
      ...['Wool 1', 'Ewes 2', 'Rams 3', 'Looms 4'].map((own) => textBlock(own, boldStyle)),
      textBlock('List of figures', boldStyle, { size: 16 }),
      ...['Cloth 5', 'Mills 6', 'Yarn 7', 'Dyes 8'].map((own) => textBlock(own, boldStyle)),
    ],
    headings: ['List of figures'],
  },
  {
    name: 'versions and dates in a style do not exclude the style',
    blocks: [
      ...['Wool', 'Cloth'].flatMap((own) => [textBlock(own, boldStyle), p()]),
      ...['2.8 (2022/08/30)', '2.7 (2021/09/01)', '2.6 (2020/02/02)'].flatMap((own) => [
        textBlock(own, boldStyle),
        p(),
      ]),
    ],
    headings: ['Wool', 'Cloth'],
  },
  {
    name: 'italic lines directly below another heading are headings',
    blocks: [
      textBlock('Methods', boldStyle),
      textBlock('Design', italicStyle, {}, { spaceBefore: 0.2 }),
      p(),
      textBlock('Wool', { ...bodyStyle, font: 'Helvetica' }),
      textBlock('Ewes', italicStyle, {}, { spaceBefore: 0.2 }),
      p(),
      textBlock('Cloth', { ...bodyStyle, font: 'Helvetica' }),
      p(),
    ],
    headings: ['Methods', 'Design', 'Wool', 'Ewes', 'Cloth'],
  },
  {
    name: 'a style used for paragraphs is not a style of headings',
    blocks: [
      ...Array.from({ length: 3 }, () =>
        textBlock(`${'Bold text that runs on and on '.repeat(12)}.`, boldStyle),
      ),
      textBlock('Bold', boldStyle),
      p(),
    ],
    headings: [],
  },
  {
    name: 'several separate italic lines are headings',
    blocks: [
      textBlock('Data sources', italicStyle),
      p(),
      textBlock('Main outcomes', italicStyle),
      p(),
    ],
    headings: ['Data sources', 'Main outcomes'],
  },
  {
    name: 'a single italic line is not a heading',
    blocks: [textBlock('As they say', italicStyle), p()],
    headings: [],
  },
  {
    name: 'a caption is not a heading',
    blocks: [textBlock('Figure 3. Sheets', boldStyle), p()],
    headings: [],
  },
  {
    name: 'names with raised marks are not headings',
    blocks: [
      blockOf([
        styledLine([
          run('Anna Weber', boldStyle),
          run('1,2', boldStyle, { script: 'super' }),
          run(', Karl Stein', boldStyle),
          run('2', boldStyle, { script: 'super' }),
        ]),
      ]),
      p(),
    ],
    headings: [],
  },
  {
    name: 'a list of names is not a heading',
    blocks: [textBlock('Anna Weber, Karl Stein, Mary Hill, and Jo Wood', boldStyle), p()],
    headings: [],
  },
  {
    name: 'names with a mark, joined by a word, are not a heading',
    blocks: [textBlock('Anna Weber *, Karl Stein and Mary Hill', boldStyle, { size: 13 }), p()],
    headings: [],
  },
  {
    name: 'a numbered heading may list names of things',
    blocks: [textBlock('5. Sheets in Oak, Ash, Elm and Other Kinds of Wood', boldStyle), p()],
    headings: ['5. Sheets in Oak, Ash, Elm and Other Kinds of Wood'],
  },
  {
    name: 'a date on a title page is not a heading',
    blocks: [textBlock('12 June 2023', boldStyle, { size: 14 }), p()],
    headings: [],
  },
  {
    name: 'a long title may begin with a name in lower case',
    blocks: [
      textBlock('lab4edu: an open textbook for teaching and learning', boldStyle, { size: 16 }),
      p(),
    ],
    headings: ['lab4edu: an open textbook for teaching and learning'],
  },
  {
    name: 'the rest of a sentence is not a heading',
    blocks: [textBlock('and an open textbook for teaching and learning with it', boldStyle), p()],
    headings: [],
  },
  {
    name: 'a line at the top of the page over a larger heading is not a heading',
    blocks: [
      textBlock('The Mills of the Valley', boldStyle, { y: 30 }),
      textBlock('Two Centuries', boldStyle, { y: 60, size: 20 }),
      p(),
    ],
    headings: ['Two Centuries'],
  },
  {
    name: 'a chapter number over its larger title is a heading',
    blocks: [
      textBlock('Chapter 3', boldStyle, { y: 30 }),
      textBlock('Two Centuries', boldStyle, { y: 60, size: 20 }),
      p(),
    ],
    headings: ['Chapter 3', 'Two Centuries'],
  },
  {
    name: 'a linked entry of a table of contents is not a heading',
    blocks: [
      blockOf([
        styledLine([
          run('Sheets', boldStyle, { link: { page: 3 } }),
          run(' 12', boldStyle, { link: { page: 3 } }),
        ]),
      ]),
      p(),
    ],
    headings: [],
  },
  {
    name: 'paragraphs slightly larger than the body are not headings',
    blocks: [
      textBlock('Methods: '.padEnd(170, 'words of an abstract '), bodyStyle, { size: 11.5 }),
      p(),
      textBlock('Results: '.padEnd(170, 'words of an abstract '), bodyStyle, { size: 11.5 }),
      p(),
    ],
    headings: [],
  },
  {
    name: 'bold lines over smaller text at the end of an article are headings',
    blocks: [p(), textBlock('Funding', boldStyle, { size: 9.1 }), p()],
    headings: ['Funding'],
  },
  {
    name: 'smaller lines over larger text in adjacent columns are headings',
    blocks: [
      ...['Purpose', 'River', 'People'].flatMap((text, column) => [
        textBlock(text, bodyStyle, { size: 12 }, { column }),
        textBlock(`${text} in large words`, bodyStyle, { size: 16 }, { column }),
      ]),
      paragraphBlock({}, { column: 4 }),
    ],
    headings: ['Purpose', 'River', 'People'],
  },
  {
    name: 'an item of a list is not a heading',
    blocks: [textBlock('• First point', boldStyle), p()],
    headings: [],
  },
  {
    name: 'an address is not a heading',
    blocks: [textBlock('mail@example.org', boldStyle), p()],
    headings: [],
  },
  {
    name: 'text inside a figure is not a heading',
    blocks: [textBlock('Label', boldStyle), p()],
    headings: [],
    options: { figures: new Map([[1, [{ x0: -10, y0: 80, x1: 200, y1: 120 }]]]) },
  },
  {
    name: 'a bold version number that the outline names is a heading',
    blocks: [textBlock('C90', boldStyle), p(), textBlock('0.120', boldStyle), p()],
    options: { outline: [{ title: '0.120', depth: 1, place: { page: 1 } }] },
    headings: ['0.120'],
  },
  {
    name: 'a body line that the outline names is a heading',
    blocks: [textBlock('2.1 Sheets'), p()],
    headings: ['2.1 Sheets'],
    options: { outline: [{ title: 'Sheets', depth: 2, place: { page: 1 } }] },
  },
])('findHeadings: $name', ({ blocks, headings, options: more }) => {
  const found = findHeadings(blocks, { ...headingOptions, ...more })
  expect(found.map(({ text }) => text)).toEqual(headings)
})

function tagged(text: string, type: string, size?: number): TextBlock {
  const own = textBlock(text, boldStyle, size === undefined ? {} : { size })
  const [line] = own.lines
  if (line) own.lines[0] = { ...line, tag: { type, within: [], order: 0 } }
  return own
}

test('findHeadings: tags decide alone if they are used', () => {
  const blocks = [tagged('Sheets', 'H2'), tagged('Bold words', 'P'), p()]
  const found = findHeadings(blocks, { ...headingOptions, useTags: true })
  expect(found.map(({ text, tagLevel }) => [text, tagLevel])).toEqual([['Sheets', 2]])
})

test('findHeadings: a large paragraph of tagged text is a heading if the metadata names it', () => {
  const blocks = [tagged('The Mill', 'P', 18), tagged('Sheets', 'H1'), p(), tagged('Mill', 'P', 18)]
  const outline = [{ title: 'The Mill', depth: 0, place: { page: 1 } }]
  const found = findHeadings(blocks, { ...headingOptions, outline, useTags: true })
  expect(found.map(({ text }) => text)).toEqual(['The Mill', 'Sheets'])
  const heading = [...blocks, tagged('The Mill', 'H1', 18)]
  const others = findHeadings(heading, { ...headingOptions, outline, useTags: true })
  expect(others.map(({ text }) => text)).toEqual(['Sheets', 'The Mill'])
})

test('findHeadings: if headings are tagged, large words without a tag are not headings', () => {
  const [tagged, plain] = [
    textBlock('Sheets', boldStyle),
    textBlock('The Mill', boldStyle, { size: 18 }),
  ]
  const [line] = tagged.lines
  if (line) tagged.lines[0] = { ...line, tag: { type: 'H1', within: [], order: 0 } }
  const found = findHeadings([plain, tagged, p()], { ...headingOptions, useTags: true })
  expect(found.map(({ text }) => text)).toEqual(['Sheets'])
})

test('findBodyStyle: prose defines the body style, even with much code', () => {
  const code = textBlock('x = y '.repeat(20), monoStyle, { size: 8 })
  expect(findBodyStyle([p(), code, code, code, code])?.style.font).toBe('Times')
  expect(findBodyStyle([textBlock('Code', boldStyle), code, code])?.style.font).toBe('Courier')
})

test('findBodyStyle: the style of most letters is the body style', () => {
  expect(findBodyStyle([textBlock('A title', boldStyle, { size: 20 }), p()])).toEqual({
    size: 10,
    style: bodyStyle,
  })
})
