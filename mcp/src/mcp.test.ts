/** Tests the server through the official client, over standard input and output. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPdf, show } from '../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { parseMcpArguments } from './arguments.ts'

let folder = ''
let client: Client
const web = createServer((request, response) => {
  if (request.url === '/moved') response.writeHead(302, { location: '/page' }).end()
  else response.setHeader('content-type', 'text/html').end('<h1>Far</h1><p>Away.</p>')
})
let base = ''

async function connect(...args: readonly string[]): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' })
  const main = join(import.meta.dirname, 'recto-mcp.ts')
  await connected.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, ...args], cwd: folder }),
  )
  return connected
}

interface Answer {
  readonly text: string
  readonly facts: unknown
  readonly isError: boolean
}

async function call(name: string, given: object, by = client): Promise<Answer> {
  const result = await by.callTool({ name, arguments: { ...given } })
  // Sound: our tools answer with one text.
  const [{ text }] = result.content as [{ text: string }]
  return { text, facts: result.structuredContent, isError: result.isError === true }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-mcp-test-'))
  const root = join(folder, 'root')
  await mkdir(root)
  const words = Array.from({ length: 23 }, (_, index) => `Page ${index + 1}.`)
  const pages = words.map((word) => ({ content: show(72, 700, word) }))
  await writeFile(join(root, 'long.pdf'), buildPdf({ pages }))
  const sections = [1, 2, 3].map(
    (n) => `<h2>Part ${n}</h2><p>${`Mill ${n} turns. `.repeat(600)}</p>`,
  )
  await writeFile(
    join(root, 'mills.html'),
    `<title>Mills</title><h1>Mills</h1>${sections.join('')}`,
  )
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'))
  await writeFile(join(root, 'bad.rtf'), '{\\rtf1 x}')
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  // Sound: the server listens on a port, not on a pipe.
  base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  client = await connect('--root', root)
})
afterAll(async () => {
  await client.close()
  web.close()
  await rm(folder, { recursive: true, force: true })
})

test('lists the tools with their parameters', async () => {
  const { tools } = await client.listTools()
  const names = ['convert_document', 'read_pages', 'document_outline', 'find_in_document']
  expect(tools.map(({ name }) => name)).toEqual(names)
  for (const { inputSchema } of tools) {
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['path', 'url']),
    )
  }
})

test('splits a long document into parts', async () => {
  const first = await call('convert_document', { path: 'long.pdf' })
  expect(first.text).toMatch(/^<!-- page 1 -->\n\nPage 1\.\n\n<!-- page 2 -->/)
  expect(first.text).toMatch(/Page 20\.\n\n\[next_pages: 21-23\]$/)
  expect(first.facts).toMatchObject({ pages: 23, next_pages: '21-23' })
  const rest = await call('convert_document', { path: 'long.pdf', pages: '21-23' })
  expect(rest.text).toMatch(/^<!-- page 21 -->[\s\S]*Page 23\.$/)
  expect(rest.facts).not.toHaveProperty('next_pages')
  const some = await call('read_pages', { path: 'long.pdf', pages: '7' })
  expect(some.text).toBe('<!-- page 7 -->\n\nPage 7.')
})

test('splits a document without pages before headings', async () => {
  const { text, facts } = await call('convert_document', { path: 'mills.html', lane: 'fast' })
  expect(facts).toMatchObject({ title: 'Mills', pages: 3 })
  expect(text.match(/^<!-- page \d -->\n\n#+ .+$/gm)).toEqual([
    '<!-- page 1 -->\n\n# Mills',
    '<!-- page 2 -->\n\n## Part 2',
    '<!-- page 3 -->\n\n## Part 3',
  ])
})

test('headings and passages have their positions', async () => {
  const outline = await call('document_outline', { path: 'mills.html' })
  expect(outline.text).toBe('- Mills (1)\n  - Part 1 (1)\n  - Part 2 (2)\n  - Part 3 (3)')
  const found = await call('find_in_document', { path: 'mills.html', text: 'mill 3  TURNS' })
  expect(found.text).toMatch(/^Page 3, Part 3:\n/)
  const none = await call('find_in_document', { path: 'mills.html', text: 'x(y' })
  expect(none.text).toBe('The text is not in the document.')
})

test.each([
  {
    name: 'a link that leads out of the permitted folder',
    path: 'link.txt',
    says: 'does not exist in the permitted folders',
  },
  {
    name: 'a path through the parent folder',
    path: '../secret.txt',
    says: 'does not exist in the permitted folders',
  },
  {
    name: 'the root folder of the system',
    path: '/etc/passwd',
    says: 'does not exist in the permitted folders',
  },
  { name: 'a folder', path: '.', says: 'not a file' },
  { name: 'RTF', path: 'bad.rtf', says: 'RTF document, which is not supported' },
])('refuses $name', async ({ path, says }) => {
  const { text, isError } = await call('convert_document', { path })
  expect(isError).toBe(true)
  expect(text).toContain(says)
})

test('reports missing pages and missing documents', async () => {
  const beyond = await call('read_pages', { path: 'long.pdf', pages: '99' })
  expect(beyond).toMatchObject({ isError: true, text: 'The document has 23 pages.' })
  expect(await call('document_outline', {})).toMatchObject({ text: 'Give a path or a url.' })
})

test('fetches permitted addresses, and only public ones by default', async () => {
  const refused = await call('convert_document', { url: base })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('--allow-urls') })
  const publicly = await connect('--allow-urls')
  for (const url of [
    base,
    base.replace('127.0.0.1', 'localhost'),
    'http://[::1]/',
    'http://0x7f.1/',
  ]) {
    const answer = await call('convert_document', { url }, publicly)
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringContaining('not public'),
    })
  }
  await publicly.close()
  const everywhere = await connect('--allow-urls', '--allow-private')
  const { text } = await call('convert_document', { url: `${base}/moved` }, everywhere)
  expect(text).toBe('# Far\n\nAway.')
  await everywhere.close()
})

test.each([
  { words: ['--root', '/nowhere'], says: 'is not a folder' },
  { words: ['--allow-private'], says: 'needs --allow-urls' },
  { words: ['--nonsense'], says: '--nonsense' },
])('rejects the usage $words', async ({ words, says }) => {
  expect(await parseMcpArguments(words)).toContain(says)
})
