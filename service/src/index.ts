/** The service's door: starting it, and reading its configuration. */
export { type Config, ConfigError, loadConfig, unknownVariables } from './config.ts'
export { createLog, type Log } from './log.ts'
export { type Data, type Service, startService, stopOnSignals } from './main.ts'
