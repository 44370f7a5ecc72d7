/** Attempts to deliver a webhook, and decides if another attempt may follow. */
import type { TraceLink } from '../tracing/index.ts'
import { type Answer, type PostBounds, PostError, type PostFailure, post } from './post.ts'
import { type Signable, signatureHeaders } from './signing.ts'
import {
  type Lookup,
  parseTarget,
  resolveTarget,
  TargetError,
  type TargetPolicy,
} from './target.ts'

export interface Sender {
  readonly policy: TargetPolicy
  readonly lookup: Lookup
  readonly signatureHeader: string
  readonly bounds: PostBounds
}

/** `failed` may be retried, `stopped` is final. */
type AttemptResult = 'delivered' | 'failed' | 'stopped'

export interface Attempt {
  readonly verdict: AttemptResult
  /** `undefined` if there was no answer. */
  readonly status: number | undefined
  /** A sentence for the log that the user reads. */
  readonly error: string | undefined
  readonly durationMs: number
  /** The delay in seconds that the receiver requests. */
  readonly retryAfterSeconds: number | undefined
}

/** Reveals no more than the user could find out: nothing about the answers of internal addresses. */
const sentences: Readonly<Record<PostFailure | 'lookup', string>> = {
  lookup: 'The name could not be resolved.',
  connect_timeout: 'The connection could not be made in time.',
  timeout: 'The receiver took too long to answer.',
  connection: 'The connection failed or was closed.',
  tls: 'The receiver’s certificate or encryption was rejected.',
  protocol: 'The receiver’s answer is not HTTP.',
}

/** The webhook to send. */
interface Message extends Signable {
  /** The trace that the delivery belongs to. */
  readonly trace?: TraceLink
}

/** Checks the address again: its name may resolve differently since the job was submitted. */
export async function attempt(sender: Sender, url: string, message: Message): Promise<Attempt> {
  const begin = performance.now()
  const outcome = await send(sender, url, message).then(judge, explain)
  return { ...outcome, durationMs: Math.round(performance.now() - begin) }
}

type Outcome = Omit<Attempt, 'durationMs'>

async function send(
  { policy, lookup, signatureHeader, bounds }: Sender,
  url: string,
  message: Message,
): Promise<Answer> {
  const target = parseTarget(url, policy)
  const addresses = await resolveTarget(target, boundedBy(lookup, bounds.connectMs))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'recto-webhooks/1',
    ...signatureHeaders(signatureHeader, message),
    ...(message.trace?.traceparent && { traceparent: message.trace.traceparent }),
    ...(message.trace?.tracestate && { tracestate: message.trace.tracestate }),
  }
  return post(target, addresses, headers, message.body, bounds)
}

/** A resolver that does not answer in time counts as failed. */
function boundedBy(lookup: Lookup, ms: number): Lookup {
  return async (host) => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('The lookup took too long.')), ms)
    return Promise.race([lookup(host), late]).finally(() => clearTimeout(timer))
  }
}

function judge({ status, retryAfter }: Answer): Outcome {
  const isSuccess = status >= 200 && status < 300
  return {
    // 410 Gone: the receiver wants no further attempts.
    verdict: isSuccess ? 'delivered' : status === 410 ? 'stopped' : 'failed',
    status,
    error: isSuccess ? undefined : sentenceOf(status),
    retryAfterSeconds: isSuccess ? undefined : secondsOf(retryAfter),
  }
}

function sentenceOf(status: number): string {
  const isRedirect = status >= 300 && status < 400
  const more = isRedirect ? ', a redirect, which is not followed' : ''
  return `The receiver answered ${status}${more}.`
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000)
  return seconds > 0 ? seconds : undefined
}

function explain(error: unknown): Outcome {
  return {
    verdict: 'failed',
    status: undefined,
    error: reasonOf(error),
    retryAfterSeconds: undefined,
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TargetError) return error.message
  return sentences[error instanceof PostError ? error.failure : 'lookup']
}
