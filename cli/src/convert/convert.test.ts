import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPdf, show } from '../../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { pictureOf, scanOf } from '../../../engine/src/readers/pdf/ocr/testing/pictures.ts'
import { main, makeFolder, recto as run } from '../testing/command.ts'
import { parseConvertArguments } from './arguments.ts'

let folder = ''

beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const recto = (args: readonly string[], input?: string, env: NodeJS.ProcessEnv = {}) =>
  run(args, { cwd: folder, env, ...(input !== undefined && { input }) })

/** Builds a PDF with one grey picture per page, without a cross-reference table, which readers reconstruct. */
function picturesPdf(pages: number): string {
  const all = Array.from({ length: pages }, (_, index) => index + 4)
  const picture = 'q 99 0 0 99 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q'
  const page = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 3 0 R>>'
  return [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    `2 0 obj <</Type /Pages /Count ${pages} /Kids [${all.map((id) => `${id} 0 R`).join(' ')}]>> endobj`,
    `3 0 obj <</Length ${picture.length}>> stream\n${picture}\nendstream endobj`,
    ...all.map((id) => `${id} 0 obj ${page} endobj`),
    'trailer <</Root 1 0 R>>',
    '%%EOF',
  ].join('\n')
}

test('prints the Markdown of one file', async () => {
  expect(await recto(['convert', 'a.html'])).toEqual({
    code: 0,
    stdout: '# A\n\nb\n',
    stderr: '',
  })
})

test('detects the type of standard input', async () => {
  const { stdout, code } = await recto(['convert', '-'], '<html><body><h2>x</h2></body></html>')
  expect({ stdout, code }).toEqual({ stdout: '## x\n', code: 0 })
})

test('ends quietly when the reader closes the pipe', async () => {
  await writeFile(join(folder, 'long.txt'), 'A line of text.\n\n'.repeat(20_000))
  const command = '"$0" "$1" convert long.txt | head -c 6; echo " $PIPESTATUS"'
  const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, main], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ stdout, stderr }).toEqual({ stdout: 'A line 0\n', stderr: '' })
})

test('converts several files and globs into a folder, and continues after a failure', async () => {
  const { code, stderr } = await recto(['convert', '*.html', 'b.txt', 'broken.pdf', '-o', 'out'])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^broken\.pdf: unsupported_media_type: .+\.\n2 converted, 0 skipped, 1 failed, /,
  )
  expect(await readFile(join(folder, 'out', 'a.md'), 'utf8')).toBe('# A\n\nb\n')
  expect(await readFile(join(folder, 'out', 'b.md'), 'utf8')).toBe('plain text\n')
})

test('prints JSON, also for errors', async () => {
  const { stdout } = await recto(['convert', 'a.html', '--to', 'docling'])
  expect(JSON.parse(stdout)).toMatchObject({ schema_name: 'DoclingDocument', pages: {} })
  const { code, stderr } = await recto(['convert', 'gone.pdf', '--json-errors'])
  expect(code).toBe(1)
  expect(JSON.parse(stderr)).toMatchObject({ file: 'gone.pdf', code: 'not_found' })
})

test('prints each kind of warning once', async () => {
  await writeFile(join(folder, 'pictures.pdf'), picturesPdf(3))
  const { code, stderr } = await recto(['convert', 'pictures.pdf', '--lane', 'fast'])
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^pictures\.pdf: warning: page_without_text: Page 1 .+\. \(and 2 more\)\n$/,
  )
  const asJson = ['convert', 'pictures.pdf', '--lane', 'fast', '--json-errors']
  expect(await recto(asJson)).toMatchObject({ code: 0, stderr: '' })
})

test('recognises text in pictures unless RECTO_OCR is off', async () => {
  const text = 'The mayor opened the new bridge across the river.'
  await writeFile(join(folder, 'scan.pdf'), buildPdf(scanOf(await pictureOf([text]))))
  const convert = (env: NodeJS.ProcessEnv) => recto(['convert', 'scan.pdf'], undefined, env)
  expect(await convert({})).toEqual({ code: 0, stdout: `${text}\n`, stderr: '' })
  const without = await convert({ RECTO_OCR: 'off' })
  expect(without).toMatchObject({ code: 0, stdout: '' })
  expect(without.stderr).toContain('page_without_text')
  expect(await convert({ RECTO_OCR: 'maybe' })).toMatchObject({ code: 2 })
  expect(await convert({ RECTO_TESSERACT: '/bin/true' })).toMatchObject({ code: 2 })
})

test.each([
  { args: ['convert'], says: 'No input file' },
  { args: ['convert', 'a.html', '--to', 'word'], says: 'not one of' },
  { args: ['convert', 'a.html', '--nonsense'], says: '--nonsense' },
  { args: ['convert', 'a.html', 'b.txt', '-o', 'broken.pdf'], says: 'is a file' },
  { args: ['frobnicate'], says: 'no command' },
])('rejects the usage $args', async ({ args, says }) => {
  const { code, stderr } = await recto(args)
  expect(code).toBe(2)
  expect(stderr).toContain(says)
})

test('converts selected pages, with page breaks and front matter', async () => {
  const pages = ['One', 'Two'].map((word) => ({ content: show(72, 700, `Page ${word}.`) }))
  await writeFile(join(folder, 'two.pdf'), buildPdf({ pages }))
  const args = ['convert', 'two.pdf', '--pages', '2', '--page-breaks', '--front-matter']
  expect(await recto(args)).toEqual({
    code: 0,
    stdout: '---\nsource: "two.pdf"\nformat: pdf\npages: 1\n---\n\n<!-- page 2 -->\n\nPage Two.\n',
    stderr: '',
  })
  const beyond = await recto(['convert', 'two.pdf', '--pages', '3'])
  expect(beyond).toMatchObject({ code: 1, stdout: '' })
  expect(beyond.stderr).toMatch(/^two\.pdf: conversion_failed: .+ 2 pages; page 3 does not exist\./)
})

test('writes the images of each input to its own folder and links them', async () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const page = `<p><img alt="dot" src="data:image/gif;base64,${gif}"></p>`
  for (const name of ['one page.html', 'two.html']) await writeFile(join(folder, name), page)
  const args = ['convert', 'one page.html', 'two.html', '-o', 'pictured/', '--images', 'figures']
  expect(await recto([...args, '--quiet'])).toMatchObject({ code: 0, stderr: '' })
  expect(await readFile(join(folder, 'pictured', 'one page.md'), 'utf8')).toBe(
    '![dot](../figures/one%20page/image-1.gif)\n',
  )
  const bytes = await readFile(join(folder, 'figures', 'two', 'image-1.gif'))
  expect(bytes.toString('base64')).toBe(gif)
  const again = await recto(['convert', 'two.html', '--images', 'figures'])
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toContain('figures/two already exists')
  const forced = await recto(['convert', 'two.html', '--images', 'figures', '--force'])
  expect(forced.stdout).toBe('![dot](figures/two/image-1.gif)\n')
  const fast = await recto(['convert', 'two.html', '--images', 'figures', '--lane', 'fast'])
  expect(fast).toMatchObject({ code: 2 })
})

test('fetches documents from addresses', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/gone') response.writeHead(404).end()
    else response.setHeader('content-type', 'text/html').end('<h1>Far</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Sound: the server listens on a port, not on a pipe.
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stderr } = await recto([
    'convert',
    `${base}/x/far.pdf`,
    `${base}/gone`,
    '-o',
    'far/',
  ])
  server.close()
  expect(code).toBe(1)
  expect(stderr).toContain(`${base}/gone: not_fetched: The server answered 404.\n`)
  expect(await readFile(join(folder, 'far', 'far.md'), 'utf8')).toBe('# Far\n')
})

test('cleans up when it is interrupted, and reports what was done', async () => {
  const args = [main, 'convert', '--files-from', '-', '-o', 'some', '--json-lines']
  const child = spawn(process.execPath, args, { cwd: folder })
  child.stdin.write('a.html\n')
  const [line] = await once(child.stdout, 'data')
  expect(JSON.parse(String(line))).toMatchObject({ output: 'some/a.md', status: 'converted' })
  const said = once(child.stderr, 'data')
  child.kill('SIGINT')
  expect(String(await said)).toMatch(/^Interrupted: 1 converted, /)
  expect(await once(child, 'exit')).toEqual([130, null])
})

test('parseConvertArguments parses the options', () => {
  expect(parseConvertArguments(['x.pdf', '--lane', 'fast', '-o', 'y.md'])).toMatchObject({
    inputs: ['x.pdf'],
    lane: 'fast',
    to: ['markdown'],
    out: 'y.md',
  })
  const several = ['x', '-o', 'y/', '--to', 'json,text,json', '--chunk-size', '500']
  expect(() => parseConvertArguments(several)).toThrow('--chunk-size needs --to chunks')
  expect(parseConvertArguments(several.slice(0, 5))).toMatchObject({ to: ['json', 'text'] })
  expect(parseConvertArguments(['--help'])).toBeUndefined()
})

test.each([
  { args: ['--pages', '3-1'], says: 'not a list of pages' },
  { args: ['--jobs', '0'], says: '--jobs 0 is not a whole number from 1' },
  { args: ['--force', '--skip-existing'], says: 'contradict each other' },
  { args: ['--to', 'json,text'], says: 'Several output formats need a folder' },
  { args: ['--json-lines'], says: 'choose a folder for the documents' },
  { args: ['--to', 'json', '--front-matter'], says: '--front-matter is for --to markdown' },
  { args: ['-', '--files-from', '-'], says: 'read only once' },
])('parseConvertArguments rejects $args', ({ args, says }) => {
  expect(() => parseConvertArguments(['x.pdf', ...args])).toThrow(says)
})
