/** The environment → the configuration of the service. */
import { type Config, ConfigError, loadConfig } from '@recto/service'
import { UsageError } from './usage.ts'

/** @param more What the command line says in place of the environment. @throws {UsageError} with all that is wrong. */
export function readConfig(more: NodeJS.ProcessEnv = {}): Config {
  try {
    return loadConfig({ ...process.env, ...more })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new UsageError(error.message, 'docs/configuration.md lists all settings.')
  }
}
