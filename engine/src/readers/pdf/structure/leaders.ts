/** Removes the leader dots before page numbers in tables of contents and indexes. */
import type { Run } from './styled-line.ts'

/** Matches leader dots; fewer dots are an ellipsis. */
const dots = /\s*(?:[.…·]\s?){6,}/g

export function withoutLeaders(runs: readonly Run[]): Run[] {
  return runs.map((run) => ({ ...run, text: run.text.replace(dots, ' ') }))
}
