/** Replaces signs in code that look like ASCII characters. */

/** The signs that TeX prints for a tilde, for regular expressions. */
export const tildes = '\u02dc\u223c'

/** Signs that fonts print for ASCII characters of code: those of formulas, accents without a letter, a soft hyphen. */
const asciiSigns: Readonly<Record<string, string>> = {
  '\u00ad': '-',
  '\u02c6': '^',
  '\u02dc': '~',
  '\u2212': '-',
  '\u2217': '*',
  '\u223c': '~',
}

/** Returns the text of code with ASCII characters in place of signs that look like them, so that it can be copied and run. */
export function withAsciiSigns(text: string): string {
  return text.replace(/[\u00ad\u02c6\u02dc\u2212\u2217\u223c]/g, (sign) => asciiSigns[sign] ?? sign)
}
