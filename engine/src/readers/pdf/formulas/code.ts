/** Folds LaTeX source in formulas, as manuals show it beside its result, into one part. */
import { build } from '../../math/index.ts'
import { boxAround } from '../boxes.ts'
import type { Atom } from './atoms.ts'
import { formulaSettings as settings } from './settings.ts'

/** Returns the atoms with one for each run in the type of code that has a backslash. Its signs are no operators. */
export function foldCode(atoms: readonly Atom[]): readonly Atom[] {
  if (!atoms.some(isBackslash)) return atoms
  const [code, others] = [atoms.filter(({ isCode }) => isCode), atoms.filter((own) => !own.isCode)]
  const runs: Atom[][] = []
  for (const atom of code.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const run = runs.at(-1)
    if (goesOn(run?.at(-1), atom)) run?.push(atom)
    else runs.push([atom])
  }
  return [...others, ...runs.flatMap((run) => (run.some(isBackslash) ? [joined(run)] : run))]
}

function isBackslash({ text, isCode }: Atom): boolean {
  return isCode === true && text === '\\'
}

function goesOn(before: Atom | undefined, { baseline, left, size }: Atom): boolean {
  return before?.baseline === baseline && left - before.right < settings.quad * size
}

function joined(run: readonly Atom[]): Atom {
  const [first] = run as [Atom, ...Atom[]]
  const text = run.map((atom, at) => {
    const before = run[at - 1]
    const isWord = before && atom.left - before.right > settings.touch * atom.size
    return `${isWord ? ' ' : ''}${atom.text}`
  })
  const { left, baseline, size } = first
  const right = run.at(-1)?.right ?? left
  const node = build.words(text.join(''), { family: 'mono' })
  return { ...boxAround(run), text: '', node, left, right, baseline, size, isText: true }
}
