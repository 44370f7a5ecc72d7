/** Addresses of the service, which may lie under a path of a larger site. */

/** The path that `<base>` names, without a slash at the end. */
const prefix = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** @param path From the root of the service: `/jobs`. */
export function pathTo(path: string): string {
  return `${prefix}${path}`
}

/** The path of the address that is shown, from the root of the service. */
export function currentPath(): string {
  const { pathname } = window.location
  const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname
  return path === '' ? '/' : path
}
