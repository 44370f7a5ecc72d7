/** Header with navigation and account, and footer, around every page. */
import type { ReactNode } from 'react'
import icon from '../assets/icon.svg'
import { type Account, Link, navigate, post, useSession } from '../frame/index.ts'

interface ShellProps {
  readonly path: string
  readonly children: ReactNode
}

export function Shell({ path, children }: ShellProps): ReactNode {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link inside of the page, which the base of all addresses would lead elsewhere. */}
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.querySelector<HTMLElement>('#main')?.focus()
        }}
      >
        Skip to the content
      </a>
      <header className="shell-header">
        <div className="shell-bar">
          <Link className="brand" to="/">
            <img src={icon} alt="" />
            Recto
          </Link>
          <Navigation path={path} />
          <AccountMenu />
        </div>
      </header>
      {children}
      <footer className="shell-footer">
        <span>Documents to clean Markdown and structured JSON.</span>
        <Link to="/docs">Docs</Link>
        <Link to="/docs/api">API reference</Link>
      </footer>
    </>
  )
}

function linksOf(account: Account | undefined): readonly (readonly [to: string, name: string])[] {
  const docs = ['/docs', 'Docs'] as const
  if (!account) return [['/', 'Try it'], docs]
  return [
    ['/', 'Try it'],
    ['/jobs', 'Jobs'],
    ['/keys', 'Keys'],
    ['/usage', 'Usage'],
    ...(account.is_owner ? ([['/operator', 'Operator']] as const) : []),
    docs,
  ]
}

function Navigation({ path }: Pick<ShellProps, 'path'>): ReactNode {
  const { account } = useSession()
  return (
    <nav className="nav" aria-label="Pages">
      {linksOf(account).map(([to, name]) => {
        const isHere = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
        return (
          <Link key={to} to={to} aria-current={isHere ? 'page' : undefined}>
            {name}
          </Link>
        )
      })}
    </nav>
  )
}

function AccountMenu(): ReactNode {
  const { account, reload } = useSession()
  if (!account) {
    return (
      <Link className="button compact" to="/account">
        Sign in
      </Link>
    )
  }
  const signOut = async (): Promise<void> => {
    await post('/account/sign-out')
    await reload()
    navigate('/')
  }
  return (
    <div className="row">
      <Link className="menu-link" to="/account" title="Account">
        {account.email ?? 'Owner'}
      </Link>
      <button type="button" className="button compact" onClick={() => void signOut()}>
        Sign out
      </button>
    </div>
  )
}
