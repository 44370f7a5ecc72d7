/** Public interface of the folder: the weights of the reader and their evaluation; `npm run train:*` fits them. */
import storedBlanks from './blanks.json' with { type: 'json' }
import storedFigures from './figures.json' with { type: 'json' }
import storedGrids from './grids.json' with { type: 'json' }
import storedLines from './lines.json' with { type: 'json' }
import storedReadings from './readings.json' with { type: 'json' }
import storedTables from './tables.json' with { type: 'json' }
import { loadTrees, type StoredTrees, type Trees } from './trees.ts'

export { logChanceOf, sequenceFormat } from './sequences.ts'
export { chanceOf, loadTrees, margins, round, type Trees } from './trees.ts'

function loadOnce(stored: StoredTrees): () => Trees {
  let trees: Trees | undefined
  return () => {
    trees ??= loadTrees(stored)
    return trees
  }
}

/** Weights for labels of lines. */
export const lineTrees = loadOnce(storedLines)
/** Weights for the decision whether an area with drawings is a figure. */
export const figureTrees = loadOnce(storedFigures)
/** Weights for the decision whether an area is a table. */
export const tableTrees = loadOnce(storedTables)
/** Weights for the choice between several grids of a table. */
export const gridTrees = loadOnce(storedGrids)
/** Weights for the choice between two readings of a place. */
export const readingTrees = loadOnce(storedReadings)
/** Weights for the decision whether a blank separates two letters of a scan. */
export const blankTrees = loadOnce(storedBlanks)
