/** Converts siblings to nodes, pairs brackets and recognises functions. */
import type { XmlElement } from '../../ooxml/index.ts'
import { fenced, row, scripts, symbol } from '../builders.ts'
import { findSymbol } from '../symbols.ts'
import type { MathNode } from '../tree.ts'
import { maxDepth, type Reading } from './reading.ts'
import { asFunction, textOfOperator } from './tokens.ts'

/** An open bracket with the nodes after it. */
interface OpenFence {
  readonly bracket: string
  readonly nodes: MathNode[]
}

type Side = 'open' | 'close' | 'bar'

/** Reads siblings; pairs a bracket with the next closing one of any shape, as in `[0,1)`. */
export function readSiblings(elements: readonly XmlElement[], reading: Reading): MathNode {
  const stack: OpenFence[] = [{ bracket: '', nodes: [] }]
  for (const element of elements) {
    const top = stack.at(-1)
    if (!top) break
    const operator = textOfOperator(element)
    if (operator === '\u2061') {
      const before = top.nodes.pop()
      if (before) top.nodes.push(asFunction(before))
      continue
    }
    const depth = reading.depth + stack.length - 1
    const node = reading.read(element, { ...reading, depth })
    const side = isEmptyFence(element) ? emptySide(element, stack.length) : sideOf(element, node)
    if (isClosing(side, node, top, stack.length)) close(node, stack)
    else if (canOpen(side, depth)) stack.push({ bracket: bracketOf(node), nodes: [] })
    else top.nodes.push(node)
  }
  return closeAll(stack)
}

function canOpen(side: Side | undefined, depth: number): boolean {
  return (side === 'open' || side === 'bar') && depth < maxDepth
}

function bracketOf(node: MathNode): string {
  return node.type === 'symbol' ? node.text : ''
}

/** Returns the side of a bracket; 3.2.5.7: the form decides where the character is ambiguous. */
function sideOf(element: XmlElement, node: MathNode): Side | undefined {
  if (element.name === 'msup' || element.name === 'msub' || element.name === 'msubsup') {
    return node.type === 'scripts' && node.base && kindOf(node.base) === 'close'
      ? 'close'
      : undefined
  }
  if (element.name !== 'mo' || element.attributes['stretchy'] === 'false') return undefined
  const { form, fence } = element.attributes
  if (node.type !== 'symbol') return undefined
  const kind = kindOf(node)
  if (kind === 'open' || kind === 'close') return kind
  if (!/^[|‖∣∥]$/u.test(node.text) || fence === 'false' || form === 'infix') return undefined
  return form === 'prefix' ? 'open' : form === 'postfix' ? 'close' : 'bar'
}

/** Returns true for an `mo` without text: an invisible bracket, as from \left. and \right. */
function isEmptyFence(element: XmlElement): boolean {
  return textOfOperator(element) === '' && element.attributes['fence'] === 'true'
}

function emptySide(element: XmlElement, depth: number): Side {
  const texClass = element.attributes['data-mjx-texclass']
  return texClass === 'OPEN' || (texClass !== 'CLOSE' && depth < 2) ? 'open' : 'close'
}

function kindOf(node: MathNode): string | undefined {
  return node.type === 'symbol' ? findSymbol(node.text)?.kind : undefined
}

function isClosing(side: Side | undefined, node: MathNode, top: OpenFence, depth: number): boolean {
  if (depth < 2) return false
  if (side === 'bar') return top.nodes.length > 0 && top.bracket === bracketOf(node)
  return side === 'close'
}

/** Closes a bracket; scripts of the closing bracket apply to the whole. */
function close(node: MathNode, stack: OpenFence[]): void {
  const opened = stack.pop()
  const top = stack.at(-1)
  if (!opened || !top) return
  const parts = [row(opened.nodes)]
  if (node.type === 'scripts') {
    const bracket = node.base ? bracketOf(node.base) : ''
    top.nodes.push(scripts(fenced(opened.bracket, parts, bracket), node.after, node.before))
  } else {
    top.nodes.push(fenced(opened.bracket, parts, bracketOf(node)))
  }
}

/** Keeps unclosed brackets as symbols; a brace before a final table makes cases. */
function closeAll(stack: readonly OpenFence[]): MathNode {
  const nodes: MathNode[] = []
  for (const { bracket, nodes: inner } of stack) {
    const [first] = inner
    const isCases = bracket === '{' && first?.type === 'matrix' && inner.length === 1
    if (isCases) nodes.push(fenced(bracket, inner, ''))
    if (!isCases && bracket !== '') nodes.push(symbol(bracket))
    if (!isCases) for (const node of inner) nodes.push(node)
  }
  return row(nodes)
}
