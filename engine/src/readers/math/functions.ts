/** Names of functions that have a LaTeX command. */

/** Known to LaTeX and KaTeX alike; limits stand under the second kind. */
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

/** The command of a function, when it has one: `sin` → `\sin`. */
export function findFunction(name: string): string | undefined {
  return names.has(name) ? `\\${name}` : spaced.get(name)
}

/** Whether what is written under the name stands under it in a display, as with `lim`. */
export function takesLimits(name: string): boolean {
  return limitNames.has(name) || spaced.has(name)
}

/** The commands of all of them. */
export const functionCommands: readonly string[] = [...names]
  .map((name) => `\\${name}`)
  .concat(...spaced.values())
