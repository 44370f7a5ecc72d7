/** Metrics for Prometheus: counts of this process, and the state of the instance in the database. */
export { createMetrics, type Metrics } from './metrics.ts'
export { serveMetrics } from './server.ts'
export { registerState } from './state.ts'
export { timedStore } from './timed-store.ts'
