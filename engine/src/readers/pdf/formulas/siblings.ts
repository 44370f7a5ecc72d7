/** Turns the items of a line into siblings: pairs brackets, classifies bars, keeps wide gaps as blanks. */
import { build, findSymbol, type MathNode } from '../../math/index.ts'
import { endOfScripts, type Item } from './items.ts'
import { formulaSettings as settings } from './settings.ts'
import { isRelation } from './weigh.ts'

/** An open bracket, and the nodes after it. */
interface OpenBracket {
  readonly bracket: string
  readonly nodes: MathNode[]
}

export function siblingsOf(
  items: readonly Item[],
  size: number,
  withScripts: (item: Item) => MathNode,
): MathNode {
  const stack: OpenBracket[] = [{ bracket: '', nodes: [] }]
  let end: number | undefined
  for (const [index, item] of items.entries()) {
    const top = stack.at(-1)
    if (!top) break
    const gap = end === undefined ? 0 : startOf(item) - end
    const isWide = gap > settings.quad * size
    if (isWide && !isRelationApart(items, index, size) && !isRelationApart(items, index - 1, size))
      top.nodes.push({ type: 'space', em: gap > settings.twoQuads * size ? 2 : 1 })
    end = endOf(item)
    const node = withScripts(item)
    const side = sideOf(item, items[index + 1], top, gap / size, size)
    if (side === 'close' && stack.length > 1) close(node, stack)
    else if (side === 'open' && node.type === 'symbol')
      stack.push({ bracket: node.text, nodes: [] })
    else top.nodes.push(side === 'middle' ? given(node) : node)
  }
  return closeAll(stack)
}

/** Returns true for a relation with a wide blank on both sides, as LaTeX's `eqnarray` sets it; authors set arrows apart on purpose. */
function isRelationApart(items: readonly Item[], index: number, size: number): boolean {
  const [before, item, after] = [items[index - 1], items[index], items[index + 1]]
  if (!before || !item || !after || !isRelation(item.node) || isArrow(item.node)) return false
  const gaps = [startOf(item) - endOf(before), startOf(after) - endOf(item)]
  return gaps.every((gap) => gap > settings.quad * size)
}

function isArrow(node: MathNode): boolean {
  return node.type === 'symbol' && /^[\u2190-\u21ff\u27f0-\u27ff]/.test(node.text)
}

/** Returns the left end of an item with its limits. */
function startOf({ x0, over, under }: Item): number {
  return Math.min(x0, ...[...over, ...under].map(({ left }) => left))
}

/** Returns the right end of an item with its scripts and limits. */
function endOf(item: Item): number {
  return Math.max(endOfScripts(item), ...[...item.over, ...item.under].map(({ right }) => right))
}

type Side = 'open' | 'close' | 'middle'

function sideOf(
  item: Item,
  next: Item | undefined,
  top: OpenBracket,
  gapBefore: number,
  size: number,
): Side | undefined {
  if (item.node.type !== 'symbol') return undefined
  const { text } = item.node
  const kind = findSymbol(text)?.kind
  if (kind === 'open' || kind === 'close') return kind
  if (!/^[|‖∣∥]$/u.test(text)) return undefined
  const gapAfter = next ? (next.x0 - endOf(item)) / size : 0
  if (gapBefore > settings.touch && gapAfter > settings.touch && text !== top.bracket)
    return 'middle'
  if (text === top.bracket && top.nodes.length > 0) return 'close'
  return next && item.sup.length + item.sub.length === 0 ? 'open' : undefined
}

function given(node: MathNode): MathNode {
  return node.type === 'symbol' && node.text === '|' ? build.symbol('∣') : node
}

/** Closes a bracket; its scripts apply to the whole. */
function close(node: MathNode, stack: OpenBracket[]): void {
  const opened = stack.pop()
  const top = stack.at(-1)
  if (!opened || !top) return
  const [end, scripts] = node.type === 'scripts' ? [node.base, node.after] : [node, []]
  const bracket = end?.type === 'symbol' ? end.text : ''
  const held = rowVectorOf(opened.nodes) ?? build.row(opened.nodes)
  const whole = build.fenced(opened.bracket, [held], bracket)
  top.nodes.push(build.scripts(whole, scripts))
}

/** Returns the cells of a matrix with one row: wide blanks separate them, without commas or relations. */
function rowVectorOf(nodes: readonly MathNode[]): MathNode | undefined {
  const cells = partsOf(nodes)
  const isOther = (node: MathNode) =>
    node.type === 'words' ||
    isRelation(node) ||
    (node.type === 'symbol' && /^[,;]$/.test(node.text))
  const isVector = cells.length > 1 && cells.every((cell) => cell.length > 0)
  return isVector && !nodes.some(isOther) ? build.matrix([cells.map(build.row)]) : undefined
}

/** Returns the parts of a row that wide blanks separate. */
export function partsOf(nodes: readonly MathNode[]): MathNode[][] {
  const parts: MathNode[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'space') parts.push([])
    else parts.at(-1)?.push(node)
  }
  return parts
}

/** Keeps unclosed brackets as symbols. */
function closeAll(stack: readonly OpenBracket[]): MathNode {
  const nodes: MathNode[] = []
  for (const { bracket, nodes: inner } of stack) {
    if (bracket !== '') nodes.push(build.symbol(bracket))
    nodes.push(...inner)
  }
  return build.row(nodes)
}
