/** What one process has done → a word to all others on the same PostgreSQL, so that none has to ask for it all the time. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

/** A word of a few letters: what has happened, never to what. */
export type Signal = 'job_queued' | 'job_ended' | 'webhook_due'

/**
 * Words between processes. They may be lost: whoever hears them also asks the database now and again.
 */
export interface Signals {
  /** Tells all other processes, without waiting for it. */
  send(signal: Signal): void
  /** @param hear What to do when another process tells, or may have told while nobody could hear it. */
  listen(hear: Partial<Record<Signal, () => void>>): void
}

/** Of a database that one process has for itself: there is nobody to tell. */
export const noSignals: Signals = { send: () => {}, listen: () => {} }

export interface OpenSignals extends Signals {
  close(): Promise<void>
}

const CHANNEL = 'recto'
const RECONNECT_MS = 1_000

/** As much of pg's `Client` as is used. */
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
  /** As long as it is connected, and listens. */
  client: Connection | undefined
  /** Words that are to be told; many of one kind are one. */
  readonly pending: Set<Signal>
  isSending: boolean
}

/**
 * Holds a connection of its own, on which it listens and tells (`LISTEN`, `NOTIFY`).
 *
 * Not in the transactions that the words are about: each `NOTIFY` in one makes it wait for all others at its commit.
 * Through a pool that gives connections out by transaction nothing is heard, and what is to be done waits to be asked for.
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
    // What was told before was not heard.
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
    // The connection ends, and is told of there; the others ask by themselves.
  } finally {
    state.isSending = false
  }
}
