/** Tests that the PDFs of `fixtures/pdf` are the builder's output; `UPDATE=1` writes them and their cases. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPdf } from './content/testing/pdf-builder.ts'
import { fixtureDocuments } from './testing/fixture-documents.ts'

const folder = join(import.meta.dirname, '../../../../fixtures/pdf')
const about = { source: 'engine/src/readers/pdf/fixture-documents.ts', licence: 'MIT', issue: null }

test.each(Object.entries(fixtureDocuments))('fixtures/pdf/%s is up to date', async (name, pdf) => {
  const bytes = buildPdf(pdf)
  const path = join(folder, name)
  if (process.env['UPDATE'] === '1') {
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'input.pdf'), bytes)
    await writeFile(join(path, 'case.json'), `${JSON.stringify(about, undefined, 2)}\n`)
  }
  expect(Buffer.compare(await readFile(join(path, 'input.pdf')), bytes)).toBe(0)
})
