/** The record of a job: its times, what was deleted, its webhook. */
import { type ReactNode, useCallback } from 'react'
import { api } from '../frame/index.ts'
import { duration, Notice, time, useAction, useData } from '../ui/index.ts'
import type { Deliveries, Job } from './types.ts'

interface DetailsProps {
  readonly job: Job
  readonly onChanged: () => Promise<void>
}

type Step = readonly [name: string, at: string | null | undefined, later?: string | undefined]

export function JobDetails({ job }: DetailsProps): ReactNode {
  return (
    <div className="grid">
      <Timeline job={job} />
      <Webhook job={job} />
    </div>
  )
}

function Timeline({ job }: Pick<DetailsProps, 'job'>): ReactNode {
  const { deletion, result } = job
  const steps: readonly Step[] = [
    ['Submitted', job.created_at],
    ['Started', job.started_at, job.status === 'failed' ? 'never' : undefined],
    [job.status === 'failed' ? 'Failed' : 'Finished', job.finished_at],
    ['Document deleted', deletion?.upload_deleted_at],
    [
      'Result deleted',
      deletion?.result_deleted_at,
      result ? `by ${time(result.expires_at)}` : 'there is none',
    ],
  ]
  return (
    <section className="card">
      <h2>Timeline</h2>
      <ol className="timeline">
        {steps.map(([name, at, later]) => (
          <li key={name} className={at ? undefined : 'open'}>
            <span>{name}</span>
            <span className="soft">{at ? time(at) : (later ?? 'not yet')}</span>
          </li>
        ))}
      </ol>
      <p className="soft small">
        Job <code>{job.id}</code>
        {result && ` · ${result.engine.name} ${result.engine.version}`}
      </p>
    </section>
  )
}

function Webhook({ job }: Pick<DetailsProps, 'job'>): ReactNode {
  const path = `/v1/jobs/${job.id}/deliveries`
  const { value, reload } = useData(useCallback(() => api<Deliveries>(path), [path]))
  const { run, isRunning, complaint } = useAction(async () => {
    await api(path, { method: 'POST' })
    await reload()
  })
  return (
    <section className="card stack tight">
      <h2>Webhook</h2>
      {!value || value.status === 'none' ? (
        <p className="soft">
          None was asked for. A <code>webhook_url</code> at submission is told when a job ends.
        </p>
      ) : (
        <>
          <p>
            <span className="badge">{value.status}</span>{' '}
            {value.next_attempt_at && (
              <span className="soft">next try at {time(value.next_attempt_at)}</span>
            )}
          </p>
          <ul className="plain">
            {value.attempts.map(({ number, at, status, error, duration_ms }) => (
              <li key={`${number} ${at}`}>
                Try {number}, {time(at)}: {status ?? error ?? 'no answer'}{' '}
                <span className="soft">({duration(duration_ms)})</span>
              </li>
            ))}
          </ul>
          {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
          <div>
            <button type="button" className="button compact" disabled={isRunning} onClick={run}>
              Send it again
            </button>
          </div>
        </>
      )}
    </section>
  )
}
