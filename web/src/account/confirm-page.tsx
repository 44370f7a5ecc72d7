/** `/account/confirm`: signs in by the link of a mail. */
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { api, Link, navigate, post, useQuery, useSession } from '../frame/index.ts'
import { Main, Notice, useAction, useData, Waiting } from '../ui/index.ts'

interface LinkFacts {
  readonly email: string
  readonly is_same_browser: boolean
}

export default function ConfirmPage(): ReactNode {
  const { reload } = useSession()
  const token = useQuery().get('token') ?? ''
  const load = useCallback(
    () => api<LinkFacts>(`/account/link?token=${encodeURIComponent(token)}`),
    [token],
  )
  const { value, error } = useData(load)
  const { run, isRunning, complaint } = useAction(async () => {
    await post('/account/confirm', { token })
    await reload()
    navigate('/', { replace: true })
  })
  useOnce(value?.is_same_browser === true, run)
  if (error !== undefined) return <StaleLink />
  if (!value) return <Waiting />
  return (
    <Main title={`Sign in as ${value.email}?`} size="narrow">
      <div className="card stack">
        <p>This link was sent to you to sign in. If you did not ask for it, close this page.</p>
        {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
        <button type="button" className="button primary" disabled={isRunning} onClick={run}>
          Sign in
        </button>
      </div>
    </Main>
  )
}

/**
 * Runs once without a click: the cookie proves that the requesting browser opened the link, since mail scanners do not
 * have it.
 */
function useOnce(isWanted: boolean, run: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isWanted || isDone.current) return
    isDone.current = true
    run()
  }, [isWanted, run])
}

function StaleLink(): ReactNode {
  return (
    <Main title="This link does not work any more" size="narrow">
      <div className="stack">
        <p className="soft">Links work once, for a short time.</p>
        <Link className="button primary" to="/account">
          Ask for a new one
        </Link>
      </div>
    </Main>
  )
}
