import { expect, test } from 'vitest'
import { convertToTexts } from '../../convert-to-texts.ts'
import { buildPdf, show, showLines } from './content/testing/pdf-builder.ts'

const lorem = [
  'Paper was made by hand for more than a thousand years. A mould of wires was',
  'dipped into a vat of pulp, lifted and shaken, so that the fibres lay across',
  'each other, and the sheet was couched on a piece of felt.',
]

/** A page with a link, and two headings on the next. */
function linkTo(target: string, text: string): Promise<string> {
  const rect = [72, 596, 300, 612] as const
  const bytes = buildPdf({
    pages: [
      {
        content: [
          show(72, 740, 'Contents', { size: 18 }),
          showLines(72, 700, 13, lorem),
          show(72, 600, text),
          showLines(72, 560, 13, lorem),
        ].join('\n'),
        links: [{ target, page: 1, rect }],
      },
      {
        content: [
          show(72, 730, '1. Mills', { size: 18 }),
          showLines(72, 688, 13, lorem),
          show(72, 600, '2. Rags and felt', { size: 18 }),
          showLines(72, 560, 13, lorem),
        ].join('\n'),
      },
    ],
  })
  const options = { mediaType: 'application/pdf', profile: 'fidelity' } as const
  return convertToTexts(bytes, { ...options, outputs: ['markdown'] }).then(
    ({ texts }) => texts.markdown,
  )
}

test.each([
  { name: 'the space above a heading', target: '/XYZ 72 630 null', line: '#2-rags-and-felt' },
  { name: 'a position above the first heading', target: '/XYZ null 750 0', line: '#1-mills' },
  { name: 'a height without a horizontal position', target: '/FitH 615', line: '#2-rags-and-felt' },
  { name: 'a paragraph', target: '/XYZ 72 570 null', line: undefined },
  { name: 'a page without a matching heading', target: '/Fit', line: undefined },
])('a link to $name leads to its heading or becomes text', async ({ target, line }) => {
  const text = 'More of that is told below'
  const markdown = await linkTo(target, text)
  expect(markdown).toContain(line === undefined ? `\n${text}\n` : `\n[${text}](${line})\n`)
})

test('an entry that leads to a page finds the heading by its text', async () => {
  const markdown = await linkTo('/Fit', '2. Rags and felt ..... 2')
  expect(markdown).toContain('[2. Rags and felt ..... 2](#2-rags-and-felt)')
})

test.each([
  { text: 'Figure 3', target: '/XYZ 72 630 null' },
  { text: 'Smith et al., 2019', target: '/XYZ 72 630 null' },
  { text: '(12)', target: '/XYZ 72 630 null' },
])('$text does not lead to an unrelated heading at its target', async ({ text, target }) => {
  expect(await linkTo(target, `${text}`)).toContain(`\n${text}\n`)
})

test('the number of a section leads to the section', async () => {
  expect(await linkTo('/XYZ 72 630 null', '2')).toContain('[2](#2-rags-and-felt)')
})

test('an entry with the text of a heading leads to it, wherever its target is', async () => {
  const markdown = await linkTo('/XYZ 72 100 null', '2. Rags and felt')
  expect(markdown).toContain('[2. Rags and felt](#2-rags-and-felt)')
})
