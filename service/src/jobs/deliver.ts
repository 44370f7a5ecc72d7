/** Sends the webhooks that are due. */
import { type Attempt, attempt, findWaitMs, type Sender } from '../webhooks/index.ts'
import type { JobParts } from './parts.ts'
import { type DueDelivery, noteTry, takeDue } from './statements/index.ts'

export interface Deliverer {
  wake(): void
  /** Takes no more, and waits for those under way: seconds at most. */
  stop(): Promise<void>
}

/** At a time, of this process. */
const MOST = 32
/** At a time, of one account. */
const MOST_OF_ACCOUNT = 8

interface State {
  readonly parts: JobParts
  readonly sender: Sender
  readonly atHand: Set<Promise<void>>
  isTaking: boolean
  isStopped: boolean
  /** Asked for more while it was looking. */
  isWoken: boolean
}

export function startDeliverer(parts: JobParts, sender: Sender): Deliverer {
  const flags = { isTaking: false, isStopped: false, isWoken: false }
  const state: State = { parts, sender, atHand: new Set(), ...flags }
  const wake = (): void => void takeAll(state)
  const timer = setInterval(wake, parts.settings.pollMs)
  wake()
  return {
    wake,
    stop: async () => {
      state.isStopped = true
      clearInterval(timer)
      while (state.isTaking) await new Promise((resolve) => setTimeout(resolve, 10))
      await Promise.all(state.atHand)
    },
  }
}

async function takeAll(state: State): Promise<void> {
  const { parts, atHand } = state
  state.isWoken = true
  if (state.isTaking) return
  state.isTaking = true
  try {
    const { deliveryLeaseMs } = parts.settings
    while (state.isWoken && !state.isStopped && atHand.size < MOST) {
      state.isWoken = false
      const due = await takeDue(parts.db, MOST - atHand.size, MOST_OF_ACCOUNT, deliveryLeaseMs)
      for (const delivery of due) begin(state, delivery)
    }
  } catch (error) {
    parts.log.warn({ err: error }, 'no deliveries can be taken')
  } finally {
    state.isTaking = false
  }
}

function begin(state: State, delivery: DueDelivery): void {
  const { parts, atHand } = state
  const done = deliver(state, delivery)
    .catch((error: unknown) => {
      parts.log.error({ err: error, job_id: delivery.id }, 'a delivery was left')
    })
    .finally(() => {
      atHand.delete(done)
      void takeAll(state)
    })
  atHand.add(done)
}

async function deliver({ parts, sender }: State, delivery: DueDelivery): Promise<void> {
  const { db, settings, onPoint, log } = parts
  onPoint('webhook_taken')
  const outcome = await tryDelivery(parts, sender, delivery).catch((error: unknown) => {
    log.error({ err: error, job_id: delivery.id }, 'a webhook could not be made')
    return broken
  })
  onPoint('webhook_sent')
  const waitMs = findWaitMs(outcome, delivery.tries + 1, settings.webhookRetrySeconds)
  const next = waitMs ?? (outcome.verdict === 'delivered' ? 'delivered' : 'failed')
  await db.transaction().execute((tx) => noteTry(tx, delivery.deliveryId, outcome, next))
  const { verdict, status, durationMs } = outcome
  parts.observe.webhook(verdict)
  log.info({ job_id: delivery.id, verdict, status, duration_ms: durationMs }, 'webhook')
}

async function tryDelivery(
  parts: JobParts,
  sender: Sender,
  delivery: DueDelivery,
): Promise<Attempt> {
  const { webhookUrl, webhookSecret } = delivery
  // Erased with the result: there is nothing left to tell of.
  if (webhookUrl === null || webhookSecret === null) return erased
  return attempt(sender, webhookUrl, {
    id: delivery.deliveryId,
    body: bodyOf(delivery),
    secret: parts.sealer.unseal(webhookSecret),
    sentAt: new Date(),
  })
}

const erased: Attempt = {
  verdict: 'stopped',
  status: undefined,
  error: 'The result is no longer kept.',
  durationMs: 0,
  retryAfterSeconds: undefined,
}

/** A try like any other: what fails each time ends after the last, and is not begun anew for ever. */
const broken: Attempt = {
  verdict: 'failed',
  status: undefined,
  error: 'Something went wrong on our side.',
  durationMs: 0,
  retryAfterSeconds: undefined,
}

/** The same bytes at each try: what they are made of does not change any more. */
function bodyOf({ id, status, result, error }: DueDelivery): Buffer {
  return Buffer.from(JSON.stringify({ job_id: id, status, result, error }))
}
