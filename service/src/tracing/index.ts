/** Traces requests and their jobs, and sends the traces to an OpenTelemetry collector. */
import type { Log } from '../log.ts'
import type { Tracing, TracingConfig } from './tracing.ts'

export { type Span, type TraceLink, type Tracing, type TracingConfig, within } from './tracing.ts'

/** @returns `undefined` without a collector; OpenTelemetry is not loaded then. */
export async function openTracing(
  config: TracingConfig | undefined,
  version: string,
  log: Log,
): Promise<Tracing | undefined> {
  if (!config) return undefined
  const { openOtlpTracing } = await import('./otlp.ts')
  return openOtlpTracing(config, version, log)
}
