/** What one presentation may cost in memory and time, whatever its parts refer to. */
import { type Limits, refuse } from '../../limits.ts'

export interface Budget {
  /** @throws {LimitError} past the limit. */
  countParagraphs(count: number): void
  /** Counts positions of tables' grids, empty ones included. @throws {LimitError} past the limit. */
  countCells(count: number): void
}

/** Of all slides; a thousand full ones have some 50,000. */
const MAX_PARAGRAPHS = 1_000_000

export function createBudget(limits: Limits): Budget {
  let paragraphs = 0
  let cells = 0
  return {
    countParagraphs: (count) => {
      paragraphs += count
      if (paragraphs > MAX_PARAGRAPHS) refuse('it has too much text')
    },
    countCells: (count) => {
      cells += count
      if (cells > limits.tableCells) refuse('its tables have too many cells')
    },
  }
}
