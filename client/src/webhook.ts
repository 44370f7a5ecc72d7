/** Verifies a webhook request and returns its event. */
import { RectoError } from './errors.ts'
import type { Job } from './types.ts'

/** The event that the service sends when a job has ended. */
export interface WebhookEvent {
  readonly job_id: string
  readonly status: 'succeeded' | 'failed'
  readonly result: Job['result']
  readonly error: string | null
}

export interface VerifyOptions {
  /** The largest difference between a webhook's time and the current time; default 300. */
  readonly toleranceSeconds?: number
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a webhook (Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`).
 *
 * @param body The exact bytes of the body, not parsed and serialised again.
 * @param secret `webhook_secret` of the submission.
 * @throws {RectoError} `webhook_invalid` for a wrong signature or an old webhook.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw invalid('it lacks the headers of a signed webhook')
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) throw invalid('its timestamp is too old')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const isSigned = await isSignedWith(secret, `${id}.${timestamp}.${text}`, signatures)
  if (!isSigned) throw invalid('no signature matches the secret')
  // Sound: the service wrote it.
  return JSON.parse(text) as WebhookEvent
}

async function isSignedWith(secret: string, text: string, signatures: string): Promise<boolean> {
  const key = await crypto.subtle
    .importKey('raw', keyBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    .catch(() => undefined)
  if (!key) return false
  const bytes = new TextEncoder().encode(text)
  // There are several during a change of secrets; compared in constant time.
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1,')) continue
    const given = decodeBase64(signature.slice(3))
    if (given && (await crypto.subtle.verify('HMAC', key, given, bytes))) return true
  }
  return false
}

function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  return decodeBase64(secret.replace(/^whsec_/, '')) ?? new Uint8Array()
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Finds a header in any letter case; Node returns repeated headers as lists. */
function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1]
  return typeof found === 'string' || found === undefined ? found : found[0]
}

function invalid(why: string): RectoError {
  return new RectoError('webhook_invalid', `The webhook is invalid: ${why}.`)
}
