/** Tests that a page on which a step fails loses only its structure, and other pages lose nothing. */
import { expect, test, vi } from 'vitest'
import { convertToTexts } from '../../convert-to-texts.ts'
import { defaultLimits } from '../../limits.ts'
import type { DoclingDocument } from '../../writers/docling/index.ts'
import { buildPdf, show, showLines } from './content/testing/pdf-builder.ts'
import { readPdf, readWithPages } from './index.ts'

/** The step that fails on pages with a certain word; the reader does not know about it. */
const broken = vi.hoisted(() => ({ step: '' }))

vi.mock('./layout/index.ts', async (load) => {
  const real = await load<typeof import('./layout/index.ts')>()
  return {
    ...real,
    findWords: (page: Parameters<typeof real.findWords>[0]) => {
      if (broken.step === 'words' && page.number === 2) throw new Error('Broken on purpose.')
      return real.findWords(page)
    },
    findColumnsAndBoxes: (...given: Parameters<typeof real.findColumnsAndBoxes>) => {
      const [fragments] = given
      const isSecond = fragments.some(({ text }) => text.includes('second chapter'))
      if (broken.step === 'columns' && isSecond) throw new Error('Broken on purpose.')
      return real.findColumnsAndBoxes(...given)
    },
  }
})

vi.mock('./content/drawings.ts', async (load) => {
  const real = await load<typeof import('./content/drawings.ts')>()
  let pages = 0
  return {
    ...real,
    readDrawings: (...args: Parameters<typeof real.readDrawings>) => {
      pages += 1
      if (broken.step === 'drawings' && pages % 3 === 2) throw new RangeError('Broken on purpose.')
      return real.readDrawings(...args)
    },
  }
})

vi.mock('./regions/index.ts', async (load) => {
  const real = await load<typeof import('./regions/index.ts')>()
  return {
    ...real,
    figuresOfPages: (pages: Parameters<typeof real.figuresOfPages>[0]) => {
      if (broken.step === 'figures') throw new Error('Broken on purpose.')
      return real.figuresOfPages(pages)
    },
  }
})

const bytes = buildPdf({
  pages: ['first', 'second', 'third'].map((name) => ({
    content: [
      show(72, 720, `The ${name} chapter`, { size: 20 }),
      showLines(72, 680, 12, [`A paragraph of the ${name} page`, 'that goes on in a second line.']),
    ].join('\n'),
  })),
})

test.each(['words', 'columns', 'drawings'])(
  'a page with a fault in %s keeps its text, and the JSON says so',
  async (step) => {
    broken.step = step
    const { texts, warnings } = await convertToTexts(bytes, {
      mediaType: 'application/pdf',
      profile: 'fidelity',
      outputs: ['markdown', 'json'],
    })
    // Sound: `convert` writes this format as `json`, except for the pages.
    const json = JSON.parse(texts.json) as DoclingDocument
    expect(warnings).toMatchObject([
      { code: 'page_plain', message: expect.stringMatching(/^Page 2 /) },
    ])
    expect(json.warnings).toEqual(warnings.map(({ code, message }) => ({ code, message })))
    expect(Object.keys(json.pages)).toHaveLength(3)
    const onSecond = json.texts.filter(({ prov }) => prov[0]?.page_no === 2)
    expect(onSecond.map(({ text }) => text).join(' ')).toContain('A paragraph of the second page')
    expect(texts.markdown).toContain('# The first chapter')
    expect(texts.markdown).toContain('# The third chapter')
    expect(texts.markdown).toContain('A paragraph of the second page')
  },
)

test.each([
  { step: 'words', fault: { pass: 'words', page: 2 } },
  { step: 'columns', fault: { pass: 'paragraphs', page: 2 } },
  { step: 'figures', fault: { pass: 'figures' } },
])('a fault in $step keeps its cause', async ({ step, fault }) => {
  broken.step = step
  const { faults } = await readPdf(bytes, { profile: 'fidelity', limits: defaultLimits })
  const cause = expect.stringContaining('Error: Broken on purpose.\n    at')
  expect(faults).toEqual([{ ...fault, cause }])
})

test('a failing pass over the whole document loses only its own results', async () => {
  broken.step = 'figures'
  const { document, warnings } = await readPdf(bytes, {
    profile: 'fidelity',
    limits: defaultLimits,
  })
  expect(warnings.map(({ code }) => code)).toEqual(['structure_failed'])
  expect(document.blocks.map(({ type }) => type)).toContain('heading')
})

test('the fast lane runs only the passes that find text', async () => {
  broken.step = ''
  const ran: string[] = []
  const options = { profile: 'fast', limits: defaultLimits } as const
  await readWithPages(bytes, options, { onPass: (name) => ran.push(name) })
  expect(ran).toEqual(['furniture', 'paragraphs', 'joins over columns', 'blocks'])
})
