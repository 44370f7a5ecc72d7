/** Works on many items with bounded concurrency. */

const MAX_CONCURRENT = 8

/**
 * Stops at the first failure, and throws it after the running calls have ended: the caller then deletes their files.
 */
export async function forEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  let failure: { readonly error: unknown } | undefined
  const run = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failure; next = rest.next()) {
      await work(next.value).catch((error: unknown) => {
        failure ??= { error }
      })
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, run))
  if (failure) throw failure.error
}
