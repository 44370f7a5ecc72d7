/** Defines the state shared while parsing the parts of a formula: the parser for nested parts, and the doubts. */
import type { MathNode } from '../../math/index.ts'
import type { Ruling } from '../content/index.ts'
import { type Atom, extentOf } from './atoms.ts'
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

/** Replaces atoms by another one. */
export function replace(atoms: readonly Atom[], taken: readonly Atom[], part: Atom): Atom[] {
  return [...atoms.filter((atom) => !taken.includes(atom)), part]
}

/**
 * Replaces parsed atoms by their result, around all of them, on the baseline of `main`.
 *
 * @param place Overrides of the position.
 */
export function merge(
  atoms: readonly Atom[],
  taken: readonly Atom[],
  main: Atom,
  node: MathNode,
  place?: Partial<Atom>,
): Atom[] {
  return replace(atoms, taken, { ...main, ...extentOf(taken), ...place, text: '', node })
}
