/** `recto serve`: starts the service with the configuration of the environment, until it is told to stop. */
import { parseArgs } from 'node:util'
import {
  ConfigError,
  createLog,
  loadConfig,
  startService,
  stopOnSignals,
  unknownVariables,
} from '@recto/service'
import { UsageError } from './usage.ts'

const serveUsage = `recto serve: the HTTP service

Usage: recto serve

Its settings are environment variables: PORT, TRUST_PROXY, RECTO_…; docs/configuration.md lists them.
SIGTERM or SIGINT (Ctrl-C) stops it after the requests at hand.
`

/** @throws {UsageError} when the configuration is wrong or the port is taken. */
export async function runServe(words: readonly string[]): Promise<number> {
  if (wantsHelp(words)) {
    process.stdout.write(serveUsage)
    return 0
  }
  const config = readConfig()
  const log = createLog(config.logLevel)
  const unknown = unknownVariables(process.env)
  if (unknown.length > 0) log.warn({ variables: unknown }, 'unknown variables are ignored')
  const service = await startService(config, log).catch((error: unknown) => {
    throw toUsageError(error, config.port)
  })
  process.stderr.write(`recto: listening on ${service.url}\n`)
  await stopOnSignals(service)
  return 0
}

function wantsHelp(words: readonly string[]): boolean {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...words], options }).values.help ?? false
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError(message, 'recto serve --help shows the usage.')
  }
}

function readConfig(): ReturnType<typeof loadConfig> {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new UsageError(error.message, 'docs/configuration.md lists all settings.')
  }
}

function toUsageError(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new UsageError(`Port ${port} is taken.`, 'Set another one: PORT=3001 npm start.')
  }
  return error
}
