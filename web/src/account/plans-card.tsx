/** The price list of an instance that sells plans. */
import type { ReactNode } from 'react'
import { type Account, type Plan, post } from '../frame/index.ts'
import { Notice, useAction } from '../ui/index.ts'

interface PlansProps {
  readonly plans: readonly Plan[]
  readonly account: Account
}

const number = new Intl.NumberFormat('en')

export function PlansCard({ plans, account }: PlansProps): ReactNode {
  return (
    <section className="card">
      <h2>Plans</h2>
      <div className="grid">
        {plans.map((plan) => (
          <PlanCard key={plan.tier} plan={plan} account={account} />
        ))}
      </div>
    </section>
  )
}

interface PlanProps {
  readonly plan: Plan
  readonly account: Account
}

function PlanCard({ plan, account }: PlanProps): ReactNode {
  const isOwn = plan.tier === account.tier
  return (
    <div className="card stack tight">
      <h3>
        {plan.name} {isOwn && <span className="badge good">yours</span>}
      </h3>
      <p>
        <span className="figure">{plan.euros} €</span> <span className="soft">a month</span>
      </p>
      <p className="soft">{number.format(plan.credits)} credits a month</p>
      <p className="soft">{number.format(plan.requests_per_minute)} requests a minute</p>
      {isOwn && account.has_billing && (
        <Leave path="/account/billing" label="Invoices and changes" />
      )}
      {!isOwn && account.tier === 'free' && (
        <Leave path="/account/plan" tier={plan.tier} label={`Change to ${plan.name}`} />
      )}
    </div>
  )
}

interface LeaveProps {
  readonly path: string
  readonly label: string
  readonly tier?: string
}

/** Opens the payment provider's page. */
function Leave({ path, label, tier }: LeaveProps): ReactNode {
  const { run, isRunning, complaint } = useAction(async () => {
    const { url } = await post<{ url: string }>(path, tier === undefined ? {} : { tier })
    window.location.assign(url)
  })
  return (
    <>
      <button type="button" className="button" disabled={isRunning} onClick={run}>
        {label}
      </button>
      {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
    </>
  )
}
