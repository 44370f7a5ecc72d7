/** Tests the operator's commands on jobs, webhooks, the pause and credits. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCredits } from '../credits/index.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import { openTestJobs, type TestJobs } from '../jobs/testing/test-jobs.ts'
import { AdminError, runCommand } from './index.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let jobs: TestJobs
  let account: string

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  beforeEach(async () => {
    account = await jobs.newAccount()
    return () => jobs.reset()
  })
  afterAll(() => jobs.close())

  const run = (name: string, given: object = {}): Promise<unknown> => {
    const credits = createCredits(jobs.db)
    return runCommand({ db: jobs.db, credits, onChange: () => {} }, name, given)
  }
  const claim = () => jobs.queue.claim({ worker: 'w', leaseMs: 60_000, isTest: false, most: 1 })

  test('lists jobs by account and state, shows them, and cancels them with a refund', async () => {
    const { jobId: first } = await jobs.submit(account)
    const { jobId: second } = await jobs.submit(account)
    const [running] = await claim()
    expect(await run('jobs.list', { account })).toMatchObject([
      { job_id: second },
      { job_id: first },
    ])
    expect(await run('jobs.list', { account, limit: 1 })).toHaveLength(1)
    expect(await run('jobs.list', { account, status: 'queued' })).toMatchObject([
      { job_id: second },
    ])
    expect(await run('jobs.show', { job: running?.id })).toMatchObject({
      job_id: first,
      status: 'running',
      worker: 'w',
      attempt: 1,
      bytes: 5,
    })
    expect(await run('jobs.cancel', { job: second })).toEqual({ job_id: second, status: 'failed' })
    expect(await run('jobs.show', { job: second })).toMatchObject({
      error: 'cancelled: The job was cancelled by the operator.',
    })
    expect(await jobs.balance(account)).toBe(90)
    await expect(run('jobs.cancel', { job: second })).rejects.toThrow('has ended already')
    await expect(run('jobs.retry', { job: second })).rejects.toThrow('Submit the document again')
    await expect(run('jobs.retry', { job: first })).rejects.toThrow('it is running')
  })

  test('retries a delayed job at once', async () => {
    const { jobId } = await jobs.submit(account)
    const [job] = await claim()
    if (!job) throw new Error('No job was claimed.')
    await jobs.queue.giveBack(job, 'storage', 3_600_000)
    expect(await claim()).toEqual([])
    expect(await run('jobs.show', { job: jobId })).toMatchObject({
      delayed_until: expect.stringMatching(/^20/),
    })
    expect(await run('jobs.retry', { job: jobId })).toEqual({ job_id: jobId, status: 'queued' })
    expect(await claim()).toMatchObject([{ id: jobId }])
  })

  test('a paused queue gives out no jobs, but accepts them', async () => {
    expect(await run('queue.pause')).toEqual({ is_paused: true, is_changed: true })
    expect(await run('queue.pause')).toEqual({ is_paused: true, is_changed: false })
    const { jobId } = await jobs.submit(account)
    expect(await claim()).toEqual([])
    expect(await jobs.queue.hasReady(false)).toBe(false)
    expect(await run('queue.resume')).toEqual({ is_paused: false, is_changed: true })
    expect(await claim()).toMatchObject([{ id: jobId }])
  })

  test('lists and resends webhooks, and disables a receiver', async () => {
    const { jobId } = await jobs.submit(account, { webhookUrl: 'https://hooks.example/a' })
    await expect(run('deliveries.replay', { job: jobId })).rejects.toThrow('has not ended')
    await run('jobs.cancel', { job: jobId })
    expect(await run('deliveries.list', { account, status: 'pending' })).toMatchObject([
      { job_id: jobId, host: 'hooks.example', status: 'pending', tries: 0, error: null },
    ])
    const off = { account, host: 'hooks.example' }
    expect(await run('deliveries.disable', off)).toMatchObject({ is_disabled: true })
    await sql`UPDATE delivery SET status = 'failed' WHERE job_id = ${jobId}`.execute(jobs.db)
    expect(await run('deliveries.replay', { job: jobId })).toMatchObject({ status: 'pending' })
    const { rows } = await sql`
      SELECT FROM receiver WHERE account_id = ${account} AND disabled_at IS NOT NULL
    `.execute(jobs.db)
    expect(rows).toEqual([])
    await expect(run('deliveries.disable', { account, host: 'x' })).rejects.toThrow('no webhooks')
    const { jobId: silent } = await jobs.submit(account)
    await expect(run('deliveries.replay', { job: silent })).rejects.toThrow('has no webhook')
  })

  test('grants extra credits, with entries in the ledger and the audit', async () => {
    const given = { account, credits: 500 }
    expect(await run('credits.grant', given)).toEqual({
      account_id: account,
      granted: 500,
      balance: 600,
    })
    expect(await jobs.balance(account)).toBe(600)
    expect((await jobs.ledger(account)).reduce((sum, amount) => sum + amount, 0)).toBe(600)
    const { rows } = await sql`SELECT FROM audit
      WHERE account_id = ${account} AND action = 'credits_granted'`.execute(jobs.db)
    expect(rows).toHaveLength(1)
    const hosted = await jobs.newAccount('self_hosted')
    await expect(run('credits.grant', { ...given, account: hosted })).rejects.toThrow(
      'does not count them',
    )
  })

  test.each([
    { name: 'jobs.show', given: { job: 'job_none' }, says: 'The job "job_none" does not exist.' },
    { name: 'jobs.list', given: { status: 'lost' }, says: 'The status must be one of queued' },
    { name: 'jobs.list', given: { account: 'x' }, says: 'The account "x" does not exist.' },
    { name: 'credits.grant', given: { account: 'x', credits: 1.5 }, says: 'a whole number' },
  ])('rejects $name with $given by a sentence', async ({ name, given, says }) => {
    const error = await run(name, given).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AdminError)
    expect(String(error)).toContain(says)
  })
})
