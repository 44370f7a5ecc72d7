/** `/jobs`: all jobs of the account, the newest first. */
import { type ReactNode, useCallback, useState } from 'react'
import { api, Link, setQuery, useQuery, useSession } from '../frame/index.ts'
import { Main, NeedsSession, Notice, useAction, useData } from '../ui/index.ts'
import { JobTable } from './job-table.tsx'
import type { Job } from './types.ts'

interface JobsPart {
  readonly items: readonly Job[]
  readonly next_cursor?: string | null
}

const filters = ['all', 'queued', 'running', 'succeeded', 'failed'] as const

export default function JobsPage(): ReactNode {
  const { account } = useSession()
  const status = useQuery().get('status') ?? 'all'
  if (!account) return <NeedsSession title="Jobs" />
  return (
    <Main title="Jobs" lead="Documents submitted to the queue, from this page or with keys.">
      <div className="stack">
        <fieldset className="filters">
          <legend className="visually-hidden">Status</legend>
          {filters.map((filter) => (
            <button
              key={filter}
              type="button"
              className="tab"
              aria-pressed={filter === status}
              onClick={() => setQuery({ status: filter === 'all' ? undefined : filter })}
            >
              {filter}
            </button>
          ))}
        </fieldset>
        <JobList key={status} status={status} />
      </div>
    </Main>
  )
}

function JobList({ status }: { readonly status: string }): ReactNode {
  const query = status === 'all' ? '' : `&status=${encodeURIComponent(status)}`
  const load = useCallback(() => api<JobsPart>(`/v1/jobs?limit=25${query}`), [query])
  const { value, error } = useData(load)
  const [more, setMore] = useState<readonly JobsPart[]>([])
  const last = more.at(-1) ?? value
  const { run, isRunning } = useAction(async () => {
    const cursor = encodeURIComponent(last?.next_cursor ?? '')
    setMore([...more, await api<JobsPart>(`/v1/jobs?limit=25${query}&cursor=${cursor}`)])
  })
  if (error !== undefined) return <Notice tone="bad">The jobs could not be loaded.</Notice>
  if (!value) return <p className="soft">Loading …</p>
  const jobs = [value, ...more].flatMap(({ items }) => items)
  if (jobs.length === 0) return <NoJobs status={status} />
  return (
    <>
      <JobTable jobs={jobs} />
      {last?.next_cursor && (
        <button type="button" className="button" disabled={isRunning} onClick={run}>
          Show older jobs
        </button>
      )}
    </>
  )
}

function NoJobs({ status }: { readonly status: string }): ReactNode {
  return (
    <section className="card empty">
      <h2>{status === 'all' ? 'No jobs yet' : `No job is ${status}`}</h2>
      <p>
        {status === 'all'
          ? 'Drop a document on the first page, or send one with a key.'
          : 'Other jobs may be: choose another status.'}
      </p>
      {status === 'all' && (
        <Link className="button primary" to="/">
          Convert a document
        </Link>
      )}
    </section>
  )
}
