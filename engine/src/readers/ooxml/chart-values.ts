/** Formats a stored chart value as the chart shows it; dates as ISO 8601. */
import { dateToSerial, format, isDateFormat } from 'numfmt'

/** The longest format code that is parsed, characters: Excel's limit, which bounds the time of hostile codes. */
const MAX_CODE_LENGTH = 255

/** Digits that a double represents exactly: 0.1 + 0.2 is stored as 0.30000000000000004. */
const SAFE_DIGITS = 15

/** Days between the date systems of 1900 and 1904. */
const DAYS_TO_1904 = dateToSerial([1904, 1, 1]) ?? 1_462

/**
 * Formats a value of a number cache.
 *
 * @param code `c:formatCode`; General if it is missing or empty.
 * @param since1904 True if dates count from 1904.
 */
export function writeChartValue(raw: string, code: string | undefined, since1904 = false): string {
  const text = raw.trim()
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return text
  const plain = String(Number(value.toPrecision(SAFE_DIGITS)))
  if (code === undefined || code.length > MAX_CODE_LENGTH || /^\s*general\s*$/i.test(code)) {
    return plain
  }
  try {
    if (!isDateFormat(code)) return format(code, value, { locale: 'en' }).trim() || plain
    const serial = since1904 ? value + DAYS_TO_1904 : value
    return format(isoCode(code, serial), serial)
  } catch {
    // Excel shows numbers with an invalid code unformatted.
    return plain
  }
}

/** Returns the ISO 8601 equivalent of a code: date, time or both; the time of a whole serial is dropped beside a date. */
function isoCode(code: string, serial: number): string {
  const shown = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  // 18.8.31: `m` beside hours or seconds means minutes, elsewhere months.
  const date = /[ymd]/i.test(shown.replace(/h+[^a-z]?m+|m+[^a-z]?s+/gi, ''))
  const time = /[hs]/i.test(shown) && !(date && Number.isInteger(serial))
  if (date && time) return 'yyyy-mm-dd"T"hh:mm:ss'
  return date ? 'yyyy-mm-dd' : 'hh:mm:ss'
}
