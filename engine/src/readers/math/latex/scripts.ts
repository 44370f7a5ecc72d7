/** Writes scripts and primes as LaTeX. */
import { nodesOf, row } from '../builders.ts'
import { findMark } from '../marks.ts'
import { findSymbol, isBigOperator } from '../symbols.ts'
import type { MathNode, ScriptPair, Scripts } from '../tree.ts'
import { writeFenced } from './fences.ts'
import { type Output, put, putArgument, tighten, updateLast } from './output.ts'

export function writeScripts(node: Scripts, output: Output): void {
  for (const scriptPair of node.before ?? []) {
    put(output, 'ord', '{}')
    writePair(scriptPair, 0, output)
  }
  const [first, ...others] = node.after
  const primes = writeBase(node, first, output)
  const taken = node.base ? undefined : output.tokens.at(-1)?.taken
  if (first) writePair(first, primes, output)
  if (taken) updateLast(output, { taken: 'both' })
  for (const scriptPair of others) {
    put(output, 'ord', '{}')
    writePair(scriptPair, 0, output)
  }
  const kind = node.base && functionKind(node.base)
  if (kind) updateLast(output, { after: kind, bare: false })
}

/** Returns the kind of operator that LaTeX separates from its argument, scripts included. */
export function functionKind(node: MathNode): 'big' | 'op' | undefined {
  if (node.type === 'symbol' && isBigOperator(node.text)) return 'big'
  return node.type === 'name' && node.role === 'function' ? 'op' : undefined
}

/** @returns The number of the base's primes still to be written, after its subscript. */
function writeBase(node: Scripts, first: ScriptPair | undefined, output: Output): number {
  const { base } = node
  if (base === undefined) {
    if (first && !canAttach(first, output) && !startsWithPrime(first, output)) {
      put(output, 'ord', '{}')
    }
    return 0
  }
  const split = splitPrimes(base)
  if (split.primes > 0) {
    output.write(split.core, output)
    return split.primes
  }
  if (base.type === 'fenced') writeFenced(base, output, true)
  else if (standsAlone(base)) output.write(base, output)
  else putArgument(output, '', base)
  return 0
}

/** Returns true if the scripts begin with primes, which need no braces around their base. */
function startsWithPrime({ sub, sup }: ScriptPair, output: Output): boolean {
  const last = output.tokens.at(-1)
  const isStart = !last || (last.after ?? last.kind) === 'open'
  return isStart && sub === undefined && sup !== undefined && countPrimeSymbols(sup) > 0
}

/** Returns true if scripts can directly follow the last token. */
function canAttach({ sub, sup }: ScriptPair, output: Output): boolean {
  const last = output.tokens.at(-1)
  if (!last || last.taken === 'both') return false
  if ((sub && last.taken === 'sub') || (sup && last.taken === 'sup')) return false
  const kind = last.after ?? last.kind
  return kind === 'ord' || kind === 'close' || kind === 'end'
}

/** Separates primes from a base with scripts: TeX accepts a prime and a superscript only in this order, `f_1'^2`. */
function splitPrimes(base: MathNode): { readonly core: MathNode; readonly primes: number } {
  const [core, mark, ...others] = nodesOf(base)
  const primes = others.length === 0 && mark ? countPrimes(mark) : 0
  return core && standsAlone(core) ? { core, primes } : { core: base, primes: 0 }
}

/** Returns the number of primes in a script without a base; 0 for other nodes. */
function countPrimes(node: MathNode): number {
  if (node.type !== 'scripts' || node.base) return 0
  const [only, ...others] = node.after
  if (!only?.sup || only.sub || others.length > 0) return 0
  return countPrimeSymbols(only.sup)
}

function countPrimeSymbols(node: MathNode): number {
  const nodes = nodesOf(node)
  const arePrimes = nodes.every((inner) => inner.type === 'symbol' && inner.text === '′')
  return arePrimes ? nodes.length : 0
}

/** Returns true if a script after the node applies to the whole node without braces. */
function standsAlone(node: MathNode): boolean {
  switch (node.type) {
    case 'symbol':
      return !node.negated && findSymbol(node.text)?.latex !== '\\hat{}'
    case 'accent':
      return findMark(node.mark, node.position)?.labelled !== true
    case 'digits':
    case 'name':
    case 'words':
    case 'radical':
    case 'fenced':
    case 'matrix':
      return true
    default:
      return false
  }
}

export function writePair({ sub, sup }: ScriptPair, basePrimes: number, output: Output): void {
  const raised = sup ? takePrimes(sup) : { primes: 0, rest: undefined }
  const primes = basePrimes + raised.primes
  if (sub) writeScript('_', sub, output)
  if (primes > 0) put(output, 'script', "'".repeat(primes), { after: 'ord' })
  if (raised.rest) writeScript('^', raised.rest, output)
  const hasSup = primes > 0 || raised.rest !== undefined
  updateLast(output, { taken: sub && hasSup ? 'both' : sub ? 'sub' : 'sup' })
}

/** Splits a superscript into its leading primes and the rest. */
function takePrimes(sup: MathNode): { readonly primes: number; readonly rest?: MathNode } {
  const own = countPrimeSymbols(sup)
  if (own > 0) return { primes: own }
  const nodes = nodesOf(sup)
  const other = nodes.findIndex((node) => countPrimes(node) === 0)
  const marks = other < 0 ? nodes : nodes.slice(0, other)
  const primes = marks.reduce((sum, node) => sum + countPrimes(node), 0)
  if (primes === 0) return { primes, rest: withoutRaising(sup) }
  return other < 0 ? { primes } : { primes, rest: row(nodes.slice(other)) }
}

/** Returns the character of a superscript that holds only a character that is raised already, such as a degree sign. */
function withoutRaising(sup: MathNode): MathNode {
  if (sup.type !== 'scripts' || sup.base) return sup
  const [only, ...others] = sup.after
  return only?.sup && !only.sub && others.length === 0 ? only.sup : sup
}

export function writeScript(mark: '^' | '_', node: MathNode, output: Output): void {
  const bare = bareScript(node)
  if (bare !== undefined) {
    // Chemical formulas have no blanks: H_2O.
    put(output, 'script', mark + bare, { after: 'ord', bare: !output.upright })
    return
  }
  put(output, 'script', `${mark}{`, { after: 'open' })
  output.write(node, tighten(output))
  put(output, 'close', '}')
}

/** Symbols with one command in every TeX; as scripts they need no braces. */
const bareCommands: ReadonlySet<string> = new Set(
  String.raw`\infty \prime \circ \dagger \perp \top \star \pm \mp \times \ell \hbar`.split(' '),
)

/** Returns the LaTeX of a script that needs no braces. */
function bareScript(node: MathNode): string | undefined {
  if (node.type === 'digits' && !node.variant) return node.text.length === 1 ? node.text : undefined
  if (node.type !== 'symbol' || node.variant || node.negated) return undefined
  if (/^[A-Za-z*+]$/.test(node.text)) return node.text
  const entry = findSymbol(node.text)
  if (!entry) return undefined
  return entry.kind === 'letter' || bareCommands.has(entry.latex) || entry.latex === '-'
    ? entry.latex
    : undefined
}
