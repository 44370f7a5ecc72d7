import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPdf } from '../../engine/src/readers/pdf/content/pdf-builder.ts'
import { pictureOf, scanOf } from '../../engine/src/readers/pdf/ocr/testing.ts'
import { fillDataFolder } from '../../service/src/database/testing/test-database.ts'
import { parseConvertArguments } from './convert/arguments.ts'
import { placeOutputs } from './convert/outputs.ts'
import { progressLine } from './progress.ts'

const main = join(import.meta.dirname, 'main.ts')
const twoColumns = join(import.meta.dirname, '../../fixtures/pdf/two-columns/input.pdf')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-cli-'))
  await writeFile(join(folder, 'a.html'), '<title>T</title><h1>A</h1><p>b</p>')
  await writeFile(join(folder, 'b.txt'), 'plain text\r\n')
  await writeFile(join(folder, 'broken.pdf'), 'no PDF at all')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Pages with one grey picture each; readers do without the table of where objects are. */
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

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command as a user would, with an input where one is given. */
function recto(
  args: readonly string[],
  input?: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { cwd: folder, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        const code = error && typeof error.code === 'number' ? error.code : error ? -1 : 0
        resolve({ code, stdout, stderr })
      },
    )
    if (input !== undefined) child.stdin?.end(input)
  })
}

describe('recto convert', () => {
  test('prints the Markdown of one file', async () => {
    expect(await recto(['convert', 'a.html'])).toEqual({
      code: 0,
      stdout: '# A\n\nb\n',
      stderr: '',
    })
  })

  test('reads standard input and finds out what it is', async () => {
    const { stdout, code } = await recto(['convert', '-'], '<html><body><h2>x</h2></body></html>')
    expect({ stdout, code }).toEqual({ stdout: '## x\n', code: 0 })
  })

  test('ends quietly when the reader of its output has left', async () => {
    await writeFile(join(folder, 'long.txt'), 'A line of text.\n\n'.repeat(20_000))
    const command = '"$0" "$1" convert long.txt | head -c 6; echo " $PIPESTATUS"'
    const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, main], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect({ stdout, stderr }).toEqual({ stdout: 'A line 0\n', stderr: '' })
  })

  test('puts several files into a folder, globs too, and goes on after a bad one', async () => {
    const { code, stderr } = await recto(['convert', '*.html', 'b.txt', 'broken.pdf', '-o', 'out'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^broken\.pdf: unsupported_media_type: .+\.\n$/)
    expect(await readFile(join(folder, 'out', 'a.md'), 'utf8')).toBe('# A\n\nb\n')
    expect(await readFile(join(folder, 'out', 'b.md'), 'utf8')).toBe('plain text\n')
  })

  test('gives JSON, and errors as JSON', async () => {
    const { stdout } = await recto(['convert', 'a.html', '--to', 'docling'])
    expect(JSON.parse(stdout)).toMatchObject({ schema_name: 'DoclingDocument', pages: {} })
    const { code, stderr } = await recto(['convert', 'gone.pdf', '--json-errors'])
    expect(code).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({ file: 'gone.pdf', code: 'not_found' })
  })

  test('tells what was lost, once for each kind', async () => {
    await writeFile(join(folder, 'pictures.pdf'), picturesPdf(3))
    const { code, stderr } = await recto(['convert', 'pictures.pdf', '--lane', 'fast'])
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^pictures\.pdf: warning: page_without_text: Page 1 .+\. \(and 2 more\)\n$/,
    )
    const asJson = ['convert', 'pictures.pdf', '--lane', 'fast', '--json-errors']
    expect(await recto(asJson)).toMatchObject({ code: 0, stderr: '' })
  })

  test('reads what only pictures show, unless RECTO_OCR is off', async () => {
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
  ])('$args is wrong usage', async ({ args, says }) => {
    const { code, stderr } = await recto(args)
    expect(code).toBe(2)
    expect(stderr).toContain(says)
  })
})

describe('recto keys', () => {
  test('makes a key, lists it, revokes it, and prints JSON where that is asked for', async () => {
    const made = await recto(['keys', 'create', '--email', 'a@b.c', '--tier', 'scale', '--json'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const { key, key_id: id } = JSON.parse(made.stdout)
    expect(key).toMatch(/^rk_live_\w{38}$/)
    const listed = await recto(['keys', 'list'])
    expect(listed.stdout).toContain(`key_id: ${id}`)
    expect(listed.stdout).not.toContain(key)
    expect(await recto(['keys', 'revoke', key])).toMatchObject({
      code: 0,
      stdout: 'revoked: true\n',
    })
    const second = await recto(['keys', 'create', '--email', 'a@b.c', '--json'])
    const revoked = await recto(['keys', 'revoke', '-'], `${JSON.parse(second.stdout).key}\n`)
    expect(revoked).toMatchObject({ code: 0, stdout: 'revoked: true\n' })
    expect(await recto(['keys', 'revoke', '-'], '\n')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('holds no key'),
    })
  }, 120_000)

  test.each([
    { args: ['keys'], says: 'no command "keys"' },
    { args: ['keys', 'create'], says: '--email is missing' },
    { args: ['keys', 'create', '--email', 'x', '--spend-cap', 'y'], says: 'not a number' },
    { args: ['keys', 'revoke'], says: 'Which key?' },
    { args: ['accounts', 'set-tier', 'a'], says: 'Give an account and a tier' },
  ])('$args is wrong usage', async ({ args, says }) => {
    const { code, stderr } = await recto(args)
    expect(code).toBe(2)
    expect(stderr).toContain(says)
  })
})

describe('recto doctor', () => {
  test('prints each wall, and tells by its exit code whether all are up', async () => {
    const { code, stdout } = await recto(['doctor', '--json'])
    const { walls, warnings } = JSON.parse(stdout)
    const names = ['files', 'network', 'processes', 'programs', 'privileges', 'memory']
    expect(walls.map(({ name }: { name: string }) => name)).toEqual(names)
    expect(warnings).toEqual(expect.any(Array))
    const isUp = walls.every(({ up }: { up: boolean }) => up)
    expect(code).toBe(isUp ? 0 : 1)
    const text = await recto(['doctor'])
    for (const name of names)
      expect(text.stdout).toMatch(new RegExp(`^(up|MISSING) +${name} `, 'm'))
    expect(await recto(['doctor', 'more'])).toMatchObject({ code: 2 })
  })
})

describe('recto serve', () => {
  test('prints the first key on a line of its own, never in the log, also where both go to one file', async () => {
    const data = join(folder, 'served')
    await fillDataFolder(data)
    const path = join(folder, 'served.log')
    const file = await open(path, 'a')
    const env = {
      ...process.env,
      PORT: '0',
      RECTO_DATA_DIR: data,
      RECTO_CONVERTERS: '1',
      RECTO_LOG_LEVEL: 'debug',
    }
    const stdio = ['ignore', file.fd, file.fd] as const
    const child = spawn(process.execPath, [main, 'serve'], { cwd: folder, env, stdio: [...stdio] })
    await expect
      .poll(() => readFile(path, 'utf8'), { timeout: 60_000 })
      .toContain('recto: listening on')
    child.kill('SIGTERM')
    await once(child, 'exit')
    await file.close()
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    const [plain, logged] = [
      lines.filter((line) => !line.startsWith('{')),
      lines.filter((line) => line.startsWith('{')),
    ]
    expect(plain).toEqual([
      expect.stringMatching(/^recto: your API key, shown only now: rk_live_\w{38}$/),
      expect.stringMatching(/^recto: listening on http:/),
    ])
    const key = /rk_live_\w+/.exec(plain[0] ?? '')?.[0] ?? ''
    expect(logged.length).toBeGreaterThan(1)
    for (const line of logged) {
      expect(JSON.parse(line)).toBeTypeOf('object')
      expect(line).not.toContain(key.slice(8))
    }
  }, 90_000)

  test.runIf(process.platform === 'linux')(
    'takes its secrets out of the environment that the system shows to others',
    async () => {
      const data = join(folder, 'secretive')
      await fillDataFolder(data)
      const secret = 'a-secret-of-many-characters'
      const env = { ...process.env, PORT: '0', RECTO_DATA_DIR: data, RECTO_SECRET_KEY: secret }
      const child = spawn(process.execPath, [main, 'serve'], { cwd: folder, env })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk
      })
      await expect.poll(() => said, { timeout: 60_000 }).toContain('recto: listening on')
      const shown = await readFile(`/proc/${child.pid}/environ`, 'utf8')
      expect(shown).toContain('RECTO_DATA_DIR')
      expect(shown).not.toContain(secret)
      child.kill('SIGTERM')
      await once(child, 'exit')
      // It was given to who reads the configuration all the same.
      const short = await recto(['serve'], undefined, { RECTO_SECRET_KEY: 'short' })
      expect(short).toMatchObject({ code: 2 })
      expect(short.stderr).toContain('RECTO_SECRET_KEY must have at least 16 characters')
    },
    90_000,
  )
})

describe('recto inspect', () => {
  beforeAll(() => copyFile(twoColumns, join(folder, 'columns.pdf')))

  test('paints a page into a file of its own name', async () => {
    const args = ['inspect', 'columns.pdf', '--stage', 'order']
    const name = 'columns-page1-order.svg'
    expect(await recto(args)).toEqual({ code: 0, stdout: '', stderr: `${name}\n` })
    expect(await readFile(join(folder, name), 'utf8')).toMatch(/^<svg .+<\/svg>\n$/s)
  })

  test('prints it where it is asked to', async () => {
    const { code, stdout } = await recto(['inspect', 'columns.pdf', '-o', '-'])
    expect({ code, start: stdout.slice(0, 4) }).toEqual({ code: 0, start: '<svg' })
  })

  test.each([
    { name: 'a page that is not there', args: ['columns.pdf', '--page', '9'], says: 'has 1.' },
    { name: 'no number', args: ['columns.pdf', '--page', 'x'], says: 'no page number' },
    { name: 'an unknown stage', args: ['columns.pdf', '--stage', 'x'], says: 'words, drawings' },
    { name: 'no file', args: [], says: 'No input' },
  ])('$name is wrong usage', async ({ args, says }) => {
    const { code, stderr } = await recto(['inspect', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(says)
  })

  test.each([
    { name: 'no PDF', file: 'b.txt', says: /^b\.txt: unsupported_media_type: / },
    { name: 'a file that is not there', file: 'none.pdf', says: /^none\.pdf: not_found: / },
  ])('$name is an error', async ({ file, says }) => {
    const { code, stderr } = await recto(['inspect', file])
    expect(code).toBe(1)
    expect(stderr).toMatch(says)
  })
})

test('parseConvertArguments reads options', () => {
  expect(parseConvertArguments(['x.pdf', '--lane', 'fast', '-o', 'y.md'])).toMatchObject({
    inputs: ['x.pdf'],
    lane: 'fast',
    to: 'markdown',
    out: 'y.md',
  })
  expect(parseConvertArguments(['--help'])).toBeUndefined()
})

test('outputs of inputs that differ only in their ending keep it', async () => {
  expect(await placeOutputs(['x/a.pdf', 'a.docx', 'b.pdf'], 'out', 'json')).toEqual([
    { type: 'file', path: join('out', 'a.pdf.json') },
    { type: 'file', path: join('out', 'a.docx.json') },
    { type: 'file', path: join('out', 'b.json') },
  ])
})

test('a progress line fits the terminal', () => {
  expect(progressLine(1, 2, 'a.pdf', 80)).toBe(`${'█'.repeat(12)}${'░'.repeat(12)} 1/2 a.pdf`)
  expect(progressLine(1, 2, 'a very long name', 30)).toHaveLength(29)
})

test('--version and --help', () => {
  expect(execFileSync(process.execPath, [main, '--version'], { encoding: 'utf8' })).toMatch(
    /^recto \d/,
  )
  expect(execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })).toContain(
    'recto convert',
  )
})
