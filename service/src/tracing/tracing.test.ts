/** Tests the traces of a request and its job that a collector receives, on each database. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../config/index.ts'
import {
  createServerDatabase,
  fillDataFolder,
  testDatabases,
} from '../database/testing/test-database.ts'
import { createLog } from '../log.ts'
import { type Service, startService } from '../main.ts'
import { openTracing } from './index.ts'
import { within } from './tracing.ts'

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly events: readonly { readonly name: string }[]
  readonly status: { readonly code: number; readonly message?: string }
}

const log = createLog('silent')
const spans: SentSpan[] = []
const authorizations: unknown[] = []
const hooks: IncomingMessage['headers'][] = []
const servers: Server[] = []
let collector = ''
let receiver = ''
let folder = ''

async function listen(take: (request: IncomingMessage, body: Buffer) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    take(request, Buffer.concat(await Array.fromAsync<Buffer>(request)))
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  // Sound: the server listens on a port, not on a pipe.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-tracing-test-'))
  collector = await listen(({ url, headers }, body) => {
    expect(url).toBe('/v1/traces')
    authorizations.push(headers.authorization)
    for (const { scopeSpans } of JSON.parse(body.toString()).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
  })
  receiver = await listen(({ headers }) => void hooks.push(headers))
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

const named = (name: string, traceId?: string): SentSpan => {
  const found = spans.find(
    (span) => span.name === name && (traceId === undefined || span.traceId === traceId),
  )
  if (!found) throw new Error(`There is no span ${name}.`)
  return found
}
const valuesOf = ({ attributes }: SentSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe.each(testDatabases)('on %s', (kind) => {
  let service: Service
  let key = ''
  let end = async (): Promise<void> => {}
  beforeAll(async () => {
    const data = await mkdtemp(join(folder, 'data-'))
    const server = kind === 'postgres' ? await createServerDatabase() : undefined
    if (server) end = server.drop
    else await fillDataFolder(data)
    const config = loadConfig({
      ...(server && { DATABASE_URL: server.url.href }),
      PORT: '0',
      RECTO_DATA_DIR: data,
      RECTO_TEMP_DIR: data,
      RECTO_CONVERTERS: '1',
      RECTO_WORKERS: '1',
      RECTO_WEBHOOK_ALLOW: new URL(receiver).host,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    })
    service = await startService(config, log, (first) => {
      key = first
    })
  })
  afterAll(async () => {
    await service.stop()
    await end()
  })

  const send = async (path: string, trace: string, fields: Record<string, string> = {}) => {
    const body = new FormData()
    body.append('file', new Blob(['<h1>Hello'], { type: 'text/html' }), 'private-name.html')
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const headers = {
      'x-api-key': key,
      traceparent: `00-${trace}-00f067aa0ba902b7-01`,
      tracestate: 'rojo=00f067aa0ba902b7, not an entry, congo=t61rcWkgMzE',
    }
    return fetch(service.url + path, { method: 'POST', headers, body })
  }

  test('a job is one trace, from the request to the webhook', async () => {
    const trace = kind === 'pglite' ? '4bf92f3577b34da6a3ce929d0e0e4736' : 'a'.repeat(32)
    const answer = await send('/v1/convert/jobs', trace, { webhook_url: `${receiver}/hook` })
    expect(answer.status).toBe(200)
    await expect
      .poll(() => spans.some(({ name, traceId }) => name === 'webhook' && traceId === trace), {
        timeout: 30_000,
      })
      .toBe(true)
    await expect
      .poll(() => spans.some(({ name, traceId }) => name === 'job' && traceId === trace))
      .toBe(true)
    const request = named('POST /v1/convert/jobs', trace)
    expect(request.parentSpanId).toBe('00f067aa0ba902b7')
    expect(valuesOf(request)).toMatchObject({ 'http.response.status_code': 200 })
    const job = named('job', trace)
    const parents = {
      'store upload': request,
      'charge and queue': request,
      'queue wait': request,
      claim: request,
      job: request,
      'fetch upload': job,
      convert: job,
      'store result': job,
      end: job,
      webhook: request,
    }
    for (const [name, parent] of Object.entries(parents)) {
      const span = named(name, trace)
      expect({ name, parent: span.parentSpanId }).toEqual({ name, parent: parent.spanId })
      const { startTimeUnixNano: start, endTimeUnixNano: stop } = span
      expect(BigInt(stop) - BigInt(start)).toBeGreaterThanOrEqual(0n)
    }
    const { job_id: id } = JSON.parse(await answer.text())
    expect(valuesOf(job)).toMatchObject({ 'recto.job.id': id, 'recto.outcome': 'done' })
    expect(valuesOf(named('convert', trace))).toMatchObject({
      'recto.format': 'html',
      'recto.pages': expect.anything(),
      'recto.ocr_pages': expect.anything(),
    })
    const webhook = named('webhook', trace)
    expect(hooks).toContainEqual(
      expect.objectContaining({
        traceparent: `00-${trace}-${webhook.spanId}-01`,
        tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
      }),
    )
    expect(valuesOf(webhook)).toMatchObject({ 'recto.webhook.verdict': 'delivered' })
    expect(authorizations).toContain('Bearer secret')
    expect(JSON.stringify(spans)).not.toMatch(/private-name|Hello|rk_live/)
  })

  test('a synchronous conversion is one trace, unless the caller disables sampling', async () => {
    const trace = kind === 'pglite' ? 'b'.repeat(32) : 'c'.repeat(32)
    expect((await send('/v1/convert', trace)).status).toBe(200)
    await expect
      .poll(() => spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name))
      .toEqual(expect.arrayContaining(['POST /v1/convert', 'convert']))
    const malformed = await fetch(`${service.url}/v1/me`, {
      headers: { 'x-api-key': key, traceparent: '00-nonsense' },
    })
    expect(malformed.status).toBe(200)
    await expect.poll(() => spans.some(({ name }) => name === 'GET /v1/me')).toBe(true)
    expect(named('GET /v1/me').parentSpanId).toBeUndefined()
    const before = spans.length
    const headers = { traceparent: `00-${'d'.repeat(32)}-00f067aa0ba902b7-00` }
    expect((await fetch(`${service.url}/v1/me`, { headers })).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(spans.slice(before).filter(({ traceId }) => traceId === 'd'.repeat(32))).toEqual([])
  })
})

test('a failure marks its span with the class of the error, without its message', async () => {
  const config = { endpoint: collector, headers: {}, serviceName: 'recto', ratio: 1, delayMs: 10 }
  const tracing = await openTracing(config, '1', log)
  const span = tracing?.start('outer')
  await expect(
    within(span, 'inner', async () => {
      throw new TypeError('of a private kind')
    }),
  ).rejects.toThrow(TypeError)
  span?.end()
  await tracing?.close()
  expect(named('inner')).toMatchObject({ status: { code: 2, message: 'TypeError' } })
  expect(JSON.stringify(spans)).not.toContain('of a private kind')
})

test('an unreachable collector loses only its traces', async () => {
  const endpoint = 'http://127.0.0.1:9'
  const config = { endpoint, headers: {}, serviceName: 'recto', ratio: 1, delayMs: 10 }
  const tracing = await openTracing(config, '1', log)
  for (let count = 0; count < 5_000; count++) tracing?.start('lost').end()
  const begin = performance.now()
  await tracing?.close()
  expect(performance.now() - begin).toBeLessThan(4_500)
})

test('OpenTelemetry is not loaded without a collector', async () => {
  expect(await openTracing(undefined, '1', log)).toBeUndefined()
  expect(loadConfig({}).tracing).toBeUndefined()
  expect(await within(undefined, 'x', async (span) => span)).toBeUndefined()
})
