/** Simulates callers of both lanes: they submit documents, retry without an answer, and record accepted jobs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Random } from './random.ts'

export interface Accepted {
  readonly id: string
  readonly key: string
  /** A word that the result must contain. */
  readonly word: string
  readonly isGood: boolean
}

export interface Load {
  readonly accepted: Accepted[]
  /** Numbers of answers by lane and status; `none` counts requests without an answer. */
  readonly answers: Map<string, number>
  /** Wrong responses. */
  readonly wrongs: string[]
}

/** A submission without an answer is repeated with the same `Idempotency-Key`. */
const MAX_TRIES = 40
const RETRY_MS = 300
const TIMEOUT_MS = 15_000
const CALLERS = 4
const SYNC_SHARE = 0.4
const BROKEN_SHARE = 0.15

interface Caller {
  readonly cluster: Cluster
  readonly random: Random
  readonly key: string
  readonly hook: string
  readonly load: Load
}

export async function runLoad(
  cluster: Cluster,
  random: Random,
  { keys, hook, signal }: { keys: readonly string[]; hook: string; signal: AbortSignal },
): Promise<Load> {
  const load: Load = { accepted: [], answers: new Map(), wrongs: [] }
  const callers = Array.from({ length: CALLERS }, async (_, index) => {
    const key = keys[index % keys.length] ?? ''
    const caller: Caller = { cluster, random, key, hook, load }
    for (let number = 0; !signal.aborted; number++) {
      const word = `w${index}x${number}`
      if (random.next() < SYNC_SHARE) await convert(caller, word)
      else await submit(caller, word)
      await sleep(20 + random.below(150))
    }
  })
  await Promise.all(callers)
  return load
}

async function convert(caller: Caller, word: string): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([`<p>${word}`], { type: 'text/html' }), `${word}.html`)
  const answer = await call(caller, 'fast', '/v1/convert', { method: 'POST', body: form })
  if (answer?.status !== 200) return
  const { markdown } = JSON.parse(answer.text) as { readonly markdown: string }
  if (markdown !== `${word}\n`)
    caller.load.wrongs.push(`The fast lane converted ${word} to: ${markdown}`)
}

async function submit(caller: Caller, word: string): Promise<void> {
  const { random, key, load, hook } = caller
  const isGood = random.next() >= BROKEN_SHARE
  const text = isGood ? `<h1>${word}</h1>${'<p>text'.repeat(random.below(500))}` : '%PDF-1.7 broken'
  const type = isGood ? 'text/html' : 'application/pdf'
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const form = new FormData()
    form.set('file', new Blob([text], { type }), `${word}.${isGood ? 'html' : 'pdf'}`)
    form.set('webhook_url', hook)
    const headers = { 'idempotency-key': `${key.slice(-8)}-${word}` }
    const answer = await call(caller, 'queue', '/v1/convert/jobs', {
      ...{ method: 'POST', body: form, headers },
    })
    if (answer?.status === 200) {
      const { job_id: id } = JSON.parse(answer.text) as { readonly job_id: string }
      load.accepted.push({ id, key, word, isGood })
      return
    }
    // Only a damaged document may be rejected at once; other temporary statuses are retried.
    if (answer && answer.status < 500 && ![409, 429].includes(answer.status)) {
      if (isGood) load.wrongs.push(`Submitting ${word}: ${answer.status} ${answer.text}`)
      return
    }
    await sleep(RETRY_MS)
  }
}

/** @returns `undefined` without an answer. */
async function call(
  { cluster, random, key, load }: Caller,
  lane: string,
  path: string,
  init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  const { url } = random.pick(cluster.members.filter(({ role }) => role === 'web'))
  const count = (status: string): void => {
    load.answers.set(`${lane} ${status}`, (load.answers.get(`${lane} ${status}`) ?? 0) + 1)
  }
  try {
    const headers = { ...init.headers, 'x-api-key': key }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url + path, { ...init, headers, signal })
    const text = await answer.text()
    count(`${answer.status}`)
    return { status: answer.status, text }
  } catch {
    count('none')
    return undefined
  }
}
