/** Reads and sets the cookies of the web pages. */
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnAddress } from './own-address.ts'

type CookieName = 'session' | 'browser'

interface Cookie {
  readonly name: CookieName
  readonly value: string
  readonly seconds: number
}

export function readCookie(
  address: OwnAddress,
  request: FastifyRequest,
  name: CookieName,
): string | undefined {
  return request.cookies[nameOf(address, name)]
}

/** @param seconds The lifetime in the browser; 0 deletes the cookie. */
export function setCookie(
  address: OwnAddress,
  reply: FastifyReply,
  { name, value, seconds }: Cookie,
): void {
  reply.setCookie(nameOf(address, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: seconds,
    secure: address.isSecure,
  })
}

/** Browsers accept a cookie with this prefix only from this host, over TLS (RFC 6265bis, 4.1.3.2). */
function nameOf({ isSecure }: OwnAddress, name: CookieName): string {
  return isSecure ? `__Host-recto-${name}` : `recto-${name}`
}
