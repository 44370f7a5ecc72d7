/** Starts a service in separate processes, measures its memory, and stops it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

export const command = join(import.meta.dirname, '..', 'cli', 'src', 'main.ts')
const run = promisify(execFile)

export type Environment = Readonly<Record<string, string>>

export interface Server {
  readonly url: string
  readonly pid: number
  /** Measures the process and all its descendants, MiB. */
  memory(): Memory
  /** @returns The exit code; `null` after a signal that it does not handle. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export interface Memory {
  /** Resident set size: counts shared pages once for each process. */
  readonly rss: number
  /** Proportional set size: divides shared pages among their processes. */
  readonly pss: number
}

/** One minute of tries: the first start creates the database. */
const READY_TRIES = 2_400
const READY_WAIT_MS = 25

interface Start {
  /** Receives the server's standard error, which is printed otherwise. */
  readonly onLog?: (text: string) => void
  /** File of a control group that the server joins, with all that it starts. */
  readonly joinPath?: string
}

/** Resolves when the server is ready. */
export async function startServer(
  port: number,
  environment: Environment,
  role: 'all' | 'web' | 'worker' = 'all',
  { onLog, joinPath }: Start = {},
): Promise<Server> {
  const words = [process.execPath, command, 'serve', '--role', role]
  const joining = ['sh', '-c', 'echo $$ > "$0" && exec "$@"', joinPath ?? '']
  const [program = '', ...args] = joinPath === undefined ? words : [...joining, ...words]
  const server = spawn(program, args, {
    env: { ...process.env, RECTO_LOG_LEVEL: 'warn', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', onLog ? 'pipe' : 'inherit'],
  })
  if (onLog) server.stderr?.setEncoding('utf8').on('data', onLog)
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return {
    url,
    pid: server.pid ?? 0,
    memory: () => memoryOf(server),
    stop: async (signal = 'SIGTERM') => {
      const ended = once(server, 'exit')
      server.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await wait(READY_WAIT_MS)
  }
  throw new Error('The server did not become ready.')
}

/** Makes a key by the operator's command, which works with and without a running server. */
export async function makeKey(
  environment: Environment,
  email: string,
  options: readonly string[],
): Promise<string> {
  const args = [command, 'keys', 'create', '--email', email, ...options, '--json']
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...environment } })
  return (JSON.parse(stdout) as { readonly key: string }).key
}

function memoryOf(server: ChildProcess): Memory {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const tree = new Set([server.pid ?? 0])
  for (let size = 0; size !== tree.size; ) {
    size = tree.size
    for (const [pid, parent] of parents) if (tree.has(parent)) tree.add(pid)
  }
  const sum = (field: string): number =>
    [...tree].reduce((total, pid) => {
      const line = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/smaps_rollup`))
      return total + Number(line?.[1] ?? 0) / 1024
    }, 0)
  return { rss: sum('Rss'), pss: sum('Pss') }
}

/** Reads a file, or returns an empty text if its process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
