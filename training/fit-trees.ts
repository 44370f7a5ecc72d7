/** Runs `fit_trees.py`, and names the folder of the reader's models. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const here = import.meta.dirname

export const modelsFolder = join(here, '..', 'engine', 'src', 'readers', 'pdf', 'models')

/**
 * Fits trees to rows.
 *
 * @param rows Path of the rows, JSON lines.
 * @param model Path of the model to write.
 */
export function fitTrees(rows: string, model: string, options: readonly string[]): void {
  const words = [join(here, 'fit_trees.py'), rows, model, ...options]
  execFileSync('/usr/bin/python3', words, { stdio: 'inherit' })
}
