/**
 * Sends requests at a constant rate, whether or not earlier ones were answered, and measures each from its scheduled
 * time.
 */
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type autocannon from 'autocannon'

/**
 * Calls `send` at a constant rate.
 *
 * @param send Gets the number of the call and its scheduled time on the clock of `performance.now()`.
 * @returns When all calls have ended.
 */
export async function atRate(
  rate: number,
  count: number,
  send: (index: number, due: number) => Promise<void>,
): Promise<void> {
  const begin = performance.now()
  const calls = Array.from({ length: count }, async (_, index) => {
    const due = begin + (index * 1_000) / rate
    await wait(Math.max(0, due - performance.now()))
    await send(index, due)
  })
  await Promise.all(calls)
}

/**
 * Measures the latencies of a service at `rate` requests a second.
 *
 * autocannon is not used, because it sends a second's requests in one burst and counts a slow answer once per
 * millisecond of its duration.
 *
 * @returns The latency of each request, milliseconds.
 * @throws If an answer is not 2xx.
 */
export async function measureSteady(
  url: string,
  requests: readonly autocannon.Request[],
  rate: number,
  seconds: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  try {
    await atRate(rate, rate * seconds, async (index, due) => {
      await send(url, requests[index % requests.length] ?? {}, agent)
      times.push(performance.now() - due)
    })
    return times
  } finally {
    agent.destroy()
  }
}

async function send(
  url: string,
  { method, path, headers, body }: autocannon.Request,
  agent: Agent,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(url + path, { method, headers: headers as Record<string, string>, agent }, (answer) => {
    buffer(answer).then(() => resolve(answer.statusCode ?? 0), reject)
  })
    .on('error', reject)
    .end(body)
  const status = await promise
  if (status < 200 || status > 299) throw new Error(`An answer has the status ${status}.`)
}
