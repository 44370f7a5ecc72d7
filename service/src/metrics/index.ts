/** Metrics for Prometheus: what this process counts, and the state of the instance that it reads from the database. */
export { createMetrics, type Metrics } from './metrics.ts'
export { type MetricsServer, serveMetrics } from './server.ts'
export { registerState } from './state.ts'
export { timedStore } from './timed-store.ts'
