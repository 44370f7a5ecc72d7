/** Tests that `recto serve` of an installation answers, converts, and stops on a signal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Run = (command: string, ...args: string[]) => Promise<string>

export interface Installation {
  /** The folder of the package's user. */
  readonly user: string
  /** A `PATH` with the tested Node only. */
  readonly path: string
  readonly run: Run
  readonly say: (line: string) => void
}

const START_MS = 120_000

export async function checkService({ user, path, run, say }: Installation): Promise<void> {
  const server = spawn('node_modules/.bin/recto', ['serve'], {
    cwd: user,
    env: { PATH: path, PORT: '0', HOME: user, RECTO_DATA_DIR: join(user, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(server, 'exit')
  try {
    let said = ''
    const address = /listening on (http\S+)/
    const key = /\brk_[a-z]+_\w+/
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`recto serve was late:\n${said}`)), START_MS)
      const onOutput = (chunk: string): void => {
        said += chunk
        if (address.test(said) && key.test(said)) resolve(clearTimeout(late))
      }
      server.stdout.setEncoding('utf8').on('data', onOutput)
      server.stderr.setEncoding('utf8').on('data', onOutput)
      server.on('exit', () => reject(new Error(`recto serve ended:\n${said}`)))
    })
    const [, url = ''] = address.exec(said) ?? []
    const [found = ''] = key.exec(said) ?? []
    say((await run('node', 'consumer/dist/call.js', url, found)).trim())
    const page = await (await fetch(url)).text()
    if (!page.includes('<div id="root">')) throw new Error(`There is no page at /:\n${page}`)
    say('the page is there')
  } finally {
    server.kill()
  }
  const [code] = await gone
  if (code !== 0) throw new Error(`recto serve ended with ${code} when it was told to stop.`)
}
