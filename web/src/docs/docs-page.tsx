/** `/docs`: the guides and the API reference, with their list. */
import type { ReactNode } from 'react'
import { Link, useLocation } from '../frame/index.ts'
import { Main, NotFound } from '../ui/index.ts'
import { ApiReference } from './api-reference.tsx'
import { GuideText } from './guide-text.tsx'
import { addressOf, findGuide, groups, guides, slugOf } from './guides.ts'
import { SearchGuides } from './search-guides.tsx'

export function DocsPage(): ReactNode {
  const address = useLocation()
    .replace(/^\/docs\/?/, '')
    .replace(/\/$/, '')
  if (address === 'api')
    return (
      <DocsFrame title="API reference">
        <ApiReference />
      </DocsFrame>
    )
  if (address === '')
    return (
      <DocsFrame title="Docs">
        <Overview />
      </DocsFrame>
    )
  const guide = findGuide(slugOf(address))
  if (!guide) return <NotFound />
  return (
    <DocsFrame title={guide.title}>
      <GuideText slug={guide.slug} />
    </DocsFrame>
  )
}

interface FrameProps {
  readonly title: string
  readonly children: ReactNode
}

function DocsFrame({ title, children }: FrameProps): ReactNode {
  return (
    <Main title={title} hasOwnHead>
      <div className="docs-layout">
        <GuideList />
        <article className="docs-article">
          <h1>{title}</h1>
          {children}
        </article>
      </div>
    </Main>
  )
}

function GuideList(): ReactNode {
  const path = useLocation()
  const current = (to: string) => (path === to ? ('page' as const) : undefined)
  return (
    <nav className="docs-nav" aria-label="Guides">
      <SearchGuides />
      <Link to="/docs/api" aria-current={current('/docs/api')}>
        API reference
      </Link>
      {groups.map(({ name, guides: listed }) => (
        <div key={name}>
          <p className="soft small docs-group">{name}</p>
          <ul>
            {listed.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={addressOf(slug)} aria-current={current(addressOf(slug))}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Overview(): ReactNode {
  return (
    <div className="stack">
      <p className="soft">
        {guides.length} guides, and the reference of the API with examples in three languages.
      </p>
      <div className="grid">
        {groups.map(({ name, guides: listed }) => (
          <section key={name} className="card">
            <h2>{name}</h2>
            <ul className="plain">
              {listed.map(({ slug, title }) => (
                <li key={slug}>
                  <Link to={addressOf(slug)}>{title}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
