import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook } from './index.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes or so').toString('base64')}`
const body = JSON.stringify({
  job_id: 'job_1',
  status: 'failed',
  result: null,
  error: 'timeout: x',
})

function headersOf(text: string, sentAt = new Date()): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${Math.floor(sentAt.getTime() / 1_000)}`,
    'webhook-signature': new Webhook(secret).sign('msg_1', sentAt, text),
  }
}

test('accepts a signed event', async () => {
  const event = { job_id: 'job_1', status: 'failed', result: null, error: 'timeout: x' }
  expect(await verifyWebhook(body, headersOf(body), secret)).toEqual(event)
  expect(await verifyWebhook(Buffer.from(body), new Headers(headersOf(body)), secret)).toEqual(
    event,
  )
})

const minutes = (count: number): Date => new Date(Date.now() - count * 60_000)

test.each([
  {
    name: 'a body that was changed',
    given: body.replace('failed', 'succeeded'),
    headers: headersOf(body),
  },
  { name: 'no headers', given: body, headers: {} },
  { name: 'an old timestamp', given: body, headers: headersOf(body, minutes(6)) },
  { name: 'a timestamp in the future', given: body, headers: headersOf(body, minutes(-6)) },
  {
    name: 'a timestamp that is not a number',
    given: body,
    headers: { ...headersOf(body), 'webhook-timestamp': 'x' },
  },
  {
    name: 'a signature that does not cover the timestamp',
    given: body,
    headers: {
      ...headersOf(body),
      'webhook-signature': `v1,${createHmac('sha256', secret).update(body).digest('base64')}`,
    },
  },
])('rejects a webhook with $name', async ({ given, headers }) => {
  await expect(verifyWebhook(given, headers, secret)).rejects.toMatchObject({
    name: 'RectoError',
    code: 'webhook_invalid',
  })
})

test('uses the given tolerance, and rejects another secret', async () => {
  const headers = headersOf(body, minutes(6))
  await expect(
    verifyWebhook(body, headers, secret, { toleranceSeconds: 600 }),
  ).resolves.toBeDefined()
  await expect(verifyWebhook(body, headersOf(body), 'whsec_AAAA')).rejects.toThrow(
    'no signature matches',
  )
})
