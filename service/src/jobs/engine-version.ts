/** Which engine converted a document, told with each result: it has the version of the service, and is released with it. */
import { createRequire } from 'node:module'

// Sound: the package is our own.
const { version } = createRequire(import.meta.url)('../../package.json') as {
  readonly version: string
}

export const engineVersion = { name: 'recto', version } as const
