/** Reads the state of queue, webhooks and credits from the database when metrics are requested. */
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import { type Db, findRow, readRows } from '../database/index.ts'
import type { Log } from '../log.ts'

/** Caches one reading for all gauges of a scrape, and for concurrent scrapes of several servers. */
const REMEMBERED_MS = 2_000

const laneRow = z.object({
  plan: z.string(),
  isTest: z.boolean(),
  waiting: z.int(),
  running: z.int(),
  oldestSeconds: z.number(),
})
const webhookRow = z.object({
  pending: z.int(),
  overdueSeconds: z.number(),
  disabled: z.int(),
})
const creditRow = z.object({ plan: z.string(), balance: z.int() })

interface State {
  readonly lanes: readonly z.output<typeof laneRow>[]
  readonly webhooks: z.output<typeof webhookRow>
  readonly credits: readonly z.output<typeof creditRow>[]
}

interface StateGauge {
  readonly help: string
  readonly labels: readonly string[]
  readonly values: (state: State) => readonly (readonly [Record<string, string>, number])[]
}

function ofLanes(help: string, value: (lane: State['lanes'][number]) => number): StateGauge {
  return {
    help,
    labels: ['plan', 'lane'],
    values: ({ lanes }) =>
      lanes.map((lane) => [{ plan: lane.plan, lane: lane.isTest ? 'test' : 'live' }, value(lane)]),
  }
}

function ofWebhooks(help: string, field: keyof State['webhooks']): StateGauge {
  return { help, labels: [], values: ({ webhooks }) => [[{}, webhooks[field]]] }
}

const gauges: Readonly<Record<string, StateGauge>> = {
  recto_queue_waiting: ofLanes('Waiting jobs.', ({ waiting }) => waiting),
  recto_queue_running: ofLanes('Running jobs.', ({ running }) => running),
  recto_queue_oldest_seconds: ofLanes(
    'Age of the oldest waiting job; 0 without one.',
    ({ oldestSeconds }) => oldestSeconds,
  ),
  recto_webhooks_pending: ofWebhooks('Pending webhooks.', 'pending'),
  recto_webhooks_overdue_seconds: ofWebhooks(
    'Delay of the most overdue webhook; 0 without one.',
    'overdueSeconds',
  ),
  recto_webhook_receivers_disabled: ofWebhooks(
    'Webhook hosts disabled after days of failures.',
    'disabled',
  ),
  recto_credits: {
    help: 'Remaining credits of all accounts.',
    labels: ['plan'],
    values: ({ credits }) => credits.map(({ plan, balance }) => [{ plan }, balance]),
  },
}

/** Registers the gauges of the instance's state; all processes on one database report the same values. */
export function registerState(
  registry: Registry,
  db: Db,
  pool: object | undefined,
  log: Log,
): void {
  const registers = [registry]
  const read = remember(() => readState(db))
  for (const [name, { help, labels, values }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers,
      async collect() {
        this.reset()
        try {
          for (const [of, value] of values(await read())) this.set(of, value)
        } catch (error) {
          // The other metrics stay available during an outage of the database.
          log.debug({ err: error }, 'the state could not be read for the metrics')
          if (labels.length === 0) this.remove()
        }
      },
    })
  }
  if (pool) gaugePool(pool, registers)
}

const poolCounts = z.object({ totalCount: z.int(), idleCount: z.int(), waitingCount: z.int() })

function gaugePool(pool: object, registers: Registry[]): void {
  new Gauge({
    name: 'recto_database_connections',
    help: 'Connections to PostgreSQL of this process, and statements that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = poolCounts.parse(pool)
      this.set({ state: 'busy' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waited_for' }, waitingCount)
    },
  })
}

function remember<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let until = 0
  let last: Promise<Result> | undefined
  return () => {
    if (last && performance.now() < until) return last
    until = performance.now() + REMEMBERED_MS
    last = read()
    return last
  }
}

async function readState(db: Db): Promise<State> {
  const [lanes, webhooks, credits] = await Promise.all([
    readRows(db, laneRow, lanesStatement),
    findRow(db, webhookRow, webhooksStatement),
    readRows(db, creditRow, creditsStatement),
  ])
  return { lanes, webhooks: webhooks ?? { pending: 0, overdueSeconds: 0, disabled: 0 }, credits }
}

/** The first waiting job of each account is its oldest; an index finds it. */
const lanesStatement = sql`
  SELECT account.tier AS plan, turn.is_test AS "isTest", sum(waiting)::integer AS waiting,
    sum(running)::integer AS running,
    coalesce(extract(epoch FROM now() - min(head.created_at)), 0)::double precision AS "oldestSeconds"
  FROM turn JOIN account ON account.id = turn.account_id
  LEFT JOIN LATERAL (
    SELECT created_at FROM job WHERE turn.waiting > 0 AND job.status = 'queued'
      AND job.account_id = turn.account_id AND job.is_test = turn.is_test ORDER BY place LIMIT 1
  ) AS head ON true
  GROUP BY account.tier, turn.is_test
`
const webhooksStatement = sql`
  SELECT (SELECT coalesce(sum(pending), 0)::integer FROM delivery_turn) AS pending,
    coalesce(extract(epoch FROM now() - (
      SELECT min(next_due) FROM receiver WHERE next_due <= now() AND disabled_at IS NULL
    )), 0)::double precision AS "overdueSeconds",
    (SELECT count(*)::integer FROM receiver WHERE disabled_at IS NOT NULL) AS disabled
`
const creditsStatement = sql`
  SELECT account.tier AS plan, sum(balance)::integer AS balance
  FROM balance JOIN account ON account.id = balance.account_id GROUP BY account.tier
`
