/** Limits the CPU time of a page: when it is used up, the text read so far is kept. */
import { cpuMicroseconds } from './cpu-time.ts'

export interface PageTime {
  isOver(): boolean
  /** Set if a step was left out. */
  readonly isCutShort?: true
  /**
   * Runs an optional step that improves a text.
   *
   * @returns Its result; `otherwise` if the time is over before, or ends while the step fails.
   */
  improve<T>(otherwise: T, step: () => Promise<T>): Promise<T>
}

/** A crowded page takes 10 s on a busy machine. After twice this time, the pool of child processes ends a page without text. */
const PAGE_SECONDS = 20

/** @param clock Microseconds. */
export function startPageTime(seconds = PAGE_SECONDS, clock = cpuMicroseconds): PageTime {
  const end = clock() + seconds * 1_000_000
  const time: { -readonly [key in keyof PageTime]: PageTime[key] } = {
    isOver: () => clock() > end,
    improve: async <T>(otherwise: T, step: () => Promise<T>): Promise<T> => {
      if (!time.isOver()) {
        try {
          return await step()
        } catch (error) {
          if (!time.isOver()) throw error
        }
      }
      time.isCutShort = true
      return otherwise
    },
  }
  return time
}
