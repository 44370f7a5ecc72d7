/** `recto serve`: starts the service with the configuration of the environment, until it is told to stop. */
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

const serveUsage = `recto serve: the HTTP service

Usage: recto serve [--role all|web|worker]

  --role    what this process does: answer requests (web), do the jobs of the queue (worker), or both (all);
            the same as RECTO_ROLE. Several processes need DATABASE_URL and RECTO_STORAGE_URL.

Its settings are environment variables: PORT, TRUST_PROXY, RECTO_…; docs/configuration.md lists them.
SIGTERM or SIGINT (Ctrl-C) stops it after the requests at hand.
`

/**
 * @param secrets What stands no more in the environment.
 * @throws {UsageError} when the configuration is wrong or the port is taken.
 */
export async function runServe(
  words: readonly string[],
  secrets: NodeJS.ProcessEnv,
): Promise<number> {
  const { help, role } = readOptions(words)
  if (help) {
    process.stdout.write(serveUsage)
    return 0
  }
  const config = readConfig({ ...secrets, ...(role !== undefined && { RECTO_ROLE: role }) })
  const log = createLog(config.logLevel)
  const unknown = unknownVariables(process.env)
  if (unknown.length > 0) log.warn({ variables: unknown }, 'unknown variables are ignored')
  const service = await startService(config, log, printFirstKey).catch((error: unknown) => {
    throw toUsageError(error, config)
  })
  const stopped = stopOnSignals(service)
  process.stderr.write(`recto: listening on ${service.url}\n`)
  await stopped
  return 0
}

/** On a line of its own, and never to the log. */
function printFirstKey(key: string): void {
  process.stdout.write(`recto: your API key, shown only now: ${key}\n`)
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
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is too much.`, advice)
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
