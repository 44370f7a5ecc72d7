/** Simulates callers: both lanes, polls, results, lists, sign-in and mistakes; checks each answer. */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../service/chaos/random.ts'
import {
  damagedDocument,
  type SmallDocument,
  scannedDocument,
  smallDocuments,
} from './documents.ts'
import type { Site } from './site.ts'
import type { Tally } from './tally.ts'

interface SentJob {
  readonly id: string
  readonly key: string
  readonly document: string
}

export interface Visitors {
  readonly jobs: readonly SentJob[]
  /** Returns the number of documents that were converted, in both lanes. */
  readonly conversions: () => number
  /** Does one action, chosen by weight. @param due Its scheduled time on the clock of `performance.now()`. */
  visit(due: number): Promise<void>
  /** Converts a small document in the synchronous lane. */
  convert(due: number): Promise<void>
  /** Submits a small document, waits for its end and fetches the result. */
  convertQueued(): Promise<void>
  /** Fetches and checks the result of a job that has ended. */
  checkResult(job: SentJob): Promise<void>
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly cookies: string
}

interface Call {
  readonly route: string
  readonly path: string
  /** The expected statuses. */
  readonly right: readonly number[]
  readonly due?: number
  readonly body?: FormData | URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
}

interface Parts {
  readonly site: Site
  readonly tally: Tally
  readonly random: Random
  readonly documents: readonly SmallDocument[]
  readonly jobs: SentJob[]
  /** A digest of each document's Markdown, by lane; it must never change. */
  readonly digests: Map<string, string>
  conversions: number
  people: number
}

const TIMEOUT_MS = 60_000
/** The wait between two polls for a mail. */
const MAIL_POLL_MS = 20
const MAIL_POLLS = 250
/** Polls and results use the most recent jobs only. */
const RECENT = 50
/** Seconds that a request waits for the end of its job. */
const WAIT_SECONDS = 30

export function createVisitors(site: Site, tally: Tally, random: Random): Visitors {
  const documents = smallDocuments()
  const parts: Parts = {
    ...{ site, tally, random, documents },
    ...{ jobs: [], digests: new Map(), conversions: 0, people: 0 },
  }
  const scan = scannedDocument()
  const deck: readonly (readonly [number, (due: number) => Promise<unknown>])[] = [
    [25, (due) => convert(parts, due, random.pick(documents))],
    [10, (due) => convert(parts, due, random.pick(documents), { isKeyed: false })],
    [15, (due) => submit(parts, due, random.pick(documents))],
    [0.2, (due) => submit(parts, due, scan)],
    [22, (due) => poll(parts, due)],
    [10, (due) => fetchResult(parts, pickJob(parts), [200, 409], due)],
    [8, (due) => listJobs(parts, due)],
    [3, (due) => signIn(parts, due)],
    [7, (due) => mistake(parts, due)],
  ]
  return {
    jobs: parts.jobs,
    conversions: () => parts.conversions,
    visit: async (due) => {
      await pickWeighted(random, deck)(due)
    },
    convert: (due) => convert(parts, due, random.pick(documents)),
    convertQueued: async () => {
      const job = await submit(parts, performance.now(), random.pick(documents))
      if (!job) return
      await call(parts, {
        ...pollOf(job, `?wait=${WAIT_SECONDS}`),
        route: 'GET job, until it ends',
      })
      await fetchResult(parts, job, [200])
    },
    checkResult: (job) => fetchResult(parts, job, [200]),
  }
}

function pickWeighted<Value>(
  random: Random,
  weighted: readonly (readonly [weight: number, value: Value])[],
): Value {
  let left = random.next() * weighted.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, value] of weighted) {
    left -= weight
    if (left < 0) return value
  }
  throw new Error('There is nothing to pick from.')
}

async function call({ site, tally }: Parts, sent: Call): Promise<Answer> {
  const { route, path, right, due = performance.now(), body, headers = {} } = sent
  const init = { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
  const answer = await fetch(site.url + path, body ? { ...init, method: 'POST', body } : init)
    .then(async (response) => ({
      status: response.status,
      text: await response.text(),
      cookies: response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';', 1)[0])
        .join('; '),
    }))
    .catch(() => ({ status: 0, text: '', cookies: '' }))
  tally.record(route, answer.status, performance.now() - due, right.includes(answer.status))
  return answer
}

function formOf({ bytes, mediaType, name }: SmallDocument): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: mediaType }), name)
  return form
}

const pickKey = ({ site, random }: Parts): string => random.pick(site.keys)
/** Picks one of many client addresses, as behind a proxy. */
const pickAddress = ({ random }: Parts): string =>
  `10.${[0, 0, 0].map(() => random.below(250)).join('.')}`

async function convert(
  parts: Parts,
  due: number,
  document: SmallDocument,
  { isKeyed = true } = {},
): Promise<void> {
  const format = document.name.split('.').at(-1)
  const answer = await call(parts, {
    route: `POST convert ${format}`,
    path: '/v1/convert',
    right: [200],
    due,
    body: formOf(document),
    headers: isKeyed ? { 'x-api-key': pickKey(parts) } : { 'x-forwarded-for': pickAddress(parts) },
  })
  if (answer.status !== 200) return
  // Sound: another test checks the schema of the answer.
  const { markdown } = JSON.parse(answer.text) as { readonly markdown: string }
  compare(parts, `fast ${document.name}`, markdown)
}

/** Checks that a document has the same Markdown for every caller and at any load. */
function compare(parts: Parts, name: string, markdown: string): void {
  parts.conversions += 1
  const digest = createHash('sha256').update(markdown).digest('base64')
  const before = parts.digests.get(name) ?? digest
  parts.digests.set(name, before)
  if (markdown === '' || digest !== before) parts.tally.blame(`${name} has another Markdown.`)
}

async function submit(
  parts: Parts,
  due: number,
  document: SmallDocument,
): Promise<SentJob | undefined> {
  const key = pickKey(parts)
  const body = formOf(document)
  body.set('webhook_url', parts.site.receiver.url)
  const { status, text } = await call(parts, {
    ...{ route: 'POST job', path: '/v1/convert/jobs', right: [200], due, body },
    headers: { 'x-api-key': key },
  })
  if (status !== 200) return undefined
  // Sound: another test checks the schema of the answer.
  const { job_id: id } = JSON.parse(text) as { readonly job_id: string }
  const job = { id, key, document: document.name }
  parts.jobs.push(job)
  return job
}

function pickJob({ jobs, random }: Parts): SentJob | undefined {
  return jobs.length === 0 ? undefined : random.pick(jobs.slice(-RECENT))
}

const pollOf = ({ id, key }: SentJob, query = ''): Call => ({
  ...{ route: 'GET job', path: `/v1/jobs/${id}${query}`, right: [200] },
  headers: { 'x-api-key': key },
})

async function poll(parts: Parts, due: number): Promise<void> {
  const job = pickJob(parts)
  if (job) await call(parts, { ...pollOf(job), due })
}

/** @param right Also allows 409 if the job may still be running. */
async function fetchResult(
  parts: Parts,
  job: SentJob | undefined,
  right: readonly number[],
  due?: number,
): Promise<void> {
  if (!job) return
  const { status, text } = await call(parts, {
    ...{ route: 'GET result', path: `/v1/convert/jobs/${job.id}/result`, right },
    ...(due !== undefined && { due }),
    headers: { 'x-api-key': job.key },
  })
  if (status === 200) compare(parts, `fidelity ${job.document}`, text)
}

async function listJobs(parts: Parts, due: number): Promise<void> {
  const path = parts.random.pick(['/v1/me', '/v1/jobs?limit=20', '/v1/usage?limit=20'])
  const route = `GET ${path.split('/').at(-1)?.split('?')[0]}`
  await call(parts, { route, path, right: [200], due, headers: { 'x-api-key': pickKey(parts) } })
}

/** Requests a sign-in mail, follows its link, and reads the account. */
async function signIn(parts: Parts, due: number): Promise<void> {
  const { site } = parts
  parts.people += 1
  const email = `person${parts.people}@example.org`
  const headers = { origin: site.url, 'x-forwarded-for': pickAddress(parts) }
  const asked = await call(parts, {
    ...{ route: 'POST sign-in', path: '/account/sign-in', right: [200], due, headers },
    body: new URLSearchParams({ email }),
  })
  if (asked.status !== 200) return
  let token: string | undefined
  for (let polls = 0; polls < MAIL_POLLS && token === undefined; polls += 1) {
    token = site.takeToken(email)
    if (token === undefined) await wait(MAIL_POLL_MS)
  }
  if (token === undefined) {
    parts.tally.blame('A sign-in mail did not arrive.')
    return
  }
  const { cookies } = await call(parts, {
    ...{ route: 'POST confirm', path: '/account/confirm', right: [200] },
    headers: { ...headers, cookie: asked.cookies },
    body: new URLSearchParams({ token }),
  })
  await call(parts, {
    ...{ route: 'GET session', path: '/account/session', right: [200] },
    headers: { ...headers, cookie: cookies },
  })
}

async function mistake(parts: Parts, due: number): Promise<void> {
  const { documents, random } = parts
  const key = { 'x-api-key': pickKey(parts) }
  const [document = damagedDocument] = documents
  const isPdf = { ...document, mediaType: 'application/pdf' }
  const sync = { path: '/v1/convert', due, headers: key }
  await call(
    parts,
    random.pick<Call>([
      { ...sync, route: 'wrong: damaged', right: [422], body: formOf(damagedDocument) },
      { ...sync, route: 'wrong: type', right: [415], body: formOf(isPdf) },
      { ...sync, route: 'wrong: no file', right: [422], body: new FormData() },
      {
        ...{ route: 'wrong: no key', path: '/v1/convert/jobs', right: [401], due },
        body: formOf(document),
      },
      { ...{ route: 'wrong: no job', path: '/v1/jobs/job_none', right: [404], due }, headers: key },
    ]),
  )
}
