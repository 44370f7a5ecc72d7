/** Times the calls of a store. */
import type { Store } from '../store/index.ts'

/** @param observe Called with the operation and its seconds, also when it fails. */
export function timedStore(
  store: Store,
  observe: (operation: string, seconds: number) => void,
): Store {
  const timed = async <Result>(operation: string, call: () => Promise<Result>): Promise<Result> => {
    const begin = performance.now()
    return call().finally(() => observe(operation, (performance.now() - begin) / 1_000))
  }
  return {
    ...store,
    put: (name, source) => timed('put', () => store.put(name, source)),
    open: (name, part) => timed('open', () => store.open(name, part)),
    remove: (name) => timed('remove', () => store.remove(name)),
  }
}
