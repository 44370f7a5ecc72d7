/** Builds nodes that keep the invariants of the tree: no row in a row, no empty scripts. */
import { isBigOperator } from './symbols.ts'
import type {
  Accent,
  Alignment,
  Enclosure,
  EnclosureShape,
  Equations,
  Fenced,
  Fraction,
  LabelledArrow,
  MathNode,
  MathSymbol,
  Matrix,
  Phantom,
  Radical,
  Row,
  ScriptPair,
  Variant,
  Words,
} from './tree.ts'

/** An empty argument. */
export const nothing: Row = { type: 'row', nodes: [], tall: false }

/** Returns true if the node shows nothing: it is empty or holds only blanks. */
export function isBlank(node: MathNode | undefined): boolean {
  if (node === undefined || node.type === 'space') return true
  return node.type === 'row' && node.nodes.every((child) => child.type === 'space')
}

/** Returns true if a bracket around the node has to grow. */
export function isTall(node: MathNode | undefined): boolean {
  if (node === undefined) return false
  if (node.type === 'symbol') return isBigOperator(node.text)
  return 'tall' in node && node.tall
}

function areTall(pairs: readonly ScriptPair[] | undefined): boolean {
  return pairs?.some(({ sub, sup }) => isTall(sub) || isTall(sup)) ?? false
}

/** Joins nodes into a row and dissolves nested rows. */
export function row(nodes: readonly MathNode[]): MathNode {
  const flat: MathNode[] = []
  for (const node of nodes) {
    if (node.type !== 'row') flat.push(node)
    else for (const inner of node.nodes) flat.push(inner)
  }
  const [first] = flat
  if (first !== undefined && flat.length === 1) return first
  return { type: 'row', nodes: flat, tall: flat.some(isTall) }
}

/** Returns the nodes of a row, or the node itself. */
export function nodesOf(node: MathNode): readonly MathNode[] {
  return node.type === 'row' ? node.nodes : [node]
}

export function symbol(text: string, variant?: Variant): MathSymbol {
  return { type: 'symbol', text, ...(variant && { variant }) }
}

export function words(text: string, style: Omit<Words, 'type' | 'text'> = {}): Words {
  return { type: 'words', text, ...style }
}

export function fraction(
  line: Fraction['line'],
  numerator: MathNode,
  denominator: MathNode,
): Fraction {
  const isFlat = line === 'slash' || line === 'skewed'
  const tall = !isFlat || isTall(numerator) || isTall(denominator)
  return { type: 'fraction', line, numerator, denominator, tall }
}

export function radical(radicand: MathNode, degree?: MathNode): Radical {
  return { type: 'radical', radicand, ...(degree && { degree }), tall: isTall(radicand) }
}

/** Makes a script pair without blank scripts. */
export function pair(sub: MathNode | undefined, sup: MathNode | undefined): ScriptPair {
  return {
    ...(sub && !isBlank(sub) && { sub }),
    ...(sup && !isBlank(sup) && { sup }),
  }
}

/** Attaches scripts; returns the base alone if all scripts are blank. */
export function scripts(
  base: MathNode | undefined,
  after: readonly ScriptPair[],
  before: readonly ScriptPair[] = [],
): MathNode {
  const isFilled = ({ sub, sup }: ScriptPair) => sub !== undefined || sup !== undefined
  const left = before.filter(isFilled)
  const right = after.filter(isFilled)
  if (left.length + right.length === 0) return base ?? nothing
  return {
    type: 'scripts',
    ...(base && { base }),
    ...(left.length > 0 && { before: left }),
    after: right,
    tall: isTall(base) || areTall(left) || areTall(right),
  }
}

/** Returns true if the base is an operator with its own limits; over other bases, limits are stacked. */
function hasOwnLimits(base: MathNode): boolean {
  if (base.type === 'symbol') return isBigOperator(base.text) || /[←-⇿⟰-⟿]/u.test(base.text)
  return base.type === 'name' && base.role === 'function'
}

/** Attaches limits; returns the base alone if both limits are blank. */
export function limits(base: MathNode, under?: MathNode, over?: MathNode): MathNode {
  const { sub, sup } = pair(under, over)
  if (!sub && !sup) return base
  if (base.type === 'limits' && hasOwnLimits(base.base)) {
    if (!base.over && !sub) return limits(base.base, base.under, sup)
    if (!base.under && !sup) return limits(base.base, sub, base.over)
  }
  return { type: 'limits', base, ...(sub && { under: sub }), ...(sup && { over: sup }), tall: true }
}

export function fenced(
  open: string,
  parts: readonly MathNode[],
  close: string,
  separators: readonly string[] = [],
): Fenced {
  return { type: 'fenced', open, close, separators, parts, tall: parts.some(isTall) }
}

export function matrix(rows: Matrix['rows'], alignments: readonly Alignment[] = []): Matrix {
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  return { type: 'matrix', rows, alignments: alignments.slice(0, columns), tall: true }
}

export function equations(rows: Equations['rows']): Equations {
  return { type: 'equations', rows, tall: true }
}

export function accent(base: MathNode, mark: string, position: Accent['position']): Accent {
  return { type: 'accent', base, mark, position, tall: isTall(base) }
}

export function arrow(text: string, over?: MathNode, under?: MathNode): LabelledArrow {
  const { sub, sup } = pair(under, over)
  return {
    type: 'arrow',
    arrow: text,
    ...(sup && { over: sup }),
    ...(sub && { under: sub }),
    tall: true,
  }
}

export function enclosure(shape: EnclosureShape, body: MathNode): Enclosure {
  return { type: 'enclosure', shape, body, tall: shape === 'box' || isTall(body) }
}

export function phantom(kind: Phantom['kind'], body: MathNode): Phantom {
  return { type: 'phantom', kind, body, tall: isTall(body) && kind !== 'horizontal' }
}
