/** Measures how much of a formula's tree is mathematics. */
import {
  findSymbol,
  isBigOperator,
  type MathNode,
  nodesBelow,
  type Variant,
} from '../../math/index.ts'

interface Weight {
  /** Letters of variables: slanted, bold, Greek. */
  readonly variables: number
  /** Digits, operators, functions and structures. */
  readonly signs: number
  /** Letters of words and names in it; those in scripts of variables are their names. */
  readonly inWords: number
}

export function weighOf(formula: MathNode): Weight {
  let variables = 0
  let signs = 0
  let inWords = 0
  const scripts = scriptsOf(formula)
  for (const node of nodesBelow(formula)) {
    const isWord = node.type === 'words' || (node.type === 'name' && node.role === 'identifier')
    if (isWord) inWords += scripts.has(node) ? 0 : node.text.length
    else if (isVariable(node)) variables += 1
    else if (node.type === 'digits') signs += node.text.length
    else if (node.type !== 'row' && node.type !== 'space') signs += 1
  }
  return { variables, signs, inWords }
}

/** Returns the nodes in sub- and superscripts. */
function scriptsOf(formula: MathNode): ReadonlySet<MathNode> {
  const found = new Set<MathNode>()
  for (const node of nodesBelow(formula)) {
    const pairs = node.type === 'scripts' ? node.after : []
    for (const script of pairs.flatMap(({ sub, sup }) => [sub ?? [], sup ?? []].flat()))
      for (const own of nodesBelow(script)) found.add(own)
  }
  return found
}

/**
 * Returns true for slanted, bold and Greek letters. Upright letters are units of measurement and abbreviations, and so
 * are the micro sign and the sign of ohms.
 */
function isVariable(node: MathNode): boolean {
  if (node.type !== 'symbol' || !/^\p{L}$/u.test(node.text)) return false
  return node.variant !== 'normal' && !/[µμΩ]/u.test(node.text)
}

const built: ReadonlySet<MathNode['type']> = new Set([
  'fraction',
  'radical',
  'scripts',
  'limits',
  'matrix',
  'accent',
])

/** Alphabets that only formulas can show: as plain letters they lose their meaning. */
const alphabets: ReadonlySet<string | undefined> = new Set<Variant>([
  'script',
  'bold-script',
  'fraktur',
  'double-struck',
])

type Property =
  | 'built'
  | 'fraction'
  | 'radical'
  | 'alphabet'
  | 'ellipsis'
  | 'relation'
  | 'operation'
  | 'fenced'
  | 'letter'

/** Properties searched for in a formula: structures, letters, relations, operations, brackets. */
const tests: Readonly<Record<Property, (node: MathNode) => boolean>> = {
  alphabet: (node) => node.type === 'symbol' && isVariable(node) && alphabets.has(node.variant),
  built: (node) => built.has(node.type) || (node.type === 'symbol' && isBigOperator(node.text)),
  fraction: ({ type }) => type === 'fraction',
  radical: ({ type }) => type === 'radical',
  ellipsis: (node) => node.type === 'symbol' && node.text === '…',
  relation: isRelation,
  operation: hasTwoSides,
  fenced: ({ type }) => type === 'fenced',
  letter: (node) => node.type === 'symbol' && /^\p{L}$/u.test(node.text),
}

export function has(formula: MathNode, what: Property): boolean {
  for (const node of nodesBelow(formula)) if (tests[what](node)) return true
  return false
}

export function isRelation(node: MathNode | undefined): boolean {
  return node?.type === 'symbol' && findSymbol(node.text)?.kind === 'rel'
}

/** Returns true if an operator or a relation in a row has an operand on both sides. */
export function hasTwoSides(node: MathNode): boolean {
  const nodes = node.type === 'row' ? node.nodes : []
  return nodes.some((own, index) => index > 0 && index < nodes.length - 1 && isOperator(own))
}

export function isOperator(node: MathNode | undefined): boolean {
  const kind = node?.type === 'symbol' ? findSymbol(node.text)?.kind : undefined
  return kind === 'rel' || kind === 'bin'
}
