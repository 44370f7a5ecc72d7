/**
 * Extracts the web page of an MHTML file (a page saved as one file).
 *
 * RFC 2557 (MHTML), RFC 2045 and 2046 (MIME). The page is the first part in HTML; pictures and style sheets are not read.
 */

interface WebPage {
  readonly bytes: Uint8Array
  readonly charset?: string
}

/** The deepest nesting of parts that is read; browsers write one level, mail programs two. */
const MAX_DEPTH = 4

/** @returns `undefined` if the archive holds no page. */
export function readWebArchive(bytes: Uint8Array): WebPage | undefined {
  // Latin-1 maps each byte to one character, so that parts can be cut out of the text.
  return findPage(Buffer.from(bytes).toString('latin1'), 0)
}

function findPage(entity: string, depth: number): WebPage | undefined {
  const [head = ''] = /^[\s\S]*?\r?\n\r?\n/.exec(entity) ?? []
  const headers = readHeaders(head)
  const body = entity.slice(head.length)
  const type = headers.get('content-type') ?? ''
  if (/^text\/html/i.test(type)) {
    const charset = findParameter(type, 'charset')
    const bytes = decodeBody(body, headers.get('content-transfer-encoding') ?? '')
    return { bytes, ...(charset !== undefined && { charset }) }
  }
  const boundary = findParameter(type, 'boundary')
  if (!/^multipart\//i.test(type) || boundary === undefined || depth >= MAX_DEPTH) return undefined
  for (const part of splitParts(body, boundary)) {
    const page = findPage(part, depth + 1)
    if (page) return page
  }
  return undefined
}

/** Reads headers, keyed by lower-case name; a line that begins with a blank continues the previous line. */
function readHeaders(head: string): Map<string, string> {
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':')
      return colon < 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]]
    }),
  )
}

function findParameter(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key = '', ...value] = part.split('=')
    if (key.trim().toLowerCase() === name) return value.join('=').trim().replace(/^"|"$/g, '')
  }
  return undefined
}

/** RFC 2046, 5.1.1: drops the text before the first and after the last boundary. */
function splitParts(body: string, boundary: string): string[] {
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`)
  return parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => part.slice(part.indexOf('\n') + 1))
}

function decodeBody(body: string, encoding: string): Uint8Array {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64')
    case 'quoted-printable':
      return Buffer.from(decodeQuotedPrintable(body), 'latin1')
    default:
      return Buffer.from(body, 'latin1')
  }
}

/** RFC 2045, 6.7. */
function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
}
