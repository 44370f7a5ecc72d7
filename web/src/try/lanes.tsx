/** The choice of the lane, with a sentence for each. */
import type { ReactNode } from 'react'
import { Link, useSession } from '../frame/index.ts'

export type Lane = 'fast' | 'fidelity'

interface LanesProps {
  readonly lane: Lane
  readonly onChange: (lane: Lane) => void
}

export function Lanes({ lane, onChange }: LanesProps): ReactNode {
  const { account, retention_days } = useSession()
  const days = Math.round(retention_days)
  return (
    <fieldset className="lanes">
      <legend className="visually-hidden">Lane</legend>
      <label className="lane">
        <input
          type="radio"
          name="lane"
          checked={lane === 'fast'}
          onChange={() => onChange('fast')}
        />
        <strong>Fast lane</strong>
        <span className="soft">
          Answers at once. Office files keep their headings, lists and tables; a PDF becomes plain
          text. Nothing is stored.
        </span>
      </label>
      <label className="lane">
        <input
          type="radio"
          name="lane"
          checked={lane === 'fidelity'}
          disabled={!account}
          onChange={() => onChange('fidelity')}
        />
        <strong>Fidelity lane</strong>
        <span className="soft">
          Headings, tables, reading order and scans, each with its position on the page. Queued; the
          result is kept for {days >= 1 ? `${days} days` : 'a short time'}.{' '}
          {!account && <Link to="/account">Sign in to use it</Link>}
        </span>
      </label>
    </fieldset>
  )
}
