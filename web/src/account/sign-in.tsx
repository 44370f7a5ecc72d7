/** Sends a sign-in link by mail, then accepts the code of that mail. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { navigate, post, useQuery, useSession } from '../frame/index.ts'
import { Main, Notice, useAction } from '../ui/index.ts'

interface Sent {
  readonly email: string
  readonly is_printed: boolean
  readonly is_for_accounts_only: boolean
}

export function SignIn(): ReactNode {
  const [sent, setSent] = useState<Sent>()
  if (sent) return <CheckMail sent={sent} onAgain={() => setSent(undefined)} />
  return <AskForLink onSent={setSent} />
}

function AskForLink({ onSent }: { readonly onSent: (sent: Sent) => void }): ReactNode {
  const isDeleted = useQuery().has('deleted')
  const [email, setEmail] = useState('')
  const { run, isRunning, complaint } = useAction(async () => {
    onSent(await post<Sent>('/account/sign-in', { email }))
  })
  return (
    <Main
      title="Sign in"
      size="narrow"
      lead="Enter your mail address and we send you a sign-in link; you need no password. The first sign-in creates your account."
    >
      {isDeleted && (
        <Notice tone="good">
          The account is deleted, with its keys, credits, jobs and results.
        </Notice>
      )}
      <form className="card stack" onSubmit={submitWith(run)} noValidate>
        <label className="field">
          <span>Mail address</span>
          <input
            type="email"
            name="email"
            autoComplete="email"
            placeholder="you@example.com"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </label>
        <div aria-live="assertive">
          {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
        </div>
        <button type="submit" className="button primary" disabled={isRunning}>
          Send me a link
        </button>
      </form>
    </Main>
  )
}

interface CheckMailProps {
  readonly sent: Sent
  readonly onAgain: () => void
}

function CheckMail({ sent, onAgain }: CheckMailProps): ReactNode {
  const { reload } = useSession()
  const [code, setCode] = useState('')
  const { run, isRunning, complaint } = useAction(async () => {
    await post('/account/code', { email: sent.email, code })
    await reload()
    navigate('/')
  })
  return (
    <Main title="Check your mail" size="narrow">
      <div className="stack">
        <p>
          {sent.is_for_accounts_only ? 'If this address has an account, we sent ' : 'We sent '}a
          link to <strong>{sent.email}</strong>. It works once, for 15 minutes.
        </p>
        {sent.is_for_accounts_only && (
          <Notice tone="warn">Too many new accounts were requested. Try again in an hour.</Notice>
        )}
        {sent.is_printed && (
          <Notice tone="info">This instance sends no mail: the server prints the link.</Notice>
        )}
        <form className="card stack" onSubmit={submitWith(run)}>
          <label className="field">
            <span>Or enter the code from the mail</span>
            <input
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              placeholder="0000-0000"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </label>
          <div aria-live="assertive">
            {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
          </div>
          <button type="submit" className="button primary" disabled={isRunning}>
            Sign in
          </button>
        </form>
        <p className="soft small">
          No mail? Check the spam folder, or{' '}
          <button type="button" className="link-button" onClick={onAgain}>
            start again
          </button>
          .
        </p>
      </div>
    </Main>
  )
}

function submitWith(run: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    run()
  }
}
