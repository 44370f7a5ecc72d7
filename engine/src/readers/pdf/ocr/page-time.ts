/** Limits the CPU time of a page; afterwards, the text read so far is kept. */
import { cpuMicroseconds } from './cpu-time.ts'
import { ocrLimits } from './settings.ts'

export interface PageTime {
  isOver(): boolean
  /** Set if a step was left out. */
  readonly isCutShort?: true
  /**
   * Runs an optional step that improves a text.
   *
   * @returns The result of the step; `otherwise` if the time is over before, or ends while the step fails.
   */
  improve<T>(otherwise: T, step: () => Promise<T>): Promise<T>
}

/** @param clock Returns microseconds. */
export function startPageTime(
  seconds: number = ocrLimits.pageSeconds,
  clock = cpuMicroseconds,
): PageTime {
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
