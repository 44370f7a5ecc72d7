/** Reads the configuration of the service from the environment. */
import { type Config, ConfigError, loadConfig } from '@recto/service'
import { UsageError } from './usage.ts'

/**
 * @param more Settings of the command line, which override the environment.
 * @throws {UsageError} with all errors of the configuration.
 */
export function readConfig(more: NodeJS.ProcessEnv = {}): Config {
  try {
    return loadConfig({ ...process.env, ...more })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new UsageError(error.message, 'docs/configuration.md lists all settings.')
  }
}
