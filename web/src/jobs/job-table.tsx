/** Jobs as rows. */
import type { ReactNode } from 'react'
import { Link } from '../frame/index.ts'
import { count, DataTable, duration, time } from '../ui/index.ts'
import { StatusBadge } from './status-badge.tsx'
import { type Job, nameOf, reasonOf } from './types.ts'

interface JobTableProps {
  readonly jobs: readonly Job[]
}

const columns = [
  'Document',
  'Status',
  'Submitted',
  { name: 'Pages', isNumber: true },
  { name: 'Took', isNumber: true },
]

export function JobTable({ jobs }: JobTableProps): ReactNode {
  return (
    <section className="card flush" aria-label="Jobs">
      <DataTable columns={columns}>
        {jobs.map((job) => (
          <tr key={job.id}>
            <td>
              <Link to={`/jobs/${job.id}`}>{nameOf(job)}</Link>
              {job.error && <div className="soft small">{reasonOf(job)}</div>}
              {job.result && job.result.warnings.length > 0 && (
                <div className="soft small">{count(job.result.warnings.length, 'warning')}</div>
              )}
            </td>
            <td>
              <StatusBadge status={job.status} />
            </td>
            <td className="no-wrap">{time(job.created_at)}</td>
            <td className="number">{job.result?.pages || '–'}</td>
            <td className="number">{job.result ? duration(job.result.duration_ms) : '–'}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
