import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { type Attempt, attempt, type Sender } from './attempt.ts'
import { findWaitMs } from './schedule.ts'
import { createSealer } from './sealing.ts'
import { createSecret, signatureHeaders } from './signing.ts'
import type { Lookup } from './target.ts'

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const body = Buffer.from('{"job_id":"job_1","status":"succeeded","result":null,"error":null}')
const message = { id: 'msg_1', body, secret, sentAt: new Date(1_790_000_000_000) }

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.close()
    if ('closeAllConnections' in server)
      (server as ReturnType<typeof createServer>).closeAllConnections()
  }
})

async function listen(server: Server): Promise<string> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Sound: the server listens on a port, not on a pipe.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const bounds = { connectMs: 300, wholeMs: 600, answerBytes: 64 * 1024 }

function senderTo(...allowed: string[]): Sender {
  return {
    policy: { allowed, own: [] },
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    signatureHeader: 'X-Service-Signature',
    bounds,
  }
}

async function tryOn(listener: RequestListener): Promise<Attempt> {
  const host = await listen(createServer(listener))
  return attempt(senderTo(host), `http://${host}/hook?a=1`, message)
}

async function tryOnTcp(onSocket: (socket: Socket) => void): Promise<Attempt> {
  const server = createTcpServer((socket) => onSocket(socket.on('error', () => {})))
  const host = await listen(server)
  return attempt(senderTo(host), `http://${host}/`, message)
}

describe('signatures', () => {
  test('match those in docs/webhooks.md', () => {
    expect(signatureHeaders('X-Service-Signature', message)).toEqual({
      'x-service-signature':
        'sha256=25aa50c88210f1d963736eafab7800a9ee7ccdad2745cef7335412e29fca030c',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,/agytnYxGnzlYN0MQIXTdcUWwjAhQtgOKHmONJcV3iA=',
    })
  })

  test('are accepted by the library of Standard Webhooks, and changed ones are not', () => {
    const fresh = { ...message, secret: createSecret(), sentAt: new Date() }
    const headers = signatureHeaders('X-Other', fresh)
    expect(headers).toHaveProperty('x-other')
    expect(new Webhook(fresh.secret).verify(body, headers)).toMatchObject({ job_id: 'job_1' })
    expect(() => new Webhook(fresh.secret).verify(`${body} `, headers)).toThrow()
    expect(() => new Webhook(createSecret()).verify(body, headers)).toThrow()
  })

  test('cover the sent bytes', async () => {
    let received = Buffer.alloc(0)
    let headers: NodeJS.Dict<string | string[]> = {}
    const { verdict } = await tryOn(async (request, response) => {
      headers = request.headers
      received = Buffer.concat(await Array.fromAsync<Buffer>(request))
      response.writeHead(204).end()
    })
    expect(verdict).toBe('delivered')
    expect(received.equals(body)).toBe(true)
    const hex = createHmac('sha256', secret).update(received).digest('hex')
    expect(headers).toMatchObject({
      'x-service-signature': `sha256=${hex}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': 'recto-webhooks/1',
    })
  })
})

describe('the status decides', () => {
  test.each([
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [302, 'failed'],
    [307, 'failed'],
    [308, 'failed'],
    [304, 'failed'],
    [400, 'failed'],
    [401, 'failed'],
    [404, 'failed'],
    [410, 'stopped'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
    [600, 'failed'],
  ] as const)('%i: %s', async (status, verdict) => {
    let requests = 0
    const outcome = await tryOn((_request, response) => {
      requests += 1
      response.writeHead(status, { location: '/elsewhere', 'retry-after': '7' }).end()
    })
    const isDelivered = verdict === 'delivered'
    expect(outcome).toMatchObject({
      verdict,
      status,
      error: isDelivered ? undefined : expect.stringContaining(`answered ${status}`),
      retryAfterSeconds: isDelivered ? undefined : 7,
    })
    expect(requests).toBe(1)
  })

  test('even if ten gigabytes follow: 64 KiB are read', async () => {
    let sent = 0
    const outcome = await tryOn((_request, response) => {
      response.writeHead(200, { 'content-length': 10_000_000_000 })
      const chunk = Buffer.alloc(64 * 1024)
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', write)
      write()
    })
    expect(outcome.verdict).toBe('delivered')
    // The capacity of the buffers of two sockets.
    expect(sent).toBeLessThan(20_000_000)
  })

  test('even if the body comes byte by byte, within the time limit', async () => {
    const outcome = await tryOn((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(outcome.verdict).toBe('delivered')
    expect(outcome.durationMs).toBeGreaterThan(500)
    expect(outcome.durationMs).toBeLessThan(2_000)
  })
})

describe('fails without an answer', () => {
  test.each([
    ['the receiver says nothing', () => {}, 'took too long'],
    [
      'it sends headers byte by byte',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('H'.repeat(1)), 20)
        socket.on('close', () => clearInterval(timer))
      },
      'HTTP|too long',
    ],
    ['it closes the connection', (socket: Socket) => socket.destroy(), 'closed'],
    ['it resets the connection', (socket: Socket) => socket.resetAndDestroy(), 'closed'],
    [
      'it does not speak HTTP',
      (socket: Socket) => socket.end('220 mail.example ESMTP\r\n'),
      'HTTP',
    ],
    [
      'it sends headers without end',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const timer = setInterval(() => socket.write(`a: ${'b'.repeat(4_000)}\r\n`), 5)
        socket.on('close', () => clearInterval(timer))
      },
      'HTTP',
    ],
  ] as const)('%s', async (_name, onSocket, error) => {
    const outcome = await tryOnTcp(onSocket)
    expect(outcome).toMatchObject({ verdict: 'failed', status: undefined })
    expect(outcome.error).toMatch(new RegExp(error))
    expect(outcome.durationMs).toBeLessThan(2_000)
  })

  test('if nobody listens', async () => {
    const server = createTcpServer()
    const host = await listen(server)
    server.close()
    await once(server, 'close')
    const outcome = await attempt(senderTo(host), `http://${host}/`, message)
    expect(outcome.error).toContain('connection failed')
  })

  test('if the answer is not TLS', async () => {
    const host = await listen(createServer((_request, response) => response.end()))
    const outcome = await attempt(senderTo(host), `https://${host}/`, message)
    expect(outcome).toMatchObject({
      verdict: 'failed',
      error: expect.stringMatching(/certificate/),
    })
  })

  test('if the name does not resolve, or not in time', async () => {
    const failing: Lookup = () => Promise.reject(new Error('ENOTFOUND'))
    const silent: Lookup = () => new Promise(() => {})
    for (const lookup of [failing, silent]) {
      const outcome = await attempt({ ...senderTo(), lookup }, 'http://a.example/', message)
      expect(outcome).toMatchObject({ verdict: 'failed', error: 'The name could not be resolved.' })
    }
  })
})

describe('a name that changes its address', () => {
  test('is connected to at the checked address only', async () => {
    const hosts: string[] = []
    const host = await listen(
      createServer((request, response) => {
        hosts.push(String(request.headers.host))
        response.end()
      }),
    )
    const port = host.split(':')[1]
    let lookups = 0
    // Resolves first to the receiver, then to an address where nothing listens.
    const rebinding: Lookup = async () => {
      lookups += 1
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    const name = `rebinding.example:${port}`
    const sender = { ...senderTo(name), lookup: rebinding }
    expect(await attempt(sender, `http://${name}/`, message)).toMatchObject({
      verdict: 'delivered',
    })
    expect(lookups).toBe(1)
    expect(hosts).toEqual([name])
  })

  test('is refused at the attempt at which it is private, without a connection', async () => {
    let connections = 0
    const host = await listen(createTcpServer(() => connections++))
    const url = `http://rebinding.example:${host.split(':')[1]}/`
    const outcome = await attempt(senderTo(), url, message)
    expect(outcome).toMatchObject({ verdict: 'failed', error: 'The address is not public.' })
    const closed = await attempt(senderTo(), 'http://rebinding.example:1025/', message)
    expect(closed.error).toBe(outcome.error)
    expect(connections).toBe(0)
  })
})

test('ignores proxies in the environment', async () => {
  let proxied = 0
  const proxy = await listen(
    createServer((_request, response) => {
      proxied += 1
      response.end()
    }),
  )
  const host = await listen(createServer((_request, response) => response.writeHead(202).end()))
  const script = `
    import { attempt } from ${JSON.stringify(join(import.meta.dirname, 'attempt.ts'))}
    const sender = { policy: { allowed: ['${host}'], own: [] }, signatureHeader: 'x', bounds: ${JSON.stringify(bounds)} }
    const message = { id: '1', body: Buffer.from('{}'), secret: '${secret}', sentAt: new Date() }
    process.stdout.write(String((await attempt(sender, 'http://${host}/', message)).status))`
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://${proxy}` }
  const args = ['--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  expect({ stdout, proxied }).toEqual({ stdout: '202', proxied: 0 })
})

describe('the next attempt', () => {
  const spacing = [30, 300]
  const failed = { verdict: 'failed', retryAfterSeconds: undefined } as const

  test.each([
    { tries: 1, random: 0, ms: 27_000 },
    { tries: 1, random: 1, ms: 33_000 },
    { tries: 2, random: 0, ms: 270_000 },
    { tries: 2, random: 1, ms: 330_000 },
    { tries: 3, random: 0.5, ms: undefined },
  ])('follows after $tries attempts in $ms ms', ({ tries, random, ms }) => {
    const wait = findWaitMs(failed, tries, spacing, random)
    expect(wait === undefined ? undefined : Math.round(wait)).toBe(ms)
  })

  test('does not follow after success or 410', () => {
    expect(findWaitMs({ ...failed, verdict: 'delivered' }, 1, spacing)).toBeUndefined()
    expect(findWaitMs({ ...failed, verdict: 'stopped' }, 1, spacing)).toBeUndefined()
  })

  test('waits for as long as the receiver asks, at most an hour and at least the regular delay', () => {
    expect(findWaitMs({ ...failed, retryAfterSeconds: 90 }, 1, spacing)).toBe(90_000)
    expect(findWaitMs({ ...failed, retryAfterSeconds: 1e9 }, 1, spacing)).toBe(3_600_000)
    expect(findWaitMs({ ...failed, retryAfterSeconds: 1 }, 1, spacing, 0.5)).toBe(30_000)
  })
})

describe('a secret in the database', () => {
  const key = (text: string) => Buffer.alloc(32, text)

  test('is readable only with the key, and only unchanged', () => {
    const sealer = createSealer([key('today')])
    const sealed = sealer.seal(secret)
    expect(sealed.includes(secret.slice(6, 20))).toBe(false)
    expect(sealer.unseal(sealed)).toBe(secret)
    expect(sealer.seal(secret).equals(sealed)).toBe(false)
    expect(() => createSealer([key('another')]).unseal(sealed)).toThrow()
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    expect(() => sealer.unseal(sealed)).toThrow()
  })

  test('is readable after a change of the key, and written with the new one', () => {
    const before = createSealer([key('before')])
    const after = createSealer([key('after'), key('before')])
    expect(after.unseal(before.seal(secret))).toBe(secret)
    expect(createSealer([key('after')]).unseal(after.seal(secret))).toBe(secret)
  })
})
