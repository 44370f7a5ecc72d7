/** What the HTTP side is given to work with. */
import type { FindCaller } from '../accounts/index.ts'
import type { Config } from '../config.ts'
import type { Pool } from '../converter/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { RateLimiter } from '../limits/index.ts'
import type { Metrics } from '../metrics.ts'

export interface Context {
  readonly config: Config
  readonly converter: Pick<Pool, 'convert' | 'stats'>
  readonly findCaller: FindCaller
  readonly anonymousLimiter: RateLimiter
  /** Where uploads and results lie while their request lasts. */
  readonly folder: string
  /** Left out where the service has no database: then there is no queue. */
  readonly jobs?: Jobs
  readonly metrics: Metrics | undefined
  /** Whether the service was told to stop. */
  readonly isStopping: () => boolean
}
