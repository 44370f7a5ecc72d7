/** Starts a PostgreSQL server with a synchronous standby that can replace it. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chownSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

export interface DatabasePair {
  /** Returns the port of the primary. */
  readonly port: () => number
  /** Kills the primary, promotes the standby, and resolves when a new standby runs. */
  failOver(onPromoted: (port: number) => void): Promise<void>
  /** Delays each commit by this long, because the standby applies it later. */
  slowDown(ms: number): Promise<void>
  close(): void
}

const PORTS = [29_150, 29_151] as const
const SETTINGS = [
  ['listen_addresses', '127.0.0.1'],
  ['max_connections', '100'],
  ['fsync', 'off'],
  // Allows reads on the standby.
  ['hot_standby', 'on'],
] as const

const bin = dirname(globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1) ?? '')
const isRoot = process.getuid?.() === 0

/** Returns the command line; PostgreSQL refuses to run as root. */
function wordsOf(program: string, args: readonly string[]): [string, string[]] {
  const path = join(bin, program)
  return isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]]
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(...wordsOf(program, args), { cwd: '/' })
}

export const canStartPair = bin !== '.'

/** @returns `undefined` if PostgreSQL is not installed. */
export async function startPair(folder: string): Promise<DatabasePair | undefined> {
  if (!canStartPair) return undefined
  mkdirSync(folder, { recursive: true })
  if (isRoot) {
    const id = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString())
    chownSync(folder, id('-u'), id('-g'))
  }
  const dataOf = (index: number): string => join(folder, `server-${index}`)
  const portOf = (index: number): number => PORTS[index % PORTS.length] ?? 0
  const start = (index: number): Promise<void> => {
    const options = SETTINGS.map(([name, value]) => `-c ${name}=${value}`).join(' ')
    const more = `-k ${folder} -p ${portOf(index)} ${options}`
    const log = join(folder, `log-${index}`)
    return run('pg_ctl', '-D', dataOf(index), '-w', '-l', log, '-o', more, 'start')
  }
  /** Starts a standby as a copy of the primary; from then on each commit waits for it. */
  const follow = async (index: number): Promise<void> => {
    const from = `host=127.0.0.1 port=${portOf(index - 1)} user=postgres`
    await run('pg_basebackup', '-d', from, '-D', dataOf(index), '-R', '-c', 'fast')
    await start(index)
    await set(portOf(index - 1), 'synchronous_standby_names', '*')
    await set(portOf(index - 1), 'synchronous_commit', 'remote_apply')
  }
  await run('initdb', '-D', dataOf(0), '-A', 'trust', '-U', 'postgres')
  await start(0)
  await follow(1)
  let primary = 0
  const failOver = async (onPromoted: (port: number) => void): Promise<void> => {
    await run('pg_ctl', '-D', dataOf(primary), '-m', 'immediate', 'stop')
    await run('pg_ctl', '-D', dataOf(primary + 1), '-w', 'promote')
    primary += 1
    await set(portOf(primary), 'synchronous_standby_names', '')
    onPromoted(portOf(primary))
    rmSync(dataOf(primary - 1), { recursive: true, force: true })
    await follow(primary + 1)
  }
  const close = (): void => {
    process.off('exit', close)
    for (const index of [primary, primary + 1]) {
      const words = wordsOf('pg_ctl', ['-D', dataOf(index), '-m', 'immediate', 'stop'])
      spawnSync(...words, { cwd: '/', stdio: 'ignore' })
    }
  }
  // Servers are stopped even if the run ends with an error.
  process.once('exit', close)
  let last = Promise.resolve()
  /** Runs changes one after the other, so that no change meets a server that is being replaced. */
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work, work)
    return last
  }
  return {
    port: () => portOf(primary),
    failOver: (onPromoted) => inOrder(() => failOver(onPromoted)),
    slowDown: (ms) =>
      inOrder(() => set(portOf(primary + 1), 'recovery_min_apply_delay', `${ms}ms`)),
    close,
  }
}

async function set(port: number, name: string, value: string): Promise<void> {
  // Uses another database than the service, whose connections a fault may end.
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'template1' })
  await client.connect()
  // Sound: names and values are constants of this file. Settings do not wait for the standby.
  await client.query(`ALTER SYSTEM SET ${name} = '${value}'`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}
