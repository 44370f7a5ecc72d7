/** The weights of the labels of lines that the reader is shipped with; `npm run train:lines` fits them. */
import storedLines from './lines.json' with { type: 'json' }
import { loadTrees, type Trees } from './packed-trees.ts'

let lines: Trees | undefined

export function lineTrees(): Trees {
  lines ??= loadTrees(storedLines)
  return lines
}
