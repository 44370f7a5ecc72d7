/**
 * Tests backups: made from a running service, restored into each kind of database and store, and refused if they do not
 * fit.
 */
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, loadConfig } from '../config/index.ts'
import {
  createServerDatabase,
  fillDataFolder,
  type Kind,
  type ServerDatabase,
  testDatabases,
} from '../database/testing/test-database.ts'
import { openJobsOn, type TestJobs } from '../jobs/testing/test-jobs.ts'
import { createLog } from '../log.ts'
import { fingerprintOf, openSecrets } from '../secrets/index.ts'
import { credentials, type FakeS3, startFakeS3 } from '../store/testing/fake-s3.ts'
import { BackupError, dumpDatabase, makeBackup, restoreBackup } from './index.ts'

const log = createLog('silent')
let root = ''
let s3: FakeS3
const servers: ServerDatabase[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'recto-backup-test-'))
  s3 = await startFakeS3()
})
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true })
  for (const server of servers) await server.drop()
})

interface Instance {
  readonly folder: string
  readonly config: Config
  readonly url: string | undefined
}

/** Makes an empty database with all tables, and a folder or a bucket for files. */
async function newInstance(kind: Kind, env: NodeJS.ProcessEnv = {}): Promise<Instance> {
  const folder = await mkdtemp(join(root, 'place-'))
  const data = join(folder, 'db')
  let url: string | undefined
  if (kind === 'pglite') await fillDataFolder(data)
  else {
    const server = await createServerDatabase()
    servers.push(server)
    url = server.url.href
  }
  const given = {
    ...env,
    RECTO_DATA_DIR: data,
    RECTO_TEMP_DIR: root,
    ...(url !== undefined && {
      DATABASE_URL: url,
      RECTO_SECRET_KEY: 'of the setting at that time',
    }),
  }
  const config = loadConfig(given)
  if (env['RECTO_STORAGE_URL'] !== undefined) return { folder, config, url }
  const storeLocation = { type: 'folder', folder: join(folder, 'files') } as const
  return { folder, url, config: { ...config, jobs: { ...config.jobs, storeLocation } } }
}

const open = ({ folder, url }: Instance): Promise<TestJobs> => openJobsOn(folder, url, () => {})

/** Makes a backup as the command does; the process that holds the embedded database writes its dump. */
function backUp({ config }: Instance, target: string, jobs?: TestJobs) {
  return makeBackup(config, log, target, async (folder) =>
    jobs ? dumpDatabase(jobs.db, folder) : undefined,
  )
}

/** Adds finished, failed and waiting jobs, a pending webhook, credits and the key's fingerprint. */
async function fill(instance: Instance) {
  const jobs = await open(instance)
  await openSecrets(instance.config, jobs.db)
  const account = await jobs.newAccount()
  const worker = jobs.work()
  const { jobId: done } = await jobs.submit(account, {
    text: 'Grüße "\n',
    webhookUrl: 'http://127.0.0.1:9/',
  })
  const { jobId: failed } = await jobs.submit(account, { text: 'fail conversion_failed' })
  await jobs.ended(account, done)
  await jobs.ended(account, failed)
  await worker.stop(0)
  const { jobId: waiting } = await jobs.submit(account, {
    text: 'waits',
    webhookUrl: 'http://127.0.0.1:9/',
  })
  return { jobs, account, done, failed, waiting }
}

async function resultOf(jobs: TestJobs, account: string, id: string): Promise<string> {
  const { outputs } = await jobs.getJob(account, id)
  const file = outputs && (await jobs.store.open(outputs.markdown.name))
  return Buffer.concat(file ? await Array.fromAsync<Buffer>(file.stream) : []).toString()
}

/** Returns all rows of all tables. */
async function rowsOf({ db }: TestJobs): Promise<Record<string, string[]>> {
  const folder = join(await mkdtemp(join(root, 'rows-')), 'rows')
  const { tables } = await dumpDatabase(db, folder)
  const entries = tables.map(async ({ name, parts }) => {
    const texts = await Promise.all(parts.map((part) => readFile(join(folder, part), 'utf8')))
    const lines = texts.flatMap((text) => text.trim().slice(1, -1).split(',\n'))
    return [name, lines.toSorted()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

describe.each(testDatabases)('a backup of %s', (from) => {
  test.each(testDatabases)('restores everything into %s, where jobs continue', async (to) => {
    const source = await newInstance(from)
    const { jobs, account, done, failed, waiting } = await fill(source)
    const path = join(root, `${from}-${to}.tar.gz`)
    const report = await backUp(source, path, from === 'pglite' ? jobs : undefined)
    expect(report).toMatchObject({ files: 2, files_gone_meanwhile: 0 })
    expect(report.rows).toBeGreaterThan(10)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(source.config.dataFolder).catch(() => [])).not.toContainEqual(
      expect.stringMatching(/^backup-/),
    )
    const before = await rowsOf(jobs)
    await jobs.close()

    const key = from === 'postgres' ? 'of the setting at that time' : undefined
    const target = await newInstance(to, key === undefined ? {} : { RECTO_SECRET_KEY: key })
    expect(await restoreBackup(target.config, log, path, false)).toMatchObject({ files: 2 })
    const restored = await open(target)
    expect(await rowsOf(restored)).toEqual(before)
    await openSecrets(target.config, restored.db)
    expect(await restored.balance(account)).toBe(80)
    expect(await restored.statusOf(failed)).toBe('failed conversion_failed')
    expect(await resultOf(restored, account, done)).toContain('# Grüße "\n')
    restored.work()
    expect(await restored.ended(account, waiting)).toMatchObject({ status: 'succeeded' })
    const { jobId: next } = await restored.submit(account)
    expect(await restored.ended(account, next)).toMatchObject({ status: 'succeeded' })
    expect(await restored.balance(account)).toBe(70)
    await restored.reset()
    await restored.close()
  })

  test('marks a result as deleted that was deleted during the backup', async () => {
    const source = await newInstance(from)
    const { jobs, account, done } = await fill(source)
    const { outputs } = await jobs.getJob(account, done)
    if (outputs) await jobs.store.remove(outputs.markdown.name)
    const path = join(root, `${from}-gone`)
    expect(await backUp(source, path, from === 'pglite' ? jobs : undefined)).toMatchObject({
      files: 1,
      files_gone_meanwhile: 1,
    })
    await jobs.close()
    const target = await newInstance(from)
    await restoreBackup(target.config, log, path, false)
    const restored = await open(target)
    expect(await restored.getJob(account, done)).toMatchObject({
      status: 'succeeded',
      outputs: null,
    })
    await restored.close()
  })

  test('replaces a database with accounts only with --force', async () => {
    const source = await newInstance(from)
    const { jobs, account } = await fill(source)
    const path = join(root, `${from}-forced.tar`)
    await backUp(source, path, from === 'pglite' ? jobs : undefined)
    await expect(backUp(source, path)).rejects.toThrow('already exists')
    await jobs.submit(account)
    await jobs.newAccount()
    await jobs.close()
    await expect(restoreBackup(source.config, log, path, false)).rejects.toThrow('Use --force')
    expect(await restoreBackup(source.config, log, path, true)).toMatchObject({ files: 2 })
    const restored = await open(source)
    expect(await restored.balance(account)).toBe(80)
    const { rows } = await sql`SELECT FROM account`.execute(restored.db)
    expect(rows).toHaveLength(1)
    await restored.close()
  })
})

test('restores from a folder into a bucket, and back', async () => {
  const source = await newInstance('pglite')
  const { jobs, account, done } = await fill(source)
  const first = join(root, 'to-bucket')
  await backUp(source, first, jobs)
  await jobs.close()
  const bucket = await newInstance('pglite', {
    RECTO_STORAGE_URL: `s3://b?endpoint=${s3.url}&region=eu-test-1`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  })
  await restoreBackup(bucket.config, log, first, false)
  expect(s3.objects.size).toBe(2)
  const second = join(root, 'from-bucket.tgz')
  expect(await backUp(bucket, second)).toMatchObject({ files: 2, files_gone_meanwhile: 0 })
  const target = await newInstance('pglite')
  await restoreBackup(target.config, log, second, false)
  const restored = await open(target)
  expect(await resultOf(restored, account, done)).toContain('# Grüße')
  await restored.close()
})

describe('a backup', () => {
  let made = ''
  let instance: Instance
  beforeAll(async () => {
    instance = await newInstance('pglite')
    const { jobs } = await fill(instance)
    made = join(root, 'made')
    expect(await backUp(instance, made, jobs)).toMatchObject({ secret_key: 'in the backup' })
    await jobs.close()
  })

  /** Returns a copy of the backup after a change. */
  async function changed(change: (folder: string) => Promise<void>): Promise<string> {
    const folder = join(await mkdtemp(join(root, 'changed-')), 'backup')
    await cp(made, folder, { recursive: true })
    await change(folder)
    return folder
  }
  /** Changes a file and updates its checksum. */
  const rewritten = (name: string, change: (text: string) => string) =>
    changed(async (folder) => {
      const text = change(await readFile(join(folder, name), 'utf8'))
      await writeFile(join(folder, name), text)
      const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8')
      const sum = createHash('sha256').update(text).digest('hex')
      const line = new RegExp(`^.*  ${name}$`, 'm')
      await writeFile(join(folder, 'SHA256SUMS'), sums.replace(line, `${sum}  ${name}`))
    })
  const restore = async (path: string, config?: Config) =>
    restoreBackup(config ?? (await newInstance('pglite')).config, log, path, false)

  test('contains no other files than these', async () => {
    expect((await readdir(made)).toSorted()).toEqual([
      'SHA256SUMS',
      'database',
      'files',
      'manifest.json',
      'secret.key',
    ])
  })

  test.each([
    {
      fault: 'a changed file',
      make: () => changed((folder) => writeFile(join(folder, 'secret.key'), 'another')),
      says: 'secret.key was changed',
    },
    {
      fault: 'a missing file',
      make: () => changed((folder) => rm(join(folder, 'database', 'account.1.json'))),
      says: 'account.1.json is missing',
    },
    {
      fault: 'no checksums',
      make: () => changed((folder) => rm(join(folder, 'SHA256SUMS'))),
      says: 'The backup is incomplete',
    },
    {
      fault: 'a way out of its folder',
      make: () =>
        changed((folder) => writeFile(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  ../x\n`)),
      says: 'has an invalid line',
    },
    {
      fault: 'tables of a newer version',
      make: () =>
        rewritten('manifest.json', (text) => text.replace('"0070_queue_pause"', '"9001_more"')),
      says: 'A newer version of this program made the backup (9001_more)',
    },
    {
      fault: 'another form',
      make: () => rewritten('manifest.json', (text) => text.replace('"format": 1', '"format": 2')),
      says: 'does not support',
    },
    {
      fault: 'the key of another',
      make: () => rewritten('secret.key', () => 'another'),
      says: 'does not match its database',
    },
  ])('rejects a backup with $fault before it changes anything', async ({ make, says }) => {
    const { config } = await newInstance('pglite')
    const error = await restore(await make(), config).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BackupError)
    expect(String(error)).toContain(says)
    expect(await readdir(config.dataFolder)).not.toContain('secret.key')
  })

  test('rejects a file that is not an archive, and a missing file', async () => {
    await writeFile(join(root, 'broken.tar'), 'not an archive')
    await expect(restore(join(root, 'broken.tar'))).rejects.toThrow('could not be unpacked')
    await expect(restore(join(root, 'none.tar'))).rejects.toThrow('does not exist')
    const nowhere = { config: loadConfig({ RECTO_DATA_DIR: join(root, 'none') }) } as Instance
    await expect(backUp(nowhere, join(root, 'x'))).rejects.toThrow('There is no database')
    expect(await readdir(root)).not.toContain('x')
  })

  test('needs the former key setting without a key file, and replaces another key only with --force', async () => {
    const key = await readFile(join(made, 'secret.key'), 'utf8')
    const bare = await changed(async (folder) => {
      await rm(join(folder, 'secret.key'))
      const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8')
      await writeFile(join(folder, 'SHA256SUMS'), sums.replace(/^.*secret\.key\n/m, ''))
    })
    await expect(restore(bare)).rejects.toThrow('Set RECTO_SECRET_KEY')
    const configured = await newInstance('pglite', { RECTO_SECRET_KEY: key })
    await restore(bare, configured.config)

    const other = await newInstance('pglite')
    await mkdir(other.config.dataFolder, { recursive: true })
    await writeFile(join(other.config.dataFolder, 'secret.key'), 'another')
    await expect(restore(made, other.config)).rejects.toThrow('is a different secret key')
    await restoreBackup(other.config, log, made, true)
    const now = await readFile(join(other.config.dataFolder, 'secret.key'), 'utf8')
    expect(fingerprintOf(now)).toBe(fingerprintOf(key))
  })
})
