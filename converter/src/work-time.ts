/** Limits the time that a document is worked on; time in which its pages wait for a child or for a core does not count. */

/** Calls about a step: a child takes it; it has waited this long for a core. */
export interface StepEvents {
  readonly onBegin?: () => void
  readonly onWait?: (ms: number) => void
}

export interface WorkTime {
  /** Aborted when the limit is reached. */
  readonly late: AbortSignal
  /** Counts a step from its start in a child until it ends. */
  count<O extends object, T>(
    options: O & StepEvents,
    run: (options: O & StepEvents) => Promise<T>,
  ): Promise<T>
  stop(): void
}

const CHECK_MS = 100

/** A step in a child; how long it waited for a core since the last check. */
interface StepAtWork {
  waitedMs: number
}

export function startWorkTime(limitMs: number): WorkTime {
  const controller = new AbortController()
  const atWork = new Set<StepAtWork>()
  let leftMs = limitMs
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    leftMs -= workedMs(atWork, now - last)
    last = now
    if (leftMs <= 0) controller.abort()
  }, CHECK_MS)
  return {
    late: controller.signal,
    count: (options, run) => {
      const step: StepAtWork = { waitedMs: 0 }
      const onBegin = (): void => {
        atWork.add(step)
        options.onBegin?.()
      }
      const onWait = (ms: number): void => {
        step.waitedMs += ms
      }
      return run({ ...options, onBegin, onWait }).finally(() => atWork.delete(step))
    },
    stop: () => clearInterval(timer),
  }
}

/** Returns the mean over the steps, so that the limit does not depend on how many run at a time. */
function workedMs(steps: ReadonlySet<StepAtWork>, elapsedMs: number): number {
  if (steps.size === 0) return 0
  let sum = 0
  for (const step of steps) {
    sum += Math.max(0, elapsedMs - step.waitedMs)
    step.waitedMs = 0
  }
  return sum / steps.size
}
