/** Finds the encoding that an HTML file declares (WHATWG HTML 13.2.3.2, the prescan; 13.2.3.4, changing the encoding while parsing). */

/** The search for a declaration ends here: heads are shorter, even with whole scripts in them. */
const SEARCHED_BYTES = 4 * 1024 * 1024

/** Matches, in order, text that may contain a false declaration, declarations, and the end of the head. */
const part =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|title|textarea)\b[\s\S]*?(?:<\/\1\b|$)|<meta\b[^>]*>|<body\b/gi

/**
 * Finds the first declaration.
 *
 * Authors must declare the encoding within the first 1,024 bytes; later declarations in the head are accepted too.
 * @returns A label, or `undefined` without a declaration.
 */
export function findDeclaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, SEARCHED_BYTES)).toString('latin1')
  for (const [found] of head.matchAll(part)) {
    if (/^<body/i.test(found)) break
    const label = /^<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(found)?.[1]
    // A declaration that is readable as ASCII proves that the text is not UTF-16.
    if (label) return /^utf-?16/i.test(label) ? 'utf-8' : label
  }
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
}
