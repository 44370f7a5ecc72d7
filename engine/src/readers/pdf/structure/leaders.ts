/** Lines of tables of contents → the same without the dots that lead to the number of the page. */
import type { Run } from './styled-lines.ts'

/** Fewer dots are an ellipsis. */
const dots = /\s*(?:[.…·]\s?){6,}/g
/** The number of a page after them. */
const entry = /(?:[.…·]\s?){6}\s?(?:\d{1,4}|[ivxlc]{1,6})$/i

/** Whether a line is an entry that ends in dots and the number of a page: forms have dots to write on. */
export function hasLeader(text: string): boolean {
  const end = text.charCodeAt(text.length - 1)
  const isDigit = end >= 0x30 && end <= 0x39
  // Most lines end in another way: they are told from it by their last character.
  return (isDigit || /[ivxlc]/i.test(text.charAt(text.length - 1))) && entry.test(text.slice(-24))
}

export function withoutLeaders(runs: readonly Run[]): Run[] {
  return runs.map((run) => ({ ...run, text: run.text.replace(dots, ' ') }))
}
