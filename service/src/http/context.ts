/** The dependencies of the HTTP side. */

import type { WallName } from '@recto/converter'
import type { AccountTier, Callers, FindCaller } from '../accounts/index.ts'
import type { Config } from '../config.ts'
import type { CreditsService } from '../credits/index.ts'
import type { Db } from '../database/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Lane } from '../lane.ts'
import type { RateLimiter } from '../limits/index.ts'
import type { Mailer } from '../mail/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Site } from '../pages/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Tracing } from '../tracing/index.ts'
import type { OwnAddress } from './own-address.ts'

/** Accounts and what belongs to them. */
export interface AccountServices {
  readonly db: Db
  readonly callers: Callers
  readonly credits: CreditsService
  readonly mailer: Mailer
  readonly payments: Payments | undefined
  readonly limiters: Readonly<Record<AccountTier, RateLimiter>>
}

export interface Context {
  readonly config: Config
  readonly address: OwnAddress
  readonly converter: Lane
  readonly findCaller: FindCaller
  readonly anonymousLimiter: RateLimiter
  /** The folder for the files of requests at hand. */
  readonly folder: string
  /** Left out where the service has no database: then there is no queue. */
  readonly jobs?: Jobs
  /** Left out where the service has no database: then there are no keys. */
  readonly services?: AccountServices
  readonly metrics: Metrics | undefined
  /** Left out where nothing is traced. */
  readonly tracing?: Tracing | undefined
  /** The pages; left out when they were not built. */
  readonly site?: Site | undefined
  /** The missing walls around the children; none when left out. */
  readonly missingWalls?: () => readonly WallName[]
  /** True while the service is stopping. */
  readonly isStopping: () => boolean
}
