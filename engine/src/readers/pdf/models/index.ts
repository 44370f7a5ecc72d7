/** The weights that the reader is shipped with, and what evaluates them; `npm run train:*` fits them. */
import storedBlanks from './blanks.json' with { type: 'json' }
import storedFigures from './figures.json' with { type: 'json' }
import storedGrids from './grids.json' with { type: 'json' }
import storedLines from './lines.json' with { type: 'json' }
import storedReadings from './readings.json' with { type: 'json' }
import storedTables from './tables.json' with { type: 'json' }
import { loadTrees, type StoredTrees, type Trees } from './trees.ts'

export { chanceOf, loadTrees, margins, round, type StoredTrees, type Trees } from './trees.ts'

function loadOnce(stored: StoredTrees): () => Trees {
  let trees: Trees | undefined
  return () => {
    trees ??= loadTrees(stored)
    return trees
  }
}

/** Labels of lines. */
export const lineTrees = loadOnce(storedLines)
/** Whether an area that something is drawn in is a figure. */
export const figureTrees = loadOnce(storedFigures)
/** Whether an area is a table. */
export const tableTrees = loadOnce(storedTables)
/** Which of several grids of a table is the best. */
export const gridTrees = loadOnce(storedGrids)
/** Which of two readings of a place is right. */
export const readingTrees = loadOnce(storedReadings)
/** Whether a blank parts two letters of a scan. */
export const blankTrees = loadOnce(storedBlanks)
