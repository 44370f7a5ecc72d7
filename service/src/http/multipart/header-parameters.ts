/** Parses the value of a header into its first token and its parameters (RFC 9110 5.6.6, RFC 8187). */

interface ParameterValue {
  /** The text before the first semicolon, in lower case. */
  readonly value: string
  /** Names are in lower case; the first of several parameters with one name counts. */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * Matches a name, an equals sign, and a quoted string or the text up to the next semicolon. No two parts of the pattern
 * match the same text, so matching is linear.
 */
const PARAMETER = /;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;"]*))/g

export function readParameters(header: string): ParameterValue {
  const parameters = new Map<string, string>()
  const start = header.indexOf(';')
  const value = (start < 0 ? header : header.slice(0, start)).trim().toLowerCase()
  for (const [, name = '', quoted, bare = ''] of header.matchAll(PARAMETER)) {
    const key = name.toLowerCase()
    if (!parameters.has(key))
      parameters.set(key, quoted === undefined ? bare.trim() : unquote(quoted))
  }
  return { value, parameters }
}

/** Only quotes and backslashes are escaped: the path `C:\reports\a.docx` of an old browser keeps its backslashes. */
function unquote(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1')
}

/**
 * Decodes an extended value (RFC 8187, 3.2): `UTF-8''na%C3%AFve.txt`.
 *
 * @returns `undefined` for an invalid value.
 */
export function decodeExtended(value: string): string | undefined {
  const [charset = '', , encoded] = value.split("'")
  if (encoded === undefined) return undefined
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(encoded)
    if (/^iso-8859-1$/i.test(charset)) return decodeLatin1(encoded)
  } catch {
    // The percent-encoding is not UTF-8: the parameter is ignored.
  }
  return undefined
}

function decodeLatin1(encoded: string): string {
  return encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
