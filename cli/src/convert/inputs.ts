/** Words of the command line → the files that they name. */
import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'

/**
 * Expands globs, for shells that do not, or where they were quoted.
 *
 * @returns Paths in the order given, a glob's matches sorted; a word that matches nothing stays, so that its absence is reported.
 */
export async function expandInputs(words: readonly string[]): Promise<string[]> {
  const expanded = await Promise.all(words.map(expandInput))
  return [...new Set(expanded.flat())]
}

async function expandInput(word: string): Promise<string[]> {
  if (word === '-' || !/[*?[{]/.test(word) || existsSync(word)) return [word]
  const matches: string[] = []
  for await (const match of glob(word, { withFileTypes: false })) matches.push(match)
  return matches.length === 0 ? [word] : matches.toSorted()
}
