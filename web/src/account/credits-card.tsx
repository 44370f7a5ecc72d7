/** The credits left in this period. */
import type { ReactNode } from 'react'
import { useSession } from '../frame/index.ts'
import { date } from '../ui/index.ts'

const number = new Intl.NumberFormat('en')

export function CreditsCard(): ReactNode {
  const { account, credits } = useSession()
  if (!account) return null
  if (!credits) {
    return (
      <section className="card">
        <h2>{account.plan}</h2>
        <p className="soft">This plan does not count credits: documents are free.</p>
      </section>
    )
  }
  const { balance, granted, period_end } = credits
  const whole = Math.max(granted, balance, 1)
  return (
    <section className="card stack tight">
      <h2>Credits</h2>
      <p>
        <span className="figure">{number.format(balance)}</span>{' '}
        <span className="soft">
          of {number.format(granted)} left on the plan {account.plan}
        </span>
      </p>
      <div className="meter" aria-hidden="true">
        <span style={{ width: `${(Math.max(balance, 0) / whole) * 100}%` }} />
      </div>
      <p className="soft small">
        Refilled on {date(period_end)}. A call of the fast lane costs 1, a job of the queue 10. A
        job that fails costs nothing.
      </p>
    </section>
  )
}
