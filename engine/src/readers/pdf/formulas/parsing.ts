/** What the parts of a formula are read with: the way back into the whole, and what is in doubt. */
import type { MathNode } from '../../math/index.ts'
import type { Ruling } from '../content/index.ts'
import type { Atom } from './atoms.ts'

/** Something between two places that could not be told for sure: the formula is given up for its text. */
export interface Parsing {
  readonly doubts: string[]
  /** Reads atoms and bars that are a formula of their own: a numerator, an exponent, a cell. */
  readonly read: (atoms: readonly Atom[], bars: readonly Ruling[], parsing: Parsing) => MathNode
  /** How deep within scripts, fractions and brackets. */
  readonly depth: number
}

/** People nest six deep at most; more is a hostile file, or not a formula. */
const MAX_DEPTH = 12

export function deeper(parsing: Parsing): Parsing {
  if (parsing.depth >= MAX_DEPTH) parsing.doubts.push('nested too deep')
  return { ...parsing, depth: parsing.depth + 1 }
}

export function isTooDeep({ depth }: Parsing): boolean {
  return depth > MAX_DEPTH
}

/** Atoms without those that were read, and with what became of them. */
export function replace(atoms: readonly Atom[], taken: ReadonlySet<Atom>, part: Atom): Atom[] {
  const kept = atoms.filter((atom) => !taken.has(atom))
  kept.push(part)
  return kept
}
