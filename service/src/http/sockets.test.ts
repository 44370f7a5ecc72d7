/** Tests requests over real sockets: slow, incomplete, pipelined and malformed ones. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Context } from './context.ts'
import { closeAll, headOf, open as openOn, requestOf, until } from './testing/connection.ts'
import { formOf } from './testing/form.ts'
import { openTestApp, type TestApp, type TestOptions } from './testing/test-app.ts'

let app: TestApp | undefined
let port = 0
const open = () => openOn(port)

afterEach(async () => {
  closeAll()
  await app?.close()
})

async function listen(options: TestOptions = {}): Promise<TestApp> {
  app = await openTestApp(options)
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(url).port)
  return app
}

/** Checks that an answer closes the connection and that its body is a problem. */
function expectProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/^content-type: application\/problem\+json/im)
  expect(head).toMatch(/^x-request-id: req_/im)
  expect(head).toMatch(
    /^x-ratelimit-limit: \d+\r\nx-ratelimit-remaining: \d+\r\nx-ratelimit-reset: \d+\r$/im,
  )
  expect(JSON.parse(body)).toMatchObject({
    status,
    code,
    request_id: expect.stringMatching(/^req_/),
  })
}

test.each([
  { name: 'a request that is not HTTP', text: 'hello\r\n\r\n', status: 400, code: 'bad_request' },
  {
    name: 'a request without Host',
    text: 'GET /v1/me HTTP/1.1\r\n\r\n',
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'a request with two Hosts',
    text: 'GET /v1/me HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n',
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'an invalid path',
    text: 'GET /v1/%zz HTTP/1.1\r\nHost: a\r\n\r\n',
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'a megabyte of headers',
    text: `GET /v1/me HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`,
    status: 431,
    code: 'header_fields_too_large',
  },
  {
    name: 'three hundred headers',
    text: `GET /v1/me HTTP/1.1\r\nHost: a\r\n${'X: x\r\n'.repeat(300)}\r\n`,
    status: 431,
    code: 'header_fields_too_large',
  },
  {
    name: 'CONNECT',
    text: 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'two content lengths',
    text: 'POST /v1/convert HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'a length and chunks, as in request smuggling',
    text: 'POST /v1/convert HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx',
    status: 400,
    code: 'bad_request',
  },
])('answers $name with $status', async ({ text, status, code }) => {
  await listen()
  const connection = open()
  connection.write(text)
  expectProblem(await connection.received('"request_id"'), status, code)
})

test('accepts HTTP/1.0 without Host, ignores upgrades and unknown expectations', async () => {
  await listen()
  for (const text of [
    'GET /v1/me HTTP/1.0\r\n\r\n',
    'GET /v1/me HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    'GET /v1/me HTTP/1.1\r\nHost: a\r\nExpect: the-unexpected\r\n\r\n',
  ]) {
    const connection = open()
    connection.write(text)
    expect(await connection.received('"features"')).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test.each([
  { name: 'head', text: 'POST /v1/convert HTTP/1.1\r\nHost: localhost\r\nX: ' },
  { name: 'body', text: requestOf(formOf('x'.repeat(5_000))).subarray(0, 3_000) },
])('ends a request whose $name does not end', async ({ text }) => {
  const { leftovers } = await listen({ env: { RECTO_REQUEST_TIMEOUT_SECONDS: '0.5' } })
  const connection = open()
  connection.write(text)
  expectProblem(await connection.closed(), 408, 'request_timeout')
  await until(async () => (await leftovers()).length === 0)
})

test('a client that disconnects during its upload leaves no files', async () => {
  const { leftovers } = await listen()
  const connection = open()
  connection.write(requestOf(formOf('x'.repeat(500_000))).subarray(0, 300_000))
  await until(async () => (await leftovers()).length === 1)
  connection.destroy()
  await until(async () => (await leftovers()).length === 0)
})

test('a client that disconnects during the conversion ends it, and leaves no files', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let isConverting = false
  const converter: Context['converter'] = {
    stats: () => ({ size: 1, alive: 1, busy: 1, waiting: 0 }),
    convert: (_task, { signal }) =>
      new Promise((_resolve, reject) => {
        isConverting = true
        signal?.addEventListener('abort', () => {
          resolve()
          reject(new Error('aborted'))
        })
      }),
  }
  const { leftovers } = await listen({ context: { converter } })
  const connection = open()
  connection.write(requestOf(formOf('x')))
  await until(async () => isConverting)
  connection.destroy()
  await ended
  await until(async () => (await leftovers()).length === 0)
})

test('answers pipelined requests in order', async () => {
  await listen()
  const connection = open()
  const forms = ['one', 'two', 'three'].map((text) => requestOf(formOf(text)))
  connection.write(Buffer.concat(forms))
  const answers = await connection.received('"meta"', 3)
  expect([...answers.matchAll(/"markdown":"(\w+)/g)].map((match) => match[1])).toEqual([
    'one',
    'two',
    'three',
  ])
})

test('accepts an upload in chunks of a few bytes', async () => {
  await listen()
  const connection = open()
  const bytes = requestOf(formOf('drop by drop'))
  for (let at = 0; at < bytes.length; at += 7) {
    connection.write(bytes.subarray(at, at + 7))
    if (at % 70 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(await connection.received('"meta"')).toContain('drop by drop')
})

test('refuses a body that grows too large without a declared size, with a readable answer', async () => {
  const { leftovers } = await listen()
  const body = new ReadableStream({
    start: (controller) => {
      const { payload } = formOf(Buffer.alloc(20_000_000, 'a'))
      for (let at = 0; at < payload.length; at += 100_000) {
        controller.enqueue(payload.subarray(at, at + 100_000))
      }
      controller.close()
    },
  })
  const response = await fetch(`http://127.0.0.1:${port}/v1/convert`, {
    method: 'POST',
    headers: formOf('').headers,
    body,
    duplex: 'half',
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
  expect(await leftovers()).toEqual([])
})

test('keeps the connection after a refused body', async () => {
  await listen()
  const connection = open()
  connection.write(requestOf(formOf('x'.repeat(1_000_000), 'application/msword')))
  await connection.received('unsupported_media_type')
  connection.write(requestOf(formOf('the next')))
  expect(await connection.received('"meta"')).toContain('the next')
})

test('sends 100 Continue only if all checks pass', async () => {
  await listen()
  const form = formOf('asked first')
  const asks = 'Expect: 100-continue'
  const refused = open()
  refused.write(headOf(form, ['Content-Length: 99999999', asks]))
  expect(await refused.received('"request_id"')).toMatch(/^HTTP\/1\.1 413 /)
  const accepted = open()
  accepted.write(headOf(form, [`Content-Length: ${form.payload.length}`, asks]))
  expect(await accepted.received('100 Continue')).toMatch(/^HTTP\/1\.1 100 /)
  accepted.write(form.payload)
  expect(await accepted.received('"meta"')).toContain('asked first')
})

test("the app's end waits for a handler whose client disconnected", async () => {
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  let hasEnded = false
  const converter: Context['converter'] = {
    stats: () => ({ size: 1, alive: 1, busy: 1, waiting: 0 }),
    convert: async () => {
      begin()
      await sleep(300)
      hasEnded = true
      throw new Error('Its client has gone.')
    },
  }
  const { app: server } = await listen({ context: { converter } })
  const connection = open()
  connection.write(requestOf(formOf('Hello', 'text/plain', 'a.txt')))
  await began
  connection.destroy()
  await server.close()
  expect(hasEnded).toBe(true)
})
