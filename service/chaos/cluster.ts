/** Two web processes and two workers on one PostgreSQL and one bucket, both reached through proxies that can fail. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createServerDatabase } from '../src/database/testing/test-database.ts'
import { credentials, type FakeS3, startFakeS3 } from '../src/store/testing/fake-s3.ts'
import { type FaultProxy, startProxy } from './proxy.ts'

const command = join(import.meta.dirname, '..', '..', 'cli', 'src', 'main.ts')
/** A member ends soon after this process, however that ended. */
const lifeline = join(
  import.meta.dirname,
  ...['..', '..', 'converter', 'src', 'testing', 'live-with-parent.ts'],
)
const FIRST_PORT = 39_140
/** Of the disk that each member has for temporary files. */
export const DISK_BYTES = 8 * 1024 * 1024
const READY_TRIES = 1_800
const READY_WAIT_MS = 100

export interface Member {
  readonly name: string
  readonly role: 'web' | 'worker'
  readonly url: string
  readonly temp: string
  /** Absent while it is down. */
  process: ChildProcess | undefined
}

export interface Cluster {
  readonly folder: string
  readonly members: readonly Member[]
  readonly database: FaultProxy
  readonly bucket: FaultProxy
  readonly store: FakeS3
  /** True if each member has a disk of its own for temporary files; that takes the right to mount one. */
  readonly hasOwnDisks: boolean
  /** Past all proxies. */
  readonly databaseUrl: URL
  /** @param clock Words of `faketime`, for a process whose clock is wrong. */
  start(member: Member, clock?: string): Promise<void>
  makeKey(email: string): Promise<string>
  /** Stops all members in order. @returns What is left in their folders for temporary files. */
  stop(): Promise<string[]>
  close(): Promise<void>
}

export async function openCluster(webhookPort: string): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-chaos-'))
  const server = await createServerDatabase()
  const { url: databaseUrl } = server
  const database = await startProxy({
    host: databaseUrl.hostname,
    port: Number(databaseUrl.port || 5432),
  })
  const store = await startFakeS3()
  const bucket = await startProxy({ host: '127.0.0.1', port: Number(new URL(store.url).port) })
  const proxied = new URL(databaseUrl)
  proxied.host = `127.0.0.1:${database.port}`
  const log = createWriteStream(join(folder, 'log'))
  const environment = {
    ...process.env,
    DATABASE_URL: proxied.href,
    RECTO_DATA_DIR: join(folder, 'data'),
    RECTO_STORAGE_URL: `s3://chaos?endpoint=http://127.0.0.1:${bucket.port}&region=eu-test-1`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    RECTO_SECRET_KEY: 'a secret of the chaos run',
    RECTO_WEBHOOK_ALLOW: webhookPort,
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
  const members = (['web', 'web', 'worker', 'worker'] as const).map((role, index): Member => {
    const name = `${role} ${index + 1}`
    const url = `http://127.0.0.1:${FIRST_PORT + index}`
    return { name, role, url, temp: join(folder, `temp-${index}`), process: undefined }
  })

  let hasOwnDisks = true
  for (const { temp } of members) {
    await mkdir(temp)
    const words = ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'recto-chaos', temp]
    hasOwnDisks &&= spawnSync('mount', words).status === 0
  }

  async function start(member: Member, clock?: string): Promise<void> {
    const { port } = new URL(member.url)
    const words = [process.execPath, '--import', lifeline, command, 'serve', '--role', member.role]
    const [program = '', ...args] = clock === undefined ? words : ['faketime', clock, ...words]
    const child = spawn(program, args, {
      env: { ...environment, PORT: port, RECTO_TEMP_DIR: member.temp },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    member.process = child
    child.once('exit', () => {
      if (member.process === child) member.process = undefined
    })
  }

  async function makeKey(email: string): Promise<string> {
    const args = [command, 'keys', 'create', '--email', email, '--tier', 'scale', '--json']
    const env = { ...environment, DATABASE_URL: databaseUrl.href }
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    // Sound: that is what the command prints.
    return (JSON.parse(stdout) as { readonly key: string }).key
  }

  async function stop(): Promise<string[]> {
    for (const member of members) {
      const { process: child } = member
      if (!child) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    const left = await Promise.all(members.map(({ temp }) => readdir(temp)))
    return left.flat()
  }

  async function close(): Promise<void> {
    for (const { process: child } of members) child?.kill('SIGKILL')
    database.close()
    bucket.close()
    await store.close()
    await server.drop()
    for (const { temp } of members) if (hasOwnDisks) spawnSync('umount', ['-l', temp])
    await rm(folder, { recursive: true, force: true })
  }
  const own = { folder, members, database, bucket, store, hasOwnDisks, databaseUrl }
  return { ...own, start, makeKey, stop, close }
}

export async function untilReady({ name, url }: Member): Promise<void> {
  for (let tries = 0; tries < READY_TRIES; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(READY_WAIT_MS)
  }
  throw new Error(`The ${name} did not become ready.`)
}
