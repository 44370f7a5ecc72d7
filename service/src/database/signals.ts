/** Sends signals between processes on the same PostgreSQL, so that they rarely need to poll. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

/** Names the kind of event only, never the job or webhook concerned. */
export type Signal = 'job_queued' | 'job_ended' | 'webhook_due'

/**
 * Signals between processes. They may be lost, so receivers also poll the database now and then.
 */
export interface Signals {
  /** Sends a signal to all other processes; does not wait for it. */
  send(signal: Signal): void
  /** @param listeners Called when another process signals, or may have signalled during a lost connection. */
  listen(listeners: Partial<Record<Signal, () => void>>): void
}

/** An embedded database has one process, so no signals are sent. */
export const noSignals: Signals = { send: () => {}, listen: () => {} }

export interface OpenSignals extends Signals {
  close(): Promise<void>
}

const CHANNEL = 'recto'
const RECONNECT_MS = 1_000

/** The part of pg's `Client` that is used here. */
interface Connection {
  on(event: 'error', listener: (error: Error) => void): this
  on(event: 'end', listener: () => void): this
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): this
  connect(): Promise<unknown>
  query(text: string, values?: unknown[]): Promise<unknown>
  end(): Promise<void>
}

type Hearing = Partial<Record<Signal, () => void>>

interface State {
  /** Distinguishes this process's own signals from others. */
  readonly name: string
  readonly createClient: () => Connection
  readonly log: Log
  readonly hearings: Hearing[]
  readonly closing: AbortController
  /** The connection while it listens. */
  client: Connection | undefined
  /** Signals to send; repeats of one kind are sent once. */
  readonly pending: Set<Signal>
  isSending: boolean
}

/**
 * Holds a dedicated connection for `LISTEN` and `NOTIFY`.
 *
 * Signals are not sent in the transactions that cause them: each `NOTIFY` in a transaction serialises its commit with
 * all others. A transaction pool delivers no signals; work is then found by polling.
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
    listen: (listeners) => {
      state.hearings.push(listeners)
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
      if (!signal.aborted)
        state.log.warn(
          { err: error },
          'signals of other processes are not received; polling instead',
        )
    })
    state.client = undefined
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {})
  }
}

/** Stays connected until the connection breaks or is closed. */
async function connect(state: State): Promise<void> {
  const client = state.createClient()
  const { promise: end, resolve, reject } = Promise.withResolvers<void>()
  client.on('error', reject).on('end', resolve)
  state.closing.signal.addEventListener('abort', () => resolve(), { once: true })
  client.on('notification', ({ payload = '' }) => handleSignal(state, payload))
  try {
    await Promise.race([client.connect(), end])
    await Promise.race([client.query(`LISTEN ${CHANNEL}`), end])
    state.client = client
    // Signals may have been lost before this connection.
    for (const each of state.hearings) for (const react of Object.values(each)) react()
    void sendPending(state)
    await end
  } finally {
    // A broken connection may report an error again here.
    end.catch(() => {})
    await client.end().catch(() => {})
  }
}

function handleSignal({ name, hearings }: State, payload: string): void {
  const [sender, signal] = payload.split(' ')
  if (sender === name) return
  // Sound: an unknown signal has no listeners.
  for (const each of hearings) each[signal as Signal]?.()
}

/** One send at a time; signals that arrive meanwhile go out together. */
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
    // The connection's end event reports the failure; until then the other processes poll.
  } finally {
    state.isSending = false
  }
}
