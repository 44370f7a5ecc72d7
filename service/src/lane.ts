/** Shares a pool of children fairly among the callers of requests. */
import { type ConvertOptions, type Pool, PoolError } from '@recto/converter'
import { createSlots, NoSlot, type SlotClaimant, type SlotsConfig } from './limits/index.ts'

interface LaneOptions extends ConvertOptions {
  /** The waiting caller; left out for the service's own conversions. */
  readonly claimant?: SlotClaimant
}

export interface Lane {
  /** Like the pool's method; rejects with `busy` for a caller that uses its whole share. */
  convert(task: Parameters<Pool['convert']>[0], options: LaneOptions): ReturnType<Pool['convert']>
  stats: Pool['stats']
}

/** The longest wait for callers that set no limit. */
const MAX_WAIT_MS = 60_000

export function createLane(pool: Pick<Pool, 'convert' | 'stats'>, config: SlotsConfig): Lane {
  const slots = createSlots(config)
  return {
    convert: async (task, { claimant, ...options }) => {
      if (!claimant) return pool.convert(task, options)
      const { maxWaitMs = MAX_WAIT_MS, signal } = options
      const leave = await slots.take(claimant, { maxWaitMs, signal }).catch((error: unknown) => {
        throw error instanceof NoSlot ? new PoolError('busy') : error
      })
      return pool.convert(task, options).finally(leave)
    },
    stats: () => {
      const stats = pool.stats()
      return { ...stats, waiting: stats.waiting + slots.waiting() }
    },
  }
}
