/**
 * Runs the service under load: its processes, keys of several accounts, the mails that it prints, and a receiver for
 * its webhooks.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../service/chaos/random.ts'
import { type Receiver, startReceiver } from '../../service/chaos/receiver.ts'
import { createServerDatabase } from '../../service/src/database/testing/test-database.ts'
import { type Memory, makeKey, type Server, startServer } from '../../tools/service-process.ts'

const WEB_PORT = 28_940
const WORKER_PORT = 28_941
const ACCOUNTS = 4

export interface Site {
  readonly title: string
  readonly url: string
  readonly keys: readonly string[]
  readonly receiver: Receiver
  /** @returns The token of the sign-in mail that an address received; each token once. */
  takeToken(email: string): string | undefined
  /** Returns the total memory of the service's processes. */
  memory(): Memory
  close(): Promise<void>
}

/** Starts a web process and a worker on PostgreSQL if `RECTO_TEST_DATABASE_URL` is set, else one process with the embedded database. */
export async function openSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-load-'))
  const isShared = Boolean(process.env['RECTO_TEST_DATABASE_URL'])
  const database = isShared ? await createServerDatabase() : undefined
  const receiver = await startReceiver(createRandom(1))
  const environment = {
    RECTO_DATA_DIR: folder,
    RECTO_SECRET_KEY: randomBytes(32).toString('base64'),
    RECTO_LOG_LEVEL: 'error',
    RECTO_ANONYMOUS_RATE: '1000000',
    RECTO_SIGN_IN_MAILS_PER_HOUR: '1000000',
    RECTO_WEBHOOK_ALLOW: new URL(receiver.url).host,
    RECTO_WEBHOOK_RETRY_SECONDS: '1,2',
    // Requests carry many client addresses, as behind a proxy.
    TRUST_PROXY: '1',
    ...(database && { DATABASE_URL: database.url.href }),
  }
  const mails = createMails()
  const options = { onLog: mails.read }
  const servers: Server[] = []
  const close = async (): Promise<void> => {
    for (const server of servers) await server.stop()
    receiver.close()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    servers.push(await startServer(WEB_PORT, environment, isShared ? 'web' : 'all', options))
    if (isShared) servers.push(await startServer(WORKER_PORT, environment, 'worker'))
    const keys: string[] = []
    for (let index = 0; index < ACCOUNTS; index += 1) {
      keys.push(await makeKey(environment, `load${index}@example.org`, ['--tier', 'self_hosted']))
    }
    const memory = (): Memory =>
      servers
        .map((server) => server.memory())
        .reduce((sum, own) => ({ rss: sum.rss + own.rss, pss: sum.pss + own.pss }))
    return {
      title: isShared ? 'PostgreSQL, a web process and a worker' : 'embedded database, one process',
      url: `http://127.0.0.1:${WEB_PORT}`,
      keys,
      receiver,
      takeToken: mails.take,
      memory,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Reads the mails that a service without a mail server prints, and prints all other output. */
function createMails(): {
  readonly read: (text: string) => void
  readonly take: (email: string) => string | undefined
} {
  const tokens = new Map<string, string>()
  let text = ''
  const read = (more: string): void => {
    text += more
    for (const match of text.matchAll(/recto: mail to (\S+):[\s\S]*?token=([\w-]+)/g)) {
      tokens.set(match[1] ?? '', match[2] ?? '')
      text = text.slice(text.indexOf(match[0]) + match[0].length)
    }
    for (const line of more.split('\n')) {
      if (line.startsWith('{')) process.stderr.write(`${line}\n`)
    }
  }
  const take = (email: string): string | undefined => {
    const token = tokens.get(email)
    tokens.delete(email)
    return token
  }
  return { read, take }
}
