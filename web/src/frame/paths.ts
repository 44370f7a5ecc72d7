/** Addresses of the service, with the path prefix that a proxy may give it. */

/** Path of `<base>`, without the slash at the end. */
const prefix = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** @param path From the root of the service: `/jobs`. */
export function pathTo(path: string): string {
  return `${prefix}${path}`
}

/** Returns the path of the current address, from the root of the service. */
export function currentPath(): string {
  const { pathname } = window.location
  const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname
  return path === '' ? '/' : path
}
