import { expect, test } from 'vitest'
import type { LineFragment } from '../layout/index.ts'
import { fragment } from '../layout/testing/layout.ts'
import { findFurniture } from './furniture.ts'
import { furnitureOf } from './testing/furniture.ts'

test.each<{ name: string; pages: LineFragment[][]; furniture: string[] }>([
  {
    name: 'the same line at the top of two pages',
    pages: [[fragment('Annual report', 50, 40)], [fragment('Annual report', 50, 41)]],
    furniture: ['header Annual report', 'header Annual report'],
  },
  {
    name: 'the title of the first page is text, although later pages repeat it',
    pages: [1, 2, 3].map(() => [fragment('Annual report', 50, 40, 16)]),
    furniture: ['header Annual report', 'header Annual report'],
  },
  {
    name: 'a number that counts with the pages, on either side',
    pages: [[fragment('11', 50, 780)], [fragment('12', 500, 780)]],
    furniture: ['footer 11', 'footer 12'],
  },
  {
    name: 'a number that counts with the pages, far above their lower edge',
    pages: [1, 2].map((page) => [fragment(`${page}`, 290, 640)]),
    furniture: ['footer 1', 'footer 2'],
  },
  {
    name: 'a labelled number far above the lower edge',
    pages: [1, 2].map((page) => [fragment(`Page ${page} of 9`, 290, 640)]),
    furniture: ['footer Page 1 of 9', 'footer Page 2 of 9'],
  },
  {
    name: 'numbers that do not count with the pages are text if they end far above the lower edge',
    pages: [[fragment('7', 290, 640)], [fragment('42', 290, 640)]],
    furniture: [],
  },
  {
    name: 'a line with one number in letters that are not Latin is text',
    pages: [[fragment('[8] 山下達雄', 50, 40)], [fragment('Глава 3', 50, 40)]],
    furniture: [],
  },
  {
    name: 'a note that the text continues, anywhere on its page',
    pages: [
      [fragment('(Continued on next page)', 400, 560)],
      [fragment('(Continued from previous page)', 50, 300), fragment('Continued growth', 50, 330)],
    ],
    furniture: ['footer (Continued on next page)', 'header (Continued from previous page)'],
  },
  {
    name: 'the heads of short chapters at the height of those of longer ones, but not the titles of slides',
    pages: [
      ...['Wool', 'Wool', 'Wool', 'Wool', 'Felt', 'Cloth'].map((text) => [fragment(text, 50, 40)]),
      [fragment('Large', 50, 40, 16)],
    ],
    furniture: ['Wool', 'Wool', 'Wool', 'Wool', 'Felt', 'Cloth'].map((text) => `header ${text}`),
  },
  {
    name: 'the word of the label of a chapter is text, above its number in words',
    pages: ['ONE', 'TWO', 'THREE'].map((number) => [
      fragment('CHAPTER', 490, 100),
      fragment(number, 508, 124),
    ]),
    furniture: [],
  },
  {
    name: 'table heads below a running header are text if one cell differs',
    pages: ['Command', 'Directory'].map((first) => [
      fragment('Filesystems', 290, 40),
      fragment(first, 50, 60),
      fragment('Description', 300, 60),
    ]),
    furniture: ['header Filesystems', 'header Filesystems'],
  },
  {
    name: 'bullets below a running header are text',
    pages: ['Wool', 'Cloth'].map((item) => [
      fragment('Mills', 290, 40),
      fragment('•', 50, 60),
      fragment(item, 70, 60),
    ]),
    furniture: ['header Mills', 'header Mills'],
  },
  {
    name: 'numbered headings at the same height are text, unless their numbers count with the pages',
    pages: [5, 11].map((number, page) => [
      fragment(`Volume 3, page ${page + 7}`, 50, 20),
      fragment(`Article ${number}`, 50, 40),
    ]),
    furniture: ['header Volume 3, page 7', 'header Volume 3, page 8'],
  },
  {
    name: 'rows of a table of numbers are text',
    pages: ['1.25', '3.75'].map((value) => [
      fragment('Flow', 50, 40),
      fragment('Mills', 50, 20),
      fragment(value, 300, 40),
    ]),
    furniture: ['header Mills', 'header Mills'],
  },
  {
    name: 'bullets of different items in the first rows of two pages are not furniture',
    pages: ['Wheels of oak', 'Stones of sand'].map((item) => [
      fragment('•', 50, 60),
      fragment(item, 68, 60),
    ]),
    furniture: [],
  },
  {
    name: 'a heading and its entry in a table of contents, at the top of pages far apart, are not furniture',
    pages: ['Wheels', 'Oak', 'Stone', 'Sand', 'Wheels'].map((text) => [fragment(text, 50, 60)]),
    furniture: [],
  },
  {
    name: 'a cell of a table that begins two of five pages is text',
    pages: ['Corn', 'Oats', 'Rye', 'Wheat', 'Barley'].map((corn, page) => [
      fragment(corn, 50, 40),
      fragment(page < 2 ? 'Ground' : `${corn} whole`, 300, 40),
    ]),
    furniture: [],
  },
  {
    name: 'table heads at the top of two of five pages are text if their rows are near',
    pages: ['Corn', 'Oats', 'Rye', 'Wheat', 'Barley'].map((corn, page) => [
      fragment('Mills', 290, 20),
      fragment(page < 2 ? 'Kind' : corn, 50, 60),
      fragment(corn, 50, 72),
    ]),
    furniture: Array.from({ length: 5 }, () => 'header Mills'),
  },
  {
    name: 'a running header of two close lines on two of five pages',
    pages: ['Corn', 'Corn', 'Rye', 'Wheat', 'Barley'].map((corn) => [
      fragment(`${corn} mills`, 50, 20),
      fragment(`in ${corn}`, 50, 32),
    ]),
    furniture: [0, 1].flatMap(() => ['header Corn mills', 'header in Corn']),
  },
  {
    name: 'roman numbers',
    pages: [[fragment('iv', 50, 780)], [fragment('v', 50, 780)]],
    furniture: ['footer iv', 'footer v'],
  },
  {
    name: 'a large title on one of two pages is not furniture',
    pages: [[fragment('Annual report', 50, 40, 18)], [fragment('Outlook', 50, 40, 18)]],
    furniture: [],
  },
  {
    name: 'a large running header on each right page, the title on the first',
    pages: [1, 2, 3, 4, 5, 6, 7].map((page) =>
      page % 2 === 1 ? [fragment('Long-term evolution', 50, 40, 16)] : [],
    ),
    furniture: [3, 5, 7].map(() => 'header Long-term evolution'),
  },
  {
    name: 'the names of sections above their pages',
    pages: ['Wool', 'Cloth', 'Dyes'].map((name) => [
      fragment(`2.1. ${name.toUpperCase()} MILLS`, 50, 40),
      fragment(`${name} mills`, 50, 100, 14),
    ]),
    furniture: ['WOOL', 'CLOTH', 'DYES'].map((name) => `header 2.1. ${name} MILLS`),
  },
  {
    name: 'the title of a section on a single page, beside the title of the chapter',
    pages: ['1.1 Clay', '1.2 Felt'].map((section) => [
      fragment('CHAPTER 1', 50, 40),
      fragment(section, 450, 40),
    ]),
    furniture: ['header CHAPTER 1', 'header 1.1 Clay', 'header CHAPTER 1', 'header 1.2 Felt'],
  },
  {
    name: 'the titles of chapters and sections, in a row at the same height of all pages',
    pages: ['Clay', 'Felt', 'Mould'].flatMap((chapter) =>
      ['one', 'two', 'three'].map((section) => [
        fragment(`CHAPTER ${chapter}`, 50, 40),
        fragment(`${chapter} ${section}`, 450, 40),
      ]),
    ),
    furniture: ['Clay', 'Felt', 'Mould'].flatMap((chapter) =>
      ['one', 'two', 'three'].flatMap((section) => [
        `header CHAPTER ${chapter}`,
        `header ${chapter} ${section}`,
      ]),
    ),
  },
  {
    name: 'two lines of code that begin some pages are text',
    pages: ['end', 'done', 'fi', 'esac', 'stop', 'exit', 'next', 'x'].map((word, index) => [
      fragment(index < 3 ? 'using namespace;' : `call ${word}`, 50, 40),
      fragment(word, 450, 40),
      ...(index < 3 ? [] : [fragment('text', 50, 52)]),
    ]),
    furniture: [],
  },
  {
    name: 'a large title beside a page number is text',
    pages: ['Clay', 'Felt'].map((title, index) => [
      fragment(title, 50, 40, 20),
      fragment(`${index + 1}`, 550, 40),
    ]),
    furniture: ['header 1', 'header 2'],
  },
  {
    name: 'two small headings that are repeated in large type are not furniture',
    pages: ['Wool and felt', 'Cloth'].map((name) => [
      fragment(name, 50, 40),
      fragment(name, 50, 100, 14),
    ]),
    furniture: [],
  },
  {
    name: 'a line on a single page is not furniture',
    pages: [[fragment('Annual report', 50, 40)]],
    furniture: [],
  },
  {
    name: 'a bare number at the edge of a single page',
    pages: [[fragment('Annual report', 50, 40), fragment('17', 300, 780)]],
    furniture: ['footer 17'],
  },
  {
    name: 'the last line of a single page that is a bare number, at any height',
    pages: [[fragment('17', 300, 600)]],
    furniture: ['footer 17'],
  },
  {
    name: 'the numbers of tables at the top of two pages are not furniture',
    pages: [[fragment('Table 2', 50, 60)], [fragment('Table 3', 50, 60)]],
    furniture: [],
  },
  {
    name: 'a year at the edge is not furniture',
    pages: [[fragment('2019', 50, 40)]],
    furniture: [],
  },
  { name: 'a large number is not furniture', pages: [[fragment('7', 50, 60, 30)]], furniture: [] },
  {
    name: 'a number beside other text on a single page is not furniture',
    pages: [[fragment('17', 50, 40), fragment('Annual report', 200, 40)]],
    furniture: [],
  },
  {
    name: 'the stamp of an archive, and the number above it',
    pages: [[fragment('12', 300, 750), fragment('Downloaded from example.org on 1 May', 50, 780)]],
    furniture: ['footer 12', 'footer Downloaded from example.org on 1 May'],
  },
  {
    name: 'different texts are not furniture',
    pages: [[fragment('One thing', 50, 40)], [fragment('Another', 50, 40)]],
    furniture: [],
  },
  {
    name: 'the same line in the middle of pages is not furniture',
    pages: [[fragment('Total', 50, 300)], [fragment('Total', 50, 300)]],
    furniture: [],
  },
  {
    name: 'text within text is not furniture',
    pages: [
      [fragment('Letter one', 50, 30), fragment('Dear reader', 50, 50)],
      [fragment('Other', 50, 30), fragment('Dear reader', 50, 50)],
    ],
    furniture: [],
  },
  {
    name: 'a title on two of many pages is not furniture',
    pages: [
      [fragment('Results', 50, 60, 20)],
      [fragment('Results', 50, 60, 20)],
      [fragment('Methods', 50, 60, 20)],
      [fragment('Outlook', 50, 60, 20)],
      [fragment('Thanks', 50, 60, 20)],
    ],
    furniture: [],
  },
])('findFurniture: $name', ({ pages, furniture }) => {
  expect(furnitureOf(...pages)).toEqual(furniture)
})

test('findFurniture: a blank page has the running heads of the pages with text', () => {
  const pages = [1, 2, 3, 4].map((number) => {
    const heads = [
      fragment('Manual', 50, 40),
      fragment(`${number}`, 50, 780),
      fragment('First chapter', 400, 780),
    ]
    const text = number === 2 ? [] : [fragment(`body ${'x'.repeat(number)}`, 50, 400)]
    return { number, width: 600, height: 800, fragments: [...heads, ...text] }
  })
  const found = findFurniture(pages)
  expect(pages[1]?.fragments.filter((own) => !found.has(own))).toEqual([])
})

/** Pages with their own size. */
function furnitureOn(width: number, pages: readonly LineFragment[][]): string[] {
  const described = pages.map((fragments, index) => ({
    number: index + 1,
    width,
    height: 600,
    fragments,
  }))
  return [...findFurniture(described).keys()].map(({ text }) => text)
}

test('findFurniture: copies of a page show no running heads, apart from numbers that count them', () => {
  const copy = (number: number) => [
    fragment('Invoice 2021/07', 50, 40),
    fragment('Sheets of felt 12.00', 50, 300),
    fragment(`${number}`, 290, 590),
  ]
  expect(furnitureOn(400, [copy(1), copy(2)])).toEqual(['1', '2'])
  const other = [fragment('Invoice 2021/07', 50, 40), fragment('Terms', 50, 300)]
  expect(furnitureOn(400, [copy(1), other])).toContain('Invoice 2021/07')
})

test('findFurniture: the steps in which a slide is built up show no running heads', () => {
  const lines = [
    fragment('Kinds of felt', 50, 40),
    fragment('made of wool', 50, 80),
    fragment('made of hair', 50, 120),
  ]
  const next = [fragment('Uses of felt', 50, 40), fragment('in hats', 50, 80)]
  expect(furnitureOn(400, [lines.slice(0, 2), lines, next])).toEqual([])
})

test.each([
  ['titles', 'Felt', 40, 20],
  ['last items', '3. Felt', 590, 10],
])('findFurniture: %s that repeat on a few slides are text', (_, text, y, size) => {
  const slides = [text, text, text, 'Wool', 'Cloth', 'Linen', 'Hemp'].map((own, index) => [
    fragment(own, 50, y, size),
    fragment(`Item of slide ${'x'.repeat(index)}`, 50, 300),
    fragment('Another one', 50, 330),
  ])
  expect(furnitureOn(800, slides)).toEqual([])
})

test.each([
  { name: 'slides are text', width: 800, found: [] },
  { name: 'other pages are running heads', width: 400, found: ['Wool', 'Felt', 'Dyes'] },
])('findFurniture: heads that the first page names in larger type on $name', ({ width, found }) => {
  const names = ['Wool', 'Felt', 'Dyes']
  const pages = names.map((name, at) => [
    fragment(name, 50, 40),
    fragment(`About ${'x'.repeat(at)}`, 50, 300),
  ])
  const title = names.map((name, at) => fragment(`${name}?`, 50, 200 + 40 * at, 20))
  expect(furnitureOn(width, [title, ...pages])).toEqual(found)
})

test('findFurniture: an entry of a contents list is text at the height of running heads', () => {
  const pages = Array.from({ length: 5 }, (_, index) => [
    fragment(index === 0 ? 'Felt . . . . . . . 3' : 'Sheets', 50, 40),
    fragment(`Sheets of felt ${'x'.repeat(index)}`, 50, 300),
  ])
  expect(furnitureOn(400, pages)).toEqual(['Sheets', 'Sheets', 'Sheets', 'Sheets'])
})

/** The first row of a page is a framed header, or the head of a table, by where the line between its texts ends. */
test.each<[string, number, boolean]>([
  ['the head of a table that goes on below is text', 400, false],
  ['a framed header is furniture', 52, true],
])('findFurniture: %s', (_, lineEnd, isFurniture) => {
  const line = { isHorizontal: false, at: 180, thickness: 0.5 }
  const pages = [1, 2, 3].map((number) => ({
    number,
    width: 600,
    height: 800,
    fragments: [
      fragment('Mill', 50, 40),
      fragment('Orders', 200, 40),
      fragment(`${'x'.repeat(number)}`, 50, 120),
    ],
    drawings: {
      rulings: [
        { ...line, from: 30, to: 50 },
        { ...line, from: 50.5, to: lineEnd },
      ],
    },
  }))
  const found = findFurniture(pages)
  expect(pages.map(({ fragments: [head] }) => found.has(head as LineFragment))).toEqual(
    pages.map(() => isFurniture),
  )
})
