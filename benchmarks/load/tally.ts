/** Counts answers and their times by route, and keeps examples of wrong ones. */
import { alignColumns } from '../columns.ts'
import { quantilesOf } from '../quantiles.ts'

/** The most messages of wrong answers that are kept. */
const EXAMPLES = 5

export interface Tally {
  readonly faults: readonly string[]
  /** Returns the number of 5xx answers and of requests without an answer. */
  readonly serverErrors: () => number
  /** @param isRight True if the answer is the expected one. */
  record(route: string, status: number, ms: number, isRight: boolean): void
  blame(fault: string): void
  faultCount(): number
  /** Formats a header and a line for each route. */
  table(seconds: number): string
}

interface Route {
  readonly times: number[]
  readonly statuses: Map<number, number>
}

export function createTally(): Tally {
  const routes = new Map<string, Route>()
  const faults: string[] = []
  let faultCount = 0
  let serverErrors = 0
  const blame = (fault: string): void => {
    faultCount += 1
    if (faults.length < EXAMPLES) faults.push(fault)
  }
  const record: Tally['record'] = (name, status, ms, isRight) => {
    const route = routes.get(name) ?? { times: [], statuses: new Map() }
    routes.set(name, route)
    route.times.push(ms)
    route.statuses.set(status, (route.statuses.get(status) ?? 0) + 1)
    if (status === 0 || status >= 500) serverErrors += 1
    if (!isRight) blame(`${name} was answered with ${status}.`)
  }
  return {
    faults,
    serverErrors: () => serverErrors,
    faultCount: () => faultCount,
    record,
    blame,
    table: (seconds) => tableOf(routes, seconds),
  }
}

function tableOf(routes: ReadonlyMap<string, Route>, seconds: number): string {
  const lines = [...routes]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, { times, statuses }]) => {
      const counts = [...statuses].toSorted(([a], [b]) => a - b)
      return [
        name,
        String(times.length),
        (times.length / seconds).toFixed(1),
        ...[0.5, 0.95, 0.99, 1].map(quantilesOf(times)).map((ms) => ms.toFixed(0)),
        counts.map(([status, count]) => `${status} × ${count}`).join(', '),
      ]
    })
  const head = ['route', 'requests', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'longest', 'answers']
  return alignColumns([head, ...lines], [0, head.length - 1])
}
