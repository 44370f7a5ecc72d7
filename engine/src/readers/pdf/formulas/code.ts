/** Folds LaTeX source in formulas, as manuals show it beside its result, into one part. */
import { build, type MathNode } from '../../math/index.ts'
import type { Atom } from './atoms.ts'
import { merge } from './parsing.ts'
import { formulaSettings as settings } from './settings.ts'

type Run = [Atom, ...Atom[]]

/** Returns the atoms with one for each run in the type of code that has a backslash. Its signs are no operators. */
export function foldCode(atoms: readonly Atom[]): readonly Atom[] {
  if (!atoms.some(isBackslash)) return atoms
  const code = atoms.filter(({ isCode }) => isCode)
  const runs: Run[] = []
  for (const atom of code.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const run = runs.at(-1)
    if (goesOn(run?.at(-1), atom)) run?.push(atom)
    else runs.push([atom])
  }
  const sources = runs.filter((run) => run.some(isBackslash))
  return sources.reduce((rest, run) => merge(rest, run, run[0], wordsOf(run)), atoms)
}

function isBackslash({ text, isCode }: Atom): boolean {
  return isCode === true && text === '\\'
}

function goesOn(before: Atom | undefined, { baseline, left, size }: Atom): boolean {
  return before?.baseline === baseline && left - before.right < settings.quad * size
}

function wordsOf(run: Run): MathNode {
  const texts = run.map(({ text, left, size }, at) => {
    const gap = left - (run[at - 1]?.right ?? left)
    return gap > settings.touch * size ? ` ${text}` : text
  })
  return build.words(texts.join(''), { family: 'mono' })
}
