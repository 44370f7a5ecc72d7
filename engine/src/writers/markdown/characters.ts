/** Text as readers give it → the characters that we print (docs/markdown.md, C1). */

/** Control characters but tab, line feed and carriage return; soft hyphens; zero-width spaces and joiners of Latin text; marks of direction; byte order marks; noncharacters. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]/g

/** Spaces of a fixed width or no break, separators of lines and paragraphs. */
const spaces = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\t\r\n]/g

const ligatures: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

/** Printable ASCII needs nothing; by far the most text is. */
const plain = /^[\u0020-\u007e]*$/

/** Characters of running text: composed, visible, every white space one kind of space, ligatures as letters. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text
  return cleanLines(text).replace(spaces, ' ')
}

/** The same for text whose lines and spaces stay: cells, code. */
export function cleanLines(text: string): string {
  if (plain.test(text)) return text
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligatures[ligature] ?? ligature)
}

/** Text that stands as it is: only what no text file can show is taken out. */
export function cleanVerbatim(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
}
