/** All accounts of the instance; each can be suspended, and resumed. */
import type { ReactNode } from 'react'
import { post, useSession } from '../frame/index.ts'
import { Confirm, date } from '../ui/index.ts'

export interface OperatedAccount {
  readonly id: string
  readonly email: string | null
  readonly tier: string
  readonly jobs: number
  readonly is_suspended: boolean
  readonly created_at: string
}

interface AccountTableProps {
  readonly accounts: readonly OperatedAccount[]
  readonly onChanged: () => Promise<void>
}

export function AccountTable({ accounts, onChanged }: AccountTableProps): ReactNode {
  return (
    <section className="card flush" aria-label="Accounts">
      <div className="table-scroll">
        <table className="data">
          <thead>
            <tr>
              {['Account', 'Plan', 'State', 'Made'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col" className="number">
                Jobs
              </th>
              <th scope="col">
                <span className="visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} onChanged={onChanged} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface AccountRowProps extends Pick<AccountTableProps, 'onChanged'> {
  readonly account: OperatedAccount
}

function AccountRow({ account, onChanged }: AccountRowProps): ReactNode {
  const session = useSession()
  const { id, email, tier, jobs, is_suspended, created_at } = account
  const name = email ?? 'Owner'
  const change = async (suspended: boolean): Promise<void> => {
    await post('/account/operator/suspend', { account: id, suspended: String(suspended) })
    await onChanged()
  }
  return (
    <tr>
      <td>
        {name}
        <div className="soft small">{id}</div>
      </td>
      <td>{tier}</td>
      <td>
        <span className={`badge ${is_suspended ? 'bad' : 'good'}`}>
          {is_suspended ? 'suspended' : 'active'}
        </span>
      </td>
      <td>{date(created_at)}</td>
      <td className="number">{jobs}</td>
      <td>
        {session.account?.id !== id &&
          (is_suspended ? (
            <button
              type="button"
              className="button compact"
              aria-label={`Resume ${name}`}
              onClick={() => void change(false)}
            >
              Resume
            </button>
          ) : (
            <Confirm
              label="Suspend"
              name={name}
              title={`Suspend ${name}?`}
              onConfirm={() => change(true)}
            >
              All its keys are refused until it is resumed. Its jobs and results stay.
            </Confirm>
          ))}
      </td>
    </tr>
  )
}
