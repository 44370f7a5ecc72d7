/** The engine's version, stored with each result; it is released with the service. */
import { createRequire } from 'node:module'

// Sound: the package is our own.
const { version } = createRequire(import.meta.url)('../../package.json') as {
  readonly version: string
}

export const engineVersion = { name: 'recto', version } as const
