import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Chunk } from '@recto/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertFolder } from './convert-folder.ts'
import { RectoLoader } from './langchain-loader.ts'
import { RectoReader } from './llamaindex-reader.ts'
import { POST } from './next-route.ts'
import worker from './worker.ts'

const sample = join(import.meta.dirname, '..', 'cli', 'sample.pdf')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-examples-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a script prints Markdown', async () => {
  const script = join(import.meta.dirname, 'convert-file.ts')
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, sample])
  expect(stdout).toMatch(/^# Nordwind Instruments\n/)
  expect(stderr).toBe('Pages: 1\n')
})

test('converts a folder and reports failures', async () => {
  const from = join(folder, 'in')
  await cp(sample, join(from, 'statement.pdf'))
  await writeFile(join(from, 'page.html'), '<h1>Mills</h1>')
  await writeFile(join(from, 'broken.pdf'), '%PDF-1.7 and no more')
  const { converted, failed } = await convertFolder(from, join(folder, 'out'))
  expect(converted.toSorted()).toEqual(['page.html', 'statement.pdf'])
  expect([...failed.keys()]).toEqual(['broken.pdf'])
  expect((await readdir(join(folder, 'out'))).toSorted()).toEqual([
    'page.html.md',
    'statement.pdf.md',
  ])
})

test('a route handler converts the file of a form', async () => {
  const send = (file: File | string): Promise<Response> => {
    const form = new FormData()
    form.set('file', file)
    return POST(new Request('http://a.example/api/convert', { method: 'POST', body: form }))
  }
  const answer = await send(new File([await readFile(sample)], 'statement.pdf'))
  expect(answer.status).toBe(200)
  // Sound: the handler's response.
  const body = (await answer.json()) as { markdown: string; chunks: Chunk[]; pages: number }
  const { markdown, chunks, pages } = body
  expect(markdown).toContain('<th colspan="2">Measuring</th>')
  expect(chunks[0]?.headings).toEqual(['Nordwind Instruments'])
  expect(pages).toBe(1)
  expect((await send(new File(['%PDF-1.7'], 'broken.pdf'))).status).toBe(422)
  expect((await send('text')).status).toBe(400)
})

test('a Worker calls a service', async () => {
  const paths: string[] = []
  const job = { id: 'job_1', status: 'succeeded' }
  const service = createServer((request, response) => {
    const path = request.url ?? ''
    paths.push(`${request.method} ${path.split('?')[0]}`)
    request.resume().on('end', () => {
      if (path.endsWith('/result') || path.includes('/result?')) {
        response.setHeader('content-type', 'text/markdown').end('# Mills\n')
      } else {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ ...job, job_id: 'job_1', job }))
      }
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  // Sound: the server listens on a port, not on a pipe.
  const { port } = service.address() as AddressInfo
  const env = { RECTO_URL: `http://127.0.0.1:${port}`, RECTO_KEY: 'rk_live_x' }
  const request = new Request('http://a.example/', {
    method: 'POST',
    body: await readFile(sample),
    headers: { 'content-type': 'application/pdf' },
  })
  const answer = await worker.fetch(request, env)
  expect(await answer.text()).toBe('# Mills\n')
  expect(paths[0]).toBe('POST /v1/convert/jobs')
  expect((await worker.fetch(new Request('http://a.example/'), env)).status).toBe(405)
  service.close()
})

test('a loader returns documents for LangChain', async () => {
  const documents = await new RectoLoader(sample, { chunkSize: 500 }).load()
  expect(documents.length).toBeGreaterThan(3)
  const table = documents.find(({ metadata }) => metadata['kind'] === 'table')
  expect(table?.pageContent).toContain('<table>')
  expect(table?.metadata).toMatchObject({
    source: sample,
    headings: ['Nordwind Instruments'],
    pages: [1],
    loc: { pageNumber: 1 },
  })
  expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length)
})

test('a reader returns documents for LlamaIndex', async () => {
  const [page, ...more] = await new RectoReader().loadData(sample)
  expect(more).toEqual([])
  expect(page).toMatchObject({ id_: `${sample}#page=1`, metadata: { page_label: '1' } })
  expect(page?.text).toMatch(/^# Nordwind Instruments/)
  const path = join(folder, 'page.html')
  await writeFile(path, '<h1>Mills</h1>')
  const whole = { id_: path, text: '# Mills\n', metadata: { file_path: path } }
  expect(await new RectoReader().loadData(path)).toEqual([whole])
})
