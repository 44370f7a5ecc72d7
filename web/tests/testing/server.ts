/** Starts a real server for the tests of the page, under a path prefix; mails and links are read from its output. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..', '..')
const START_MS = 90_000

export interface Server {
  /** The address without a trailing slash: `http://127.0.0.1:4000/recto`. */
  readonly url: string
  readonly root: string
  /** Returns the newest link in a mail to an address. */
  linkTo(email: string): Promise<string>
  /** Returns a link that signs in the owner. */
  ownerLink(): string
  /**
   * Makes an account with a key.
   *
   * @returns The key.
   */
  makeKey(): string
  /** Pauses or resumes the queue, like `recto queue pause`. */
  pauseQueue(isPaused: boolean): void
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Additional settings of the server. */
  readonly env?: Readonly<Record<string, string>>
}

export async function startServer({ env: more = {} }: ServerOptions = {}): Promise<Server> {
  // Builds the page if it is out of date.
  execFileSync(process.execPath, [join(root, 'tools', 'prepare.mjs')], { stdio: 'ignore' })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/recto`
  const folder = mkdtempSync(join(tmpdir(), 'recto-page-test-'))
  const env = {
    ...process.env,
    PORT: String(port),
    RECTO_PUBLIC_URL: url,
    RECTO_DATA_DIR: folder,
    RECTO_CONVERTERS: '1',
    RECTO_WORKERS: '1',
    RECTO_ANONYMOUS_RATE: '10000',
    RECTO_LOG_LEVEL: 'error',
    DATABASE_URL: '',
    ...more,
  }
  const command = join(root, 'cli', 'src', 'main.ts')
  const child = spawn(process.execPath, [command, 'serve'], { env, cwd: folder })
  const run = (words: readonly string[]): string =>
    execFileSync(process.execPath, [command, ...words], { env, encoding: 'utf8' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
  }
  await until(
    () => said.includes('listening on'),
    START_MS,
    () => said,
  )
  return {
    url,
    root,
    linkTo: async (email) => {
      const find = (): string | undefined =>
        said
          .slice(Math.max(0, said.lastIndexOf(email)))
          .match(/http:\/\/\S+\/account\/confirm\?token=[\w-]+/)?.[0]
      await until(
        () => said.includes(email) && find() !== undefined,
        10_000,
        () => said,
      )
      return find() ?? ''
    },
    ownerLink: () => run(['owner-link']).trim(),
    makeKey: () => {
      const words = [
        'keys',
        'create',
        '--email',
        'examples@example.com',
        '--tier',
        'scale',
        '--json',
      ]
      return JSON.parse(run(words)).key
    },
    pauseQueue: (isPaused) => {
      run(['queue', isPaused ? 'pause' : 'resume'])
    },
    stop: async () => {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function until(isSo: () => boolean, ms: number, output: () => string): Promise<void> {
  const late = Date.now() + ms
  while (!isSo()) {
    if (Date.now() > late) throw new Error(`The server was late:\n${output()}`)
    await sleep(50)
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return address.port
}
