/** Traces of requests and their jobs, sent to an OpenTelemetry collector. */
import type { Log } from '../log.ts'
import type { Tracing } from './tracing.ts'

export { type Span, type Tracing, within } from './tracing.ts'

export interface TracingConfig {
  /** `http://collector:4318`, without a slash at the end. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Of the traces that begin here, 0 to 1. */
  readonly ratio: number
  /** Before what has ended is sent. */
  readonly delayMs: number
}

/** @returns `undefined` where no collector is set; then nothing of OpenTelemetry is loaded. */
export async function openTracing(
  config: TracingConfig | undefined,
  version: string,
  log: Log,
): Promise<Tracing | undefined> {
  if (!config) return undefined
  const { openOtlpTracing } = await import('./otlp.ts')
  return openOtlpTracing(config, version, log)
}
