/** Reads and changes the address without reloading the page. */
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useMemo, useSyncExternalStore } from 'react'
import { currentPath, pathTo } from './paths.ts'

export { pathTo } from './paths.ts'

const CHANGED = 'recto:navigated'

function subscribe(onChange: () => void): () => void {
  const events = ['popstate', CHANGED]
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}

/** Returns the path from the root of the service. */
export function useLocation(): string {
  return useSyncExternalStore(subscribe, currentPath)
}

export function useQuery(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  return useMemo(() => new URLSearchParams(search), [search])
}

export function navigate(to: string, { replace = false } = {}): void {
  const url = pathTo(to)
  if (replace) window.history.replaceState(null, '', url)
  else window.history.pushState(null, '', url)
  window.dispatchEvent(new Event(CHANGED))
}

/** Changes query parameters in place, so that the current view can be linked; empty values are removed. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name)
    else query.set(name, value)
  }
  const search = query.toString()
  navigate(`${currentPath()}${search === '' ? '' : `?${search}`}`, { replace: true })
}

interface LinkProps extends ComponentProps<'a'> {
  readonly to: string
  readonly children: ReactNode
}

export function Link({ to, children, ...rest }: LinkProps): ReactNode {
  const onClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    if (!isPlain || event.defaultPrevented) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a {...rest} href={pathTo(to)} onClick={onClick}>
      {children}
    </a>
  )
}
