/** Tests which documents are found, and their output paths. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recto as run } from '../testing/command.ts'
import { parseConvertArguments } from './arguments.ts'
import { createClaimedPaths } from './claimed-paths.ts'
import { findInputs } from './inputs.ts'
import { nameTogether } from './names.ts'
import { chooseDestination } from './outputs.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-places-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const recto = (...args: readonly string[]) => run(['convert', ...args], { cwd: folder })

async function make(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `Text of ${path}.`)
  }
}

/** Lists the output paths of all inputs; unsupported files are in parentheses. */
async function outputPathsOf(...words: readonly string[]): Promise<string[]> {
  const args = parseConvertArguments([...words, '-o', join(folder, 'in/out')])
  if (!args) throw new Error('no arguments')
  const { all } = await findInputs(args, new AbortController().signal)
  const paths: string[] = []
  for await (const { outputPath, isUnsupported } of all) {
    paths.push(isUnsupported ? `(${outputPath})` : outputPath)
  }
  return paths
}

test('a folder yields its supported files in order, without hidden files and outputs', async () => {
  await make('in/b.txt', 'in/a.txt', 'in/.c.txt', 'in/d.bin', 'in/sub/e.txt', 'in/out/b.md')
  await symlink(join(folder, 'in'), join(folder, 'in/circle'))
  await symlink(join(folder, 'in/a.txt'), join(folder, 'in/link.txt'))
  const flat = ['a', 'b', '(d.bin)', 'link']
  expect(await outputPathsOf(join(folder, 'in'))).toEqual(flat)
  const all = ['a', 'b', '(d.bin)', 'link', 'sub/e']
  expect(await outputPathsOf(join(folder, 'in'), '-r')).toEqual(all)
})

test('outputs keep the names of several folders, and of folders named by globs and lists', async () => {
  await make('x/a.txt', 'y/a.txt', 'y/z/b.txt')
  const words = [join(folder, 'x'), join(folder, 'y')]
  expect(await outputPathsOf(...words, '-r')).toEqual(['x/a', 'y/a', 'y/z/b'])
  expect(await outputPathsOf(join(folder, '**/*.txt'))).toEqual(['x/a', 'y/a', 'y/z/b'])
  const list = join(folder, 'list')
  await writeFile(list, 'x/a.txt\n\n../y/a.txt\nhttps://a.example/b/c.pdf?d\n')
  expect(await outputPathsOf('--files-from', list)).toEqual(['x/a', 'y/a', 'a.example/b/c'])
})

test('files that differ only in their extension keep it', async () => {
  await make('in/a.txt', 'in/a.md', 'in/b.txt')
  expect(await outputPathsOf(join(folder, 'in'))).toEqual(['a.md', 'a.txt', 'b'])
})

test.each([
  { words: ['x/a.pdf', 'a.docx', 'b.pdf'], places: ['a.pdf', 'a.docx', 'b'] },
  { words: ['x/a.pdf', '../y/a.pdf'], places: ['x/a', 'y/a'] },
  { words: ['a.pdf', './a.pdf', '-'], places: ['a', 'stdin'] },
  { words: ['https://a.example/', 'https://a.example/x.pdf'], places: ['index', 'x'] },
])('$words have the output paths $places', ({ words, places }) => {
  const named = nameTogether(words.map((name) => ({ name, folder: '' })))
  expect(named.map(({ outputPath }) => outputPath)).toEqual(places)
})

test.each([
  { words: ['a'], isMany: false, type: 'stdout' },
  { words: ['a', '-o', '-'], isMany: true, type: 'stdout' },
  { words: ['a', '-o', 'new'], isMany: false, type: 'file' },
  { words: ['a', '-o', 'new.md'], isMany: false, type: 'file' },
  { words: ['a', '-o', 'new/'], isMany: false, type: 'folder' },
  { words: ['a', '-o', tmpdir()], isMany: false, type: 'folder' },
  { words: ['a', '-o', 'new'], isMany: true, type: 'folder' },
  { words: ['a', '-o', 'new', '--to', 'json,text'], isMany: false, type: 'folder' },
  { words: ['a', '-o', 'new.md'], isMany: true, error: 'looks like a file' },
  { words: ['a', '-o', import.meta.filename], isMany: true, error: 'is a file' },
  { words: ['a'], isMany: true, error: 'Several inputs need an output' },
])('detects that $words may be several inputs: $isMany', async ({ words, isMany, type, error }) => {
  const args = parseConvertArguments(words)
  if (!args) throw new Error('no arguments')
  const chosen = chooseDestination(args, isMany)
  if (error === undefined) expect(await chosen).toMatchObject({ type })
  else await expect(chosen).rejects.toThrow(error)
})

test('an existing output is refused, overwritten or skipped, as requested', async () => {
  await make('in/a.txt', 'in/b.txt', 'out/a.md')
  const read = () => readFile(join(folder, 'out/a.md'), 'utf8')
  const refused = await recto('in', '-o', 'out')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^in\/a\.txt: output_exists: out\/a\.md already exists: .+\n1 conv/,
  )
  expect(await read()).toBe('Text of out/a.md.')
  const skipped = await recto('in', '-o', 'out', '--skip-existing', '--json-lines')
  expect(skipped).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^0 converted, 2 skipped/),
  })
  expect(
    skipped.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ input: 'in/a.txt', output: 'out/a.md', status: 'skipped' }),
    expect.objectContaining({ input: 'in/b.txt', status: 'skipped', code: 'output_exists' }),
  ])
  expect(await recto('in', '-o', 'out', '--force', '--quiet')).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
  expect(await read()).toBe('Text of in/a.txt.\n')
})

test('outputs beside their inputs are not converted again', async () => {
  await make('in/a.txt', 'in/b.md')
  const { code, stderr } = await recto('in', '-o', 'in', '--force')
  expect(code).toBe(1)
  expect(stderr).toContain('in/b.md: output_is_input: ')
  expect((await readdir(join(folder, 'in'))).toSorted()).toEqual(['a.md', 'a.txt', 'b.md'])
  expect(await readFile(join(folder, 'in/b.md'), 'utf8')).toBe('Text of in/b.md.')
})

test('several inputs on standard output keep their order, each after its name', async () => {
  await make('a.txt', 'b.txt')
  expect(await recto('b.txt', 'gone.txt', 'a.txt', '-o', '-', '--quiet')).toEqual({
    code: 1,
    stdout: '==> b.txt <==\nText of b.txt.\n==> a.txt <==\nText of a.txt.\n',
    stderr: 'gone.txt: not_found: The file does not exist.\n',
  })
})

test('remembers a large number of paths', () => {
  const claims = createClaimedPaths()
  const paths = Array.from({ length: 5_000 }, (_, index) => `/out/${index}.md`)
  expect(paths.every((path) => claims.claim(path))).toBe(true)
  expect(paths.some((path) => claims.claim(path))).toBe(false)
  expect([claims.has('/out/7.md'), claims.has('/out/5000.md')]).toEqual([true, false])
})
