/** Collects counts and times of this process as Prometheus metrics. */
import type { PoolEvent, PoolStats } from '@recto/converter'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observe } from '../jobs/index.ts'

export interface Metrics extends Observe {
  onRequest(route: string, method: string, status: number, seconds: number): void
  /** @param outcome `done`, or the code of the failure. */
  onConversion(format: string, outcome: string, seconds: number): void
  onPoolEvent(event: PoolEvent): void
  /** @param operation `put`, `open` or `remove`. */
  onStore(operation: string, seconds: number): void
  onStatement(seconds: number): void
  /** Holds all metrics; callers may register more. */
  readonly registry: Registry
  readonly contentType: string
  text(): Promise<string>
}

/** Bucket bounds in seconds: a small text takes some milliseconds, the deadline is 30 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(stats: () => PoolStats): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'recto_http_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers,
  })
  const conversions = new Histogram({
    name: 'recto_conversion_seconds',
    help: 'Time of a conversion, including its wait.',
    labelNames: ['format', 'outcome'],
    buckets,
    registers,
  })
  const children = new Counter({
    name: 'recto_converter_events_total',
    help: 'Child processes that became ready, were replaced, or ended.',
    labelNames: ['event'],
    registers,
  })
  const faults = new Counter({
    name: 'recto_engine_faults_total',
    help: 'Failed passes of the engine; the rest of the document was converted.',
    labelNames: ['pass'],
    registers,
  })
  gaugeStats(stats, registers)
  return {
    onRequest: (route, method, status, seconds) =>
      requests.observe({ route, method, status }, seconds),
    onConversion: (format, outcome, seconds) => conversions.observe({ format, outcome }, seconds),
    onPoolEvent: ({ type }) => children.inc({ event: type }),
    fault: (pass) => faults.inc({ pass }),
    ...createQueueMetrics(registers),
    ...createLatencies(registers),
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** Bucket bounds in seconds: a job may take two minutes. */
const jobBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** Bucket bounds in seconds: a statement and a small file take a millisecond. */
const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15]

function createLatencies(registers: Registry[]): Pick<Metrics, 'onStore' | 'onStatement'> {
  const stores = new Histogram({
    name: 'recto_store_seconds',
    help: 'Time of a store operation, without reading the opened file.',
    labelNames: ['operation'],
    buckets: latencyBuckets,
    registers,
  })
  const statements = new Histogram({
    name: 'recto_database_seconds',
    help: 'Time of a statement, without its wait for a connection.',
    buckets: latencyBuckets,
    registers,
  })
  return {
    onStore: (operation, seconds) => stores.observe({ operation }, seconds),
    onStatement: (seconds) => statements.observe(seconds),
  }
}

function createQueueMetrics(registers: Registry[]): Omit<Observe, 'fault'> {
  const jobs = new Histogram({
    name: 'recto_job_seconds',
    help: 'Time from the claim of a job to its end.',
    labelNames: ['outcome'],
    buckets: jobBuckets,
    registers,
  })
  const pages = new Counter({
    name: 'recto_pages_total',
    help: 'Pages of converted jobs, by text or recognition.',
    labelNames: ['source'],
    registers,
  })
  const pageSeconds = new Histogram({
    name: 'recto_page_seconds',
    help: 'Conversion time per page of a job.',
    buckets,
    registers,
  })
  const webhooks = new Counter({
    name: 'recto_webhook_tries_total',
    help: 'Attempts to deliver a webhook.',
    labelNames: ['verdict'],
    registers,
  })
  return {
    job: (outcome, seconds) => jobs.observe({ outcome }, seconds),
    pages: (count, ocrPages, seconds) => {
      pages.inc({ source: 'text' }, Math.max(0, count - ocrPages))
      pages.inc({ source: 'ocr' }, ocrPages)
      if (count > 0) pageSeconds.observe(seconds / count)
    },
    webhook: (verdict) => webhooks.inc({ verdict }),
  }
}

const statHelp: Readonly<Record<keyof PoolStats, string>> = {
  size: 'The most children of the converter, including those reserved for callers with a key.',
  alive: 'Children that are idle or busy.',
  busy: 'Busy children.',
  waiting: 'Conversions waiting for a child.',
}

function gaugeStats(stats: () => PoolStats, registers: Registry[]): void {
  for (const [stat, help] of Object.entries(statHelp)) {
    new Gauge({
      name: `recto_converter_${stat}`,
      help,
      registers,
      collect() {
        // Sound: the table has the keys of the type.
        this.set(stats()[stat as keyof PoolStats])
      },
    })
  }
}
