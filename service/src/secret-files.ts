/** Variables that name files with secrets → the environment as if the secrets stood in it. */
import { readFileSync } from 'node:fs'

/** Variables that hold what nobody else may know; each has a form with `_FILE` after its name. */
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

export interface ResolvedSecrets {
  readonly env: NodeJS.ProcessEnv
  /** Each a sentence that begins with a variable's name. */
  readonly problems: readonly string[]
}

/** An environment can be read by more than its process: in /proc, in what starts containers, in reports of crashes. */
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
      // Editors and `echo` end the last line.
      filled[name] = readFileSync(path, 'utf8').trim()
      if (filled[name] === '') problems.push(`${name}_FILE names a file that is empty: ${path}.`)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      problems.push(`${name}_FILE names a file that can not be read (${code}): ${path}.`)
    }
  }
  return { env: filled, problems }
}
