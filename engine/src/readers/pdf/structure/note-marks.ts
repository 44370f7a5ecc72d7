/** Finds the marks of notes: in the text, and before the notes. */
import type { Run, StyledLine } from './styled-line.ts'

/**
 * Digits with the form of raised ones, which DocBook's stylesheets print for the numbers of notes. Some of its files have the usual
 * codes of 1, 2 and 3.
 */
export const raisedDigits = String.raw`[1-3]?[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3}`
/** The signs of notes. TeX's asterisk is U+2217, its double bar U+2225. */
export const noteSign = String.raw`[*\u2217†‡§¶‖∥]`
/** A letter with a bracket, as in journals of physics. Letters alone mark affiliations. */
export const noteLetter = String.raw`[a-z]\)`
/** A number, a letter, or a sign up to three times. */
const markPattern = String.raw`(\d{1,3}|${raisedDigits}|${noteLetter}|(${noteSign})\2{0,2})`
const referenceMark = new RegExp(`^\\s*${markPattern}\\s*$`, 'u')
export const raisedStart = new RegExp(`^${raisedDigits}(?=\\s|\\p{L}{2})`, 'u')

/** Returns true for a mark that is a number. */
export function isNumber(mark: string): boolean {
  return /^\d/.test(mark)
}

/** Returns the mark with usual digits. */
export function plainMark(mark: string): string {
  return mark.normalize('NFKC')
}

/** Returns the mark that a raised run is. */
export function raisedMark({ text, script }: Run): string | undefined {
  return script === 'super' ? referenceMark.exec(text)?.[1] : undefined
}

/** Returns the raised mark before the text of a line. */
export function markBefore({ runs: [first, next], text }: StyledLine): string | undefined {
  const digits = raisedStart.exec(text)?.[0]
  if (digits !== undefined) return plainMark(digits)
  return first?.script === 'super' && next ? raisedMark(first) : undefined
}

const textAfter = String.raw`(?=\s|\p{L}|["“‘(])\s*`
const noteStart = new RegExp(`^${markPattern}${textAfter}`, 'u')
/** In French, and in some English books, a full stop follows the number of a note; journals of the EU have it in brackets. */
const noteMark = new RegExp(`^(?:${markPattern}\\.?|\\((\\d{1,3})\\))${textAfter}`, 'u')

/** Returns true for a text that begins with the mark of a note alone. */
export function startsNote(text: string): boolean {
  return noteStart.test(text)
}

/** A mark at the start of a text. */
interface StartMark {
  readonly mark: string
  /** Characters of the mark with the signs around it and the blank after it. */
  readonly length: number
}

/** Finds the mark of a note at the start of a text. */
export function findStartMark(text: string): StartMark | undefined {
  const found = noteMark.exec(text)
  return found
    ? { mark: plainMark(found[1] ?? found[3] ?? ''), length: found[0].length }
    : undefined
}
