/** Credits spent on each of the last thirty days, as bars. */
import type { ReactNode } from 'react'
import { count, date } from '../ui/index.ts'

export interface Entry {
  readonly id: string
  readonly amount: number
  readonly reason: string
  readonly job_id: string | null
  readonly created_at: string
}

const DAYS = 30
const DAY_MS = 86_400_000
const HEIGHT = 100
const spending = new Set(['convert', 'job', 'refund'])

export function UsageChart({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  const days = spentByDay(entries)
  const most = Math.max(...days.map(({ spent }) => spent), 1)
  const total = days.reduce((sum, { spent }) => sum + spent, 0)
  return (
    <section className="card stack tight">
      <div className="row between">
        <h2>The last {DAYS} days</h2>
        <p className="soft">{count(total, 'credit')} spent</p>
      </div>
      <svg
        className="chart"
        viewBox={`0 0 ${DAYS * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Credits by day: ${count(total, 'credit')} in ${DAYS} days, at most ${most} on one`}
      >
        <line x1="0" y1={HEIGHT - 0.5} x2={DAYS * 10} y2={HEIGHT - 0.5} />
        {days.map(({ day, spent }, at) => (
          <rect
            key={day}
            x={at * 10 + 1.5}
            y={HEIGHT - (spent / most) * (HEIGHT - 6)}
            width="7"
            height={(spent / most) * (HEIGHT - 6)}
          >
            <title>{`${date(day)}: ${count(spent, 'credit')}`}</title>
          </rect>
        ))}
      </svg>
      <div className="row between soft small">
        <span>{date(days[0]?.day ?? '')}</span>
        <span>today</span>
      </div>
    </section>
  )
}

function spentByDay(entries: readonly Entry[]): readonly { day: string; spent: number }[] {
  const spent = new Map<string, number>()
  for (const { amount, reason, created_at } of entries) {
    const day = created_at.slice(0, 10)
    if (spending.has(reason)) spent.set(day, (spent.get(day) ?? 0) - amount)
  }
  return Array.from({ length: DAYS }, (_each, at) => {
    const day = new Date(Date.now() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return { day, spent: Math.max(spent.get(day) ?? 0, 0) }
  })
}
