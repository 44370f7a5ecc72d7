/** Limits the memory and time that one presentation may take, even if its parts refer to each other many times. */
import { type Limits, refuse } from '../../limits.ts'

export interface Budget {
  /** @throws {LimitError} if the limit is exceeded. */
  countParagraphs(count: number): void
  /**
   * Counts grid positions of tables, including empty ones.
   *
   * @throws {LimitError} if the limit is exceeded.
   */
  countCells(count: number): void
}

/** The most paragraphs of all slides; a thousand full slides have about 50,000. */
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
