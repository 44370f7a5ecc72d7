/** All accounts of the instance, to suspend and resume. */
import type { ReactNode } from 'react'
import { post, useSession } from '../frame/index.ts'
import { Confirm, DataTable, date } from '../ui/index.ts'

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

const columns = [
  'Account',
  'Plan',
  'State',
  'Made',
  { name: 'Jobs', isNumber: true },
  { name: 'Action', isHidden: true },
]

export function AccountTable({ accounts, onChanged }: AccountTableProps): ReactNode {
  return (
    <section className="card flush" aria-label="Accounts">
      <DataTable columns={columns}>
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} onChanged={onChanged} />
        ))}
      </DataTable>
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
