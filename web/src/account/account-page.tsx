/** `/account`: the sign-in; with a session, the account and its data. */
import { type ReactNode, useState } from 'react'
import { navigate, post, useSession } from '../frame/index.ts'
import { Confirm, Main, Notice } from '../ui/index.ts'
import { CreditsCard } from './credits-card.tsx'
import { PlansCard } from './plans-card.tsx'
import { ReceiversCard } from './receivers-card.tsx'
import { SignIn } from './sign-in.tsx'

export default function AccountPage(): ReactNode {
  const { account, plans } = useSession()
  if (!account) return <SignIn />
  return (
    <Main title="Account" lead={account.email ?? 'Owner of this instance'}>
      <div className="stack">
        {account.is_suspended && (
          <Notice tone="bad">
            This account is suspended and its keys do not work. Contact the operator of this
            service.
          </Notice>
        )}
        <CreditsCard />
        {plans.length > 0 && !account.is_owner && <PlansCard plans={plans} account={account} />}
        <ReceiversCard />
        <DataCard name={account.email ?? account.id} />
      </div>
    </Main>
  )
}

function DataCard({ name }: { readonly name: string }): ReactNode {
  const { reload } = useSession()
  const [typed, setTyped] = useState('')
  const leave = async (path: string, to: string, fields = {}): Promise<void> => {
    await post(path, fields)
    await reload()
    navigate(to)
  }
  return (
    <section className="card stack">
      <h2>Your data</h2>
      <div className="row between">
        <p className="soft">All data of this account, as one JSON file.</p>
        <a className="button" href="account/export" download="account.json">
          Download it
        </a>
      </div>
      <div className="row between">
        <p className="soft">Ends the sessions in all browsers, including this one.</p>
        <button
          type="button"
          className="button"
          onClick={() => void leave('/account/sign-out-everywhere', '/account')}
        >
          Sign out everywhere
        </button>
      </div>
      <div className="row between">
        <p className="soft">Deletes the account with its keys, credits, jobs and results.</p>
        <Confirm
          label="Delete the account"
          title="Delete this account permanently?"
          isCompact={false}
          onConfirm={() => leave('/account/delete', '/account?deleted', { confirm: typed })}
        >
          <label className="field">
            <span>
              Type <code>{name}</code> to go on
            </span>
            <input
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
        </Confirm>
      </div>
    </section>
  )
}
