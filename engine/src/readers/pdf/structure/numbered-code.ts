/** Finds the numbered lines of listings, and the places of code behind its numbers. */
import { lineNumber } from './code-lines.ts'
import { monospaceSetter, type Run, type StyledLine } from './styled-line.ts'

/** Matches the number at the begin of a line. */
const firstNumber = /^\d{1,5}(?!\S)/

/**
 * Gives lines the type of code that a listing has between its own: their numbers continue those of at least as many lines of code.
 * They are empty, comments in other type, or guards of LaTeX's `doc`.
 *
 * @param lines The lines of a column, from top to bottom.
 */
export function withNumberedCode(lines: StyledLine[]): StyledLine[] {
  if (!lines.some(isNumberedCode)) return lines
  const toCode = monospaceSetter(true)
  return listingsOf(lines).flatMap((listing) => {
    const code = listing.filter(isNumberedCode).length
    if (code < 2 || 2 * code < listing.length) return listing
    return listing.map((line) => {
      const [number, ...rest] = line.runs
      if (rest.length === 0) return toCode(line)
      return number && !number.style.mono ? withFirstRun(toCode(line), number) : line
    })
  })
}

function withFirstRun(line: StyledLine, first: Run): StyledLine {
  return { ...line, runs: [first, ...line.runs.slice(1)] }
}

/** Returns the lines in groups, in which each number is by one greater than the one before. */
function listingsOf(lines: readonly StyledLine[]): StyledLine[][] {
  const listings: StyledLine[][] = []
  let last = Number.NaN
  for (const line of lines) {
    const number = Number(firstNumber.exec(line.text)?.[0])
    if (number === last + 1) listings.at(-1)?.push(line)
    else listings.push([line])
    last = number
  }
  return listings
}

/** Returns true for code behind a number in another type. */
function isNumberedCode({ runs: [number, ...code] }: StyledLine): boolean {
  if (!number || number.style.mono || !lineNumber.test(number.text)) return false
  return code.length > 0 && code.every(({ style }) => style.mono)
}

/** A text at its place in a line. */
export interface PlacedText {
  readonly x0: number
  readonly x1: number
  readonly text: string
}

/** The number of a line, and the code behind it. */
interface NumberedLine {
  readonly number: string
  readonly code: readonly PlacedText[]
}

/** Parts a line of code and its number; `undefined` for a line without a number in another font. */
export function numberedLineOf({ text, runs, fragments }: StyledLine): NumberedLine | undefined {
  const [number, next] = runs
  if (!number || !lineNumber.test(number.text) || !firstNumber.test(text)) return undefined
  if (!next) return { number: number.text, code: [] }
  if (next.x0 === undefined) return undefined
  const [first, ...others] = fragments
  const rest = first?.text.slice(number.text.length).trimStart() ?? ''
  const code = first && rest !== '' ? [{ x0: next.x0, x1: first.x1, text: rest }] : []
  return { number: number.text, code: [...code, ...others] }
}
