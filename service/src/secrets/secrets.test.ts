import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../config/index.ts'
import type { Database } from '../database/index.ts'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { createSecrets, openSecrets, SecretKeyWrong } from './index.ts'
import { getKeyFile } from './master-keys.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-key-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('creates the key file once, even with two processes at a time', async () => {
  const [first, second] = await Promise.all([getKeyFile(folder), getKeyFile(folder)])
  expect(first).toBe(second)
  expect(Buffer.from(first, 'base64')).toHaveLength(32)
  expect(await readdir(folder)).toEqual(['secret.key'])
})

test('derives a separate key for each purpose', () => {
  const { keysFor } = createSecrets(['today', 'before'])
  const [first, former] = keysFor('webhook secrets')
  expect(first).toHaveLength(32)
  expect([former, ...keysFor('fingerprint')].some((each) => each?.equals(first))).toBe(false)
  expect(createSecrets(['before']).keysFor('webhook secrets')).toEqual([former])
})

describe.each(testDatabases)('on %s', (kind) => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase(kind)
  })
  afterEach(() => database.close())

  const open = (env: NodeJS.ProcessEnv) =>
    openSecrets(loadConfig({ RECTO_DATA_DIR: folder, ...env }), database.db)
  const one = { RECTO_SECRET_KEY: 'the first of the keys' }
  const two = { RECTO_SECRET_KEY: 'the second of the keys' }

  test('refuses a process with another key, and changes nothing', async () => {
    await open(one)
    await open(one)
    await expect(open(two)).rejects.toThrow(SecretKeyWrong)
    await open(one)
  })

  test('a new key is accepted with the former one; the former one alone is then refused', async () => {
    await open(one)
    const both = { ...two, RECTO_SECRET_KEY_OLD: one.RECTO_SECRET_KEY }
    const [, former] = (await open(both)).keysFor('x')
    expect(createSecrets([one.RECTO_SECRET_KEY]).keysFor('x')).toEqual([former])
    await open(both)
    await open(two)
    await expect(open(one)).rejects.toThrow('RECTO_SECRET_KEY_OLD')
  })

  test('many processes with one key can start at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => open(one)))
  })

  test('a newly configured key still reads data encrypted with the key file', async () => {
    const [before] = (await open({})).keysFor('x')
    expect((await open(one)).keysFor('x')).toContainEqual(before)
  })

  test('refuses a lost key file, or that of another machine', async () => {
    await open({})
    await writeFile(join(folder, 'secret.key'), 'that of another machine')
    await expect(open({})).rejects.toThrow(SecretKeyWrong)
  })
})
