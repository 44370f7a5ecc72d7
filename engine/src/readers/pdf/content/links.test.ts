import { expect, test } from 'vitest'
import { convertToTexts } from '../../../convert-to-texts.ts'
import { buildPdf, show } from './testing/pdf-builder.ts'

test.each([
  { target: 'https://example.org/mill', written: '(https://example.org/mill)' },
  { target: 'mill@example.org', written: '(mailto:mill@example.org)' },
  { target: 'www.example.org/mill', written: '(http://www.example.org/mill)' },
  { target: 'mill.txt', written: '(mill.txt)' },
])('a link to $target is written with its scheme', async ({ target, written }) => {
  const rect = [72, 696, 130, 712] as const
  const bytes = buildPdf({
    pages: [{ content: show(72, 700, 'The old mill is there.'), links: [{ target, rect }] }],
  })
  const options = { mediaType: 'application/pdf', profile: 'fidelity' } as const
  const { texts } = await convertToTexts(bytes, { ...options, outputs: ['markdown'] })
  expect(texts.markdown).toContain(written)
})
