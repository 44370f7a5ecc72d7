/** The encoding that an HTML file declares in its first bytes (WHATWG HTML 13.2.3.2, the prescan). */

/** Authors must declare it within these bytes; some later, so we look a little further. */
const PRESCAN_BYTES = 4_096

/** @returns A label, or `undefined` when none is declared. */
export function findDeclaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, PRESCAN_BYTES))
    .toString('latin1')
    .replace(/<!--(?:.|\n)*?(?:-->|$)/g, '')
  const xml = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  for (const [tag] of head.matchAll(/<meta\b[^>]*>/gi)) {
    const label = /\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(tag)?.[1]
    // A declaration that could be read as ASCII is not in UTF-16.
    if (label) return /^utf-?16/i.test(label) ? 'utf-8' : label
  }
  return xml
}
