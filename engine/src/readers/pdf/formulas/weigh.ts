/** Measures how much of a formula's tree is mathematics. */
import {
  findSymbol,
  isBigOperator,
  type MathNode,
  nodesBelow,
  type Variant,
} from '../../math/index.ts'
import { sumOf } from '../statistics.ts'
import { formulaSettings as settings } from './settings.ts'

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

type Property = 'built' | 'alphabet' | 'ellipsis' | 'relation' | 'operation' | 'fenced' | 'letter'

/** Properties searched for in a formula: structures, letters, relations, operations, brackets. */
const tests: Readonly<Record<Property, (node: MathNode) => boolean>> = {
  alphabet: (node) => node.type === 'symbol' && isVariable(node) && alphabets.has(node.variant),
  built: (node) => built.has(node.type) || (node.type === 'symbol' && isBigOperator(node.text)),
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

/** Returns true for two names in italics beside each other: words of a sentence. */
export function hasPhrase(formula: MathNode): boolean {
  return linesOf(formula).some((nodes) =>
    nodes.some((own, at) => isItalicName(own) && isItalicName(nodes[at + 1])),
  )
}

function linesOf(formula: MathNode): (readonly MathNode[])[] {
  if (formula.type !== 'equations') return [nodesOf(formula)]
  return formula.rows.map((row) => row.flatMap(nodesOf))
}

/** Returns true for rules of a grammar whose symbols are words: `list ::= item`, and further alternatives after a bar. */
export function isGrammar(formula: MathNode): boolean {
  const lines = linesOf(formula)
  const isRule = (nodes: readonly MathNode[]) =>
    isBar(nodes[0]) || nodes.some((node, at) => isColon(node) && isColon(nodes[at + 1]))
  return lines.some(isRule) && lines.some((nodes) => nodes.some(isItalicName))
}

function isBar(node: MathNode | undefined): boolean {
  return node?.type === 'symbol' && /^[|∣]$/.test(node.text)
}

function isItalicName(node: MathNode | undefined): boolean {
  return node?.type === 'name' && node.variant === 'italic'
}

/** Returns true for the cells of a table's rows: most parts between wide blanks have no relation. */
export function hasCells(formula: MathNode): boolean {
  const lines = linesOf(formula)
  if (lines.filter(areCells).length * 2 > lines.length) return true
  return ruledParts(formula).some((part) => areCells(nodesOf(part)))
}

/** Returns the parts above and below the bars of a formula. */
function ruledParts(formula: MathNode): MathNode[] {
  return [...nodesBelow(formula)].flatMap((node) => {
    if (node.type === 'enclosure') return [node.body]
    return node.type === 'fraction' ? [node.numerator, node.denominator] : []
  })
}

function nodesOf(node: MathNode): readonly MathNode[] {
  return node.type === 'row' ? node.nodes : [node]
}

function areCells(nodes: readonly MathNode[]): boolean {
  const parts: MathNode[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'space') parts.push([])
    else parts.at(-1)?.push(node)
  }
  // A sign at the end of a part joins it to the next one.
  const joins = (node: MathNode | undefined) => isOperator(node) || node?.type === 'words'
  const joined = sumOf(parts, (part) => {
    const ends = [part[0], part.at(-1)].filter(joins).length
    return ends + (part.some(isRelation) || part.some(joins) || isComma(part.at(-1)) ? 1 : 0)
  })
  return parts.length > 2 && (parts.length - joined) * 2 > parts.length
}

function isRelation(node: MathNode): boolean {
  return node.type === 'symbol' && findSymbol(node.text)?.kind === 'rel'
}

function isColon(node: MathNode | undefined): boolean {
  return node?.type === 'symbol' && node.text === ':'
}

function isComma(node: MathNode | undefined): boolean {
  return node?.type === 'symbol' && /^[,;]$/.test(node.text)
}

/** Returns true for the dots that lead from a title to its page. */
export function hasLeader(formula: MathNode): boolean {
  const nodes = firstRow(formula)
  return nodes.some((_, at) => [0, 1, 2].every((next) => isDots(nodes[at + next])))
}

function isDots(node: MathNode | undefined): boolean {
  return node?.type === 'symbol' && /^[.…]$/.test(node.text)
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

/** Matches words that begin or continue a sentence, to which the text after them belongs. */
export const sentenceWord =
  /^\s*(?:where|with|and|or|for|if|then|thus|so|since|let|when|as|that|which|is|are|in|of|the|a|to|from|by)\b/i

/** Returns true if a formula begins with a word and a colon. */
export function beginsWithLabel(formula: MathNode): boolean {
  const [word, colon] = firstRow(formula)
  const isWord = word?.type === 'words' || word?.type === 'name'
  return isWord && word.text.length >= settings.nameLetters.slanted && isColon(colon)
}

/** Returns true if a formula begins as a sentence does, with such a word or with the number of an item and any word. */
export function beginsWithWord(formula: MathNode): boolean {
  const nodes = formula.type === 'row' ? formula.nodes : [formula]
  const first = nodes.findIndex((node) => !isOfMarker(node))
  const marker = nodes.slice(0, first).map((node) => ('text' in node ? node.text : ''))
  const node = nodes[first]
  const isWord = node?.type === 'words' || (node?.type === 'name' && node.role === 'identifier')
  if (!isWord) return false
  return first === 0 ? sentenceWord.test(node.text) : itemNumber.test(marker.join(''))
}

/** Returns true if a formula begins with a name in the type of code, such as a call, also after a bullet or a section number. */
export function beginsWithCode(formula: MathNode): boolean {
  const first = firstRow(formula).find((node) => !isOfMarker(node) && !isBullet(node))
  const node = first?.type === 'scripts' ? first.base : first
  return node?.type === 'name' && node.variant === 'monospace' && node.text.length > 1
}

/** Returns true for a line of text and symbols after the marker of an item: a bullet, or an upright letter in brackets. */
export function isItem(formula: MathNode): boolean {
  const [first, ...rest] = firstRow(formula)
  if (!first || rest.length === 0) return false
  return isBullet(first) || (first.type === 'fenced' && first.parts.every(isUprightLetter))
}

function isUprightLetter(node: MathNode): boolean {
  const [own = node, ...rest] = node.type === 'row' ? node.nodes : [node]
  return (
    rest.length === 0 &&
    own.type === 'symbol' &&
    own.variant === 'normal' &&
    /^[a-z]$/.test(own.text)
  )
}

function firstRow(formula: MathNode): readonly MathNode[] {
  const first = formula.type === 'equations' ? (formula.rows[0]?.[0] ?? formula) : formula
  return first.type === 'row' ? first.nodes : [first]
}

function isBullet(node: MathNode): boolean {
  return node.type === 'symbol' && node.text === '•'
}

const itemNumber = /^\d{1,2}(?:\.\d{0,2})+$/

function isOfMarker(node: MathNode): boolean {
  return node.type === 'digits' || node.type === 'space' || ('text' in node && node.text === '.')
}
