/** Removes the leader dots before page numbers in tables of contents. */
import type { Run } from './styled-line.ts'

/** Matches leader dots; fewer dots are an ellipsis. */
const dots = /\s*(?:[.…·]\s?){6,}/g
/** Matches leader dots with a page number after them. */
const entry = /(?:[.…·]\s?){6}\s?(?:\d{1,4}|[ivxlc]{1,6})$/i

/**
 * Returns true if a line ends with leader dots and a page number. Dots without a number are lines to write on in forms.
 */
export function hasLeader(text: string): boolean {
  const end = text.charCodeAt(text.length - 1)
  const isDigit = end >= 0x30 && end <= 0x39
  // The last character excludes most lines cheaply.
  return (isDigit || /[ivxlc]/i.test(text.charAt(text.length - 1))) && entry.test(text.slice(-24))
}

export function withoutLeaders(runs: readonly Run[]): Run[] {
  return runs.map((run) => ({ ...run, text: run.text.replace(dots, ' ') }))
}
