/** `/jobs/{id}`: the progress of a job, then its result. */
import { lazy, type ReactNode, Suspense } from 'react'
import { ApiError, Link, sentenceOf, useLocation, useSession } from '../frame/index.ts'
import { Main, NeedsSession, Notice, Waiting } from '../ui/index.ts'
import { JobDetails } from './job-details.tsx'
import { JobProgress } from './job-progress.tsx'
import { isFinal, type Job, nameOf, reasonOf } from './types.ts'
import { useJob, type Watched } from './use-job.ts'

const JobResult = lazy(() => import('./job-result.tsx'))

export default function JobPage(): ReactNode {
  const { account } = useSession()
  const id = useLocation().split('/')[2] ?? ''
  return account ? <OneJob id={id} /> : <NeedsSession title="Job" />
}

function OneJob({ id }: { readonly id: string }): ReactNode {
  const watched = useJob(id)
  const { job, error } = watched
  if (!job) return error === undefined ? <Waiting /> : <NoJob error={error} />
  if (!isFinal(job)) return <JobProgress job={job} error={error} />
  if (job.status === 'failed') return <Failed {...watched} job={job} />
  if (job.deletion?.result_deleted_at || new Date(job.result?.expires_at ?? 0) < new Date()) {
    return <Gone {...watched} job={job} />
  }
  return (
    <Main title={nameOf(job)} size="wide" hasOwnHead>
      <h1 className="visually-hidden">{nameOf(job)}</h1>
      <div className="stack">
        <Suspense fallback={<p className="soft">Loading the result …</p>}>
          <JobResult job={job} onChanged={watched.reload} />
        </Suspense>
        <JobDetails job={job} onChanged={watched.reload} />
      </div>
    </Main>
  )
}

function NoJob({ error }: { readonly error: unknown }): ReactNode {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <Main title={isMissing ? 'Job not found' : 'The job could not be loaded'} size="narrow">
      <div className="stack">
        <p className="soft" role="alert">
          {isMissing ? 'It may belong to another account.' : sentenceOf(error)}
        </p>
        <Link className="button" to="/jobs">
          All jobs
        </Link>
      </div>
    </Main>
  )
}

type ShownJob = Watched & { readonly job: Job }

function Failed({ job, reload }: ShownJob): ReactNode {
  const isCancelled = job.error?.startsWith('cancelled') ?? false
  return (
    <Main title={isCancelled ? 'The job was cancelled' : 'The job failed'} lead={job.id}>
      <div className="stack">
        <Notice tone={isCancelled ? 'info' : 'bad'}>
          {reasonOf(job)} Its credits were refunded.
        </Notice>
        <JobDetails job={job} onChanged={reload} />
        <div className="row">
          <Link className="button primary" to="/">
            Convert another document
          </Link>
          <Link className="button" to="/docs/bad-output">
            What to do about it
          </Link>
        </div>
      </div>
    </Main>
  )
}

function Gone({ job, reload }: ShownJob): ReactNode {
  return (
    <Main title={nameOf(job)} lead={job.id}>
      <div className="stack">
        <Notice tone="info">The result was deleted; the record of the job follows.</Notice>
        <JobDetails job={job} onChanged={reload} />
      </div>
    </Main>
  )
}
