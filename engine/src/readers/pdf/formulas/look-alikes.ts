/** Tells text, code, grammars and tables from displayed formulas, by the tree that their signs form. */
import { build, type MathNode, nodesBelow } from '../../math/index.ts'
import { sumOf } from '../statistics.ts'
import { formulaSettings as settings } from './settings.ts'
import { partsOf } from './siblings.ts'
import { isOperator, isRelation } from './weigh.ts'

const { nodesOf } = build

/** Returns true if a tree is that of something else that has the signs of formulas. */
export function isLookAlike(formula: MathNode): boolean {
  return tests.some((isOther) => isOther(formula))
}

/** Returns true for two names in italics beside each other: words of a sentence. */
function hasPhrase(formula: MathNode): boolean {
  return linesOf(formula).some((nodes) =>
    nodes.some((own, at) => isItalicName(own) && isItalicName(nodes[at + 1])),
  )
}

function linesOf(formula: MathNode): (readonly MathNode[])[] {
  if (formula.type !== 'equations') return [nodesOf(formula)]
  return formula.rows.map((row) => row.flatMap(nodesOf))
}

/** Returns true for rules of a grammar whose symbols are words: `list ::= item`, and further alternatives after a bar. */
function isGrammar(formula: MathNode): boolean {
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
function hasCells(formula: MathNode): boolean {
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

function areCells(nodes: readonly MathNode[]): boolean {
  const parts = partsOf(nodes)
  // A sign at the end of a part joins it to the next one.
  const joins = (node: MathNode | undefined) => isOperator(node) || node?.type === 'words'
  const joined = sumOf(parts, (part) => {
    const ends = [part[0], part.at(-1)].filter(joins).length
    return ends + (part.some(isRelation) || part.some(joins) || isComma(part.at(-1)) ? 1 : 0)
  })
  return parts.length > 2 && (parts.length - joined) * 2 > parts.length
}

function isColon(node: MathNode | undefined): boolean {
  return node?.type === 'symbol' && node.text === ':'
}

function isComma(node: MathNode | undefined): boolean {
  return node?.type === 'symbol' && /^[,;]$/.test(node.text)
}

/** Returns true for the dots that lead from a title to its page. */
function hasLeader(formula: MathNode): boolean {
  const nodes = firstRow(formula)
  return nodes.some((_, at) => [0, 1, 2].every((next) => isDots(nodes[at + next])))
}

function isDots(node: MathNode | undefined): boolean {
  return node?.type === 'symbol' && /^[.…]$/.test(node.text)
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
function beginsWithWord(formula: MathNode): boolean {
  const nodes = nodesOf(formula)
  const first = nodes.findIndex((node) => !isOfMarker(node))
  const marker = nodes.slice(0, first).map((node) => ('text' in node ? node.text : ''))
  const node = nodes[first]
  const isWord = node?.type === 'words' || (node?.type === 'name' && node.role === 'identifier')
  if (!isWord) return false
  return first === 0 ? sentenceWord.test(node.text) : itemNumber.test(marker.join(''))
}

/**
 * Returns true if a formula begins with a name in the type of code, such as a call, also after a bullet or a section number; or with
 * LaTeX source, unless lines of text cannot show its result.
 */
function beginsWithCode(formula: MathNode): boolean {
  const first = firstRow(formula).find((node) => !isOfMarker(node) && !isBullet(node))
  const node = first?.type === 'scripts' ? first.base : first
  if (node?.type === 'words' && node.family === 'mono') {
    return !nodesBelow(formula).some(({ type }) => tallTypes.has(type))
  }
  return node?.type === 'name' && node.variant === 'monospace' && node.text.length > 1
}

/** Parts that are higher than a line of text. */
const tallTypes: ReadonlySet<MathNode['type']> = new Set(['fraction', 'matrix', 'limits'])

/** Returns true for a line of text and symbols after the marker of an item: a bullet, or an upright letter in brackets. */
function isItem(formula: MathNode): boolean {
  const [first, ...rest] = firstRow(formula)
  if (!first || rest.length === 0) return false
  return isBullet(first) || (first.type === 'fenced' && first.parts.every(isUprightLetter))
}

function isUprightLetter(node: MathNode): boolean {
  const [own = node, ...rest] = nodesOf(node)
  return (
    rest.length === 0 &&
    own.type === 'symbol' &&
    own.variant === 'normal' &&
    /^[a-z]$/.test(own.text)
  )
}

function firstRow(formula: MathNode): readonly MathNode[] {
  const first = formula.type === 'equations' ? (formula.rows[0]?.[0] ?? formula) : formula
  return nodesOf(first)
}

function isBullet(node: MathNode): boolean {
  return node.type === 'symbol' && node.text === '•'
}

const itemNumber = /^\d{1,2}(?:\.\d{0,2})+$/

function isOfMarker(node: MathNode): boolean {
  return node.type === 'digits' || node.type === 'space' || ('text' in node && node.text === '.')
}

const tests = [
  beginsWithWord,
  beginsWithCode,
  isItem,
  isGrammar,
  hasLeader,
  hasPhrase,
  hasCells,
] as const
