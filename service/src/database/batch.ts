/** Collects single calls of the same turn into one batch. */
import { setTimeout as sleep } from 'node:timers/promises'

interface Entry<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Makes a function of one item from one of many.
 *
 * One call runs at a time: what comes meanwhile goes into the next. So a slow database makes larger calls, not more.
 * A call that fails fails for all of its items.
 *
 * @param run Returns one result for each item, in their order.
 * @param most Items of one call.
 * @param pauseMs Before each call, for others to come in: where they come one by one, and a call costs much.
 */
export function batch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  most = 100,
  pauseMs = 0,
): (item: Item) => Promise<Result> {
  const waiting: Entry<Item, Result>[] = []
  let isRunning = false
  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (pauseMs > 0) await sleep(pauseMs)
      const entries = waiting.splice(0, most)
      try {
        const results = await run(entries.map(({ item }) => item))
        // Sound: there is a result for each item.
        for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of entries) reject(error)
      }
    }
    isRunning = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      // Reads of other connections in the same turn join the batch.
      setImmediate(() => void runAll())
    })
}
