import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDataFolder } from '../../service/src/database/testing/test-database.ts'
import { progressLine } from './progress.ts'
import { main, makeFolder, recto as run } from './testing/command.ts'

const twoColumns = join(import.meta.dirname, '../../fixtures/pdf/two-columns/input.pdf')
let folder = ''

beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const recto = (args: readonly string[], input?: string, env: NodeJS.ProcessEnv = {}) =>
  run(args, { cwd: folder, env, ...(input !== undefined && { input }) })

describe('recto keys', () => {
  test('creates, lists and revokes a key, and prints JSON on request', async () => {
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
    { args: ['keys', 'revoke'], says: 'The key is missing' },
    { args: ['accounts', 'set-tier', 'a'], says: 'An account and a tier are missing' },
  ])('rejects the usage $args', async ({ args, says }) => {
    const { code, stderr } = await recto(args)
    expect(code).toBe(2)
    expect(stderr).toContain(says)
  })
})

describe('recto doctor', () => {
  test('prints each wall, and the exit code reports a missing one', async () => {
    const { code, stdout } = await recto(['doctor', '--json'])
    const { walls, warnings, facts, faults } = JSON.parse(stdout)
    const names = ['files', 'network', 'processes', 'programs', 'privileges', 'memory']
    expect(walls.map(({ name }: { name: string }) => name)).toEqual(names)
    expect(warnings).toEqual(expect.any(Array))
    expect(facts).toMatchObject({ node: process.version })
    expect(faults).toEqual([])
    const isUp = walls.every(({ up }: { up: boolean }) => up)
    expect(code).toBe(isUp ? 0 : 1)
    const text = await recto(['doctor'])
    for (const name of names)
      expect(text.stdout).toMatch(new RegExp(`^(up|MISSING) +${name} `, 'm'))
    expect(await recto(['doctor', 'more'])).toMatchObject({ code: 2 })
  })
})

describe('recto serve', () => {
  test('prints the first key on its own line and never in the log, even if both go to one file', async () => {
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
    'hides its secrets from the environment that other processes can read',
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
      // The secret still reaches the code that reads the configuration.
      const short = await recto(['serve'], undefined, { RECTO_SECRET_KEY: 'short' })
      expect(short).toMatchObject({ code: 2 })
      expect(short.stderr).toContain('RECTO_SECRET_KEY must have at least 16 characters')
    },
    90_000,
  )
})

describe('recto inspect', () => {
  beforeAll(() => copyFile(twoColumns, join(folder, 'columns.pdf')))

  test('writes the picture of a page to a file named after it', async () => {
    const args = ['inspect', 'columns.pdf', '--stage', 'order']
    const name = 'columns-page1-order.svg'
    expect(await recto(args)).toEqual({ code: 0, stdout: '', stderr: `${name}\n` })
    expect(await readFile(join(folder, name), 'utf8')).toMatch(/^<svg .+<\/svg>\n$/s)
  })

  test('prints the picture to standard output on request', async () => {
    const { code, stdout } = await recto(['inspect', 'columns.pdf', '-o', '-'])
    expect({ code, start: stdout.slice(0, 4) }).toEqual({ code: 0, start: '<svg' })
  })

  test('writes one HTML file with pages and Markdown', async () => {
    const args = ['inspect', 'columns.pdf', '--html']
    expect(await recto(args)).toEqual({ code: 0, stdout: '', stderr: 'columns.html\n' })
    const html = await readFile(join(folder, 'columns.html'), 'utf8')
    expect(html).toMatch(/<h2>Page 1<\/h2>\n<section>\n<svg .+<\/svg>\n<pre># /s)
  })

  test.each([
    { name: 'a page that does not exist', args: ['columns.pdf', '--page', '9'], says: 'has 1.' },
    {
      name: 'a page that is not a number',
      args: ['columns.pdf', '--page', 'x'],
      says: 'not a page number',
    },
    { name: 'an unknown stage', args: ['columns.pdf', '--stage', 'x'], says: 'words, drawings' },
    { name: 'no file', args: [], says: 'No input' },
  ])('rejects the usage: $name', async ({ args, says }) => {
    const { code, stderr } = await recto(['inspect', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(says)
  })

  test.each([
    { name: 'a file that is not a PDF', file: 'b.txt', says: /^b\.txt: unsupported_media_type: / },
    { name: 'a file that does not exist', file: 'none.pdf', says: /^none\.pdf: not_found: / },
    { name: 'a folder', file: '.', says: /^\.: not_found: It is a folder/ },
    {
      name: 'an output in a folder that does not exist',
      file: 'columns.pdf',
      out: ['-o', 'gone/columns.svg'],
      says: /^gone\/columns\.svg: not_written: ENOENT: /,
    },
  ])('reports an error: $name', async ({ file, out = [], says }) => {
    const { code, stderr } = await recto(['inspect', file, ...out])
    expect(code).toBe(1)
    expect(stderr).toMatch(says)
  })
})

test('a progress line fits the width of the terminal', () => {
  expect(progressLine(1, 2, 'a.pdf', 80)).toBe(`${'█'.repeat(12)}${'░'.repeat(12)} 1/2 a.pdf`)
  expect(progressLine(1, 2, 'a very long name', 30)).toHaveLength(29)
})

test('prints version and help', () => {
  expect(execFileSync(process.execPath, [main, '--version'], { encoding: 'utf8' })).toMatch(
    /^recto \d/,
  )
  expect(execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })).toContain(
    '  convert INPUT',
  )
})
