/** A pool of children → the same for requests, whose callers take turns at it. */
import { type ConvertOptions, type Pool, PoolError } from '@recto/converter'
import { createSlots, NoSlot, type SlotClaimant, type SlotsConfig } from './limits/index.ts'

export interface LaneOptions extends ConvertOptions {
  /** Who waits for it; left out for what the service does by itself. */
  readonly claimant?: SlotClaimant
}

export interface Lane {
  /** As that of the pool; `busy` for a caller that has had its share. */
  convert(task: Parameters<Pool['convert']>[0], options: LaneOptions): ReturnType<Pool['convert']>
  stats: Pool['stats']
}

/** For callers without a limit on the wait. */
const MAX_WAIT_MS = 60_000

export function createLane(pool: Pick<Pool, 'convert' | 'stats'>, config: SlotsConfig): Lane {
  const places = createSlots(config)
  return {
    convert: async (task, { claimant, ...options }) => {
      if (!claimant) return pool.convert(task, options)
      const { maxWaitMs = MAX_WAIT_MS, signal } = options
      const leave = await places.take(claimant, { maxWaitMs, signal }).catch((error: unknown) => {
        throw error instanceof NoSlot ? new PoolError('busy') : error
      })
      return pool.convert(task, options).finally(leave)
    },
    stats: () => {
      const stats = pool.stats()
      return { ...stats, waiting: stats.waiting + places.waiting() }
    },
  }
}
