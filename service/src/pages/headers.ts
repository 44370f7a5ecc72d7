/** The headers of a page: what it may load, and where its forms may lead. */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Pictures of pages come with the session, so that the page fetches them itself.
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join('; ')

export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  // With no-referrer, browsers would not say where a form comes from.
  'referrer-policy': 'same-origin',
}
