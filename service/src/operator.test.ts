/**
 * Tests the service with its embedded database: the first start, operator commands beside it, and the state that the
 * next start finds.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AdminError, administrate } from './admin/index.ts'
import { type Config, loadConfig } from './config/index.ts'
import {
  createServerDatabase,
  fillDataFolder,
  type ServerDatabase,
  testDatabases,
} from './database/testing/test-database.ts'
import { createLog } from './log.ts'
import { type Service, startService } from './main.ts'

const log = createLog('silent')

describe.each(testDatabases)('on %s', (kind) => {
  let folder = ''
  let config: Config
  let server: ServerDatabase | undefined
  let service: Service
  let firstKey: string | undefined

  async function start(): Promise<void> {
    firstKey = undefined
    service = await startService(config, log, (key) => {
      firstKey = key
    })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recto-data-test-'))
    server = kind === 'postgres' ? await createServerDatabase() : undefined
    config = loadConfig({
      PORT: '0',
      RECTO_TEMP_DIR: join(folder, 'temp'),
      RECTO_DATA_DIR: join(folder, 'data'),
      RECTO_CONVERTERS: '1',
      RECTO_WORKERS: '1',
      RECTO_LOG_LEVEL: 'silent',
      ...(server && { DATABASE_URL: server.url.href }),
    })
    if (!server) await fillDataFolder(join(folder, 'data'))
    await start()
  }, 90_000)
  afterAll(async () => {
    await service.stop()
    await server?.drop()
    await rm(folder, { recursive: true })
  })

  const admin = (name: string, given: object = {}) => administrate(config, log, name, given)
  const me = async (key: string) => {
    const response = await fetch(`${service.url}/v1/me`, { headers: { 'x-api-key': key } })
    // Sound: other tests check the schema.
    return (await response.json()) as { readonly tier?: string; readonly credits?: object | null }
  }

  test("the first start prints the owner's key, whose calls are not counted", async () => {
    expect(await me(firstKey ?? '')).toMatchObject({ tier: 'self_hosted', credits: null })
  })

  test('the operator creates, lists and revokes keys, and the server applies the changes', async () => {
    const made = await admin('keys.create', { email: 'Op@Example.com', tier: 'scale' })
    // Sound: the documented output of the command.
    const { key, key_id: id, account_id: account } = made as Record<string, string>
    expect(Object.keys(made as object)).toEqual(['key', 'key_id', 'account_id'])
    expect(await me(key ?? '')).toMatchObject({ tier: 'scale', credits: { balance: 100_000 } })
    const again = await admin('keys.create', { email: 'op@example.com' })
    expect(again).toMatchObject({ account_id: account })
    expect(await admin('keys.list', { email: 'op@example.com' })).toHaveLength(2)
    await admin('accounts.set-tier', { account: 'op@example.com', tier: 'free' })
    if (kind === 'pglite') expect(await me(key ?? '')).toMatchObject({ tier: 'free' })
    await admin('keys.revoke', { key: id })
    if (kind === 'pglite') expect(await me(key ?? '')).toMatchObject({ code: 'unauthorized' })
    expect(JSON.stringify(await admin('keys.list'))).not.toContain(key)
  })

  test.each([
    ['free', 60],
    ['essential', 300],
    ['scale', 1_200],
    ['self_hosted', 100_000],
  ])('the plan %s allows %i requests a minute', async (tier, rate) => {
    const made = await admin('keys.create', { email: `${tier}@example.com`, tier })
    const { key = '' } = made as Record<string, string>
    const response = await fetch(`${service.url}/v1/jobs`, { headers: { 'x-api-key': key } })
    expect(response.headers.get('x-ratelimit-limit')).toBe(String(rate))
    expect(response.headers.get('x-ratelimit-remaining')).toBe(String(rate - 1))
    expect(await me(key)).toMatchObject({
      tier,
      is_keyed: true,
      features: expect.arrayContaining(['convert_queue', 'output_json', 'webhooks']),
    })
  })

  test('the operator suspends, exports and deletes an account beside the server', async () => {
    const email = 'gone@example.com'
    const made = await admin('keys.create', { email, features: ['convert_sync'] })
    const { key = '' } = made as Record<string, string>
    expect(await admin('accounts.suspend', { account: email })).toMatchObject({ is_changed: true })
    expect(await admin('accounts.resume', { account: email })).toMatchObject({ is_changed: true })
    expect(await admin('accounts.export', { account: email })).toMatchObject({
      account: { email },
      keys: [{ features: ['convert_sync'] }],
      history: [
        { action: 'account_created' },
        { action: 'key_created' },
        { action: 'account_suspended' },
        { action: 'account_resumed' },
        { action: 'account_exported' },
      ],
    })
    expect(await admin('accounts.delete', { account: email })).toMatchObject({ is_deleted: true })
    if (kind === 'pglite') expect(await me(key)).toMatchObject({ code: 'unauthorized' })
    await expect(admin('accounts.export', { account: email })).rejects.toThrow('does not exist')
  })

  test.each([
    { name: 'keys.create', given: { email: 'none' }, says: '"none" is not a mail address.' },
    { name: 'keys.create', given: { email: 'a@b.c', tier: 'gold' }, says: 'must be one of free' },
    { name: 'keys.create', given: { email: 'a@b.c', features: ['all'] }, says: 'must be one of' },
    { name: 'keys.revoke', given: { key: 'key_none' }, says: 'The key does not exist' },
    {
      name: 'accounts.set-tier',
      given: { account: 'x', tier: 'free' },
      says: 'The account "x" does not exist',
    },
    { name: 'toString', given: {}, says: 'There is no command' },
  ])('rejects $name with $given by a sentence', async ({ name, given, says }) => {
    const error = await admin(name, given).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AdminError)
    expect(String(error)).toContain(says)
  })

  test.runIf(kind === 'pglite')(
    'the socket is private to the operator, and there is one server',
    async () => {
      const { mode } = await stat(join(folder, 'data', 'admin.sock'))
      expect(mode & 0o777).toBe(0o600)
      await expect(startService(config, log)).rejects.toThrow(/in use by another server/)
    },
  )

  test('the next start finds the same data, and prints no key', async () => {
    const made = await admin('keys.create', { email: 'kept@example.com', tier: 'essential' })
    const { key = '' } = made as Record<string, string>
    await service.stop()
    const whileStopped = await admin('keys.list', { email: 'kept@example.com' })
    expect(whileStopped).toHaveLength(1)
    if (kind === 'pglite') {
      expect((await readdir(join(folder, 'data'))).toSorted()).toEqual([
        'database',
        'files',
        'folder.lock',
        'secret.key',
      ])
    }
    const before = firstKey ?? ''
    await start()
    expect(firstKey).toBeUndefined()
    expect(await me(key)).toMatchObject({ tier: 'essential' })
    expect(await me(before)).toMatchObject({ tier: 'self_hosted' })
  }, 60_000)
})
