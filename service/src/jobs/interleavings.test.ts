/** Tests random orders of job events: charges, states and files always end up consistent. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { nameIn } from '../store/index.ts'
import { completeJob, failJob } from './complete-job.ts'
import type { JobResult } from './job.ts'
import { recoverLostJobs } from './recovery.ts'
import { deleteJob } from './results.ts'
import { findJob, type HeldJob } from './statements/index.ts'
import { SubmitRefusal } from './submit.ts'
import { sweep } from './sweep.ts'
import { openTestJobs, type TestJobs } from './testing/test-jobs.ts'

let jobs: TestJobs

/** Possible steps; the number selects the job or account that a step concerns. */
const happenings = [
  'submit',
  'repeat',
  'claim',
  'claim',
  'succeed',
  'succeed',
  'fail',
  'return',
  'lose',
  'lose',
  'cancel',
  'sweep',
] as const
type Happening = (typeof happenings)[number]

interface World {
  readonly account: string
  readonly ids: string[]
  /** All claims ever made: a worker that lost a job may still act on it. */
  readonly held: HeldJob[]
  keys: number
}

const at = <Item>(items: readonly Item[], choice: number): Item | undefined =>
  items[choice % Math.max(items.length, 1)]

async function submit(world: World, key: string): Promise<void> {
  try {
    const webhookUrl = 'https://a.example/'
    const { jobId } = await jobs.submit(world.account, { idempotencyKey: key, webhookUrl })
    if (!world.ids.includes(jobId)) world.ids.push(jobId)
  } catch (error) {
    if (!(error instanceof SubmitRefusal)) throw error
  }
}

const result: JobResult = {
  media_type: 'text/plain',
  pages: 1,
  formats: ['markdown', 'json'],
  result_url: '/',
  expires_at: '2026-01-01T00:00:00.000Z',
  bytes: { markdown: 1, json: 1 },
  engine: { name: 'recto', version: '0' },
  duration_ms: 1,
  ocr_pages: 0,
  warnings: [],
}

async function succeed(held: HeldJob): Promise<void> {
  const name = nameIn('results', `${held.id}.${held.attempt}.md`)
  await jobs.fileNotes.note({ name, jobId: held.id, dueInMs: 60_000 })
  const output = { name, start: 0, bytes: 1, sha256: 'x' }
  const outputs = { markdown: output, json: output, docling: output }
  await completeJob(jobs, { ...held, status: 'succeeded', result, outputs })
}

const handlers: Readonly<Record<Happening, (world: World, choice: number) => Promise<unknown>>> = {
  submit: (world) => {
    world.keys += 1
    return submit(world, `${world.account}-${world.keys}`)
  },
  repeat: (world, choice) => submit(world, `${world.account}-${1 + (choice % (world.keys + 1))}`),
  claim: async (world) => {
    const claim = { worker: 'w', leaseMs: 60_000, isTest: false, most: 1 }
    const claimed = await jobs.queue.claim(claim)
    world.held.push(...claimed.map(({ id, attempt }) => ({ id, attempt })))
  },
  succeed: async ({ held }, choice) => {
    const one = at(held, choice)
    if (one) await succeed(one)
  },
  fail: async ({ held }, choice) => {
    const one = at(held, choice)
    if (one) await failJob(jobs, one, { code: 'conversion_failed', sentence: 'No.' })
  },
  return: async ({ held }, choice) => {
    const one = at(held, choice)
    if (one) await jobs.queue.giveBack(one, 'stopping', 0)
  },
  lose: async ({ held }, choice) => {
    const one = at(held, choice)
    await sql`UPDATE job SET lease_until = now() - interval '1 second'
      WHERE id = ${one?.id ?? ''} AND status = 'running'`.execute(jobs.db)
    await recoverLostJobs(jobs)
  },
  cancel: async ({ account, ids }, choice) => {
    const id = at(ids, choice)
    const job = id === undefined ? undefined : await findJob(jobs.db, account, id)
    if (job) await deleteJob(jobs, job)
  },
  sweep: () => sweep(jobs),
}

interface Row {
  readonly id: string
  readonly status: string
  readonly uploadName: string | null
  readonly attempt: number
  readonly result: string | null
}

async function expectRight({ account, ids }: World, ends: Map<string, string>): Promise<void> {
  const { rows } = await sql<Row>`
    SELECT id, status, upload_name AS "uploadName", attempt, outputs -> 'markdown' ->> 'name' AS result FROM job WHERE account_id = ${account}`.execute(
    jobs.db,
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const ledger = await sql<{ ref: string; amount: number }>`
    SELECT ref, sum(amount)::integer AS amount FROM ledger
    WHERE account_id = ${account} AND reason <> 'grant' GROUP BY ref`.execute(jobs.db)
  const charged = new Map(ledger.rows.map(({ ref, amount }) => [ref, amount]))
  expect(charged.size).toBe(rows.length)
  const { rows: sent } = await sql<{ id: string }>`
    SELECT job_id AS id FROM delivery WHERE account_id = ${account}`.execute(jobs.db)
  const files = await jobs.files()
  for (const { id, status, uploadName, attempt, result } of rows) {
    const isFinal = status === 'succeeded' || status === 'failed'
    expect(charged.get(id)).toBe(status === 'failed' ? 0 : -10)
    expect(sent.filter((each) => each.id === id)).toHaveLength(isFinal ? 1 : 0)
    expect([uploadName === null, files.includes(id)]).toEqual([isFinal, !isFinal])
    // The result belongs to the last worker that claimed the job.
    if (result !== null) expect(result).toBe(`results/${id}.${attempt}.md`)
    // A final status never changes.
    expect(ends.get(id) ?? status).toBe(status)
    if (isFinal) ends.set(id, status)
  }
  const { rows: balances } = await sql<{ balance: number }>`
    SELECT balance FROM balance WHERE account_id = ${account}`.execute(jobs.db)
  expect(balances[0]?.balance).toBe(await jobs.balance(account))
  expect(balances[0]?.balance).toBeGreaterThanOrEqual(0)
}

const story = fc.array(fc.tuple(fc.constantFrom(...happenings), fc.nat(50)), {
  minLength: 20,
  maxLength: 60,
})

async function runStory(
  steps: readonly (readonly [Happening, number])[],
  atATime: number,
): Promise<void> {
  const account = await jobs.newAccount('scale', 60)
  const world: World = { account, ids: [], held: [], keys: 0 }
  const ends = new Map<string, string>()
  for (let index = 0; index < steps.length; index += atATime) {
    const some = steps.slice(index, index + atATime)
    await Promise.all(some.map(([happening, choice]) => handlers[happening](world, choice)))
    await expectRight(world, ends)
  }
  await jobs.reset()
}

describe.each(testDatabases)('in %s', (kind) => {
  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterAll(() => jobs.close())

  test.each([
    { name: 'one after the other', atATime: 1 },
    { name: 'several at a time', atATime: 6 },
  ])(
    '$name',
    async ({ atATime }) => {
      const property = fc.asyncProperty(story, (steps) => runStory(steps, atATime))
      await fc.assert(property, { numRuns: 30 })
    },
    120_000,
  )
})
