/** Tests that slow documents or connections of one caller do not delay other callers. */
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@recto/converter'
import { afterEach, expect, test, vi } from 'vitest'
import { createLane } from '../lane.ts'
import { closeAll, headOf, open, requestOf, until } from './testing/connection.ts'
import { formOf } from './testing/form.ts'
import { as, findTestCaller } from './testing/queue-app.ts'
import { openTestApp, type TestApp, type TestOptions } from './testing/test-app.ts'

let app: TestApp | undefined
let port = 0

afterEach(async () => {
  vi.useRealTimers()
  closeAll()
  await app?.close()
})

async function listen(context: TestOptions['context'] = {}): Promise<TestApp> {
  app = await openTestApp({
    env: { TRUST_PROXY: '1' },
    context: { findCaller: findTestCaller, ...context },
  })
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
  return app
}

const SLOW_MS = 500

/** A pool without a limit on children; documents are slow on request. */
const pool: Pick<Pool, 'convert' | 'stats'> = {
  stats: () => ({ size: 1, alive: 1, busy: 1, waiting: 0 }),
  convert: async ({ filename, outputs }) => {
    if (filename === 'slow.txt') await sleep(SLOW_MS)
    await writeFile(outputs.markdown ?? '', filename)
    return { format: 'text', pages: 0, ocrPages: 0, warnings: [], bytes: {} }
  },
}

/** @returns The status and the duration. */
async function convert(name: string, headers: Record<string, string>) {
  const begin = performance.now()
  const { payload, headers: own } = formOf('x', 'text/plain', name)
  const response = await fetch(`http://127.0.0.1:${port}/v1/convert`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...own, ...headers },
  })
  await response.text()
  return { status: response.status, ms: performance.now() - begin }
}

const from = (address: string) => ({ 'x-forwarded-for': address })

test.each([1, 2])(
  'with 24 slow documents of one address on %i children, keyed callers do not wait, and another address waits for one document',
  async (common) => {
    const lane = createLane(pool, { size: common + 1, kept: 1, maxWaiting: 32 })
    await listen({ converter: lane })
    const crowd = Array.from({ length: 24 }, () => convert('slow.txt', from('192.0.2.1')))
    await until(async () => lane.stats().waiting === 24 - common)
    const keyed = convert('quick.txt', as('mine'))
    const other = convert('quick.txt', from('192.0.2.2'))
    expect(await keyed).toEqual({ status: 200, ms: expect.any(Number) })
    expect((await keyed).ms).toBeLessThan(SLOW_MS / 2)
    expect((await other).status).toBe(200)
    expect((await other).ms).toBeLessThan(SLOW_MS * 1.8)
    expect(lane.stats().waiting).toBeGreaterThan(24 - 3 * common)
    expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(crowd.map(() => 200))
  },
)

test('256 connections that send no body do not block other uploads', async () => {
  const { leftovers, log } = await listen()
  const form = formOf('x'.repeat(500_000))
  const slow = [`Content-Length: ${form.payload.length}`, 'X-Forwarded-For: 192.0.2.1']
  for (let count = 0; count < 256; count += 1) {
    const connection = open(port)
    connection.write(headOf(form, slow))
    connection.write(form.payload.subarray(0, 1_000))
  }
  // The number of slots that one address may have.
  await until(async () => (await leftovers()).length === 8)
  const answers = [
    convert('a.txt', as('mine')),
    convert('a.txt', from('192.0.2.2')),
    convert('a.txt', as('small')),
  ]
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(200)
    expect(answer.ms).toBeLessThan(2_000)
  }
  expect((await leftovers()).length).toBe(8)
  closeAll()
  await until(async () => (await leftovers()).length === 0)
  // The service does not cause these disconnections.
  expect(log.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
})

test('ends an upload that is too slow, and closes its connection', async () => {
  const { leftovers } = await listen()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const form = formOf('x'.repeat(500_000))
  const connection = open(port)
  connection.write(requestOf(form).subarray(0, 100_000))
  await until(async () => (await leftovers()).length === 1)
  await sleep(50)
  vi.advanceTimersByTime(10_000)
  connection.write(Buffer.alloc(50_000, 'x'))
  await sleep(50)
  expect((await leftovers()).length).toBe(1)
  vi.advanceTimersByTime(10_000)
  const answer = await connection.closed()
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request_timeout"')
  expect(await leftovers()).toEqual([])
})

test.each([
  { who: 'without a key', headers: [], isLate: true },
  { who: 'with a key', headers: ['X-API-Key: mine'], isLate: false },
])('limits an upload to a minute $who: $isLate', async ({ headers, isLate }) => {
  const { leftovers } = await listen()
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] })
  const form = formOf('x'.repeat(1_000_000))
  const bytes = requestOf(form, headers)
  const connection = open(port)
  for (let part = 0; part < 7; part += 1) {
    connection.write(bytes.subarray(part * 100_000, (part + 1) * 100_000))
    await sleep(50)
    if (part < 6) vi.advanceTimersByTime(9_990)
  }
  vi.advanceTimersByTime(200)
  if (isLate) expect(await connection.closed()).toMatch(/^HTTP\/1\.1 408 /)
  else expect(await leftovers()).toHaveLength(1)
})
