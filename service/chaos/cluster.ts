/**
 * Runs a service of several processes on one PostgreSQL and one bucket; both are reached through proxies that can fail.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createServerDatabase } from '../src/database/testing/test-database.ts'
import { credentials, type FakeS3, startFakeS3 } from '../src/store/testing/fake-s3.ts'
import { createMembers, type Members } from './members.ts'
import { type DatabasePair, startPair } from './postgres.ts'
import { type FaultProxy, startProxy } from './proxy.ts'

/** Path of the command in this version. */
export const thisCommand = join(import.meta.dirname, '..', '..', 'cli', 'src', 'main.ts')

/** The database, store and receiver that the processes use. */
interface Servers {
  readonly database: FaultProxy
  readonly bucket: FaultProxy
  readonly store: FakeS3
  /** Address of the database without the proxy. */
  readonly databaseUrl: URL
  /** `undefined` if a server in `RECTO_TEST_DATABASE_URL` is used, because PostgreSQL cannot be started here. */
  readonly pair: DatabasePair | undefined
  /** Replaces the database by its standby. */
  failOver(): Promise<void>
}

export interface Cluster extends Servers, Members {
  readonly folder: string
  makeKey(email: string): Promise<string>
  /** Migrates the database with the command of a version. */
  migrate(command: string): Promise<void>
  close(): Promise<void>
}

/** @param command The version that all processes run at first. */
export async function openCluster(
  webhookPort: string,
  command = thisCommand,
  more: NodeJS.ProcessEnv = {},
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-chaos-'))
  const { close: closeServers, ...servers } = await openServers()
  const { databaseUrl } = servers
  const environment = {
    ...environmentOf(folder, servers),
    RECTO_WEBHOOK_ALLOW: webhookPort,
    ...more,
  }
  const { killAll, ...members } = await createMembers(folder, command, environment)
  const call = async (version: string, ...words: readonly string[]): Promise<string> => {
    const env = { ...environment, DATABASE_URL: databaseUrl.href }
    return (await promisify(execFile)(process.execPath, [version, ...words], { env })).stdout
  }
  return {
    ...servers,
    ...members,
    folder,
    makeKey: async (email) => {
      const made = await call(
        command,
        'keys',
        'create',
        '--email',
        email,
        '--tier',
        'scale',
        '--json',
      )
      // Sound: the command prints this object.
      return (JSON.parse(made) as { readonly key: string }).key
    },
    migrate: async (version) => void (await call(version, 'migrate')),
    close: async () => {
      killAll()
      await closeServers()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openServers(): Promise<Servers & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-chaos-database-'))
  const pair = await startPair(folder)
  const server = pair ? undefined : await createServerDatabase()
  const databaseUrl = new URL(server?.url ?? 'postgres://postgres@127.0.0.1/postgres')
  const host = databaseUrl.hostname
  const port = pair?.port() ?? Number(databaseUrl.port || 5432)
  const database = await startProxy({ host, port })
  const direct = await startProxy({ host, port })
  databaseUrl.host = `127.0.0.1:${direct.port}`
  const failOver = async (): Promise<void> => {
    await pair?.failOver((promoted) => {
      for (const proxy of [database, direct]) proxy.turnTo(promoted)
    })
  }
  const store = await startFakeS3()
  const bucket = await startProxy({ host: '127.0.0.1', port: Number(new URL(store.url).port) })
  const close = async (): Promise<void> => {
    for (const proxy of [database, direct, bucket]) proxy.close()
    await store.close()
    await server?.drop()
    pair?.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, bucket, store, databaseUrl, pair, failOver, close }
}

function environmentOf(folder: string, { database, bucket, databaseUrl }: Servers) {
  const proxied = new URL(databaseUrl)
  proxied.host = `127.0.0.1:${database.port}`
  return {
    ...process.env,
    DATABASE_URL: proxied.href,
    RECTO_DATA_DIR: join(folder, 'data'),
    RECTO_STORAGE_URL: `s3://chaos?endpoint=http://127.0.0.1:${bucket.port}&region=eu-test-1`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    RECTO_SECRET_KEY: 'a secret of the chaos run',
    RECTO_WEBHOOK_RETRY_SECONDS: '1,2',
    RECTO_LEASE_SECONDS: '3',
    RECTO_SWEEP_SECONDS: '1',
    RECTO_CONVERTERS: '1',
    RECTO_WORKERS: '2',
    RECTO_ANONYMOUS_RATE: '1000000',
    RECTO_SHUTDOWN_SECONDS: '10',
    RECTO_LOG_LEVEL: 'warn',
    RECTO_LOG_FORMAT: 'json',
  }
}
