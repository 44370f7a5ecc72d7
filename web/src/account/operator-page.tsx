/** `/operator`: the whole instance, for the owner of a self-hosted one. */
import { type ReactNode, useCallback, useEffect } from 'react'
import { api, useSession } from '../frame/index.ts'
import { count, duration, Main, NotFound, Notice, time, useData } from '../ui/index.ts'
import { AccountTable, type OperatedAccount } from './operator-accounts.tsx'

interface Overview {
  readonly health: { readonly complaint?: string; readonly reservation?: string }
  readonly queue: {
    readonly queued: number
    readonly running: number
    readonly succeeded: number
    readonly failed: number
    readonly oldest_at: string | null
    readonly median_ms: number | null
  }
  readonly failed: readonly FailedJob[]
  readonly accounts: readonly OperatedAccount[]
}

interface FailedJob {
  readonly id: string
  readonly account: string
  readonly filename: string | null
  readonly error: string | null
  readonly finished_at: string
}

export default function OperatorPage(): ReactNode {
  const { account } = useSession()
  return account?.is_owner ? <Operator /> : <NotFound />
}

const REFRESH_MS = 10_000

function Operator(): ReactNode {
  const load = useCallback(() => api<Overview>('/account/operator'), [])
  const { value, error, reload } = useData(load)
  useEffect(() => {
    const timer = setInterval(() => void reload(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [reload])
  return (
    <Main title="Operator" lead="The whole instance. Only its owner sees this page.">
      <div className="stack">
        {error !== undefined && <Notice tone="bad">The state could not be loaded.</Notice>}
        {value && (
          <>
            <Health health={value.health} />
            <Queue queue={value.queue} />
            <FailedJobs jobs={value.failed} />
            <AccountTable accounts={value.accounts} onChanged={reload} />
          </>
        )}
      </div>
    </Main>
  )
}

function Health({ health: { complaint, reservation } }: Pick<Overview, 'health'>): ReactNode {
  if (complaint !== undefined) return <Notice tone="bad">{complaint}</Notice>
  if (reservation !== undefined) return <Notice tone="warn">{reservation}</Notice>
  return (
    <Notice tone="good">
      The service is healthy: a check of database, store and converters succeeded.
    </Notice>
  )
}

function Queue({ queue }: Pick<Overview, 'queue'>): ReactNode {
  const figures = [
    ['Waiting', queue.queued, queue.oldest_at && `the first since ${time(queue.oldest_at)}`],
    ['Running', queue.running, undefined],
    ['Succeeded', queue.succeeded, 'in 24 hours'],
    ['Failed', queue.failed, 'in 24 hours'],
    [
      'Median time',
      queue.median_ms === null ? '–' : duration(queue.median_ms),
      'from start to end',
    ],
  ] as const
  return (
    <section className="figures" aria-label="Queue">
      {figures.map(([name, value, note]) => (
        <div key={name} className="card">
          <p className="soft small">{name}</p>
          <p className="figure">{value}</p>
          {note && <p className="soft small">{note}</p>}
        </div>
      ))}
    </section>
  )
}

function FailedJobs({ jobs }: { readonly jobs: readonly FailedJob[] }): ReactNode {
  return (
    <section className="card stack tight">
      <h2>Failed in the last 7 days</h2>
      <p className="soft small">
        A job whose worker is lost is retried automatically. A failed document cannot be retried
        here, because it is deleted when its job ends: its sender must submit it again.
      </p>
      {jobs.length === 0 ? (
        <p>No job has failed.</p>
      ) : (
        <ul className="plain">
          {jobs.map(({ id, account, filename, error, finished_at }) => (
            <li key={id}>
              <strong>{filename ?? id}</strong> {error}
              <div className="soft small">
                {account} · {time(finished_at)} · <code>{id}</code>
              </div>
            </li>
          ))}
        </ul>
      )}
      {jobs.length > 0 && <p className="soft small">{count(jobs.length, 'job')}</p>}
    </section>
  )
}
