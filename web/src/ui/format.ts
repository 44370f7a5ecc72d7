/** Numbers and times as people read them. */

const number = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

export function count(value: number, one: string): string {
  return `${number.format(value)} ${one}${value === 1 ? '' : 's'}`
}

/** Returns `3 pages`, `2 sheets` or `4 slides`. */
export function pageCount(pages: number, mediaType: string): string {
  if (mediaType.includes('spreadsheet')) return count(pages, 'sheet')
  return count(pages, mediaType.includes('presentation') ? 'slide' : 'page')
}

export function date(iso: string): string {
  return day.format(new Date(iso))
}

export function time(iso: string): string {
  return moment.format(new Date(iso))
}

export function bytes(value: number): string {
  if (value < 1024) return `${value} B`
  if (value < 1024 * 1024) return `${number.format(Math.round(value / 1024))} kB`
  return `${(value / 1024 / 1024).toFixed(1).replace(/\.0$/, '')} MB`
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
