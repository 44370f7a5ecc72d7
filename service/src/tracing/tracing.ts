/** What a request and its job took, as spans of one trace; nothing where tracing is off. */

export interface TracingConfig {
  /** `http://collector:4318`, without a slash at the end. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of the traces that begin here and are sent, 0 to 1. */
  readonly ratio: number
  /** The delay before ended spans are sent. */
  readonly delayMs: number
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  readonly kind?: 'server' | 'consumer' | 'client'
  /** A `traceparent` (W3C Trace Context) that the span goes on with; one that is malformed is as none. */
  readonly parent?: string | null | undefined
  readonly since?: Date
  readonly attributes?: Attributes
}

export interface Span {
  /** Of this span, for who goes on with it elsewhere. */
  readonly traceparent: string
  child(name: string, options?: Omit<SpanOptions, 'parent'>): Span
  set(attributes: Attributes): void
  event(name: string): void
  /** @param failure Marks the span as failed; errors are named by their class alone, as messages may hold what is private. */
  end(failure?: unknown): void
}

export interface Tracing {
  start(name: string, options?: SpanOptions): Span
  /** Sends what is left. */
  close(): Promise<void>
}

/** Does work in a span below another; without one, just the work. */
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
