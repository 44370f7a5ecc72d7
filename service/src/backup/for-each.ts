/** Work on many items → a few of them at a time. */

const AT_A_TIME = 8

/** Stops at the first failure, when the others at hand have ended. */
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
  await Promise.all(Array.from({ length: AT_A_TIME }, run))
  if (failure) throw failure.error
}
