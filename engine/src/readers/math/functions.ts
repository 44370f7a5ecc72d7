/** Lists function names that have a LaTeX command. */

/** Functions that both LaTeX and KaTeX support; those of the second list take limits. */
const plain =
  'arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh'
const withLimits = 'det gcd inf lim liminf limsup max min Pr sup injlim projlim'

const limitNames: ReadonlySet<string> = new Set(withLimits.split(' '))
const names: ReadonlySet<string> = new Set([...plain.split(' '), ...limitNames])

/** Names that are two words. */
const spaced: ReadonlyMap<string, string> = new Map([
  ['lim sup', '\\limsup'],
  ['lim inf', '\\liminf'],
])

/** Returns the command of a function, if it has one: `sin` → `\sin`. */
export function findFunction(name: string): string | undefined {
  return names.has(name) ? `\\${name}` : spaced.get(name)
}

/** Returns true if a display sets limits under the name, as with `lim`. */
export function takesLimits(name: string): boolean {
  return limitNames.has(name) || spaced.has(name)
}

/** The commands of all functions. */
export const functionCommands: readonly string[] = [...names]
  .map((name) => `\\${name}`)
  .concat(...spaced.values())
