/** Checks the address of a webhook: as it is written, and as it resolves. */
import { type LookupAddress, lookup as lookupName } from 'node:dns'
import { isIP } from 'node:net'
import { isPublicAddress } from '@recto/converter'

/** The operator's rules for addresses. */
export interface TargetPolicy {
  /** `host:port`, or `host:*`, that are always allowed: tests, receivers in a private network. */
  readonly allowed: readonly string[]
  /** `host:port` of the service itself; a webhook to it would be a loop. */
  readonly own: readonly string[]
}

export interface Target {
  readonly url: URL
  /** The host to connect to, without brackets around IPv6 and without a trailing dot. */
  readonly host: string
  /** True if the operator allowed it; its addresses are then not checked. */
  readonly isAllowed: boolean
}

/** Refuses an address. The message is a sentence for the user and does not reveal what the name resolved to. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
}

/** Resolves a name to all its addresses. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>

export const systemLookup: Lookup = (host) =>
  new Promise((resolve, reject) => {
    lookupName(host, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })

const MAX_CHARACTERS = 2_048
/** Names of local networks (RFC 6761, 6762, 8375; .internal is reserved by ICANN). */
const localNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/
/** Lower ports belong to services that would accept text as commands: mail, remote shells. */
const FIRST_USER_PORT = 1_024
const webPorts: ReadonlySet<number> = new Set([80, 443])

/**
 * Checks an address as it is written.
 *
 * The URL standard turns numbers in any spelling (decimal, octal, hexadecimal, short, full-width) into an IP address,
 * so one check covers them all.
 *
 * @throws {TargetError}
 */
export function parseTarget(text: string, policy: TargetPolicy): Target {
  const url = parseUrl(text)
  if (url.username !== '' || url.password !== '') {
    throw new TargetError('The address must not contain a user name or a password.')
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const port = portOf(url)
  const names = [`${host}:${port}`, `[${host}]:${port}`]
  if (policy.own.some((each) => names.includes(each))) {
    throw new TargetError('The address is that of this service.')
  }
  const isAllowed = [...names, `${host}:*`, `[${host}]:*`].some((name) =>
    policy.allowed.includes(name),
  )
  if (!isAllowed) refuseLocal(host, port)
  return { url, host, isAllowed }
}

function parseUrl(text: string): URL {
  const isWeb = /^https?:\/\//i.test(text.trim()) && URL.canParse(text)
  if (!isWeb) throw new TargetError('The address is not a valid http or https address.')
  const url = new URL(text)
  if (url.href.length > MAX_CHARACTERS) {
    throw new TargetError(`The address is longer than ${MAX_CHARACTERS} characters.`)
  }
  return url
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

function refuseLocal(host: string, port: number): void {
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw notPublic()
  } else if (!host.includes('.') || localNames.test(host)) {
    throw notPublic()
  }
  if (port < FIRST_USER_PORT && !webPorts.has(port)) {
    throw new TargetError('The port must be 80, 443, or at least 1024.')
  }
}

function notPublic(): TargetError {
  return new TargetError('The address is not public.')
}

/**
 * Resolves a target.
 *
 * A single address that is not public makes the target invalid, since any of them may be used.
 *
 * @returns The only addresses to connect to: the name may resolve differently next time.
 * @throws {TargetError} and errors of the lookup.
 */
export async function resolveTarget(
  { host, isAllowed }: Target,
  lookup: Lookup,
): Promise<readonly LookupAddress[]> {
  const family = isIP(host)
  const addresses = family === 0 ? await lookup(host) : [{ address: host, family }]
  if (isAllowed) return addresses
  if (addresses.length === 0) throw new TargetError('The host name has no address.')
  if (addresses.some(({ address }) => !isPublicAddress(address))) throw notPublic()
  return addresses
}

/**
 * Checks an address when a job is submitted.
 *
 * A name that does not resolve is accepted: the resolver may be failing, and each attempt asks again.
 *
 * @throws {TargetError}
 */
export async function checkTarget(
  text: string,
  policy: TargetPolicy,
  lookup: Lookup = systemLookup,
): Promise<void> {
  const target = parseTarget(text, policy)
  try {
    await resolveTarget(target, lookup)
  } catch (error) {
    if (error instanceof TargetError) throw error
  }
}
