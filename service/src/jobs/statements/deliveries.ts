/** Statements on webhook deliveries: inserted at the end of a job, claimed when due, recorded after each attempt. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, readRows } from '../../database/index.ts'
import { enableReceiver } from './receivers.ts'
import { milliseconds, type Runner } from './rows.ts'

/** The most pending webhooks of one account; further ones are not sent, and their log states this. */
const MAX_PENDING = 100_000

/**
 * A receiver is disabled after days without a success only if at least this many attempts failed; fewer may belong to
 * one job that was redelivered after days.
 */
const MIN_FAILURES = 10
/** The most concurrent deliveries to a receiver that accepts all of them. */
const MAX_PLACES = 8

export interface NewDelivery {
  readonly id: string
  readonly jobId: string
  readonly accountId: string
}

/**
 * Inserts deliveries in the transaction that ends their jobs, by one statement, so that all triggers lock the counters
 * in the same order.
 */
export async function insertDeliveries(tx: Runner, given: readonly NewDelivery[]): Promise<void> {
  if (given.length === 0) return
  const sentence = `Not sent: the account had ${MAX_PENDING} pending webhooks, the maximum.`
  await sql`
    WITH inserted AS (
      INSERT INTO delivery (id, job_id, account_id, status)
      SELECT id, "jobId", "accountId",
        CASE WHEN pending >= ${MAX_PENDING}::integer THEN 'failed' ELSE 'pending' END
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS one (id text, "jobId" text, "accountId" text)
      LEFT JOIN delivery_turn ON delivery_turn.account_id = "accountId"
      RETURNING id, status
    )
    INSERT INTO delivery_attempt (delivery_id, number, at, error, duration_ms)
    SELECT id, 1, now(), ${sentence}, 0 FROM inserted WHERE status = 'failed'
  `.execute(tx)
}

const dueRow = z.object({
  id: z.string(),
  /** Attempts of this round. */
  tries: z.int(),
  jobId: z.string(),
  status: z.string(),
  // Not validated: the receiver gets the stored JSON, and one unexpected row does not block other deliveries.
  result: z.unknown(),
  error: z.string().nullable(),
  webhookUrl: z.string().nullable(),
  webhookSecret: z.instanceof(Uint8Array).nullable(),
  /** The time at which the receiver was disabled. */
  disabledAt: z.date().nullable(),
  traceparent: z.string().nullable(),
  tracestate: z.string().nullable(),
})
export type DueDelivery = Readonly<z.infer<typeof dueRow>>

/**
 * Claims due deliveries.
 *
 * Accounts take turns: among those that have waited longest, those with the fewest running deliveries come first; the
 * same holds for the receiving hosts of an account. Indexes provide these orders, so a backlog of one account is not
 * read for another. Rows that another transaction has locked are skipped.
 *
 * @param most Few enough that the statement takes milliseconds: the embedded database does nothing else meanwhile.
 */
export function takeDue(
  runner: Runner,
  most: number,
  leaseMs: number,
): Promise<readonly DueDelivery[]> {
  const statement = sql`
    WITH account AS MATERIALIZED (
      SELECT account_id, at_hand, least(places - at_hand, pending - at_hand) AS room
      FROM delivery_turn WHERE turn_at <= now() ORDER BY turn_at LIMIT ${most}::integer
      FOR UPDATE SKIP LOCKED
    ), share AS (
      SELECT account_id, count(*)::integer AS places FROM (
        SELECT account_id FROM account CROSS JOIN LATERAL generate_series(1, room) AS number
        ORDER BY at_hand + number LIMIT ${most}::integer
      ) AS place GROUP BY account_id
    ), ready AS MATERIALIZED (
      SELECT share.account_id, share.places, receiver.host, at_hand, room, disabled_at
      FROM share CROSS JOIN LATERAL (
        SELECT host, at_hand, disabled_at,
          CASE WHEN disabled_at IS NULL THEN receiver.places ELSE ${MAX_PLACES}::integer END - at_hand AS room
        FROM receiver
        WHERE receiver.account_id = share.account_id AND turn_at <= now()
        ORDER BY turn_at LIMIT share.places FOR UPDATE SKIP LOCKED
      ) AS receiver
    ), head AS MATERIALIZED (
      SELECT oldest.id, ready.places, disabled_at, row_number() OVER (
        PARTITION BY ready.account_id ORDER BY at_hand + oldest.number
      ) AS place
      FROM ready CROSS JOIN LATERAL (
        SELECT due.id, row_number() OVER (ORDER BY due_at) AS number FROM (
          SELECT delivery.id, due_at FROM delivery
          WHERE delivery.account_id = ready.account_id AND delivery.host = ready.host
            AND delivery.status = 'pending' AND lease_until IS NULL AND due_at <= now()
          ORDER BY due_at LIMIT least(room, ready.places) FOR UPDATE SKIP LOCKED
        ) AS due
      ) AS oldest
    )
    UPDATE delivery SET lease_until = now() + ${milliseconds(leaseMs)}
    FROM head, job
    WHERE delivery.id = head.id AND head.place <= head.places AND job.id = delivery.job_id
    RETURNING delivery.id, delivery.tries, delivery.job_id AS "jobId", job.status, job.result,
      job.error, job.webhook_url AS "webhookUrl", job.webhook_secret AS "webhookSecret",
      head.disabled_at AS "disabledAt", job.traceparent, job.tracestate
  `
  return readRows(runner, dueRow, statement)
}

/** The outcome of an attempt and the next step. */
export interface DeliveryAttempt {
  readonly id: string
  /** The number of attempts before this one. */
  readonly tries: number
  readonly status: number | undefined
  /** A sentence for the log that the user reads. */
  readonly error: string | undefined
  readonly durationMs: number
  /** Milliseconds to the next attempt, or the final state. */
  readonly next: number | 'delivered' | 'failed'
  /** The outcome for the receiver; `undefined` if nothing was sent. */
  readonly receiver: 'accepts' | 'refuses' | 'silent' | undefined
}

const triedRow = z.object({ id: z.string(), accountId: z.string(), host: z.string() })

/** Records attempts. Attempts at deliveries that another process has claimed meanwhile change nothing. */
export async function recordAttempts(
  tx: Runner,
  tries: readonly DeliveryAttempt[],
  giveUpMs: number,
): Promise<void> {
  const given = tries.map(({ id, tries: before, status, error, durationMs, next }) => ({
    id,
    before,
    answer: status,
    error,
    duration_ms: durationMs,
    state: typeof next === 'string' ? next : 'pending',
    wait: typeof next === 'string' ? 0 : next / 1_000,
  }))
  const statement = sql`
    WITH try AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS try (
        id text, before integer, answer integer, error text, duration_ms integer, state text,
        wait double precision
      )
    ), noted AS (
      UPDATE delivery SET tries = tries + 1, lease_until = NULL, status = try.state,
        due_at = now() + make_interval(secs => try.wait)
      FROM try
      WHERE delivery.id = try.id AND delivery.tries = try.before AND delivery.status = 'pending'
      RETURNING delivery.id, delivery.account_id, delivery.host
    ), logged AS (
      INSERT INTO delivery_attempt (delivery_id, number, at, status, error, duration_ms)
      SELECT noted.id, 1 + coalesce(
          (SELECT max(number) FROM delivery_attempt WHERE delivery_id = noted.id), 0
        ), now(), answer, error, duration_ms
      FROM noted JOIN try ON try.id = noted.id
    )
    SELECT id, account_id AS "accountId", host FROM noted
  `
  const noted = await readRows(tx, triedRow, statement)
  const seen = new Map(tries.map(({ id, receiver }) => [id, receiver]))
  await noteReceivers(
    tx,
    noted.map(({ id, accountId, host }) => ({ account_id: accountId, host, seen: seen.get(id) })),
    giveUpMs,
  )
}

interface Seen {
  readonly account_id: string
  readonly host: string
  readonly seen: DeliveryAttempt['receiver']
}

async function noteReceivers(tx: Runner, seen: readonly Seen[], giveUpMs: number): Promise<void> {
  // The limit gives the planner the number of rows; otherwise it would read the whole table for a hundred of them.
  await sql`
    UPDATE receiver SET
      failing_since = CASE WHEN accepted = 0 THEN coalesce(failing_since, now()) END,
      failures = CASE WHEN accepted = 0 THEN failures + failed ELSE 0 END,
      places = CASE WHEN accepted = 0 AND silent > 0 THEN 1
        ELSE least(places + accepted, ${MAX_PLACES}::integer) END,
      disabled_at = CASE WHEN accepted > 0 THEN NULL
        WHEN failures + failed >= ${MIN_FAILURES}::integer
          AND failing_since <= now() - ${milliseconds(giveUpMs)} THEN coalesce(disabled_at, now())
        ELSE disabled_at END,
      told_at = CASE WHEN accepted = 0 THEN told_at END
    FROM (
      SELECT account_id, host, count(*) FILTER (WHERE seen = 'accepts') AS accepted,
        count(*) FILTER (WHERE seen <> 'accepts') AS failed,
        count(*) FILTER (WHERE seen = 'silent') AS silent
      FROM jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) AS one (account_id text, host text, seen text)
      WHERE seen IS NOT NULL GROUP BY account_id, host LIMIT ${seen.length}::integer
    ) AS seen
    WHERE receiver.account_id = seen.account_id AND receiver.host = seen.host
  `.execute(tx)
}

/** Releases deliveries whose process died during an attempt. */
export async function releaseLostDeliveries(runner: Runner, most: number): Promise<void> {
  await sql`
    UPDATE delivery SET lease_until = NULL WHERE id IN (
      SELECT id FROM delivery WHERE status = 'pending' AND lease_until < now()
      ORDER BY lease_until LIMIT ${most}::integer FOR UPDATE SKIP LOCKED
    )
  `.execute(runner)
}

/**
 * Begins a new round of attempts, also for a disabled receiver.
 *
 * @returns False if the delivery is still pending.
 */
export async function redeliver(tx: Runner, jobId: string): Promise<boolean> {
  const begun = await findRow(
    tx,
    triedRow,
    sql`
      UPDATE delivery SET status = 'pending', tries = 0, due_at = now(), lease_until = NULL
      WHERE job_id = ${jobId} AND status <> 'pending'
      RETURNING id, account_id AS "accountId", host
    `,
  )
  if (begun) await enableReceiver(tx, begun.accountId, begun.host)
  return begun !== undefined
}

const logRow = z.object({
  id: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  dueAt: z.date(),
  number: z.int().nullable(),
  at: z.date(),
  answer: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.int(),
})
export type DeliveryLog = Readonly<z.infer<typeof logRow>>

/** Returns a row for each attempt, the oldest first; a delivery without attempts has one row without a number. */
export function readDeliveryLog(runner: Runner, jobId: string): Promise<readonly DeliveryLog[]> {
  return readRows(
    runner,
    logRow,
    sql`
      SELECT delivery.id, delivery.status, delivery.due_at AS "dueAt", attempt.number,
        coalesce(attempt.at, due_at) AS at, attempt.status AS answer, attempt.error,
        coalesce(attempt.duration_ms, 0) AS "durationMs"
      FROM delivery LEFT JOIN delivery_attempt AS attempt ON attempt.delivery_id = delivery.id
      WHERE delivery.job_id = ${jobId} ORDER BY attempt.number
    `,
  )
}
