/** Cleans text from readers for printing (docs/markdown.md, C1). */

/** Control characters except tab and line ends; soft hyphens; zero-width spaces, word joiners and byte order marks; direction marks; noncharacters. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]/g

/** Spaces of any width, breaking or not; line ends; line and paragraph separators. */
const spaces = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\t\r\n]/g

const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g

const ligatures: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

/**
 * Characters that print unchanged and combine with no others, as the content of a character class: ASCII except
 * possible markup, then letters, punctuation and symbols of the common scripts.
 */
const plainExceptMarkup =
  '\\u0020\\u0022\\u0023\\u0025\\u0027-\\u0029\\u002b-\\u003b\\u003d-\\u005a\\u005e\\u0061-\\u007b\\u007d' +
  '\\u00a1-\\u00ac\\u00ae-\\u024f\\u0391-\\u03a1\\u03a3-\\u03c9\\u0400-\\u0481\\u048a-\\u04ff\\u05d0-\\u05ea' +
  '\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u20c0\\u2190-\\u22ff\\u2460-\\u27bf\\u3001-\\u3029\\u3041-\\u3096' +
  '\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60'

const plain = new RegExp(`^[${plainExceptMarkup}!$&*<[\\\\\\]_\`|~]*$`)
const plainWithoutMarkup = new RegExp(`^[${plainExceptMarkup}]*$`)

/** Returns true if a line needs neither cleaning nor escaping within the line. */
export function isPlainLine(text: string): boolean {
  return (
    plainWithoutMarkup.test(text) &&
    !text.includes('  ') &&
    text.charCodeAt(0) !== 32 &&
    text.charCodeAt(text.length - 1) !== 32
  )
}

/**
 * Cleans running text: composes characters, removes invisible ones, turns all white space into spaces and ligatures
 * into letters.
 */
export function cleanText(text: string): string {
  if (plain.test(text)) return text
  return cleanVisible(text).replace(spaces, ' ')
}

/** Cleans code and formulas in the same way, but keeps lines and spaces. Lines end in `\n`. */
export function cleanLines(text: string): string {
  if (plain.test(text)) return text
  return cleanVisible(text).replace(lineEnds, '\n')
}

function cleanVisible(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligatures[ligature] ?? ligature)
}

/** Cleans verbatim text: removes only the characters that no text file can contain. */
export function cleanVerbatim(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
}
