/** Records requests and their jobs as spans of one trace. */

export interface TracingConfig {
  /** Such as `http://collector:4318`, without a trailing slash. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The sampled share of the traces that begin here, 0 to 1. */
  readonly ratio: number
  /** The delay before ended spans are sent. */
  readonly delayMs: number
}

/** A position in a trace, as the headers of a request have it (W3C Trace Context). */
export interface TraceLink {
  readonly traceparent: string | null
  /** Entries of other tracing systems, which are passed on unread. */
  readonly tracestate: string | null
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  readonly kind?: 'server' | 'consumer' | 'client'
  /** The span that this one continues; a malformed link begins a new trace. */
  readonly parent?: TraceLink
  readonly since?: Date
  readonly attributes?: Attributes
}

export interface Span {
  /** The link by which another process continues this span. */
  readonly link: TraceLink
  child(name: string, options?: Omit<SpanOptions, 'parent'>): Span
  set(attributes: Attributes): void
  event(name: string): void
  /** @param failure Marks the span as failed. Only the error's class is recorded, because messages may contain private data. */
  end(failure?: unknown): void
}

export interface Tracing {
  start(name: string, options?: SpanOptions): Span
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/** Does work within a child span of `parent`, or without a span if `parent` is undefined. */
export async function within<Result>(
  parent: Span | undefined,
  name: string,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (!parent) return work(undefined)
  const span = parent.child(name)
  try {
    const result = await work(span)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
