import { expect, test } from 'vitest'
import { defaultLimits } from '../../../limits.ts'
import { writeMarkdown } from '../../../writers/markdown/index.ts'
import { buildPdf, show, showLines } from '../content/testing/pdf-builder.ts'
import { readPdf } from '../index.ts'

async function read(content: readonly string[]): Promise<string> {
  const bytes = buildPdf({ pages: [{ content: content.join('\n') }] })
  const { document } = await readPdf(bytes, { profile: 'fidelity', limits: defaultLimits })
  return writeMarkdown(document, { tables: 'html', limits: defaultLimits })
}

const code = (x: number, y: number, text: string) => show(x, y, text, { size: 10, font: 'courier' })
const name = (y: number, text: string) => code(140 - 6 * text.length, y, text)
const prose = [
  'A good vatman made two thousand sheets a day, if the pulp was warm and if',
  'his coucher kept up with him. What they laid on felts was pressed in the',
  'evening, and hung up over night in the lofts.',
]

test('a name beside the middle of a paragraph stands before it', async () => {
  const text = await read([showLines(152, 700, 13, prose), name(687, 'couch')])
  expect(text).toBe(`\`couch\`\n\n${prose.join(' ')}\n`)
})

test('names beside lines of code stand before the code', async () => {
  const text = await read([
    showLines(152, 700, 13, prose),
    name(648, 'dip'),
    code(152, 648, 'let vat = warm;'),
    name(636, 'couch'),
    code(152, 636, 'let felt = new;'),
  ])
  expect(text).toContain('`dip`\n\n`couch`\n\n```\nlet vat = warm;\nlet felt = new;\n```')
})

test('indented text beside a name begins a paragraph', async () => {
  const text = await read([
    showLines(152, 700, 13, [...prose, ...prose]),
    show(167, 622, 'The first line is as full as any of the lines that are above it here.'),
    name(622, 'dip'),
    show(167, 609, 'The second one is a paragraph, too, and has a name that is beside it.'),
    name(609, 'couch'),
  ])
  expect(text).toContain('`dip`\n\nThe first line')
  expect(text).toContain('`couch`\n\nThe second one')
})

test('options that begin at one place and have code beside them stay in their lines', async () => {
  const text = await read([
    showLines(152, 700, 13, prose),
    code(116, 640, '-d'),
    code(152, 640, 'dips'),
    code(116, 628, '-c'),
    code(152, 628, 'lays'),
  ])
  expect(text).toContain('-d    dips\n-c    lays')
})

test('on a page whose headings begin where they do, names stay in their lines', async () => {
  const text = await read([
    show(72, 760, 'Tools of the Coucher and of the Vatman', { size: 14, font: 'bold' }),
    showLines(152, 700, 13, prose),
    code(116, 700, 'couch'),
  ])
  expect(text).toContain('`couch` A good vatman')
})
