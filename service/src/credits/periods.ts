/** Computes the monthly period that contains a moment. Days are `YYYY-MM-DD`, UTC. */

export interface Period {
  readonly start: string
  /** The first day of the next period. */
  readonly end: string
}

/**
 * Finds the period that contains a moment.
 *
 * Counts from the anchor, not from the previous period: a period that starts on a 31st does so again after a February.
 */
export function periodAt(anchorOn: string, now: Date): Period {
  const today = dayOf(now)
  const [year, month] = partsOf(anchorOn)
  const [thisYear, thisMonth] = partsOf(today)
  const months = (thisYear - year) * 12 + thisMonth - month
  const begun = addMonths(anchorOn, months) <= today ? months : months - 1
  return { start: addMonths(anchorOn, begun), end: addMonths(anchorOn, begun + 1) }
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS))
}

/** @returns The share of the period that is left on a day, that day included: 1 on its first day, 0 after its end. */
export function shareLeft({ start, end }: Period, day: string): number {
  const whole = Date.parse(end) - Date.parse(start)
  const left = Date.parse(end) - Date.parse(day)
  return Math.min(Math.max(left / whole, 0), 1)
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Returns the same day of another month, or the last day of a shorter month. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day)
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))))
}

function partsOf(day: string): readonly [year: number, month: number, date: number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}
