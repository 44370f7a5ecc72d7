/** Sends spans to an OpenTelemetry collector by OTLP over HTTP. Loaded only if tracing is on. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  createTraceState,
  diag,
  isSpanContextValid,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import type { Span, SpanOptions, TraceLink, Tracing, TracingConfig } from './tracing.ts'

/** Most ended spans that wait for the collector. Further ones are dropped, which bounds the memory. */
const MAX_WAITING_SPANS = 2_048
/** The longest wait for the collector when the service ends. */
const CLOSING_MS = 3_000
const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
} as const

export function openOtlpTracing(
  { endpoint, headers, serviceName, ratio, delayMs }: TracingConfig,
  version: string,
  log: Log,
): Tracing {
  const warn = (message: string): void => log.warn({ detail: message }, 'traces could not be sent')
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    // The caller's sampling decision holds for the whole trace.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: delayMs,
      }),
    ],
  })
  const tracer = provider.getTracer('recto', version)
  return {
    start: (name, { parent, ...options } = {}) =>
      startSpan(tracer, contextOf(parent), name, options),
    close: async () => {
      const late = sleep(CLOSING_MS, undefined, { ref: false })
      await Promise.race([provider.shutdown(), late]).catch((error: unknown) => warn(String(error)))
    },
  }
}

/** Matches a `traceparent`; later versions may append fields. W3C Trace Context, 3.2. */
const traceparentPattern = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

function contextOf(link: TraceLink | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    traceparentPattern.exec(link?.traceparent ?? '') ?? []
  const remote = {
    ...{ traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true },
    // Drops malformed entries, and all of more than 512 characters.
    ...(link?.tracestate && { traceState: createTraceState(link.tracestate) }),
  }
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
}

function startSpan(
  tracer: Tracer,
  context: Context,
  name: string,
  { kind, since, attributes }: Omit<SpanOptions, 'parent'>,
): Span {
  const options = {
    ...(kind && { kind: kinds[kind] }),
    ...(since && { startTime: since }),
    ...(attributes && { attributes }),
  }
  const span = tracer.startSpan(name, options, context)
  return {
    link: linkOf(span),
    child: (childName, more = {}) =>
      startSpan(tracer, trace.setSpan(ROOT_CONTEXT, span), childName, more),
    set: (more) => void span.setAttributes(more),
    event: (eventName) => void span.addEvent(eventName),
    end: (failure) => {
      if (failure !== undefined) fail(span, failure)
      span.end()
    },
  }
}

function linkOf(span: OtelSpan): TraceLink {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    tracestate: traceState?.serialize() || null,
  }
}

function fail(span: OtelSpan, failure: unknown): void {
  const name = failure instanceof Error ? failure.name : String(failure)
  span.setAttribute('error.type', name)
  span.setStatus({ code: SpanStatusCode.ERROR, message: name })
}
