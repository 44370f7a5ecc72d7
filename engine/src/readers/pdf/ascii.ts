/** Classifies ASCII codes, for loops over all letters of a document: a regular expression takes several times longer. */

const notPrintable = /[^\u0020-\u007e]/

/** Returns true if a text has printable ASCII characters only, as most texts: patterns of ASCII take a third of the time. */
export function isAscii(text: string): boolean {
  return !notPrintable.test(text)
}

export function isSmallLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

export function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}

export function isLetter(code: number): boolean {
  return isSmallLetter(code) || isCapital(code)
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Returns true for printable characters other than the blank. */
export function isSign(code: number): boolean {
  return code > 0x20 && code < 0x7f
}

const letter = /^\p{L}/u

/** Returns true if a text starts with a letter of any script. */
export function startsWithLetter(text: string): boolean {
  const code = text.charCodeAt(0)
  if (code < 0x80) return isLetter(code)
  return letter.test(text)
}
