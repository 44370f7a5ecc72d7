/** The `main` element of a page with its `h1`, and the pages for loading, not found and not signed in. */
import { type ReactNode, useEffect } from 'react'
import { Link } from '../frame/index.ts'

interface MainProps {
  /** Heading of the page and title of the browser's tab. */
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly size?: 'wide' | 'narrow'
  /** The page shows its `h1` itself. */
  readonly hasOwnHead?: boolean
  readonly children: ReactNode
}

export function Main({
  title,
  lead,
  actions,
  size,
  hasOwnHead = false,
  children,
}: MainProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Recto`
  }, [title])
  return (
    <main id="main" tabIndex={-1} className={size}>
      {!hasOwnHead && (
        <div className="page-head">
          <div>
            <h1>{title}</h1>
            {lead !== undefined && <p className="soft">{lead}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </main>
  )
}

export function Waiting(): ReactNode {
  return (
    <main id="main" tabIndex={-1} aria-busy="true">
      <h1 className="visually-hidden">Loading</h1>
    </main>
  )
}

export function NotFound(): ReactNode {
  return (
    <Main title="Page not found" size="narrow">
      <p className="soft">
        The address may be mistyped, or its content was deleted. Use the navigation above.
      </p>
    </Main>
  )
}

/** Asks for a sign-in on pages that need a session. */
export function NeedsSession({ title }: Pick<MainProps, 'title'>): ReactNode {
  return (
    <Main title={title}>
      <section className="card empty">
        <h2>Sign in first</h2>
        <p>This page belongs to an account.</p>
        <Link className="button primary" to="/account">
          Sign in
        </Link>
      </section>
    </Main>
  )
}
