/** `/usage`: the credits spent, by day and as a ledger. */
import { type ReactNode, useCallback, useState } from 'react'
import { api, Link, useSession } from '../frame/index.ts'
import { DataTable, Main, NeedsSession, Notice, time, useAction, useData } from '../ui/index.ts'
import { CreditsCard } from './credits-card.tsx'
import { type Entry, UsageChart } from './usage-chart.tsx'

interface UsagePart {
  readonly items: readonly Entry[]
  readonly next_cursor?: string | null
}

export default function UsagePage(): ReactNode {
  const { account } = useSession()
  return account ? <Usage /> : <NeedsSession title="Usage" />
}

const path = '/v1/usage?limit=200'

function Usage(): ReactNode {
  const { credits } = useSession()
  const { value, error } = useData(useCallback(() => api<UsagePart>(path), []))
  const [more, setMore] = useState<readonly UsagePart[]>([])
  const last = more.at(-1) ?? value
  const { run, isRunning } = useAction(async () => {
    const cursor = encodeURIComponent(last?.next_cursor ?? '')
    setMore([...more, await api<UsagePart>(`${path}&cursor=${cursor}`)])
  })
  const entries = [value, ...more].flatMap((part) => part?.items ?? [])
  return (
    <Main title="Usage" lead="Every grant, charge and refund; their sum is the balance.">
      <div className="stack">
        <CreditsCard />
        {error !== undefined && <Notice tone="bad">The usage could not be loaded.</Notice>}
        {credits && entries.length > 0 && <UsageChart entries={entries} />}
        {value && entries.length === 0 && (
          <section className="card empty">
            <h2>Nothing is counted</h2>
            <p>{credits ? 'No document was converted yet.' : 'Documents cost no credits here.'}</p>
            <Link className="button primary" to="/">
              Convert a document
            </Link>
          </section>
        )}
        {entries.length > 0 && <Ledger entries={entries} />}
        {last?.next_cursor && (
          <button type="button" className="button" disabled={isRunning} onClick={run}>
            Show older entries
          </button>
        )}
      </div>
    </Main>
  )
}

const reasons: Readonly<Record<string, string>> = {
  grant: 'Credits of the period',
  expiry: 'Rest of the last period',
  convert: 'A call of the fast lane',
  job: 'A job of the queue',
  refund: 'Refund: the job failed',
}

function Ledger({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  return (
    <section className="card flush" aria-label="Ledger">
      <DataTable columns={['When', 'What', 'Job', { name: 'Credits', isNumber: true }]}>
        {entries.map(({ id, created_at, reason, job_id, amount }) => (
          <tr key={id}>
            <td className="no-wrap">{time(created_at)}</td>
            <td>{reasons[reason] ?? reason}</td>
            <td>{job_id && <Link to={`/jobs/${job_id}`}>{job_id.slice(0, 16)}…</Link>}</td>
            <td className="number">{amount > 0 ? `+${amount}` : amount}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
