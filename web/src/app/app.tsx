/** Maps each address to its page. Pages are loaded when first shown. */
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { SessionProvider, useLocation } from '../frame/index.ts'
import { TryPage } from '../try/index.ts'
import { NotFound, Waiting } from '../ui/index.ts'
import { ErrorBoundary } from './broken.tsx'
import { Shell } from './shell.tsx'

const pages = {
  // The first page of most visits is part of the first load.
  try: TryPage,
  account: lazy(() => import('../account/account-page.tsx')),
  confirm: lazy(() => import('../account/confirm-page.tsx')),
  owner: lazy(() => import('../account/owner-page.tsx')),
  keys: lazy(() => import('../account/keys-page.tsx')),
  usage: lazy(() => import('../account/usage-page.tsx')),
  operator: lazy(() => import('../account/operator-page.tsx')),
  jobs: lazy(() => import('../jobs/jobs-page.tsx')),
  job: lazy(() => import('../jobs/job-page.tsx')),
  docs: lazy(() => import('../docs/index.ts')),
} as const

const routes: readonly (readonly [pattern: RegExp, page: keyof typeof pages])[] = [
  [/^\/$/, 'try'],
  [/^\/account$/, 'account'],
  [/^\/account\/confirm$/, 'confirm'],
  [/^\/account\/owner$/, 'owner'],
  [/^\/keys$/, 'keys'],
  [/^\/usage$/, 'usage'],
  [/^\/operator$/, 'operator'],
  [/^\/jobs$/, 'jobs'],
  [/^\/jobs\/[^/]+$/, 'job'],
  [/^\/docs(?:\/.*)?$/, 'docs'],
]

export function App(): ReactNode {
  const path = useLocation()
  useFocusOnArrival(path)
  const name = routes.find(([pattern]) => pattern.test(path))?.[1]
  const Page = name && pages[name]
  return (
    <SessionProvider>
      {(isLoaded) => (
        <Shell path={path}>
          <ErrorBoundary key={path}>
            <Suspense fallback={<Waiting />}>
              {Page ? isLoaded ? <Page key={path} /> : <Waiting /> : <NotFound />}
            </Suspense>
          </ErrorBoundary>
        </Shell>
      )}
    </SessionProvider>
  )
}

/** Scrolls to the top and moves the focus to the content, as a page load does. */
function useFocusOnArrival(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [path])
}
