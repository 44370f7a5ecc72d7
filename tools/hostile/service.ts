/** Starts, watches and stops a service on an empty folder for untrusted documents. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const command = join(import.meta.dirname, '..', '..', 'cli', 'src', 'main.ts')
const WATCH_MS = 200
const PAGE_KIB = 4

export interface HostileService {
  readonly url: string
  readonly key: string
  readonly pid: number
  /** Returns the peak memory of all its processes together, MiB. */
  highestMib(): number
  /** @returns The exit code, and the files left in its folder for temporary files. */
  stop(): Promise<{ readonly code: number | null; readonly left: readonly string[] }>
}

/** @throws If it is not ready within a minute. */
export async function startHostileService(): Promise<HostileService> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-hostile-'))
  const temp = join(folder, 'temp')
  await mkdir(temp)
  const env = {
    ...process.env,
    PORT: '0',
    RECTO_DATA_DIR: join(folder, 'data'),
    RECTO_TEMP_DIR: temp,
    RECTO_CONVERTERS: '2',
    RECTO_WORKERS: '2',
    RECTO_LOG_FORMAT: 'json',
    RECTO_SWEEP_SECONDS: '1',
  }
  const server = spawn(process.execPath, [command, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await listening(server)
  const words = ['keys', 'create', '--email', 'a@example.com', '--tier', 'self_hosted', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], { env })
  const pid = server.pid ?? 0
  let highest = 0
  const watch = setInterval(async () => {
    highest = Math.max(highest, await memoryOf(pid))
  }, WATCH_MS)
  return {
    url,
    pid,
    // Sound: the documented output of the command.
    key: (JSON.parse(stdout) as { readonly key: string }).key,
    highestMib: () => Math.round(highest),
    stop: async () => {
      clearInterval(watch)
      server.kill('SIGTERM')
      const [code] = await once(server, 'exit')
      const left = await readdir(temp)
      await rm(folder, { recursive: true, force: true })
      return { code, left }
    },
  }
}

async function listening({ stderr, stdout }: ChildProcess): Promise<string> {
  if (!stderr || !stdout) throw new Error('The process was started without pipes.')
  stdout.resume()
  for await (const line of createInterface({ input: stderr })) {
    const [, url] = /recto: listening on (http:\S+)/.exec(line) ?? []
    if (url === undefined) continue
    stderr.resume()
    return url
  }
  throw new Error('The service does not start.')
}

/** Returns the memory of a process and its descendants. */
async function memoryOf(root: number): Promise<number> {
  const children = new Map<number, number[]>()
  const pages = new Map<number, number>()
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const [stat, statm] = await Promise.all(
      ['stat', 'statm'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    pages.set(Number(name), Number(statm?.split(' ')[1] ?? 0))
  }
  const sum = (pid: number): number =>
    (pages.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((all, each) => all + sum(each), 0)
  return (sum(root) * PAGE_KIB) / 1024
}
