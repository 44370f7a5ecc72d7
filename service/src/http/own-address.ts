/**
 * Derives the service's public address from the configuration.
 *
 * Requests are never used for it: their senders control `Host`, `X-Forwarded-Host` and `Origin`, and a mailed link must
 * not lead to a sender's host.
 */

export interface OwnAddress {
  /** Without a trailing slash. */
  readonly url: string
  /** The path of the address: empty, or `/recto` if a proxy forwards a part of a site. */
  readonly prefix: string
  /** The page on which a caller adds credits or changes the plan. */
  readonly upgradeUrl: string
  /** True if browsers connect over TLS; false only for trials on the same machine. */
  readonly isSecure: boolean
  /** @param host The value of a `Host` header: `recto.example`, `127.0.0.1:3000`. */
  isOwnHost(host: string | undefined): boolean
  /** @param origin The value of an `Origin` header: `https://recto.example`. */
  isOwnOrigin(origin: string | undefined): boolean
}

const loopbackNames = ['127.0.0.1', '[::1]', 'localhost']

/**
 * @param publicUrl Without a trailing slash.
 * @param upgradeUrl The account page when left out.
 */
export function ownAddressOf(publicUrl: string, upgradeUrl: string | undefined): OwnAddress {
  const { protocol, hostname, port, origin, pathname } = new URL(publicUrl)
  // On a local machine, users reach the service by any of its loopback names.
  const names = loopbackNames.includes(hostname) ? loopbackNames : [hostname]
  const origins = new Set([
    origin,
    ...names.map((name) => `${protocol}//${name}${port && `:${port}`}`),
  ])
  const isOwnOrigin = (given: string | undefined): boolean =>
    given !== undefined && URL.canParse(given) && origins.has(new URL(given).origin)
  return {
    url: publicUrl,
    prefix: pathname.replace(/\/$/, ''),
    upgradeUrl: upgradeUrl ?? `${publicUrl}/account`,
    isSecure: protocol === 'https:',
    isOwnHost: (host) =>
      host !== undefined && /^[\w.:[\]-]+$/.test(host) && isOwnOrigin(`${protocol}//${host}`),
    isOwnOrigin,
  }
}

/** Removes the prefix from a request's path. A path without it, for example of a health check, stays unchanged. */
export function withoutPrefix(prefix: string, url: string): string {
  if (prefix === '' || !url.startsWith(prefix)) return url
  const rest = url.slice(prefix.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}
