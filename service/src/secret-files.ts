/** Reads secrets from the files that `…_FILE` variables name. */
import { readFileSync } from 'node:fs'

/** Variables that hold secrets; each may be given as a file by a variable with `_FILE` after its name. */
export const secretVariables = [
  'DATABASE_URL',
  'RECTO_DATABASE_DIRECT_URL',
  'RECTO_VALKEY_URL',
  'RECTO_SECRET_KEY',
  'RECTO_SECRET_KEY_OLD',
  'RECTO_SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

interface ResolvedSecrets {
  readonly env: NodeJS.ProcessEnv
  /** Sentences that begin with a variable's name. */
  readonly problems: readonly string[]
}

/**
 * Secrets in files stay out of the environment, which other programs can read: through /proc, container managers and
 * crash reports.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): ResolvedSecrets {
  const filled = { ...env }
  const problems: string[] = []
  for (const name of secretVariables) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) {
      problems.push(`${name} and ${name}_FILE must not both be set.`)
      continue
    }
    try {
      // Editors and `echo` add a line break at the end.
      filled[name] = readFileSync(path, 'utf8').trim()
      if (filled[name] === '') problems.push(`${name}_FILE names an empty file: ${path}.`)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      problems.push(`${name}_FILE names a file that cannot be read (${code}): ${path}.`)
    }
  }
  return { env: filled, problems }
}
