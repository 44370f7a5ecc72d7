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

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  readonly kind?: 'server' | 'consumer' | 'client'
  /** The `traceparent` (W3C Trace Context) of the parent; malformed ones are ignored. */
  readonly parent?: string | null | undefined
  readonly since?: Date
  readonly attributes?: Attributes
}

export interface Span {
  /** The `traceparent` of this span, for other processes that continue the trace. */
  readonly traceparent: string
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
