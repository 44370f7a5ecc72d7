/** The dependencies of the HTTP side. */

import type { WallName } from '@recto/converter'
import type { AccountTier, Callers, FindCaller } from '../accounts/index.ts'
import type { Config } from '../config/index.ts'
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

/** The services that belong to accounts. */
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
  /** The folder for the files of running requests. */
  readonly folder: string
  /** Left out without a database: then there is no queue. */
  readonly jobs?: Jobs
  /** Left out without a database: then there are no keys. */
  readonly services?: AccountServices
  readonly metrics: Metrics | undefined
  /** Left out if tracing is off. */
  readonly tracing?: Tracing | undefined
  /** The web pages; left out if they were not built. */
  readonly site?: Site | undefined
  /** Returns the missing walls around the children; none when left out. */
  readonly missingWalls?: () => readonly WallName[]
  /** True while the service is stopping. */
  readonly isStopping: () => boolean
}
