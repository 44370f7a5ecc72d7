/** Tests each option of a conversion with a real child process. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPdf, show } from '../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { createPool, type Pool } from './pool.ts'
import type { Task } from './worker.ts'

const soon = { deadlineMs: 15_000 }
const pages = ['One', 'Two', 'Three'].map((word) => ({ content: show(72, 700, `Page ${word}.`) }))
let folder = ''
let pool: Pool

beforeAll(async () => {
  pool = createPool({ size: 1 })
  folder = await mkdtemp(join(tmpdir(), 'recto-options-test-'))
  await writeFile(join(folder, 'plain.pdf'), buildPdf({ pages }))
  await writeFile(join(folder, 'secret.pdf'), buildPdf({ pages, password: 'grün' }))
})
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true, force: true })
})

async function convert(name: string, output: keyof Task['outputs'], more: Partial<Task> = {}) {
  const path = join(folder, 'output')
  const outputs = { [output]: path }
  const given = { outputs, mediaType: 'application/pdf', filename: name, profile: 'fidelity' }
  await pool.convert({ inputPath: join(folder, name), ...given, ...more } as Task, soon)
  return readFile(path, 'utf8')
}

test('converts selected pages and marks them in the Markdown', async () => {
  const markdown = await convert('plain.pdf', 'markdown', { pages: '2-', pageBreaks: true })
  expect(markdown).toBe('<!-- page 2 -->\n\nPage Two.\n\n<!-- page 3 -->\n\nPage Three.\n')
  await expect(convert('plain.pdf', 'markdown', { pages: '4' })).rejects.toMatchObject({
    code: 'conversion_failed',
  })
})

test('a password opens a protected PDF', async () => {
  expect(await convert('secret.pdf', 'text', { password: 'grün', pages: '1' })).toBe('Page One.\n')
  const refusal = { code: 'password_protected' }
  await expect(convert('secret.pdf', 'text')).rejects.toMatchObject(refusal)
})

test('writes chunks as one object per line, and HTML as a page', async () => {
  const lines = (await convert('plain.pdf', 'chunks', { chunkSize: 100 })).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).pages)).toEqual([[1, 2, 3]])
  expect(await convert('plain.pdf', 'html')).toContain('<title>plain.pdf</title>')
})

test('draws pages into one file of concatenated images', async () => {
  const path = join(folder, 'drawings')
  const { drawings = [], bytes } = await pool.convert(
    {
      inputPath: join(folder, 'secret.pdf'),
      outputs: { drawings: path },
      mediaType: 'application/pdf',
      filename: 'a.pdf',
      profile: 'fidelity',
      pages: '2-3',
      password: 'grün',
    },
    soon,
  )
  expect(drawings.map(({ page }) => page)).toEqual([2, 3])
  const file = await readFile(path)
  expect(file.length).toBe(bytes.drawings)
  for (const at of [0, drawings[0]?.bytes ?? 0]) {
    expect(file.toString('latin1', at + 1, at + 4)).toBe('PNG')
  }
})

test('stores a document as data, and writes chunks from it', async () => {
  const kept = join(folder, 'document')
  const given = { mediaType: 'application/pdf', filename: 'a.pdf', profile: 'fidelity' } as const
  const inputPath = join(folder, 'plain.pdf')
  await pool.convert({ ...given, inputPath, outputs: { document: kept } }, soon)
  const chunks = join(folder, 'chunks')
  const again = { ...given, inputPath: kept, outputs: { chunks }, isDocument: true } as const
  await pool.convert({ ...again, chunkSize: 100 }, soon)
  expect(await readFile(chunks, 'utf8')).toBe(
    await convert('plain.pdf', 'chunks', { chunkSize: 100 }),
  )
  const broken = pool.convert({ ...again, inputPath }, soon)
  await expect(broken).rejects.toMatchObject({ code: 'internal' })
})
