/** Security headers of the pages. */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Blobs are images that the page makes itself.
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
  // With no-referrer, browsers would send no origin with forms.
  'referrer-policy': 'same-origin',
}
