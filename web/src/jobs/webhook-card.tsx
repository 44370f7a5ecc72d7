/** The webhook of a job: its attempts, and a button that sends it again. */
import { type ReactNode, useCallback, useEffect } from 'react'
import { api, Link } from '../frame/index.ts'
import { duration, Notice, time, useAction, useData } from '../ui/index.ts'
import type { Deliveries } from './types.ts'

interface WebhookProps {
  readonly jobId: string
}

/** Delay between two polls of a pending delivery. */
const LOOK_MS = 1_500

export function Webhook({ jobId }: WebhookProps): ReactNode {
  const path = `/v1/jobs/${jobId}/deliveries`
  const { value, reload } = useData(useCallback(() => api<Deliveries>(path), [path]))
  const { run, isRunning, complaint } = useAction(async () => {
    await api(path, { method: 'POST' })
    await reload()
  })
  const isPending = value?.status === 'pending'
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => void reload(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isPending, reload])
  return (
    <section className="card stack tight">
      <h2>Webhook</h2>
      {!value || value.status === 'none' ? (
        <p className="soft">
          This job has none. Send <code>webhook_url</code> with a document to be notified when its
          job ends: <Link to="/docs/webhooks">Webhooks</Link>
        </p>
      ) : (
        <>
          <Attempts deliveries={value} />
          {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
          <div>
            <button
              type="button"
              className="button compact"
              disabled={isRunning || isPending}
              onClick={run}
            >
              Send it again
            </button>
          </div>
        </>
      )}
    </section>
  )
}

const tones: Readonly<Record<string, string>> = { delivered: 'good', failed: 'bad' }

function Attempts({ deliveries }: { readonly deliveries: Deliveries }): ReactNode {
  const { status, next_attempt_at, attempts } = deliveries
  return (
    <>
      <p aria-live="polite">
        <span className={`badge ${tones[status] ?? 'info'}`}>{status}</span>{' '}
        {next_attempt_at && <span className="soft">next attempt at {time(next_attempt_at)}</span>}
      </p>
      <ol className="plain">
        {attempts.map(({ number, at, status: answer, error, duration_ms }) => (
          <li key={`${number} ${at}`}>
            Attempt {number}, {time(at)}: {answer ?? error ?? 'no answer'}{' '}
            <span className="soft">({duration(duration_ms)})</span>
          </li>
        ))}
      </ol>
    </>
  )
}
