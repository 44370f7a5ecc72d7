/** Finds the weights that did not see a document. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from './corpora.ts'

/** Models with replaceable weights: labels of lines, figure areas, table areas, grids, letters and blanks of scans. */
export const weightKinds = ['lines', 'figures', 'tables', 'grids', 'readings', 'blanks'] as const

/** Files of weights by model. */
export type WeightFiles = Partial<Record<(typeof weightKinds)[number], string>>

/**
 * Returns the weights trained without the document's fold, or without its part of the scans; a corpus that trains nothing
 * uses the weights trained on everything.
 */
export function weightsOf(folder: string, { fold, part }: Sample): WeightFiles {
  const files: WeightFiles = {}
  for (const kind of weightKinds) {
    const ending = kind === 'lines' ? '.json' : `.${kind}.json`
    const candidates = [fold, `part ${part}`, 'all'].map((name) => join(folder, name + ending))
    const file = candidates.find((path) => existsSync(path))
    if (file !== undefined) files[kind] = file
  }
  return files
}
