/** Collects single calls of the same event loop turn into one batch. */
import { setTimeout as sleep } from 'node:timers/promises'

interface Entry<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Makes a function of one item from a function of many.
 *
 * One batch runs at a time; calls that arrive meanwhile join the next. So a slow database gets larger batches, not more
 * of them. A failing batch rejects all of its items.
 *
 * @param run Returns one result for each item, in the same order.
 * @param most The largest number of items in a batch.
 * @param pauseMs Waits before each batch for further items; worth it when items arrive one by one and a batch is
 * expensive.
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
      // Requests that are read in the same turn join the batch.
      setImmediate(() => void runAll())
    })
}
