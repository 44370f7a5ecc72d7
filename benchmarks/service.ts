/** A warm server with two converters → its memory at rest, and the time of a small DOCX over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mediaTypes } from './contestants.ts'
import { makeDocx } from './inputs.ts'

const root = join(import.meta.dirname, '..')
const PORT = 38_917
const CONVERSIONS = 200
/** Pages of the made DOCX that give some 20 kB. */
const PAGES = 16

export async function measureService(): Promise<string> {
  const server = spawn(process.execPath, [join(root, 'cli', 'src', 'main.ts'), 'serve'], {
    env: {
      ...process.env,
      PORT: String(PORT),
      RECTO_CONVERTERS: '2',
      RECTO_ANONYMOUS_RATE: '1000000',
      RECTO_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilReady()
    // Both converters start, and what is only needed at the start can go.
    await wait(3_000)
    const idle = memoryOf(server)
    const document = makeDocx(PAGES)
    const times: number[] = []
    for (let count = 0; count < CONVERSIONS; count += 1) times.push(await post(document))
    const warm = times.slice(CONVERSIONS / 4).toSorted((a, b) => a - b)
    const at = (share: number): string => (warm[Math.floor(warm.length * share)] ?? 0).toFixed(1)
    return [
      'HTTP, warm server, two converters',
      `DOCX of ${(document.length / 1000).toFixed(0)} kB: median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
      `Memory of all processes at rest: RSS ${idle.rss.toFixed(0)} MiB, PSS ${idle.pss.toFixed(0)} MiB`,
    ].join('\n')
  } finally {
    server.kill('SIGTERM')
  }
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('The server did not become ready.')
}

async function post(document: Uint8Array): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([document], { type: mediaTypes.docx }), 'small.docx')
  const start = performance.now()
  const answer = await fetch(`http://127.0.0.1:${PORT}/v1/convert`, { method: 'POST', body })
  await answer.text()
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
  return performance.now() - start
}

/** Resident and proportional set size of a process and all below it, MiB. */
function memoryOf(server: ChildProcess): { readonly rss: number; readonly pss: number } {
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

/** A process may be gone by now. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
