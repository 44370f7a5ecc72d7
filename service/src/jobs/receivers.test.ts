import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import type { Mail, Mailer } from '../mail/index.ts'
import { postBounds, systemLookup } from '../webhooks/index.ts'
import { startDeliverer } from './deliver.ts'
import { announceDisabledReceivers } from './receivers.ts'
import {
  type DeliveryAttempt,
  type DueDelivery,
  listDisabledReceivers,
  readDeliveryLog,
  recordAttempts,
  redeliver,
  releaseLostDeliveries,
  takeDue,
} from './statements/index.ts'
import { addDueDeliveries } from './testing/due-deliveries.ts'
import { openTestJobs, type TestJobs, testSettings, until } from './testing/test-jobs.ts'

describe.each(testDatabases)('receivers in %s', (kind) => {
  let jobs: TestJobs
  let server: Server
  let port = 0
  let received: (string | undefined)[] = []

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
    server = createServer(async (request, response) => {
      await Array.fromAsync(request)
      received.push(request.url)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Sound: the server listens on a port, not on a pipe.
    port = (server.address() as AddressInfo).port
  })
  afterEach(() => jobs.reset())
  afterAll(async () => {
    server.close()
    await jobs.close()
  })

  const sender = {
    policy: testSettings.webhookPolicy,
    lookup: systemLookup,
    signatureHeader: 'X-Service-Signature',
    bounds: postBounds,
  }

  /** Adds due deliveries of ended jobs for hosts that accept no connections. */
  async function addDeliveries(
    account: string,
    hosts: readonly string[],
    each: number,
  ): Promise<void> {
    for (const host of hosts) await addDueDeliveries(jobs, account, `http://${host}`, each)
  }

  interface Load {
    readonly host: string
    readonly pending: number
    readonly atHand: number
    readonly places: number
  }
  async function readLoads(account: string): Promise<Load[]> {
    const { rows } = await sql<Load>`
      SELECT host, pending, at_hand AS "atHand", places FROM receiver WHERE account_id = ${account} ORDER BY host
    `.execute(jobs.db)
    return rows
  }

  const note = (
    due: readonly DueDelivery[],
    receiver: DeliveryAttempt['receiver'],
    next: DeliveryAttempt['next'] = 'failed',
  ) =>
    jobs.db.transaction().execute((tx) =>
      recordAttempts(
        tx,
        due.map(({ id, tries }) => ({
          id,
          tries,
          status: undefined,
          error: 'x',
          durationMs: 1,
          next,
          receiver,
        })),
        jobs.settings.webhookGiveUpMs,
      ),
    )
  const take = (most: number): Promise<readonly DueDelivery[]> => takeDue(jobs.db, most, 30_000)
  const accountsOf = async (due: readonly DueDelivery[]): Promise<Record<string, number>> => {
    const { rows } = await sql<{ account: string; count: number }>`
      SELECT account_id AS account, count(*)::integer AS count FROM delivery
      WHERE id = ANY(ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(due.map(({ id }) => id))}::jsonb)))
      GROUP BY account_id
    `.execute(jobs.db)
    return Object.fromEntries(rows.map(({ account, count }) => [account, count]))
  }

  test('accounts take turns, and so do the hosts of an account', async () => {
    const [one, other] = [await jobs.newAccount(), await jobs.newAccount()]
    await addDeliveries(one, ['a.example', 'b.example', 'c.example', 'd.example'], 20)
    await addDeliveries(other, ['a.example'], 2)
    expect(await accountsOf(await take(6))).toEqual({ [one]: 4, [other]: 2 })
    expect((await readLoads(one)).map(({ atHand }) => atHand)).toEqual([1, 1, 1, 1])
    expect(await accountsOf(await take(32))).toEqual({ [one]: 4 })
    // Each host begins with two slots.
    expect((await readLoads(one)).map(({ atHand }) => atHand)).toEqual([2, 2, 2, 2])
    expect(await take(32)).toEqual([])
  })

  test('a receiver that accepts gets more slots; a silent one has one', async () => {
    const account = await jobs.newAccount()
    await addDeliveries(account, ['fast.example', 'silent.example'], 100)
    for (let round = 0; round < 12; round += 1) {
      const due = await take(32)
      await note(
        due.filter(({ webhookUrl }) => webhookUrl?.includes('fast')),
        'accepts',
        'delivered',
      )
      await note(
        due.filter(({ webhookUrl }) => webhookUrl?.includes('silent')),
        'silent',
        60_000,
      )
    }
    expect((await readLoads(account)).map(({ places }) => places)).toEqual([8, 1])
    const due = await take(32)
    expect(due.filter(({ webhookUrl }) => webhookUrl?.includes('silent'))).toHaveLength(1)
  })

  test('a receiver that accepts none for days is disabled, mailed about once, and can be enabled', async () => {
    const account = await jobs.newAccount()
    await sql`UPDATE account SET email = ${`${account}@example.com`} WHERE id = ${account}`.execute(
      jobs.db,
    )
    await addDeliveries(account, ['gone.example'], 30)
    for (let round = 0; round < 10; round += 1) await note(await take(1), 'refuses')
    expect(await listDisabledReceivers(jobs.db, account)).toEqual([])
    await sql`
      UPDATE receiver SET failing_since = failing_since - interval '2 hours' WHERE account_id = ${account}
    `.execute(jobs.db)
    await note(await take(1), 'refuses')
    expect(await listDisabledReceivers(jobs.db, account)).toMatchObject([{ host: 'gone.example' }])
    const underWay = await take(2)
    const off = await listDisabledReceivers(jobs.db, account)
    // One of the running attempts succeeds after all.
    await note(underWay.slice(0, 1), 'accepts', 'delivered')
    expect(await listDisabledReceivers(jobs.db, account)).toEqual([])
    await sql`
      UPDATE receiver SET disabled_at = ${off[0]?.disabledAt}, failing_since = ${off[0]?.failingSince}
      WHERE account_id = ${account}
    `.execute(jobs.db)
    await note(underWay.slice(1), undefined)
    const mails: Mail[] = []
    const announce = (send: Mailer['send']) =>
      announceDisabledReceivers(jobs.db, { send }, 'https://r.example')
    await expect(announce(() => Promise.reject(new Error('no mail')))).rejects.toThrow('no mail')
    const send = async (mail: Mail): Promise<void> => void mails.push(mail)
    await Promise.all([announce(send), announce(send)])
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: `${account}@example.com`,
      subject: 'Webhooks to gone.example are disabled',
    })
    const deliverer = startDeliverer(jobs, {
      ...sender,
      lookup: () => Promise.reject(new Error('is not to be looked up')),
    })
    await until(async () => (await readLoads(account))[0]?.pending === 0)
    await deliverer.stop()
    const { rows } = await sql<{ jobId: string; error: string }>`
      SELECT job_id AS "jobId", error FROM delivery JOIN delivery_attempt ON delivery_id = delivery.id
      WHERE account_id = ${account} ORDER BY at DESC LIMIT 1
    `.execute(jobs.db)
    expect(rows[0]?.error).toMatch(/^Webhooks to this host have been disabled since \d{4}-/)
    await jobs.db.transaction().execute((tx) => redeliver(tx, rows[0]?.jobId ?? ''))
    expect(await listDisabledReceivers(jobs.db, account)).toEqual([])
    expect(await take(1)).toMatchObject([{ disabledAt: null }])
  })

  test('deliveries of a dead process are claimed by another after the lease', async () => {
    const account = await jobs.newAccount()
    await addDeliveries(account, ['a.example'], 1)
    const [lost] = await takeDue(jobs.db, 1, 0)
    await releaseLostDeliveries(jobs.db, 32)
    const [again] = await take(1)
    expect(again?.id).toBe(lost?.id)
    await note([{ ...again, tries: 0 } as DueDelivery], 'accepts', 1)
    // The first process returns late: its attempt no longer counts.
    await note([lost as DueDelivery], 'accepts', 'delivered')
    const { rows } = await sql`SELECT status, tries FROM delivery WHERE id = ${lost?.id}`.execute(
      jobs.db,
    )
    expect(rows).toEqual([{ status: 'pending', tries: 1 }])
  })

  test('an account with too many pending webhooks is sent no more, and its log says so', async () => {
    const account = await jobs.newAccount()
    await addDeliveries(account, ['a.example'], 1)
    await sql`UPDATE delivery_turn SET pending = 100000 WHERE account_id = ${account}`.execute(
      jobs.db,
    )
    const { jobId } = await jobs.submit(account, { webhookUrl: 'http://127.0.0.1:9/' })
    jobs.work()
    await jobs.ended(account, jobId)
    expect(await readDeliveryLog(jobs.db, jobId)).toMatchObject([
      {
        status: 'failed',
        number: 1,
        error: 'Not sent: the account had 100000 pending webhooks, the maximum.',
      },
    ])
  })

  test('after any concurrent events, the counters of receivers are correct', async () => {
    const happening = fc.oneof(
      fc.record({
        type: fc.constant('add' as const),
        host: fc.nat(2),
        each: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({ type: fc.constant('take' as const), most: fc.integer({ min: 1, max: 12 }) }),
      fc.record({
        type: fc.constant('note' as const),
        seen: fc.constantFrom('accepts', 'silent', 'refuses', undefined),
        next: fc.constantFrom('delivered', 'failed', 0, 60_000),
      }),
      fc.record({ type: fc.constant('die' as const) }),
      fc.record({ type: fc.constant('again' as const) }),
      fc.record({ type: fc.constant('delete' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (steps) => {
        const accounts = [await jobs.newAccount(), await jobs.newAccount()]
        const taken: DueDelivery[] = []
        const run = async (step: (typeof steps)[number], index: number): Promise<void> => {
          const account = accounts[index % 2] ?? ''
          if (step.type === 'add') await addDeliveries(account, [`${step.host}.example`], step.each)
          if (step.type === 'take') taken.push(...(await take(step.most)))
          if (step.type === 'note')
            await note(taken.splice(0, 3), step.seen, step.next as DeliveryAttempt['next'])
          if (step.type === 'die') {
            await sql`UPDATE delivery SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL AND account_id = ${account}`.execute(
              jobs.db,
            )
            await releaseLostDeliveries(jobs.db, 4)
          }
          if (step.type === 'again') {
            const { rows } = await sql<{
              id: string
            }>`SELECT job_id AS id FROM delivery WHERE account_id = ${account} AND status <> 'pending' LIMIT 1`.execute(
              jobs.db,
            )
            await jobs.db.transaction().execute((tx) => redeliver(tx, rows[0]?.id ?? ''))
          }
          if (step.type === 'delete')
            await sql`DELETE FROM job WHERE id IN (SELECT job_id FROM delivery WHERE account_id = ${account} LIMIT 2)`.execute(
              jobs.db,
            )
        }
        for (let index = 0; index < steps.length; index += 4) {
          await Promise.all(steps.slice(index, index + 4).map(run))
        }
        for (const account of accounts)
          expect(await readCounts(account)).toEqual(await recount(account))
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  const readCounts = async (account: string): Promise<unknown> => {
    const { rows: receivers } = await sql`
      SELECT host, pending, at_hand, next_due FROM receiver WHERE account_id = ${account} AND pending > 0 ORDER BY host
    `.execute(jobs.db)
    const { rows: turns } = await sql`
      SELECT pending, at_hand FROM delivery_turn WHERE account_id = ${account} AND pending > 0
    `.execute(jobs.db)
    const { rows: due } = await sql`
      SELECT next_turn IS NOT DISTINCT FROM (SELECT min(turn_at) FROM receiver WHERE receiver.account_id = turn.account_id) AS is_right
      FROM delivery_turn AS turn WHERE account_id = ${account} AND pending > 0
    `.execute(jobs.db)
    return { receivers, turns, due }
  }
  const recount = async (account: string): Promise<unknown> => {
    const counts = sql`count(*)::integer AS pending, count(lease_until)::integer AS at_hand`
    const { rows: receivers } = await sql`
      SELECT host, ${counts}, min(due_at) FILTER (WHERE lease_until IS NULL) AS next_due FROM delivery
      WHERE account_id = ${account} AND status = 'pending' GROUP BY host ORDER BY host
    `.execute(jobs.db)
    const { rows: turns } = await sql`
      SELECT ${counts} FROM delivery WHERE account_id = ${account} AND status = 'pending' GROUP BY account_id
    `.execute(jobs.db)
    return { receivers, turns, due: turns.map(() => ({ is_right: true })) }
  }

  test('twenty thousand deliveries of one account delay another by at most a second, and no statement is slow', async () => {
    const [one, other] = [await jobs.newAccount('scale'), await jobs.newAccount()]
    await addDeliveries(one, [`127.0.0.1:${port}/one`], 20_000)
    let longest = 0
    let isOver = false
    const deliverer = startDeliverer(jobs, sender)
    const watch = async (): Promise<void> => {
      while (!isOver) {
        const begin = performance.now()
        await sql`SELECT 1`.execute(jobs.db)
        longest = Math.max(longest, performance.now() - begin)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const watching = watch()
    await new Promise((resolve) => setTimeout(resolve, 500))
    received = []
    const begin = performance.now()
    await addDeliveries(other, [`127.0.0.1:${port}/other`], 1)
    deliverer.wake()
    await until(async () => received.includes('/other'))
    const waited = performance.now() - begin
    isOver = true
    await watching
    await deliverer.stop()
    await sql`DELETE FROM job WHERE account_id = ${one}`.execute(jobs.db)
    expect(waited).toBeLessThan(1_000)
    expect(longest).toBeLessThan(400)
  }, 60_000)
})
