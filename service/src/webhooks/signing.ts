/** Signs webhooks, so that receivers can verify their origin. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function createSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

export interface Signable {
  /** The same for all attempts of a delivery, so that receivers detect repeats. */
  readonly id: string
  /** The bytes that are sent. */
  readonly body: Buffer
  readonly secret: string
  readonly sentAt: Date
}

/**
 * Signs a webhook in two forms: ours and that of Standard Webhooks.
 *
 * Both derive their key from one secret: ours uses all its characters, the other one the bytes of its base64 part.
 *
 * @param signatureHeader Name of the header of our form.
 */
export function signatureHeaders(
  signatureHeader: string,
  { id, body, secret, sentAt }: Signable,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  return {
    [signatureHeader.toLowerCase()]: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard.digest('base64')}`,
  }
}
