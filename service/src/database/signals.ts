/** Signals between processes on the same PostgreSQL, so that they need not poll. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

/** A word of a few letters: what has happened, never to what. */
export type Signal = 'job_queued' | 'job_ended' | 'webhook_due'

/**
 * Signals between processes. They may be lost, so receivers also poll the database now and then.
 */
export interface Signals {
  /** Tells all other processes, without waiting for it. */
  send(signal: Signal): void
  /** @param hear Called when another process signals, or may have signalled during a lost connection. */
  listen(hear: Partial<Record<Signal, () => void>>): void
}

/** An embedded database has one process, so no signals are sent. */
export const noSignals: Signals = { send: () => {}, listen: () => {} }

export interface OpenSignals extends Signals {
  close(): Promise<void>
}

const CHANNEL = 'recto'
const RECONNECT_MS = 1_000

/** The part of pg's `Client` that is used here. */
export interface Connection {
  on(event: 'error', hear: (error: Error) => void): this
  on(event: 'end', hear: () => void): this
  on(event: 'notification', hear: (message: { payload?: string | undefined }) => void): this
  connect(): Promise<unknown>
  query(text: string, values?: unknown[]): Promise<unknown>
  end(): Promise<void>
}

type Hearing = Partial<Record<Signal, () => void>>

interface State {
  /** Tells our own words from those of others. */
  readonly name: string
  readonly createClient: () => Connection
  readonly log: Log
  readonly hearings: Hearing[]
  readonly closing: AbortController
  /** The connection while it listens. */
  client: Connection | undefined
  /** Signals to send; several of one kind become one. */
  readonly pending: Set<Signal>
  isSending: boolean
}

/**
 * Holds a connection of its own for `LISTEN` and `NOTIFY`.
 *
 * Not in the transactions that the words are about: each `NOTIFY` in one makes it wait for all others at its commit.
 * A pool with connections by transaction delivers no signals; work is then found by polling.
 */
export function openSignals(createClient: () => Connection, log: Log): OpenSignals {
  const state: State = {
    name: randomUUID(),
    createClient,
    log,
    hearings: [],
    closing: new AbortController(),
    client: undefined,
    pending: new Set(),
    isSending: false,
  }
  const connected = stayConnected(state)
  return {
    send: (signal) => {
      state.pending.add(signal)
      void sendPending(state)
    },
    listen: (hear) => {
      state.hearings.push(hear)
    },
    close: async () => {
      state.closing.abort()
      await connected
    },
  }
}

async function stayConnected(state: State): Promise<void> {
  const { signal } = state.closing
  while (!signal.aborted) {
    await connect(state).catch((error: unknown) => {
      if (!signal.aborted) state.log.warn({ err: error }, 'other processes are not heard')
    })
    state.client = undefined
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {})
  }
}

/** Until the connection ends, or is to end. */
async function connect(state: State): Promise<void> {
  const client = state.createClient()
  const { promise: end, resolve, reject } = Promise.withResolvers<void>()
  client.on('error', reject).on('end', resolve)
  state.closing.signal.addEventListener('abort', () => resolve(), { once: true })
  client.on('notification', ({ payload = '' }) => hear(state, payload))
  try {
    await Promise.race([client.connect(), end])
    await Promise.race([client.query(`LISTEN ${CHANNEL}`), end])
    state.client = client
    // Earlier signals were lost.
    for (const each of state.hearings) for (const react of Object.values(each)) react()
    void sendPending(state)
    await end
  } finally {
    // A connection that is broken already may say so once more.
    end.catch(() => {})
    await client.end().catch(() => {})
  }
}

function hear({ name, hearings }: State, payload: string): void {
  const [sender, signal] = payload.split(' ')
  if (sender === name) return
  // Sound: a word that is none of ours is one that nobody reacts to.
  for (const each of hearings) each[signal as Signal]?.()
}

/** One at a time: what comes meanwhile goes out together. */
async function sendPending(state: State): Promise<void> {
  if (state.isSending) return
  state.isSending = true
  try {
    while (state.client && state.pending.size > 0) {
      const words = [...state.pending].map((signal) => `${state.name} ${signal}`)
      state.pending.clear()
      await state.client.query('SELECT pg_notify($1, word) FROM unnest($2::text[]) AS word', [
        CHANNEL,
        words,
      ])
    }
  } catch {
    // The end of the connection reports this; until then the other processes poll.
  } finally {
    state.isSending = false
  }
}
