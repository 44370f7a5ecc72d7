/** Reads typed configuration from environment variables and reports all errors at once. docs/configuration.md lists them. */
import { availableParallelism, tmpdir } from 'node:os'
import { z } from 'zod'
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
} from './config-fields.ts'
import { type LogFormat, type LogLevel, logFormats, logLevels } from './log-level.ts'
import type { RetentionConfig } from './retention-config.ts'
import { readSecretFiles, secretVariables } from './secret-files.ts'
import { parseStorageUrl, type StoreLocation } from './store/index.ts'
import type { TracingConfig } from './tracing/index.ts'

export interface Config {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** How browsers reach the service, without a slash at the end; where it listens, on this machine alone, when left out. */
  readonly publicUrl: string | undefined
  /** Where to add credits or change the plan; the account page of the service itself when left out. */
  readonly upgradeUrl: string | undefined
  /** Proxies before the service whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: number
  /** Requests a minute and address, without a key. */
  readonly anonymousRate: number
  /** How a call that needs no key treats an invalid one. */
  readonly invalidKey: 'reject' | 'anonymous'
  readonly syncTimeoutMs: number
  readonly jobTimeoutMs: number
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number
  /** The time that running requests have to finish once the service stops. */
  readonly shutdownTimeoutMs: number
  readonly converter: ConverterConfig
  readonly tempFolder: string
  /** Where everything lies that is to stay. */
  readonly dataFolder: string
  readonly jobs: JobsConfig
  readonly database: DatabaseConfig
  readonly retention: RetentionConfig
  readonly mail: MailConfig
  readonly payments: PaymentsConfig | undefined
  readonly secretKeys: SecretKeysConfig
  /** Where requests are counted: in this process, or where all servers see it. */
  readonly valkeyUrl: string | undefined
  readonly logLevel: LogLevel
  readonly logFormat?: LogFormat
  readonly hasMetrics: boolean
  /** Where the metrics are served instead of on the service's own port. */
  readonly metricsPort: number | undefined
  /** Where traces go; nothing is traced when left out. */
  readonly tracing?: TracingConfig
}

export interface ConverterConfig {
  readonly size: number
  /** Children beside those that callers without a key have no part in. */
  readonly kept: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
  readonly maxRssBytes: number
  readonly recycleAfter: number
  /** True to read only the main content of HTML pages. */
  readonly mainContent: boolean
  /** True to leave text in pictures unread. */
  readonly isOcrOff: boolean
  /** True to accept pictures, CSV and EPUB besides the six types of the API. */
  readonly hasExtraTypes: boolean
  /** The system's: `auto`, `off` or the path of its command. */
  readonly tesseract: string
  /** True to refuse to start where a wall around children is missing. */
  readonly isConfinementRequired: boolean
}

export interface DatabaseConfig {
  /** PostgreSQL; an embedded database in the data folder when left out. */
  readonly url: string | undefined
  readonly connections: number
  /** Of a pool in between: whether a connection is ours for a transaction only. */
  readonly isPooledByTransaction: boolean
  /** Past such a pool, for what needs a connection of its own. */
  readonly directUrl: string | undefined
  /** True to migrate the database at the start; false leaves that to `recto migrate`. */
  readonly migrates: boolean
}

/** From which the keys are made that secrets are encrypted with. */
export interface SecretKeysConfig {
  /** A file beside the data when left out. */
  readonly today: string | undefined
  /** That of before, as long as there is something to read that was encrypted with it. */
  readonly former: string | undefined
}

export interface MailConfig {
  /** Mails are printed when left out. */
  readonly smtpUrl: string | undefined
  readonly from: string
  /** Mails to sign in, to addresses without an account; as many to those with one. */
  readonly perHour: number
}

export interface PaymentsConfig {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly apiUrl: string
  readonly prices: { readonly essential: string; readonly scale: string }
}

export interface JobsConfig {
  /** The role of this process: answers requests, runs jobs, or both. */
  readonly role: Role
  /** Jobs at a time, each with a child of its own. */
  readonly workers: number
  /** Of a document, inclusive. */
  readonly maxFileBytes: number
  readonly maxPages: number
  readonly retentionMs: number
  readonly sweepMs: number
  readonly leaseMs: number
  readonly storePlace: StoreLocation
  readonly webhookRetrySeconds: readonly number[]
  readonly webhookGiveUpMs: number
  /** `host:port` that webhooks may go to, whatever their address is. */
  readonly webhookAllow: readonly string[]
  readonly signatureHeader: string
}

export const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

/** Everything that is wrong with the environment; each a sentence that begins with a variable's name. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong.\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const environment = z.object({
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
  // No less than the longest time that a result may be kept.
  RECTO_KEEP_JOBS_DAYS: integer(730, 366, 36_500),
  RECTO_KEEP_DELIVERIES_DAYS: integer(90, 8, 36_500),
  RECTO_KEEP_AUDIT_DAYS: integer(730, 1, 36_500),
  // No less than a period of a plan, and the time in which events may come again.
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

/** Names of all variables, in the order of docs/configuration.md. */
export const variableNames: readonly string[] = Object.keys(environment.shape)

/**
 * Reads the configuration.
 *
 * A variable that is set to nothing counts as not set.
 * @throws {ConfigError}
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const { env: filled, problems: unread } = readSecretFiles(env)
  const set = Object.entries(filled).filter(([, value]) => value !== undefined && value !== '')
  const { success, data, error } = environment.safeParse(Object.fromEntries(set))
  if (!success) {
    const wrong = error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`)
    throw new ConfigError([...unread, ...wrong])
  }
  const place = parseStorageUrl(data.RECTO_STORAGE_URL, data.RECTO_DATA_DIR, filled)
  const wrongPlace = typeof place === 'string' ? [`RECTO_STORAGE_URL ${place}.`] : []
  const problems = [...unread, ...wrongPlace, ...findMissing(data)]
  if (problems.length > 0 || typeof place === 'string') throw new ConfigError(problems)
  return toConfig(data, place)
}

/** Names that look like ours and are not: mistyped, or of another version. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const files = new Set(secretVariables.map((name) => `${name}_FILE`))
  return Object.keys(env).filter(
    (name) => name.startsWith('RECTO_') && !(name in environment.shape) && !files.has(name),
  )
}

function toConfig(read: Read, storePlace: StoreLocation): Config {
  return {
    host: read.RECTO_HOST,
    port: read.PORT,
    publicUrl: read.RECTO_PUBLIC_URL,
    upgradeUrl: read.RECTO_UPGRADE_URL,
    trustedProxies: read.TRUST_PROXY,
    anonymousRate: read.RECTO_ANONYMOUS_RATE,
    invalidKey: read.RECTO_INVALID_KEY,
    syncTimeoutMs: read.RECTO_SYNC_TIMEOUT_SECONDS,
    jobTimeoutMs: read.RECTO_JOB_TIMEOUT_SECONDS,
    requestTimeoutMs: read.RECTO_REQUEST_TIMEOUT_SECONDS,
    shutdownTimeoutMs: read.RECTO_SHUTDOWN_SECONDS,
    converter: {
      size: read.RECTO_CONVERTERS,
      kept: Math.ceil(read.RECTO_CONVERTERS / 4),
      maxWaiting: read.RECTO_CONVERTER_QUEUE,
      maxWaitMs: read.RECTO_CONVERTER_WAIT_SECONDS,
      maxRssBytes: read.RECTO_CONVERTER_MEMORY_MB * 1024 * 1024,
      recycleAfter: read.RECTO_CONVERTER_RECYCLE,
      mainContent: read.RECTO_HTML_MAIN_CONTENT === 'on',
      isOcrOff: read.RECTO_OCR === 'off',
      hasExtraTypes: read.RECTO_EXTRA_TYPES === 'on',
      tesseract: read.RECTO_TESSERACT,
      isConfinementRequired: read.RECTO_REQUIRE_CONFINEMENT === 'on',
    },
    jobs: {
      role: read.RECTO_ROLE,
      workers: read.RECTO_WORKERS,
      maxFileBytes: read.RECTO_ASYNC_MAX_BYTES,
      maxPages: read.RECTO_MAX_PAGES,
      retentionMs: read.RECTO_RESULT_RETENTION_SECONDS,
      sweepMs: read.RECTO_SWEEP_SECONDS,
      leaseMs: read.RECTO_LEASE_SECONDS,
      storePlace,
      webhookRetrySeconds: read.RECTO_WEBHOOK_RETRY_SECONDS,
      webhookGiveUpMs: read.RECTO_WEBHOOK_GIVE_UP_SECONDS,
      webhookAllow: read.RECTO_WEBHOOK_ALLOW,
      signatureHeader: read.RECTO_SIGNATURE_HEADER,
    },
    database: {
      url: read.DATABASE_URL,
      connections: read.RECTO_DATABASE_CONNECTIONS,
      isPooledByTransaction: read.RECTO_DATABASE_POOLING === 'transaction',
      directUrl: read.RECTO_DATABASE_DIRECT_URL,
      migrates: read.RECTO_MIGRATE === 'on',
    },
    retention: readRetention(read),
    valkeyUrl: read.RECTO_VALKEY_URL,
    mail: {
      smtpUrl: read.RECTO_SMTP_URL,
      from: read.RECTO_MAIL_FROM,
      perHour: read.RECTO_SIGN_IN_MAILS_PER_HOUR,
    },
    payments: readPayments(read),
    secretKeys: { today: read.RECTO_SECRET_KEY, former: read.RECTO_SECRET_KEY_OLD },
    dataFolder: read.RECTO_DATA_DIR,
    tempFolder: read.RECTO_TEMP_DIR,
    logLevel: read.RECTO_LOG_LEVEL,
    ...(read.RECTO_LOG_FORMAT && { logFormat: read.RECTO_LOG_FORMAT }),
    hasMetrics: read.RECTO_METRICS === 'on' || read.RECTO_METRICS_PORT !== undefined,
    metricsPort: read.RECTO_METRICS_PORT,
    ...readTracing(read),
  }
}

type Read = z.infer<typeof environment>

function readRetention(read: Read): Config['retention'] {
  return {
    jobsDays: read.RECTO_KEEP_JOBS_DAYS,
    deliveriesDays: read.RECTO_KEEP_DELIVERIES_DAYS,
    auditDays: read.RECTO_KEEP_AUDIT_DAYS,
    paymentsDays: read.RECTO_KEEP_PAYMENTS_DAYS,
    ledgerYears: read.RECTO_KEEP_LEDGER_YEARS,
  }
}

function readTracing(read: Read): Pick<Config, 'tracing'> {
  const endpoint = read.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return {}
  return {
    tracing: {
      endpoint,
      headers: read.OTEL_EXPORTER_OTLP_HEADERS,
      serviceName: read.OTEL_SERVICE_NAME,
      ratio: read.OTEL_TRACES_SAMPLER_ARG,
      delayMs: read.OTEL_BSP_SCHEDULE_DELAY,
    },
  }
}

interface Need {
  readonly isNeeded: (read: Read) => boolean
  readonly names: readonly (keyof Read)[]
  /** After "must be set". */
  readonly why: string
}

/** Returns true for addresses that only this machine reaches. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

const needs: readonly Need[] = [
  {
    isNeeded: ({ RECTO_ROLE, RECTO_SMTP_URL, STRIPE_SECRET_KEY, RECTO_HOST }) =>
      RECTO_ROLE !== 'worker' &&
      (RECTO_SMTP_URL !== undefined || STRIPE_SECRET_KEY !== undefined || !isLoopback(RECTO_HOST)),
    names: ['RECTO_PUBLIC_URL'],
    why: 'with RECTO_SMTP_URL, STRIPE_SECRET_KEY or a RECTO_HOST that other machines reach: links in mails lead there, for example https://recto.example',
  },
  {
    isNeeded: (read) => read.STRIPE_SECRET_KEY !== undefined,
    names: ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ESSENTIAL', 'STRIPE_PRICE_SCALE'],
    why: 'beside STRIPE_SECRET_KEY',
  },
  {
    isNeeded: (read) => read.RECTO_ROLE !== 'all',
    names: ['RECTO_SECRET_KEY'],
    why: 'where RECTO_ROLE is web or worker, the same for all processes: what one encrypts, another reads',
  },
]

/** Checks settings that other settings require. */
function findMissing(read: Read): string[] {
  return needs
    .filter(({ isNeeded }) => isNeeded(read))
    .flatMap(({ names, why }) =>
      names.filter((name) => read[name] === undefined).map((name) => `${name} must be set ${why}.`),
    )
}

function readPayments(read: Read): PaymentsConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = read
  if (secretKey === undefined) return undefined
  const { STRIPE_PRICE_ESSENTIAL: essential = '', STRIPE_PRICE_SCALE: scale = '' } = read
  return { secretKey, webhookSecret, apiUrl: read.STRIPE_API_URL, prices: { essential, scale } }
}
