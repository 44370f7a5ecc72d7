/** Tests missing walls around the converters, and too little memory: the service warns, or refuses to start. */
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { childEnvironment } from '../../converter/src/walls/index.ts'
import { loadConfig } from './config/index.ts'
import { startConverters } from './converters.ts'
import { findMemoryShortage } from './walls.ts'

const { PATH } = childEnvironment
let folder = ''
let lines: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-converters-test-'))
  lines = []
})
afterEach(async () => {
  childEnvironment.PATH = PATH
  await rm(folder, { recursive: true, force: true })
})

/** Hides the commands that set up the walls. */
async function impoverish(): Promise<void> {
  const commands = join(folder, 'bin')
  await mkdir(commands)
  for (const name of ['nice', 'prlimit', 'setpriv']) {
    await symlink(`/usr/bin/${name}`, join(commands, name))
  }
  childEnvironment.PATH = commands
}

async function start(more: NodeJS.ProcessEnv = {}) {
  const children = join(folder, 'children')
  await mkdir(children)
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const config = loadConfig({ RECTO_CONVERTERS: '1', RECTO_WORKERS: '1', ...more })
  return startConverters(config, children, log)
}

const required = { RECTO_REQUIRE_CONFINEMENT: 'on' }

test('missing walls are logged once, as a warning with their names', async () => {
  await impoverish()
  const { pool, missingWalls, close } = await start()
  await pool.ready
  for (let tries = 0; tries < 100 && missingWalls().length === 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await close()
  expect(missingWalls()).toEqual(expect.arrayContaining(['files', 'network', 'programs']))
  const warned = lines.filter((line) => line.includes('walls around converters are missing: files'))
  expect(warned).toHaveLength(1)
  expect(JSON.parse(warned[0] ?? '').walls.network).toContain('perl')
})

test('refuses to start if they are required, and leaves nothing', async () => {
  await impoverish()
  await expect(start(required)).rejects.toThrow(
    /RECTO_REQUIRE_CONFINEMENT is on, but walls are missing: files, network/,
  )
  expect(await readdir(join(folder, 'children'))).toEqual([])
})

test.runIf(process.platform === 'linux')('starts if they are available', async () => {
  const { missingWalls, close } = await start(required)
  expect(missingWalls()).toEqual([])
  await close()
  expect(lines.filter((line) => line.includes('walls'))).toEqual([])
})

test('warns if all children together may exceed the memory', () => {
  const megabytes = Math.ceil(totalmem() / 1024 / 1024)
  const config = (more: NodeJS.ProcessEnv) =>
    loadConfig({ RECTO_CONVERTERS: '2', RECTO_WORKERS: '2', ...more })
  const large = config({ RECTO_CONVERTER_MEMORY_MB: String(Math.min(65_536, megabytes)) })
  expect(findMemoryShortage(large)).toContain('5 children and the server may use')
  expect(findMemoryShortage(config({ RECTO_CONVERTER_MEMORY_MB: '128' }))).toBe(undefined)
})
