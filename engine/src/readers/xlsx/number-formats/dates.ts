/** Converts serial dates to ISO 8601 and back. ECMA-376 Part 1, 18.17.4 (date systems). */

/** The first day of the workbook's date system: the end of 1899, or 1 January 1904. */
export type DateSystem = 1900 | 1904

/** The parts of a date and time that a number format shows. */
export interface DateParts {
  readonly date: boolean
  readonly time: boolean
  /** The smallest part of the time: seconds are rounded if they are shown, else truncated. */
  readonly smallest: 'minute' | 'second' | 'fraction'
}

const DAY_MS = 86_400_000

/** Serial 61 of the 1900 system is 1 March 1900, so that day 0 of all later dates is 30 December 1899. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** Excel kept an error of Lotus 1-2-3, which took 1900 for a leap year: serial 60 is a nonexistent 29 February. */
const FALSE_LEAP_DAY = 60
const LAST_DAY = Date.UTC(9999, 11, 31)

/**
 * Writes a serial number as ISO 8601: `2024-03-01`, `2024-03-01T13:45:00`, `13:45:00`.
 *
 * In the 1900 system a serial below 1 has no date (Excel shows day 0 of January), and only its time is written.
 * @returns `undefined` for a negative number or a day after the year 9999, for which Excel shows `####`.
 */
export function writeSerial(
  serial: number,
  parts: DateParts,
  system: DateSystem,
): string | undefined {
  if (serial < 0) return undefined
  const unit = parts.time && parts.smallest === 'second' ? 1000 : 1
  const ms = Math.round((serial * DAY_MS) / unit) * unit
  const day = Math.floor(ms / DAY_MS)
  const start = dayStart(day, system)
  if (start > LAST_DAY) return undefined
  if (!parts.time && (day > 0 || system === 1904)) return dateOf(start)
  const time = timeOf(ms - day * DAY_MS, parts.smallest === 'fraction')
  if (!parts.date || (day === 0 && system === 1900)) return time
  return `${dateOf(start)}T${time}`
}

/** Formats by hand: `toISOString` takes four times as long. */
function dateOf(start: number): string {
  const date = new Date(start)
  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
}

function timeOf(ms: number, withFraction: boolean): string {
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(seconds % 60)}`
  const fraction = withFraction ? ms % 1000 : 0
  return fraction === 0 ? time : `${time}.${String(fraction).padStart(3, '0')}`
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

function dayStart(day: number, system: DateSystem): number {
  if (system === 1904) return EPOCH_1904 + day * DAY_MS
  return EPOCH_1900 + (day < FALSE_LEAP_DAY ? day + 1 : day) * DAY_MS
}

/** The content of cells of type `d`: `2024-03-01T13:45:00.000Z`, a date alone, a time alone. */
const isoPattern =
  /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?(?:Z|[+-]\d\d:\d\d)?$/

/** @returns `undefined` if the text is not an ISO 8601 date or time. Ignores time zones, which sheets do not have. */
export function readIsoDate(text: string, system: DateSystem): number | undefined {
  const match = text === '' ? null : isoPattern.exec(text)
  if (!match) return undefined
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0'] = match
  const time = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400
  if (year === undefined) return time
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const epoch = system === 1904 ? EPOCH_1904 : EPOCH_1900
  const days = Math.round((start - epoch) / DAY_MS)
  const isBeforeFalseLeapDay = system === 1900 && days <= FALSE_LEAP_DAY
  return (isBeforeFalseLeapDay ? days - 1 : days) + time
}
