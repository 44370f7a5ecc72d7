/** The environment variables of the service with their defaults and limits. docs/configuration.md lists them. */
import { availableParallelism, tmpdir } from 'node:os'
import { z } from 'zod'
import { logFormats, logLevels } from '../log-level.ts'
import { secretVariables } from '../secret-files.ts'
import {
  headerList,
  hosts,
  integer,
  oneOf,
  optionalPort,
  postgresUrl,
  ratio,
  seconds,
  secretKey,
  url,
  waits,
} from './fields.ts'
import { roles } from './types.ts'

export const environment = z.object({
  PORT: integer(3000, 0, 65_535),
  RECTO_HOST: z.string().default('127.0.0.1'),
  RECTO_PUBLIC_URL: url,
  RECTO_UPGRADE_URL: url,
  TRUST_PROXY: integer(0, 0, 10),
  RECTO_ANONYMOUS_RATE: integer(30, 1, 1_000_000),
  RECTO_INVALID_KEY: oneOf('reject', ['reject', 'anonymous']),
  RECTO_SYNC_TIMEOUT_SECONDS: seconds(30, 0.1, 600),
  RECTO_JOB_TIMEOUT_SECONDS: seconds(120, 0.1, 3_600),
  RECTO_REQUEST_TIMEOUT_SECONDS: seconds(120, 0.1, 3_600),
  RECTO_SHUTDOWN_SECONDS: seconds(40, 0, 3_600),
  RECTO_CONVERTERS: integer(availableParallelism(), 1, 1_000),
  RECTO_CONVERTER_QUEUE: integer(32, 0, 10_000),
  RECTO_CONVERTER_WAIT_SECONDS: seconds(15, 0.1, 600),
  RECTO_CONVERTER_MEMORY_MB: integer(1_024, 128, 65_536),
  RECTO_CONVERTER_RECYCLE: integer(500, 1, 1_000_000),
  RECTO_HTML_MAIN_CONTENT: oneOf('off', ['on', 'off']),
  RECTO_OCR: oneOf('on', ['on', 'off']),
  RECTO_EXTRA_TYPES: oneOf('off', ['on', 'off']),
  RECTO_TESSERACT: z
    .string()
    .regex(/^(?:auto|off|\/.*)$/, 'must be auto, off, or the absolute path of a command')
    .default('auto'),
  RECTO_REQUIRE_CONFINEMENT: oneOf('off', ['on', 'off']),
  RECTO_ROLE: oneOf('all', roles),
  RECTO_WORKERS: integer(availableParallelism(), 1, 1_000),
  RECTO_ASYNC_MAX_BYTES: integer(25 * 1024 * 1024, 1, 50 * 1024 * 1024),
  RECTO_MAX_PAGES: integer(200, 1, 100_000),
  RECTO_RESULT_RETENTION_SECONDS: seconds(7 * 24 * 60 * 60, 1, 365 * 24 * 60 * 60),
  RECTO_SWEEP_SECONDS: seconds(60, 0.1, 86_400),
  // The minimum is the longest retention of a result.
  RECTO_KEEP_JOBS_DAYS: integer(730, 366, 36_500),
  RECTO_KEEP_DELIVERIES_DAYS: integer(90, 8, 36_500),
  RECTO_KEEP_AUDIT_DAYS: integer(730, 1, 36_500),
  // The minimum covers a period of a plan, and the time for which events may be repeated.
  RECTO_KEEP_PAYMENTS_DAYS: integer(730, 90, 36_500),
  RECTO_KEEP_LEDGER_YEARS: integer(2, 1, 100),
  RECTO_LEASE_SECONDS: seconds(15, 3, 3_600),
  RECTO_DATA_DIR: z.string().default('data'),
  DATABASE_URL: postgresUrl,
  RECTO_DATABASE_CONNECTIONS: integer(10, 2, 1_000),
  RECTO_DATABASE_POOLING: oneOf('session', ['session', 'transaction']),
  RECTO_DATABASE_DIRECT_URL: postgresUrl,
  RECTO_MIGRATE: oneOf('on', ['on', 'off']),
  RECTO_VALKEY_URL: z
    .url({ protocol: /^(redis|valkey)s?$/, error: 'must be a redis:// or valkey:// address' })
    .optional(),
  RECTO_STORAGE_URL: z.string().optional(),
  RECTO_SECRET_KEY: secretKey,
  RECTO_SECRET_KEY_OLD: secretKey,
  RECTO_WEBHOOK_RETRY_SECONDS: waits,
  RECTO_WEBHOOK_GIVE_UP_SECONDS: seconds(5 * 24 * 60 * 60, 1, 365 * 24 * 60 * 60),
  RECTO_WEBHOOK_ALLOW: hosts,
  RECTO_SIGNATURE_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header')
    .default('X-Service-Signature'),
  RECTO_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional(),
  RECTO_MAIL_FROM: z.string().default('Recto <no-reply@localhost>'),
  RECTO_SIGN_IN_MAILS_PER_HOUR: integer(600, 1, 1_000_000),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_ESSENTIAL: z.string().optional(),
  STRIPE_PRICE_SCALE: z.string().optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .default('https://api.stripe.com'),
  RECTO_TEMP_DIR: z.string().default(tmpdir()),
  RECTO_LOG_LEVEL: oneOf('info', logLevels),
  RECTO_LOG_FORMAT: z.enum(logFormats, 'must be json or text').optional(),
  RECTO_METRICS: oneOf('off', ['on', 'off']),
  RECTO_METRICS_PORT: optionalPort,
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: headerList,
  OTEL_SERVICE_NAME: z.string().default('recto'),
  OTEL_TRACES_SAMPLER_ARG: ratio,
  OTEL_BSP_SCHEDULE_DELAY: integer(5_000, 10, 600_000),
})

/** The parsed environment. */
export type Environment = z.infer<typeof environment>

/** Names of all variables, in the order of docs/configuration.md. */
export const variableNames: readonly string[] = Object.keys(environment.shape)

/** Lists unknown variables with our prefix: mistyped, or of another version. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const files = new Set(secretVariables.map((name) => `${name}_FILE`))
  return Object.keys(env).filter(
    (name) => name.startsWith('RECTO_') && !(name in environment.shape) && !files.has(name),
  )
}
