import { expect, test } from 'vitest'
import { findBodyStyle } from './body-style.ts'
import { findHeadings, type HeadingOptions } from './headings.ts'
import {
  bodyStyle,
  boldStyle,
  headingOptions,
  italicStyle,
  monoStyle,
  paragraphUnit,
  run,
  styledLine,
  unit,
  unitOf,
} from './testing.ts'
import type { Unit } from './units.ts'

const p = () => paragraphUnit()

test.each<{ name: string; units: Unit[]; headings: string[]; options?: Partial<HeadingOptions> }>([
  {
    name: 'a bold line over text',
    units: [unit('Methods', boldStyle), p()],
    headings: ['Methods'],
  },
  {
    name: 'a large line',
    units: [unit('Methods', bodyStyle, { size: 14 }), p()],
    headings: ['Methods'],
  },
  {
    name: 'a bold line at the very end heads nothing',
    units: [p(), unit('End', boldStyle)],
    headings: [],
  },
  {
    name: 'a bold line of another face, a little smaller than the body',
    units: [unit('Methods', { ...boldStyle, font: 'Arial-Bold' }, { size: 9 }), p()],
    headings: ['Methods'],
  },
  {
    name: 'numbered sections set like the body',
    units: [unit('1 Wool', boldStyle), unit('1.1 Ewes'), p(), unit('1.2 Rams'), p()],
    headings: ['1 Wool', '1.1 Ewes', '1.2 Rams'],
  },
  {
    name: 'lines of code, and larger sentences, head nothing',
    units: [
      ...['make wool', 'make cloth'].flatMap((own) => [unit(own, monoStyle), p()]),
      ...['These are all of the mills:', 'These are all of the looms:'].flatMap((own) => [
        unit(own, bodyStyle, { size: 11.5 }),
        p(),
      ]),
    ],
    headings: [],
  },
  {
    name: 'the large title over a table of contents, and none of its entries',
    units: [
      ...['Wool 1', 'Ewes 2', 'Rams 3', 'Looms 4'].map((own) => unit(own, boldStyle)),
      unit('List of figures', boldStyle, { size: 16 }),
      ...['Cloth 5', 'Mills 6', 'Yarn 7', 'Dyes 8'].map((own) => unit(own, boldStyle)),
    ],
    headings: ['List of figures'],
  },
  {
    name: 'versions and dates in a style do not speak against it',
    units: [
      ...['Wool', 'Cloth'].flatMap((own) => [unit(own, boldStyle), p()]),
      ...['2.8 (2022/08/30)', '2.7 (2021/09/01)', '2.6 (2020/02/02)'].flatMap((own) => [
        unit(own, boldStyle),
        p(),
      ]),
    ],
    headings: ['Wool', 'Cloth'],
  },
  {
    name: 'small bold lines at the end of an article, by what they say',
    units: ['Funding', 'Miller'].flatMap((own) => [
      unit(own, boldStyle, { size: 8 }),
      paragraphUnit({ size: 8 }),
    ]),
    headings: ['Funding'],
  },
  {
    name: 'slanted lines right under another heading',
    units: [
      unit('Methods', boldStyle),
      unit('Design', italicStyle, {}, { spaceBefore: 0.2 }),
      p(),
      unit('Wool', { ...bodyStyle, font: 'Helvetica' }),
      unit('Ewes', italicStyle, {}, { spaceBefore: 0.2 }),
      p(),
      unit('Cloth', { ...bodyStyle, font: 'Helvetica' }),
      p(),
    ],
    headings: ['Methods', 'Design', 'Wool', 'Ewes', 'Cloth'],
  },
  {
    name: 'a style of paragraphs is none of headings',
    units: [
      ...Array.from({ length: 3 }, () =>
        unit(`${'Bold text that runs on and on '.repeat(12)}.`, boldStyle),
      ),
      unit('Bold', boldStyle),
      p(),
    ],
    headings: [],
  },
  {
    name: 'slanted lines set off, where there are several',
    units: [unit('Data sources', italicStyle), p(), unit('Main outcomes', italicStyle), p()],
    headings: ['Data sources', 'Main outcomes'],
  },
  {
    name: 'one slanted line is not enough',
    units: [unit('As they say', italicStyle), p()],
    headings: [],
  },
  { name: 'captions', units: [unit('Figure 3. Sheets', boldStyle), p()], headings: [] },
  {
    name: 'names with raised marks',
    units: [
      unitOf([
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
    name: 'a list of names',
    units: [unit('Anna Weber, Karl Stein, Mary Hill, and Jo Wood', boldStyle), p()],
    headings: [],
  },
  {
    name: 'names with a mark, joined by a word',
    units: [unit('Anna Weber *, Karl Stein and Mary Hill', boldStyle, { size: 13 }), p()],
    headings: [],
  },
  {
    name: 'a numbered heading that lists names of things',
    units: [unit('5. Sheets in Oak, Ash, Elm and Other Kinds of Wood', boldStyle), p()],
    headings: ['5. Sheets in Oak, Ash, Elm and Other Kinds of Wood'],
  },
  {
    name: 'a date of a title page',
    units: [unit('12 June 2023', boldStyle, { size: 14 }), p()],
    headings: [],
  },
  {
    name: 'a long title that begins with a name in small letters',
    units: [
      unit('lab4edu: an open textbook for teaching and learning', boldStyle, { size: 16 }),
      p(),
    ],
    headings: ['lab4edu: an open textbook for teaching and learning'],
  },
  {
    name: 'the rest of a sentence',
    units: [unit('and an open textbook for teaching and learning with it', boldStyle), p()],
    headings: [],
  },
  {
    name: 'a line at the top of the page over a larger heading',
    units: [
      unit('The Mills of the Valley', boldStyle, { y: 30 }),
      unit('Two Centuries', boldStyle, { y: 60, size: 20 }),
      p(),
    ],
    headings: ['Two Centuries'],
  },
  {
    name: 'a chapter over its larger title',
    units: [
      unit('Chapter 3', boldStyle, { y: 30 }),
      unit('Two Centuries', boldStyle, { y: 60, size: 20 }),
      p(),
    ],
    headings: ['Chapter 3', 'Two Centuries'],
  },
  {
    name: 'an entry of a table of contents that leads to its place',
    units: [
      unitOf([
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
    name: 'slanted sentences',
    units: [
      unit('Classes of sheets by their other marks.', italicStyle),
      p(),
      unit('Weights of sheets by their other marks.', italicStyle),
      p(),
    ],
    headings: [],
  },
  {
    name: 'paragraphs a little larger than the body',
    units: [
      unit('Methods: '.padEnd(170, 'words of an abstract '), bodyStyle, { size: 11.5 }),
      p(),
      unit('Results: '.padEnd(170, 'words of an abstract '), bodyStyle, { size: 11.5 }),
      p(),
    ],
    headings: [],
  },
  {
    name: 'bold lines over the smaller text at the end of an article',
    units: [p(), unit('Funding', boldStyle, { size: 9.1 }), p()],
    headings: ['Funding'],
  },
  {
    name: 'what smaller headings head in columns side by side',
    units: [
      ...['Purpose', 'River', 'People'].flatMap((text, column) => [
        unit(text, bodyStyle, { size: 12 }, { column }),
        unit(`${text} in large words`, bodyStyle, { size: 16 }, { column }),
      ]),
      paragraphUnit({}, { column: 4 }),
    ],
    headings: ['Purpose', 'River', 'People'],
  },
  { name: 'items', units: [unit('• First point', boldStyle), p()], headings: [] },
  { name: 'addresses', units: [unit('mail@example.org', boldStyle), p()], headings: [] },
  {
    name: 'text inside of a figure',
    units: [unit('Label', boldStyle), p()],
    headings: [],
    options: { figuresOf: () => [{ x0: -10, y0: 80, x1: 200, y1: 120 }] },
  },
  {
    name: 'a line of the body that the outline names',
    units: [unit('2.1 Sheets'), p()],
    headings: ['2.1 Sheets'],
    options: { outline: [{ title: 'Sheets', depth: 2, page: 1 }] },
  },
])('findHeadings: $name', ({ units, headings, options: more }) => {
  const found = findHeadings(units, { ...headingOptions, ...more })
  expect(found.map(({ text }) => text)).toEqual(headings)
})

test('findHeadings: tags, where they count, say all', () => {
  const tagged = (text: string, type: string) => {
    const own = unit(text, boldStyle)
    const [line] = own.lines
    if (line) own.lines[0] = { ...line, tag: { type, within: [], order: 0 } }
    return own
  }
  const units = [tagged('Sheets', 'H2'), tagged('Bold words', 'P'), p()]
  const found = findHeadings(units, { ...headingOptions, useTags: true })
  expect(found.map(({ text, tagLevel }) => [text, tagLevel])).toEqual([['Sheets', 2]])
})

test('findHeadings: where headings are tagged, large words without a tag are for looks', () => {
  const [tagged, plain] = [unit('Sheets', boldStyle), unit('The Mill', boldStyle, { size: 18 })]
  const [line] = tagged.lines
  if (line) tagged.lines[0] = { ...line, tag: { type: 'H1', within: [], order: 0 } }
  const found = findHeadings([plain, tagged, p()], { ...headingOptions, useTags: true })
  expect(found.map(({ text }) => text)).toEqual(['Sheets'])
})

test('findBodyStyle: prose, however much code stands in it', () => {
  const code = unit('x = y '.repeat(20), monoStyle, { size: 8 })
  expect(findBodyStyle([p(), code, code, code, code])?.style.font).toBe('Times')
  expect(findBodyStyle([unit('Code', boldStyle), code, code])?.style.font).toBe('Courier')
})

test('findBodyStyle: the style of most letters', () => {
  expect(findBodyStyle([unit('A title', boldStyle, { size: 20 }), p()])).toEqual({
    size: 10,
    style: bodyStyle,
  })
})
