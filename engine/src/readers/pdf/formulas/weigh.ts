/** The tree of a formula → how much of a formula it is. */
import { findSymbol, isBigOperator, type MathNode, nodesBelow } from '../../math/index.ts'

export interface Weight {
  /** Variables, constants, functions. */
  readonly letters: number
  /** Digits and operators. */
  readonly signs: number
  /** Letters of words in it. */
  readonly inWords: number
}

export function weighOf(formula: MathNode): Weight {
  let letters = 0
  let signs = 0
  let inWords = 0
  for (const node of nodesBelow(formula)) {
    if (node.type === 'words') inWords += node.text.length
    else if (node.type === 'name' && node.role === 'identifier') inWords += node.text.length
    else if (node.type === 'name') letters += 1
    else if (node.type === 'symbol' && /\p{L}/u.test(node.text)) letters += 1
    else if (node.type === 'symbol') signs += 1
    else if (node.type === 'digits') signs += node.text.length
    else if (node.type === 'fraction' || node.type === 'radical') signs += 2
  }
  return { letters, signs, inWords }
}

const built: ReadonlySet<MathNode['type']> = new Set([
  'fraction',
  'radical',
  'scripts',
  'limits',
  'matrix',
  'accent',
])

/** Whether anything is built up, or, where that is enough, related. */
export function hasStructure(formula: MathNode, needed: 'built' | 'relation'): boolean {
  for (const node of nodesBelow(formula)) {
    if (built.has(node.type)) return true
    if (node.type !== 'symbol') continue
    if (isBigOperator(node.text)) return true
    const kind = findSymbol(node.text)?.kind
    if (needed === 'relation' && (kind === 'rel' || kind === 'bin')) return true
  }
  return false
}

/** Words that begin a sentence, or go on in one: what follows is its text. */
const sentenceWord =
  /^\s*(?:where|with|and|or|for|if|then|thus|so|since|let|when|as|that|which|is|are|in|of|the|a|to|from|by)\b/i

export function beginsWithWord(formula: MathNode): boolean {
  const first = formula.type === 'row' ? formula.nodes[0] : formula
  const isWord = first?.type === 'words' || (first?.type === 'name' && first.role === 'identifier')
  return isWord && sentenceWord.test(first.text)
}
