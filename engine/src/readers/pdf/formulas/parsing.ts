/** Defines the state shared while parsing the parts of a formula: the parser for nested parts, and the doubts. */
import type { MathNode } from '../../math/index.ts'
import type { Ruling } from '../content/index.ts'
import type { Atom } from './atoms.ts'
import { formulaLimits as limits } from './settings.ts'

/** State of the parse. With any doubt, the formula is output as its text instead. */
export interface Parsing {
  readonly doubts: string[]
  /** Parses atoms and bars as a nested formula: a numerator, an exponent, a cell. */
  readonly read: (atoms: readonly Atom[], bars: readonly Ruling[], parsing: Parsing) => MathNode
  /** Nesting depth of scripts, fractions and brackets. */
  readonly depth: number
}

export function deeper(parsing: Parsing): Parsing {
  if (parsing.depth >= limits.depth) parsing.doubts.push('nested too deep')
  return { ...parsing, depth: parsing.depth + 1 }
}

export function isTooDeep({ depth }: Parsing): boolean {
  return depth > limits.depth
}

/** Replaces parsed atoms by their result. */
export function replace(atoms: readonly Atom[], taken: ReadonlySet<Atom>, part: Atom): Atom[] {
  const kept = atoms.filter((atom) => !taken.has(atom))
  kept.push(part)
  return kept
}
