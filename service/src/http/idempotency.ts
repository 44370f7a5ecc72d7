/** Makes requests with an `Idempotency-Key` idempotent. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { CallerAccount } from '../accounts/index.ts'
import { beginIdempotent, SubmitRefusal, type SubmitRefusalCode } from '../jobs/index.ts'
import type { Context } from './context.ts'
import { Problem, type ProblemCode, type ProblemOptions } from './problem.ts'
import type { Upload } from './upload.ts'

export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'must have 1 to 255 characters of ASCII.')
    .optional()
    .meta({
      description:
        'Any text of up to 255 characters. The same request with the same key, within 24 hours, is processed once and charged once.',
      minLength: 1,
      maxLength: 255,
    }),
})

/**
 * Makes a synchronous call idempotent.
 *
 * A repeated call converts again, since no result is kept, but costs nothing. Only calls with an API key and an
 * idempotency key are tracked.
 *
 * @param call Converts.
 * @param pay Converts, and charges the account.
 */
export async function withIdempotency<Given>(
  { jobs }: Context,
  {
    account,
    key,
  }: { readonly account: CallerAccount | undefined; readonly key: string | undefined },
  upload: Upload,
  call: () => Promise<Given>,
  pay: (call: () => Promise<Given>) => Promise<Given>,
): Promise<Given> {
  if (!jobs || !account || key === undefined) return pay(call)
  const fingerprint = await fingerprintOf(upload)
  const once = await beginIdempotent(jobs.parts, account.id, key, fingerprint).catch(
    (error: unknown) => {
      throw toRefusal(error)
    },
  )
  if (once.isRepeat) return call()
  try {
    return await pay(async () => {
      const given = await call()
      // Marked as done before the charge: if the server dies in between, the call was free and is not charged twice.
      await once.finish()
      return given
    })
  } catch (error) {
    await once.abandon()
    throw error
  }
}

async function fingerprintOf({ path, mediaType, filename }: Upload): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const content = [hash.digest('hex'), mediaType, filename]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

const codes: Readonly<Record<SubmitRefusalCode, ProblemCode>> = {
  credits_exhausted: 'credits_exhausted',
  queue_full: 'rate_limited',
  idempotency_key_reused: 'idempotency_key_reused',
  idempotency_in_progress: 'idempotency_in_progress',
}
/** Seconds after which a retry may succeed. */
const retryAfter: Readonly<Partial<Record<SubmitRefusalCode, string>>> = {
  queue_full: '30',
  idempotency_in_progress: '1',
}

/** @returns The matching problem, or any other error unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof SubmitRefusal)) return error
  const seconds = retryAfter[error.code]
  const options: ProblemOptions = seconds ? { headers: { 'retry-after': seconds } } : {}
  return new Problem(codes[error.code], error.message, options)
}
