/** The environment → the configuration of the service. */
import { type Config, ConfigError, loadConfig } from '@recto/service'
import { UsageError } from './usage.ts'

/** @throws {UsageError} with all that is wrong. */
export function readConfig(): Config {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new UsageError(error.message, 'docs/configuration.md lists all settings.')
  }
}
