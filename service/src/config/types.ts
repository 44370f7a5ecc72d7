/** The types of the configuration. */
import type { LogFormat, LogLevel } from '../log-level.ts'
import type { StoreLocation } from '../store/index.ts'
import type { TracingConfig } from '../tracing/index.ts'

export interface Config {
  readonly host: string
  /** 0 selects any free port. */
  readonly port: number
  /** The address for browsers, without a trailing slash; when left out, the local address that the service listens on. */
  readonly publicUrl: string | undefined
  /** The page for adding credits or changing the plan; the service's account page when left out. */
  readonly upgradeUrl: string | undefined
  /** The number of proxies in front of the service whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: number
  /** Requests per minute and address for callers without a key. */
  readonly anonymousRate: number
  /** How a call that needs no key treats an invalid one. */
  readonly invalidKey: 'reject' | 'anonymous'
  readonly syncTimeoutMs: number
  readonly jobTimeoutMs: number
  /** The time limit for receiving a request, from its first byte to its last. */
  readonly requestTimeoutMs: number
  /** The time that running requests have to finish once the service stops. */
  readonly shutdownTimeoutMs: number
  readonly converter: ConverterConfig
  readonly tempFolder: string
  /** The folder for all persistent files. */
  readonly dataFolder: string
  readonly jobs: JobsConfig
  readonly database: DatabaseConfig
  readonly retention: RetentionConfig
  readonly mail: MailConfig
  readonly payments: PaymentsConfig | undefined
  readonly secretKeys: SecretKeysConfig
  /** The Valkey in which several servers share their request counts; without it, each process counts alone unless PostgreSQL is used. */
  readonly valkeyUrl: string | undefined
  readonly logLevel: LogLevel
  readonly logFormat?: LogFormat
  readonly hasMetrics: boolean
  /** A separate port for the metrics. */
  readonly metricsPort: number | undefined
  /** The collector of traces; without it, tracing is off. */
  readonly tracing?: TracingConfig
}

export interface ConverterConfig {
  readonly size: number
  /** Children reserved for callers with a key. */
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
  /** The system's Tesseract: `auto`, `off` or the path of its command. */
  readonly tesseract: string
  /** True to refuse to start if a wall around the children is missing. */
  readonly isConfinementRequired: boolean
}

export interface DatabaseConfig {
  /** The address of PostgreSQL; when left out, an embedded database in the data folder is used. */
  readonly url: string | undefined
  readonly connections: number
  /** True behind a pool that assigns connections per transaction, such as PgBouncer. */
  readonly isPooledByTransaction: boolean
  /** An address that bypasses the pool, for session features such as LISTEN. */
  readonly directUrl: string | undefined
  /** True to migrate the database at the start; false leaves that to `recto migrate`. */
  readonly migrates: boolean
}

/** The secret keys from which the encryption keys are derived. */
export interface SecretKeysConfig {
  /** The current key; when left out, a file in the data folder holds it. */
  readonly today: string | undefined
  /** The previous key, needed while data encrypted with it remains. */
  readonly former: string | undefined
}

export interface MailConfig {
  /** When left out, mails are printed instead of sent. */
  readonly smtpUrl: string | undefined
  readonly from: string
  /** Sign-in mails per hour to addresses without an account, and the same number to addresses with one. */
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
  /** Concurrent jobs, each in its own child. */
  readonly workers: number
  /** The largest document, inclusive. */
  readonly maxFileBytes: number
  readonly maxPages: number
  readonly retentionMs: number
  readonly sweepMs: number
  readonly leaseMs: number
  readonly storeLocation: StoreLocation
  readonly webhookRetrySeconds: readonly number[]
  readonly webhookGiveUpMs: number
  /** `host:port` that webhooks may be sent to even if the address is not public. */
  readonly webhookAllow: readonly string[]
  readonly signatureHeader: string
}

export const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

/** The retention of rows. */
export interface RetentionConfig {
  /** Days to keep ended jobs. */
  readonly jobsDays: number
  /** Days to keep finished deliveries with their attempts. */
  readonly deliveriesDays: number
  readonly auditDays: number
  /** Days to keep payment events of past periods. */
  readonly paymentsDays: number
  /** Full years for which the ledger keeps every entry; older years are summed up. */
  readonly ledgerYears: number
}
