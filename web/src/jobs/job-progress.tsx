/** An unfinished job: its position in the queue, then its pages. */
import type { ReactNode } from 'react'
import { request, sentenceOf } from '../frame/index.ts'
import { Confirm, Main, Notice } from '../ui/index.ts'
import type { Job } from './types.ts'

interface ProgressProps {
  readonly job: Job
  readonly error: unknown
}

const steps = ['Uploaded', 'In the queue', 'Converting', 'Done'] as const

export function JobProgress({ job, error }: ProgressProps): ReactNode {
  const { pages_done = 0, pages_total = null } = job.progress ?? {}
  const isRunning = job.status === 'running'
  const value = isRunning && pages_total ? { value: pages_done, max: pages_total } : {}
  return (
    <Main title="Converting" hasOwnHead>
      <div className="working" aria-busy="true">
        <h1>Your document is on its way</h1>
        <ol className="steps">
          {steps.map((step, at) => (
            <li key={step} aria-current={at === (isRunning ? 2 : 1) ? 'step' : undefined}>
              {step}
            </li>
          ))}
        </ol>
        <progress aria-label="Progress" {...value} />
        <p aria-live="polite">{sentence(job)}</p>
        {error !== undefined && <Notice tone="warn">{sentenceOf(error)}</Notice>}
        <p className="soft small">
          You may close this page: the job continues, and the page Jobs lists it.
        </p>
        <Confirm
          label="Cancel the job"
          title="Cancel this job?"
          onConfirm={() => request(`/v1/jobs/${job.id}`, { method: 'DELETE' })}
        >
          The document is deleted and the credits are refunded.
        </Confirm>
      </div>
    </Main>
  )
}

function sentence({ status, progress }: Job): string {
  const { queue_position, pages_done, pages_total } = progress ?? {}
  if (status === 'queued') {
    return queue_position ? `Place ${queue_position} in the queue` : 'Waiting for a worker'
  }
  return pages_total
    ? `Page ${Math.min((pages_done ?? 0) + 1, pages_total)} of ${pages_total}`
    : 'Converting …'
}
