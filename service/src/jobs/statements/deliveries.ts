/** Deliveries of webhooks: written with the end of their job, taken when they are due. */
import { sql } from 'kysely'
import type { Job } from '../job.ts'
import { jobColumns, milliseconds, type Runner } from './rows.ts'

/** In the transaction that ends the job. */
export async function insertDelivery(
  tx: Runner,
  id: string,
  job: { readonly id: string; readonly accountId: string },
): Promise<void> {
  await sql`
    INSERT INTO delivery (id, job_id, account_id) VALUES (${id}, ${job.id}, ${job.accountId})
  `.execute(tx)
}

export interface DueDelivery extends Job {
  readonly deliveryId: string
  readonly tries: number
}

/**
 * Takes deliveries that are due, with their jobs.
 *
 * @param mostOfAccount Deliveries of one account at a time: receivers that do not answer hold up no others.
 */
export async function takeDue(
  runner: Runner,
  most: number,
  mostOfAccount: number,
  leaseMs: number,
): Promise<readonly DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    WITH due AS (
      SELECT id, due_at, row_number() OVER (PARTITION BY account_id ORDER BY due_at) + (
        SELECT count(*) FROM delivery AS busy
        WHERE busy.status = 'pending' AND busy.lease_until >= now() AND busy.account_id = delivery.account_id
      ) AS place
      FROM delivery
      WHERE status = 'pending' AND due_at <= now() AND (lease_until IS NULL OR lease_until < now())
    ), chosen AS (
      SELECT delivery.id FROM delivery JOIN due ON due.id = delivery.id
      WHERE place <= ${mostOfAccount} AND (lease_until IS NULL OR lease_until < now())
      ORDER BY due.due_at LIMIT ${most} FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE delivery SET lease_until = now() + ${milliseconds(leaseMs)}
    FROM job, chosen
    WHERE delivery.id = chosen.id AND job.id = delivery.job_id
    RETURNING delivery.id AS "deliveryId", delivery.tries, ${jobColumns}
  `.execute(runner)
  return rows
}

export interface Try {
  readonly status: number | undefined
  readonly error: string | undefined
  readonly durationMs: number
}

/** Notes a try, and what is to come. @param next Milliseconds to the next try, or how it ended. */
export async function noteTry(
  tx: Runner,
  deliveryId: string,
  { status, error, durationMs }: Try,
  next: number | 'delivered' | 'failed',
): Promise<void> {
  await sql`
    INSERT INTO delivery_attempt (delivery_id, number, at, status, error, duration_ms)
    SELECT ${deliveryId}, coalesce(max(number), 0) + 1, now(), ${status ?? null}, ${error ?? null}, ${durationMs}
    FROM delivery_attempt WHERE delivery_id = ${deliveryId}
  `.execute(tx)
  const isOver = typeof next === 'string'
  await sql`
    UPDATE delivery SET tries = tries + 1, lease_until = NULL, status = ${isOver ? next : 'pending'},
      due_at = now() + ${milliseconds(isOver ? 0 : next)}
    WHERE id = ${deliveryId}
  `.execute(tx)
}

/** Begins a new round of tries. @returns Whether there is a delivery, and none of its tries is due. */
export async function redeliver(runner: Runner, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE delivery SET status = 'pending', tries = 0, due_at = now(), lease_until = NULL
    WHERE job_id = ${jobId} AND status <> 'pending' RETURNING id
  `.execute(runner)
  return rows.length > 0
}

export interface DeliveryLog {
  readonly id: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly dueAt: Date
  readonly number: number | null
  readonly at: Date
  readonly answer: number | null
  readonly error: string | null
  readonly durationMs: number
}

/** A row for each try, the oldest first; one without a number when there was none. */
export async function readDeliveryLog(
  runner: Runner,
  jobId: string,
): Promise<readonly DeliveryLog[]> {
  const { rows } = await sql<DeliveryLog>`
    SELECT delivery.id, delivery.status, delivery.due_at AS "dueAt", attempt.number, attempt.at,
      attempt.status AS answer, attempt.error, attempt.duration_ms AS "durationMs"
    FROM delivery LEFT JOIN delivery_attempt AS attempt ON attempt.delivery_id = delivery.id
    WHERE delivery.job_id = ${jobId} ORDER BY attempt.number
  `.execute(runner)
  return rows
}
