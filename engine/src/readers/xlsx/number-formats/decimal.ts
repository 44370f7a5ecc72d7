/**
 * Formats numbers by the commonest codes, digits with fixed decimals: `0.00`, `#,##0`, `0%`, `"$"#,##0.00_)`.
 *
 * Takes a tenth of the time of the library that supports all codes (0.2 against 2.2 µs a number), for nine of ten
 * formatted cells; the library handles all other codes.
 */
import type { tokenize } from 'numfmt'

/** A token of a format code, as the library splits it. */
export type Token = ReturnType<typeof tokenize>[number]

/** A section of literals around one run of digits, without the spaces that align columns. */
export interface Decimal {
  readonly prefix: string
  readonly suffix: string
  /** The least number of integer digits, padded with zeros. */
  readonly minDigits: number
  readonly decimals: number
  readonly isGrouped: boolean
  /** 100 for percentages, else 1. */
  readonly scale: number
}

const MAX_DECIMALS = 9

export function findDecimal(tokens: readonly Token[]): Decimal | undefined {
  const start = tokens.findIndex(isDigitToken)
  const end = tokens.findLastIndex(isDigitToken) + 1
  if (start < 0) return undefined
  const [, integer = '', fraction = ''] =
    /^([#,]*0+(?:,0+)*)(?:\.(0+))?$/.exec(
      tokens
        .slice(start, end)
        .map(({ raw }) => raw)
        .join(''),
    ) ?? []
  const outer = [...tokens.slice(0, start), ...tokens.slice(end)]
  const minDigits = integer.replace(/[#,]/g, '').length
  const isGrouped = integer.includes(',')
  const isPlain =
    minDigits > 0 &&
    (minDigits === 1 || !isGrouped) &&
    fraction.length <= MAX_DECIMALS &&
    outer.every(({ type }) => type in literals)
  const percents = outer.filter(({ type }) => type === 'PERCENT').length
  if (!isPlain || percents > 1) return undefined
  return {
    prefix: trimLiteral(tokens.slice(0, start)).trimStart(),
    suffix: trimLiteral(tokens.slice(end)).trimEnd(),
    minDigits,
    decimals: fraction.length,
    isGrouped,
    scale: percents === 1 ? 100 : 1,
  }
}

const digitTokens: ReadonlySet<string> = new Set([
  'HASH',
  'ZERO',
  'QMARK',
  'GROUP',
  'SCALE',
  'POINT',
])

function isDigitToken({ type }: Token): boolean {
  return digitTokens.has(type)
}

/** Tokens that print the same text for every number. */
const literals: Readonly<Partial<Record<string, (token: Token) => string>>> = {
  STRING: ({ value }) => value,
  ESCAPED: ({ value }) => value,
  CHAR: ({ value }) => value,
  CURRENCY: ({ value }) => value,
  PAREN: ({ value }) => value,
  SPACE: () => ' ',
  SKIP: () => ' ',
  FILL: () => '',
  COLOR: () => '',
  LOCALE: () => '',
  DBNUM: () => '',
  CONDITION: () => '',
  PERCENT: () => '%',
}

function trimLiteral(tokens: readonly Token[]): string {
  const text = tokens.map((token) => literals[token.type]?.(token) ?? '').join('')
  return text.replace(/ {2,}/g, ' ')
}

/** Smaller scaled values keep their 15 significant digits clear of binary rounding errors. */
const MAX_SCALED = 1e8
/**
 * Closer to a tie than this, a binary fraction may be on the wrong side of it: 1.005 is stored as 1.00499999999999989.
 */
const TIE_DISTANCE = 1e-6
/** The largest integer that prints exactly: Excel's 15 digits. */
const MAX_INTEGER = 1e15

/**
 * Writes a number.
 *
 * @param isSigned True to put a minus sign before negative numbers; a section for negative numbers has its own sign.
 * @returns The digits with their literals, or `undefined` if rounding needs the 15 decimal digits that Excel rounds to.
 */
export function writeDecimal(
  decimal: Decimal,
  value: number,
  isSigned: boolean,
): string | undefined {
  const digits = writeDigits(decimal, Math.abs(value) * decimal.scale)
  if (digits === undefined) return undefined
  // Excel prints no sign before a number that is rounded to zero.
  const sign = isSigned && value < 0 && /[1-9]/.test(digits) ? '-' : ''
  return sign + decimal.prefix + digits + decimal.suffix
}

function writeDigits(decimal: Decimal, value: number): string | undefined {
  if (!isSafelyRounded(value, decimal.decimals)) return undefined
  const digits = value.toFixed(decimal.decimals)
  const integerDigits =
    decimal.decimals === 0 ? digits.length : digits.length - decimal.decimals - 1
  if (decimal.isGrouped && integerDigits > 3) return groupThousands(digits, integerDigits)
  return integerDigits < decimal.minDigits
    ? '0'.repeat(decimal.minDigits - integerDigits) + digits
    : digits
}

function isSafelyRounded(value: number, decimals: number): boolean {
  if (Number.isInteger(value)) return value < MAX_INTEGER
  const scaled = value * 10 ** decimals
  return scaled < MAX_SCALED && Math.abs(scaled - Math.floor(scaled) - 0.5) > TIE_DISTANCE
}

function groupThousands(digits: string, integerDigits: number): string {
  let start = integerDigits % 3 || 3
  let grouped = digits.slice(0, start)
  for (; start < integerDigits; start += 3) grouped += `,${digits.slice(start, start + 3)}`
  return grouped + digits.slice(integerDigits)
}
