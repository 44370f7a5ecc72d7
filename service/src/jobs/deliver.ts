/** Sends due webhooks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { batch, inTransaction } from '../database/index.ts'
import type { TraceLink } from '../tracing/index.ts'
import { type Attempt, attempt, findWaitMs, type Sender } from '../webhooks/index.ts'
import type { JobParts } from './parts.ts'
import {
  type DeliveryAttempt,
  type DueDelivery,
  recordAttempts,
  releaseLostDeliveries,
  takeDue,
} from './statements/index.ts'

export interface Deliverer {
  wake(): void
  /** Claims no more deliveries, and waits some seconds at most for the running ones. */
  stop(): Promise<void>
}

/** Concurrent deliveries of this process. */
const MAX_CONCURRENT = 64
/** Deliveries that one statement claims or records: few enough that it takes milliseconds. */
const BATCH = 32
/** The most abandoned deliveries to release at a time. */
const MAX_RELEASED = 500
/** Waits for further items: one statement for each delivery would keep the embedded database busy. */
const GROUPING_MS = 10
/** A slower receiver is treated like one that does not answer. */
const SLOW_MS = 5_000

interface State {
  readonly parts: JobParts
  readonly sender: Sender
  readonly sending: Set<Promise<unknown>>
  /** Records an attempt, in a batch with others. */
  readonly note: (made: DeliveryAttempt) => Promise<DeliveryAttempt>
  isTaking: boolean
  isStopped: boolean
  /** Set by a wake-up during a claim. */
  isWoken: boolean
}

export function startDeliverer(parts: JobParts, sender: Sender): Deliverer {
  const wake = (): void => void takeAll(state)
  const note = batch(
    (tries: readonly DeliveryAttempt[]) => noteTogether(parts, tries, wake),
    BATCH,
    GROUPING_MS,
  )
  const flags = { isTaking: false, isStopped: false, isWoken: false }
  const state: State = { parts, sender, sending: new Set(), note, ...flags }
  const { pollMs, deliveryLeaseMs } = parts.settings
  const timer = setInterval(wake, pollMs)
  const release = (): void => {
    releaseLostDeliveries(parts.db, MAX_RELEASED).catch((error: unknown) => {
      parts.log.warn({ err: error }, 'abandoned webhook deliveries could not be released')
    })
  }
  const releasing = setInterval(release, deliveryLeaseMs / RELEASES_PER_LEASE)
  release()
  wake()
  return {
    wake,
    stop: async () => {
      state.isStopped = true
      clearInterval(timer)
      clearInterval(releasing)
      while (isBusy(state)) await sleep(GROUPING_MS)
    },
  }
}

/** A delivery of a dead process waits at most for a lease and a third. */
const RELEASES_PER_LEASE = 3

function isBusy({ isTaking, sending }: State): boolean {
  return isTaking || sending.size > 0
}

async function takeAll(state: State): Promise<void> {
  const { parts, sending } = state
  state.isWoken = true
  if (state.isTaking) return
  state.isTaking = true
  try {
    while (state.isWoken && !state.isStopped && sending.size < MAX_CONCURRENT) {
      state.isWoken = false
      const free = Math.min(MAX_CONCURRENT - sending.size, BATCH)
      const due = await takeDue(parts.db, free, parts.settings.deliveryLeaseMs)
      // One statement claims a limited number of deliveries; the others are claimed as slots become free.
      if (due.length === free) state.isWoken = true
      for (const delivery of due) begin(state, delivery)
    }
  } catch (error) {
    parts.log.warn({ err: error }, 'due webhook deliveries could not be claimed')
  } finally {
    state.isTaking = false
  }
}

function begin(state: State, delivery: DueDelivery): void {
  const { parts, sending, note } = state
  const done = deliver(state, delivery)
    .then(note)
    // Its next attempt follows when the lease has expired.
    .catch((error: unknown) =>
      parts.log.error({ err: error }, 'a webhook attempt could not be recorded'),
    )
    .finally(() => sending.delete(done))
  sending.add(done)
}

async function noteTogether(
  { db, settings }: JobParts,
  tries: readonly DeliveryAttempt[],
  wake: () => void,
): Promise<readonly DeliveryAttempt[]> {
  await inTransaction(db, (tx) => recordAttempts(tx, tries, settings.webhookGiveUpMs))
  // Runs after the slots were freed.
  setImmediate(wake)
  return tries
}

async function deliver({ parts, sender }: State, delivery: DueDelivery): Promise<DeliveryAttempt> {
  const { settings, onPoint, log, tracing } = parts
  const { id, tries, jobId } = delivery
  onPoint('webhook_taken')
  const attributes = { 'recto.job.id': jobId, 'recto.webhook.try': tries + 1 }
  const span = tracing?.start('webhook', { kind: 'client', parent: delivery, attributes })
  const { isSent, ...outcome } = await tryDelivery(parts, sender, delivery, span?.link)
  onPoint('webhook_sent')
  const { verdict, status, error, durationMs } = outcome
  span?.set({ 'recto.webhook.verdict': verdict, 'http.response.status_code': status })
  span?.end(verdict === 'delivered' ? undefined : verdict)
  const waitMs = findWaitMs(outcome, tries + 1, settings.webhookRetrySeconds)
  const next = waitMs ?? (verdict === 'delivered' ? 'delivered' : 'failed')
  parts.observe.webhook(verdict)
  log.info({ job_id: jobId, verdict, status, duration_ms: durationMs }, 'webhook')
  return {
    id,
    tries,
    status,
    error,
    durationMs,
    next,
    receiver: isSent ? seen(outcome) : undefined,
  }
}

function seen({ verdict, status, durationMs }: Attempt): DeliveryAttempt['receiver'] {
  if (verdict === 'delivered') return 'accepts'
  return status === undefined || durationMs > SLOW_MS ? 'silent' : 'refuses'
}

interface Tried extends Attempt {
  /** True if a request was sent, so that its outcome counts for or against the receiver. */
  readonly isSent: boolean
}

/** Makes one attempt. Any error counts as an attempt: a permanent error would otherwise repeat forever. */
async function tryDelivery(
  parts: JobParts,
  sender: Sender,
  delivery: DueDelivery,
  trace: TraceLink | undefined,
): Promise<Tried> {
  const { id, webhookUrl, webhookSecret, disabledAt } = delivery
  // The result was deleted, and with it the content of the webhook.
  if (webhookUrl === null || webhookSecret === null) return notSent('The result is no longer kept.')
  if (disabledAt) {
    const since = disabledAt.toISOString().slice(0, 10)
    return notSent(
      `Webhooks to this host have been disabled since ${since}: it accepted none for days.`,
    )
  }
  try {
    const secret = parts.sealer.unseal(webhookSecret)
    const message = {
      id,
      body: bodyOf(delivery),
      secret,
      sentAt: new Date(),
      ...(trace && { trace }),
    }
    return { ...(await attempt(sender, webhookUrl, message)), isSent: true }
  } catch (error) {
    parts.log.error({ err: error, job_id: delivery.jobId }, 'a webhook could not be built')
    return notSent('An internal error occurred.', 'failed')
  }
}

function notSent(error: string, verdict: Attempt['verdict'] = 'stopped'): Tried {
  return {
    verdict,
    status: undefined,
    error,
    durationMs: 0,
    retryAfterSeconds: undefined,
    isSent: false,
  }
}

/** Builds the same bytes for each attempt, because a finished job does not change. */
function bodyOf({ jobId, status, result, error }: DueDelivery): Buffer {
  return Buffer.from(JSON.stringify({ job_id: jobId, status, result, error }))
}
