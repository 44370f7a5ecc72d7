/** `recto serve`: runs the service with the configuration of the environment until a signal stops it. */
import {
  type Config,
  ConfigError,
  createLog,
  startService,
  stopOnSignals,
  unknownVariables,
} from '@recto/service'
import { toUsageError as toDataError } from './admin/index.ts'
import { readConfig } from './config.ts'
import { parseWords, UsageError } from './usage.ts'
import { describeStart } from './welcome.ts'

const serveUsage = `recto serve: the HTTP service

Usage: recto serve [--role all|web|worker]

  --role    the task of this process: answer requests (web), run the jobs of the queue (worker), or both (all);
            the same as RECTO_ROLE. Several processes need DATABASE_URL and RECTO_STORAGE_URL.

Its settings are environment variables: PORT, TRUST_PROXY, RECTO_…; docs/configuration.md lists them.
SIGTERM or SIGINT (Ctrl-C) stops it after the running requests.
`

const workUsage = `recto work: runs a worker: it converts the jobs of a service's queue, and answers no requests

Usage: recto work

The same as recto serve --role worker: it needs the DATABASE_URL and the RECTO_STORAGE_URL of the service.
Its settings are environment variables; docs/configuration.md lists them.
SIGTERM or SIGINT (Ctrl-C) stops it; a running job that does not end in time returns to the queue.
`

/**
 * @param secrets Settings that were removed from the environment.
 * @throws {UsageError} if the configuration is wrong or the port is taken.
 */
export async function runServe(
  words: readonly string[],
  secrets: NodeJS.ProcessEnv,
): Promise<number> {
  const { help, role } = readOptions(words)
  if (help) {
    process.stdout.write(role === 'worker' ? workUsage : serveUsage)
    return 0
  }
  const config = readConfig({ ...secrets, ...(role !== undefined && { RECTO_ROLE: role }) })
  const isTerminal = process.stderr.isTTY && config.logFormat !== 'json'
  const log = createLog(config.logLevel, config.logFormat)
  const unknown = unknownVariables(process.env)
  if (unknown.length > 0) log.warn({ variables: unknown }, 'unknown variables are ignored')
  const firstKey = isTerminal && process.stdout.isTTY ? keepUntilStarted() : printAtOnce
  const service = await startService(config, log, firstKey.take).catch((error: unknown) => {
    firstKey.print()
    throw toUsageError(error, config)
  })
  const stopped = stopOnSignals(service)
  const key = firstKey.give()
  process.stderr.write(
    isTerminal && config.jobs.role !== 'worker'
      ? describeStart({ url: service.url, ownerLink: await service.makeOwnerLink(), key })
      : `recto: listening on ${service.url}\n`,
  )
  await stopped
  return 0
}

/** Holds the owner's first key until it has been shown, even if the start fails. */
interface FirstKey {
  take(key: string): void
  /** Prints the key unless it has been shown. */
  print(): void
  /** Returns the key once; the caller shows it. */
  give(): string | undefined
}

/** The key gets its own line and is never logged. */
const printAtOnce: FirstKey = { take: printKey, print: () => {}, give: () => undefined }

function printKey(key: string): void {
  process.stdout.write(`recto: your API key, shown only now: ${key}\n`)
}

/** Holds the first key until the start message prints it. Prints it at once when the start fails or is interrupted. */
function keepUntilStarted(): FirstKey {
  let kept: string | undefined
  const give = (): string | undefined => {
    const key = kept
    kept = undefined
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
    return key
  }
  const print = (): void => {
    const key = give()
    if (key !== undefined) printKey(key)
  }
  const onInterrupt = (signal: NodeJS.Signals): void => {
    print()
    process.kill(process.pid, signal)
  }
  return {
    take: (key) => {
      kept = key
      process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt)
    },
    print,
    give,
  }
}

interface ServeOptions {
  readonly help?: boolean
  readonly role?: string
}

export const serveOptions = {
  help: { type: 'boolean', short: 'h' },
  role: { type: 'string' },
} as const

function readOptions(words: readonly string[]): ServeOptions {
  const advice = 'recto serve --help shows the usage.'
  const { values, positionals } = parseWords(words, serveOptions, advice)
  if (positionals.length > 0)
    throw new UsageError(`Unexpected argument: "${positionals[0]}".`, advice)
  return values
}

function toUsageError(error: unknown, { port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new UsageError(`Port ${port} is taken.`, 'Set another one: PORT=3001 npm start.')
  }
  if (error instanceof ConfigError) {
    return new UsageError(error.message, 'docs/configuration.md lists all settings.')
  }
  return toDataError(error)
}
