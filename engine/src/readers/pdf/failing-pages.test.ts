/** A page that defeats a step costs its own structure, and no other page anything. */
import { expect, test, vi } from 'vitest'
import { convertToTexts } from '../../convert-to-texts.ts'
import type { DoclingDocument } from '../../writers/docling/index.ts'
import { buildPdf, show, showLines } from './content/pdf-builder.ts'

/** What breaks, on pages that hold the word; the reader knows nothing of it. */
const broken = vi.hoisted(() => ({ step: '' }))

vi.mock('./layout/index.ts', async (load) => {
  const real = await load<typeof import('./layout/index.ts')>()
  return {
    ...real,
    findWords: (page: Parameters<typeof real.findWords>[0]) => {
      if (broken.step === 'words' && page.number === 2) throw new Error('Broken on purpose.')
      return real.findWords(page)
    },
    findColumns: (pieces: Parameters<typeof real.findColumns>[0]) => {
      const isSecond = pieces.some(({ text }) => text.includes('second chapter'))
      if (broken.step === 'columns' && isSecond) throw new Error('Broken on purpose.')
      return real.findColumns(pieces)
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

const bytes = buildPdf({
  pages: ['first', 'second', 'third'].map((name) => ({
    content: [
      show(72, 720, `The ${name} chapter`, { size: 20 }),
      showLines(72, 680, 12, [`A paragraph of the ${name} page`, 'that goes on in a second line.']),
    ].join('\n'),
  })),
})

test.each(['words', 'columns', 'drawings'])(
  'a page whose %s break keeps its text, and the JSON says so',
  async (step) => {
    broken.step = step
    const { texts, warnings } = await convertToTexts(bytes, {
      mediaType: 'application/pdf',
      profile: 'fidelity',
      outputs: ['markdown', 'json'],
    })
    // Sound: it is what `convert` writes as `json`, but for the pages.
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
