/** Detects lines of code by their monospaced font. */
import { structureSettings as settings } from './settings.ts'
import { isWebLink, type StyledLine } from './styled-line.ts'
import { wrappedRuns } from './wrapped-code.ts'

/** Matches the number of a line of a listing, which may be in another font. */
export const lineNumber = /^\d{1,5}$/

/** Matches punctuation, which may be in the font of the prose around code. */
const sentenceMark = /^[.,;:!?]$/

export function isCodeLine({ mono, runs }: StyledLine): boolean {
  const rest = wrappedRuns(runs)
  if (rest) return rest.length > 0 && rest.every(({ style }) => style.mono)
  const last = runs.at(-1)
  if (mono === 0 || (last && !last.style.mono && sentenceMark.test(last.text))) return false
  if (mono >= settings.uniform) return true
  const [number, ...code] = runs
  return (
    number !== undefined && lineNumber.test(number.text) && code.every(({ style }) => style.mono)
  )
}

/** Matches a web or mail address, with the number of its note or reference before it. */
const address =
  /^(?:\[?\d{1,3}\]?\s*|URL:?\s+|[*\u2217\u2020\u2021]\s?)?<?(?:(?:https?:\/\/|www\.)\S+|[\w.+-]+@[\w-]+\.[\w.-]+)[>.,;]?$/i

/**
 * Detects a change between text and code. Addresses are monospaced in both; a name of code may continue on the next line, and so may
 * a list of code whose commas are in the type of the text.
 */
export function isEdgeOfCode(before: StyledLine, line: StyledLine): boolean {
  const isCode = isCodeLine(line)
  if (isCodeLine(before) === isCode) return false
  const last = before.runs.findLast(({ text, style }) => style.mono || text.trim() !== ',')
  if (isCode && before.size === line.size && last?.style.mono) return false
  return !isAddress(before) && !isAddress(line)
}

/** Returns true for an address, or for a part of one: a line that is wholly a link to an address. */
export function isAddress({ text, runs }: StyledLine): boolean {
  return address.test(text) || runs.every(isWebLink)
}
