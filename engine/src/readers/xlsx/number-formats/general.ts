/** Formats numbers by General, as Excel does: up to 11 characters, then an exponent. ECMA-376 Part 1, 18.8.30, id 0. */
import { format } from 'numfmt'

/** The most characters of digits and decimal point; a minus sign is not counted. */
const MAX_CHARACTERS = 11
const FIRST_LONG_INTEGER = 10 ** MAX_CHARACTERS
/** Numbers between these limits print without an exponent, with at most 9 decimals: `0.` takes two characters. */
const SMALLEST_PLAIN = 1e-4
const LARGEST_PLAIN = 1e9
const MAX_DECIMALS = MAX_CHARACTERS - 2

export function writeGeneral(value: number): string {
  const absolute = Math.abs(value)
  if (Number.isInteger(value) && absolute < FIRST_LONG_INTEGER) return String(value)
  if (absolute < SMALLEST_PLAIN || absolute >= LARGEST_PLAIN) {
    return format('General', value, { locale: 'en' })
  }
  // At least one decimal remains: the library writes larger numbers.
  let decimals = MAX_DECIMALS
  for (let power = 10; absolute >= power; power *= 10) decimals -= 1
  return stripZeros(value.toFixed(decimals))
}

const ZERO = 48
const POINT = 46

/** Removes trailing zeros, and the decimal point if no decimal remains. */
function stripZeros(digits: string): string {
  let end = digits.length
  while (digits.charCodeAt(end - 1) === ZERO) end -= 1
  if (digits.charCodeAt(end - 1) === POINT) end -= 1
  return digits.slice(0, end)
}
