/** Reads the configuration from environment variables and reports all errors at once. */
import { readSecretFiles } from '../secret-files.ts'
import { parseStorageUrl, type StoreLocation } from '../store/index.ts'
import { type Environment, environment } from './environment.ts'
import { findMissing } from './requirements.ts'
import type { Config, PaymentsConfig, RetentionConfig } from './types.ts'

/** Reports all errors of the configuration, one sentence each, which begins with the variable's name. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong.\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Reads the configuration.
 *
 * An empty variable counts as not set.
 *
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
  const location = parseStorageUrl(data.RECTO_STORAGE_URL, data.RECTO_DATA_DIR, filled)
  const wrongLocation = typeof location === 'string' ? [`RECTO_STORAGE_URL ${location}.`] : []
  const problems = [...unread, ...wrongLocation, ...findMissing(data)]
  if (problems.length > 0 || typeof location === 'string') throw new ConfigError(problems)
  return toConfig(data, location)
}

function toConfig(env: Environment, storeLocation: StoreLocation): Config {
  return {
    host: env.RECTO_HOST,
    port: env.PORT,
    publicUrl: env.RECTO_PUBLIC_URL,
    upgradeUrl: env.RECTO_UPGRADE_URL,
    trustedProxies: env.TRUST_PROXY,
    anonymousRate: env.RECTO_ANONYMOUS_RATE,
    invalidKey: env.RECTO_INVALID_KEY,
    syncTimeoutMs: env.RECTO_SYNC_TIMEOUT_SECONDS,
    jobTimeoutMs: env.RECTO_JOB_TIMEOUT_SECONDS,
    requestTimeoutMs: env.RECTO_REQUEST_TIMEOUT_SECONDS,
    shutdownTimeoutMs: env.RECTO_SHUTDOWN_SECONDS,
    converter: {
      size: env.RECTO_CONVERTERS,
      kept: Math.ceil(env.RECTO_CONVERTERS / 4),
      maxWaiting: env.RECTO_CONVERTER_QUEUE,
      maxWaitMs: env.RECTO_CONVERTER_WAIT_SECONDS,
      maxRssBytes: env.RECTO_CONVERTER_MEMORY_MB * 1024 * 1024,
      recycleAfter: env.RECTO_CONVERTER_RECYCLE,
      mainContent: env.RECTO_HTML_MAIN_CONTENT === 'on',
      isOcrOff: env.RECTO_OCR === 'off',
      hasExtraTypes: env.RECTO_EXTRA_TYPES === 'on',
      tesseract: env.RECTO_TESSERACT,
      isConfinementRequired: env.RECTO_REQUIRE_CONFINEMENT === 'on',
    },
    jobs: {
      role: env.RECTO_ROLE,
      workers: env.RECTO_WORKERS,
      maxFileBytes: env.RECTO_ASYNC_MAX_BYTES,
      maxPages: env.RECTO_MAX_PAGES,
      retentionMs: env.RECTO_RESULT_RETENTION_SECONDS,
      sweepMs: env.RECTO_SWEEP_SECONDS,
      leaseMs: env.RECTO_LEASE_SECONDS,
      storeLocation,
      webhookRetrySeconds: env.RECTO_WEBHOOK_RETRY_SECONDS,
      webhookGiveUpMs: env.RECTO_WEBHOOK_GIVE_UP_SECONDS,
      webhookAllow: env.RECTO_WEBHOOK_ALLOW,
      signatureHeader: env.RECTO_SIGNATURE_HEADER,
    },
    database: {
      url: env.DATABASE_URL,
      connections: env.RECTO_DATABASE_CONNECTIONS,
      isPooledByTransaction: env.RECTO_DATABASE_POOLING === 'transaction',
      directUrl: env.RECTO_DATABASE_DIRECT_URL,
      migrates: env.RECTO_MIGRATE === 'on',
    },
    retention: readRetention(env),
    valkeyUrl: env.RECTO_VALKEY_URL,
    mail: {
      smtpUrl: env.RECTO_SMTP_URL,
      from: env.RECTO_MAIL_FROM,
      perHour: env.RECTO_SIGN_IN_MAILS_PER_HOUR,
    },
    payments: readPayments(env),
    secretKeys: { today: env.RECTO_SECRET_KEY, former: env.RECTO_SECRET_KEY_OLD },
    dataFolder: env.RECTO_DATA_DIR,
    tempFolder: env.RECTO_TEMP_DIR,
    logLevel: env.RECTO_LOG_LEVEL,
    ...(env.RECTO_LOG_FORMAT && { logFormat: env.RECTO_LOG_FORMAT }),
    hasMetrics: env.RECTO_METRICS === 'on' || env.RECTO_METRICS_PORT !== undefined,
    metricsPort: env.RECTO_METRICS_PORT,
    ...readTracing(env),
  }
}

function readRetention(env: Environment): RetentionConfig {
  return {
    jobsDays: env.RECTO_KEEP_JOBS_DAYS,
    deliveriesDays: env.RECTO_KEEP_DELIVERIES_DAYS,
    auditDays: env.RECTO_KEEP_AUDIT_DAYS,
    paymentsDays: env.RECTO_KEEP_PAYMENTS_DAYS,
    ledgerYears: env.RECTO_KEEP_LEDGER_YEARS,
  }
}

function readTracing(env: Environment): Pick<Config, 'tracing'> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return {}
  return {
    tracing: {
      endpoint,
      headers: env.OTEL_EXPORTER_OTLP_HEADERS,
      serviceName: env.OTEL_SERVICE_NAME,
      ratio: env.OTEL_TRACES_SAMPLER_ARG,
      delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
    },
  }
}

function readPayments(env: Environment): PaymentsConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = env
  if (secretKey === undefined) return undefined
  const { STRIPE_PRICE_ESSENTIAL: essential = '', STRIPE_PRICE_SCALE: scale = '' } = env
  return { secretKey, webhookSecret, apiUrl: env.STRIPE_API_URL, prices: { essential, scale } }
}
