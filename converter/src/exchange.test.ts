/** Tests the exchange of files with a child that a hostile document controls. */
import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChildFolder, makeFolder, putInput, takeOutputs } from './exchange.ts'
import { INPUT_NAME, outputName } from './messages.ts'

let parent = ''
let folder: ChildFolder
let secret = ''

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'recto-exchange-test-'))
  folder = { folder: join(parent, 'child-1'), owner: undefined }
  secret = join(parent, 'secret.key')
  await mkdir(folder.folder)
  await writeFile(secret, 'secret')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

test('an input is not written through a link', async () => {
  await writeFile(join(parent, 'upload'), 'a document')
  await symlink(secret, join(folder.folder, INPUT_NAME))
  await putInput(folder, join(parent, 'upload'))
  expect(await readFile(secret, 'utf8')).toBe('secret')
  expect(await readFile(join(folder.folder, INPUT_NAME), 'utf8')).toBe('a document')
  expect((await readdir(parent)).toSorted()).toEqual(['child-1', 'secret.key', 'upload'])
})

test.each([
  { name: 'a link', put: symlink },
  { name: 'a hard link to a file', put: link },
  { name: 'a folder', put: (_: string, path: string) => mkdir(path) },
])('rejects an output that is $name', async ({ put }) => {
  await put(secret, join(folder.folder, outputName('markdown')))
  const taken = takeOutputs(folder, { markdown: join(parent, 'result') })
  await expect(taken).rejects.toThrow('not a plain file')
  expect(await readFile(secret, 'utf8')).toBe('secret')
  expect((await readdir(parent)).toSorted()).toEqual(['child-1', 'secret.key'])
})

test("shares compiled code if children can't change it, and copies it otherwise", async () => {
  const cache = join(parent, 'cache')
  await mkdir(cache)
  await writeFile(join(cache, 'compiled'), 'code')
  const none = { owner: undefined, failures: {} }
  const [sealed, open] = [join(parent, 'sealed'), join(parent, 'open')]
  const shared = await makeFolder(sealed, cache, { ...none, layers: new Set(['calls', 'files']) })
  expect([shared, await readdir(sealed)]).toEqual([cache, []])
  const copied = await makeFolder(open, cache, { ...none, layers: new Set(['rights']) })
  expect([copied, await readdir(join(open, 'code'))]).toEqual([join(open, 'code'), ['compiled']])
})
