/** Starts PgBouncer in front of a database, in either mode. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

interface PoolServer {
  readonly url: URL
  readonly pid: number
  close(): Promise<void>
}

export type PoolMode = 'session' | 'transaction'

const READY_TRIES = 100
const READY_WAIT_MS = 50
/** Time for PgBouncer to end by itself. */
const END_MS = 2_000

export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0
}

/** @param connections Connections to the database. */
export async function startPool(
  database: URL,
  mode: PoolMode,
  connections: number,
): Promise<PoolServer> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-pgbouncer-'))
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: connections,
    max_client_conn: 4_000,
    ignore_startup_parameters: 'statement_timeout, idle_in_transaction_session_timeout',
  }
  const target = [
    `host=${database.hostname}`,
    `port=${database.port || 5432}`,
    `user=${decodeURIComponent(database.username)}`,
    ...(database.password ? [`password=${decodeURIComponent(database.password)}`] : []),
  ]
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const path = join(folder, 'pgbouncer.ini')
  await writeFile(
    path,
    ['[databases]', `* = ${target.join(' ')}`, '[pgbouncer]', ...lines].join('\n'),
  )
  // PgBouncer refuses to run as root.
  await chmod(folder, 0o755)
  const isRoot = userInfo().uid === 0
  const child = isRoot
    ? spawn('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'pgbouncer', path])
    : spawn('pgbouncer', [path])
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const url = new URL(database)
  url.host = `127.0.0.1:${port}`
  await untilReady(url, child, () => log)
  const close = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await Promise.race([ended, wait(END_MS).then(() => child.kill('SIGKILL'))])
    await rm(folder, { recursive: true, force: true })
  }
  return { url, pid: child.pid ?? 0, close }
}

async function untilReady(url: URL, child: ChildProcess, log: () => string): Promise<void> {
  for (let tries = 0; tries < READY_TRIES && child.exitCode === null; tries += 1) {
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => {})
    const isReady = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isReady) return
    await wait(READY_WAIT_MS)
  }
  throw new Error(`PgBouncer did not start: ${log()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
