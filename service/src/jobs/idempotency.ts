/** Tracks idempotency keys of requests that create no job. */
import type { JobParts } from './parts.ts'
import { finishKey, freeKey, type Request, takeKey } from './statements/index.ts'
import { refuseOther } from './submit.ts'
import { KEYS_MS } from './sweep.ts'

interface IdempotentRequest {
  /** True if the same request has succeeded before: this one is free. */
  readonly isRepeat: boolean
  /** Marks the request as done. */
  finish(): Promise<void>
  /** Frees the key of a refused request. */
  abandon(): Promise<void>
}

/**
 * Takes the idempotency key of a request to `POST /v1/convert`.
 *
 * No result is kept: a repeated request sends the document again, and it is converted again.
 *
 * @param fingerprint SHA-256 of the whole request.
 * @throws {SubmitRefusal} if the key was used with other content, or a request with it is in progress.
 */
export async function beginIdempotent(
  { db, settings }: JobParts,
  accountId: string,
  key: string,
  fingerprint: string,
): Promise<IdempotentRequest> {
  const request: Request = { accountId, route: 'convert', key, fingerprint }
  const earlier = await takeKey(db, request, { lockMs: settings.abandonedMs, keepMs: KEYS_MS })
  if (earlier) refuseOther(request, earlier)
  return {
    isRepeat: earlier !== undefined,
    finish: () => finishKey(db, request, undefined),
    abandon: () => freeKey(db, request),
  }
}
