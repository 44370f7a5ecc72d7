/**
 * The configuration → how browsers reach the service.
 *
 * Never what a request says: whoever sends one writes its `Host`, `X-Forwarded-Host` and `Origin`, and a link that is mailed
 * to somebody else must not lead there.
 */

export interface OwnAddress {
  /** Without a slash at the end. */
  readonly url: string
  /** The path of the address: empty, or `/recto` when a proxy forwards a part of a site. */
  readonly prefix: string
  /** Where a caller adds credits or changes the plan. */
  readonly upgradeUrl: string
  /** True if browsers connect over TLS; false only for trials on the same machine. */
  readonly isSecure: boolean
  /** @param host As in the header: `recto.example`, `127.0.0.1:3000`. */
  isOwnHost(host: string | undefined): boolean
  /** @param origin As in the header: `https://recto.example`. */
  isOwnOrigin(origin: string | undefined): boolean
}

const loopbackNames = ['127.0.0.1', '[::1]', 'localhost']

/**
 * @param publicUrl Without a slash at the end.
 * @param upgradeUrl The account page when left out.
 */
export function ownAddressOf(publicUrl: string, upgradeUrl: string | undefined): OwnAddress {
  const { protocol, hostname, port, origin, pathname } = new URL(publicUrl)
  // Who tries the service on their own machine writes any of its names.
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
