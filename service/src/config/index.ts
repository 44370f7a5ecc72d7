/** Reads the typed configuration of the service from environment variables. */
export { unknownVariables, variableNames } from './environment.ts'
export { ConfigError, loadConfig } from './load.ts'
export * from './types.ts'
