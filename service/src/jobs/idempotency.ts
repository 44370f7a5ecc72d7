/** A request with an Idempotency-Key that makes no job: done once, and repeated for nothing. */
import type { JobParts } from './parts.ts'
import { finishKey, freeKey, type Request, takeKey } from './statements/index.ts'
import { refuseOther } from './submit.ts'
import { KEYS_MS } from './sweep.ts'

export interface IdempotentRequest {
  /** The same was done before: it costs nothing more. */
  readonly isRepeat: boolean
  /** It was done. */
  finish(): Promise<void>
  /** It was refused, and has not used its key up. */
  abandon(): Promise<void>
}

/**
 * Takes the key of a request to `POST /v1/convert`.
 *
 * No result is kept: who repeats the request has sent the document again, and it is converted again.
 * @param fingerprint SHA-256 of all that was sent.
 * @throws {SubmitRefusal} when the key was used with other content, or a request with it is in progress.
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
