/** `/account/owner#…`: signs in by the link that a start or `recto owner-link` prints. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, navigate, post, sentenceOf, useSession } from '../frame/index.ts'
import { Main, Waiting } from '../ui/index.ts'

export default function OwnerPage(): ReactNode {
  const { reload } = useSession()
  const [error, setError] = useState<unknown>()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const token = window.location.hash.slice(1)
    // The token is used up; it is removed from the browser's history.
    window.history.replaceState(null, '', window.location.pathname)
    post('/account/owner', { token })
      .then(reload)
      .then(() => navigate('/', { replace: true }), setError)
  }, [reload])
  if (error === undefined) return <Waiting />
  const isStale = error instanceof ApiError && error.code === 'link_expired'
  return (
    <Main title={isStale ? 'This link no longer works' : 'Signing in failed'} size="narrow">
      <div className="card stack">
        {isStale ? (
          <>
            <p>An owner link works once and for an hour. Create another one on the server:</p>
            <pre className="code">recto owner-link</pre>
          </>
        ) : (
          <p role="alert">{sentenceOf(error)}</p>
        )}
      </div>
    </Main>
  )
}
