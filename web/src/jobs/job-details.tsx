/** The record of a job: timeline, deletions and webhook. */
import type { ReactNode } from 'react'
import { time } from '../ui/index.ts'
import type { Job } from './types.ts'
import { Webhook } from './webhook-card.tsx'

interface DetailsProps {
  readonly job: Job
  readonly onChanged: () => Promise<void>
}

type Step = readonly [name: string, at: string | null | undefined, later?: string | undefined]

export function JobDetails({ job }: DetailsProps): ReactNode {
  return (
    <div className="grid">
      <Timeline job={job} />
      <Webhook jobId={job.id} />
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
