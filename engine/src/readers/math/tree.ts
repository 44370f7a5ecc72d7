/** What a formula is, whatever markup it came in: the tree between OMML or MathML and LaTeX. */
import { isBigOperator } from './symbols.ts'

/** A style of letters, by its MathML name (MathML 3, 3.2.2); without one letters are as usual: italic. */
export type Variant =
  | 'normal'
  | 'bold'
  | 'italic'
  | 'bold-italic'
  | 'double-struck'
  | 'script'
  | 'bold-script'
  | 'fraktur'
  | 'bold-fraktur'
  | 'sans-serif'
  | 'bold-sans-serif'
  | 'sans-serif-italic'
  | 'sans-serif-bold-italic'
  | 'monospace'

/** Siblings side by side: never one alone, never a row in a row; none at all is an empty place. */
export interface Row {
  readonly type: 'row'
  readonly nodes: readonly MathNode[]
  readonly tall: boolean
}

/** One character: a letter, an operator, a bracket. */
export interface MathSymbol {
  readonly type: 'symbol'
  readonly text: string
  readonly variant?: Variant
  /** Struck through by a slash: not. */
  readonly negated?: boolean
}

/** Digits, with decimal points. */
export interface Digits {
  readonly type: 'digits'
  readonly text: string
  readonly variant?: Variant
}

/** Several letters that are one name: `sin`, `argmax`. A function is set apart from what it applies to. */
export interface Name {
  readonly type: 'name'
  readonly text: string
  readonly role: 'function' | 'identifier'
  readonly variant?: Variant
}

/** Words in a formula. */
export interface Words {
  readonly type: 'words'
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly family?: 'sans' | 'mono'
}

export interface Space {
  readonly type: 'space'
  /** Negative ones draw together. */
  readonly em: number
  /** A typed blank: shown between letters, without effect beside an operator. */
  readonly soft?: boolean
}

export interface Fraction {
  readonly type: 'fraction'
  readonly line: 'bar' | 'none' | 'slash' | 'skewed'
  readonly numerator: MathNode
  readonly denominator: MathNode
  readonly tall: boolean
}

export interface Radical {
  readonly type: 'radical'
  readonly radicand: MathNode
  readonly degree?: MathNode
  readonly tall: boolean
}

export interface ScriptPair {
  readonly sub?: MathNode
  readonly sup?: MathNode
}

export interface Scripts {
  readonly type: 'scripts'
  /** Without one the scripts belong to whatever stands before: `²` typed after a letter. */
  readonly base?: MathNode
  /** Scripts before the base, from left to right. */
  readonly before?: readonly ScriptPair[]
  readonly after: readonly ScriptPair[]
  readonly tall: boolean
}

/** Something below and above: of a big operator, of `lim`, of an arrow, of a brace. */
export interface Limits {
  readonly type: 'limits'
  readonly base: MathNode
  readonly under?: MathNode
  readonly over?: MathNode
  readonly tall: boolean
}

/** Brackets round one or more parts; a bracket that is missing is the empty string. */
export interface Fenced {
  readonly type: 'fenced'
  readonly open: string
  readonly close: string
  /** Between the parts, the last one repeated. */
  readonly separators: readonly string[]
  readonly parts: readonly MathNode[]
  readonly tall: boolean
}

export type Alignment = 'l' | 'c' | 'r'

export interface Matrix {
  readonly type: 'matrix'
  readonly rows: readonly (readonly MathNode[])[]
  /** Of the columns; centred where missing. */
  readonly alignments: readonly Alignment[]
  /** Whether a line is drawn behind each column and below each row. */
  readonly rulings?: { readonly columns: readonly boolean[]; readonly rows: readonly boolean[] }
  readonly tall: true
}

/** Lines below each other, each cut into cells where the lines are aligned: right, left, right, … */
export interface Equations {
  readonly type: 'equations'
  readonly rows: readonly (readonly MathNode[])[]
  readonly tall: true
}

/** A mark over or under: a hat, a bar, a brace, an arrow. `mark` is one of the characters of marks.ts. */
export interface Accent {
  readonly type: 'accent'
  readonly base: MathNode
  readonly mark: string
  readonly position: 'above' | 'below'
  readonly tall: boolean
}

/** An arrow as long as what is written over and under it. */
export interface LabelledArrow {
  readonly type: 'arrow'
  readonly arrow: string
  readonly over?: MathNode
  readonly under?: MathNode
  readonly tall: boolean
}

export type EnclosureShape =
  | 'box'
  | 'slash'
  | 'backslash'
  | 'cross'
  | 'strike'
  | 'leftBar'
  | 'rightBar'
  | 'overBar'
  | 'underBar'
  | 'longDivision'
  | 'actuarial'

/** A frame or strokes round or through something. */
export interface Enclosure {
  readonly type: 'enclosure'
  readonly shape: EnclosureShape
  readonly body: MathNode
  readonly tall: boolean
}

/** Something not shown that takes room, or shown that takes none, in one or both directions. */
export interface Phantom {
  readonly type: 'phantom'
  readonly kind:
    | 'phantom'
    | 'horizontal'
    | 'vertical'
    | 'smash'
    | 'smashTop'
    | 'smashBottom'
    | 'lap'
  readonly body: MathNode
  readonly tall: boolean
}

/** A deliberate line break in a displayed formula. */
export interface LineBreak {
  readonly type: 'break'
  /** The new line begins below the nth operator of the first, from 1. */
  readonly alignAt?: number
}

/** The place at which lines are aligned. */
export interface AlignmentMark {
  readonly type: 'mark'
}

export type MathNode =
  | Row
  | MathSymbol
  | Digits
  | Name
  | Words
  | Space
  | Fraction
  | Radical
  | Scripts
  | Limits
  | Fenced
  | Matrix
  | Equations
  | Accent
  | LabelledArrow
  | Enclosure
  | Phantom
  | LineBreak
  | AlignmentMark

export type MathNodeType = MathNode['type']

export type MathNodeOf<Type extends MathNodeType> = Extract<MathNode, { readonly type: Type }>

/** A place with nothing in it. */
export const nothing: Row = { type: 'row', nodes: [], tall: false }

/** Whether there is nothing to see: no nodes, or blanks only. */
export function isBlank(node: MathNode | undefined): boolean {
  if (node === undefined || node.type === 'space') return true
  return node.type === 'row' && node.nodes.every((child) => child.type === 'space')
}

/** Whether a bracket round it has to grow. */
export function isTall(node: MathNode | undefined): boolean {
  if (node === undefined) return false
  if (node.type === 'symbol') return isBigOperator(node.text)
  return 'tall' in node && node.tall
}

function areTall(pairs: readonly ScriptPair[] | undefined): boolean {
  return pairs?.some(({ sub, sup }) => isTall(sub) || isTall(sup)) ?? false
}

/** Nodes side by side; the rows among them are dissolved. */
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

/** The siblings that a node is. */
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

/** @param sub Blank ones are left out. */
export function pair(sub: MathNode | undefined, sup: MathNode | undefined): ScriptPair {
  return {
    ...(sub && !isBlank(sub) && { sub }),
    ...(sup && !isBlank(sup) && { sup }),
  }
}

/** The base alone when no script is left. */
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

/** Whether what is under and over it is part of it, and not just stacked. */
function hasOwnLimits(base: MathNode): boolean {
  if (base.type === 'symbol') return isBigOperator(base.text) || /[←-⇿⟰-⟿]/u.test(base.text)
  return base.type === 'name' && base.role === 'function'
}

/** The base alone when there is nothing under or over it. */
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
  return { type: 'matrix', rows, alignments, tall: true }
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

type ChildrenOf = { readonly [Type in MathNodeType]: (node: MathNodeOf<Type>) => ChildNodes }
type ChildNodes = readonly (MathNode | undefined)[]

const leaf = (): ChildNodes => []

const children: ChildrenOf = {
  row: ({ nodes }) => nodes,
  symbol: leaf,
  digits: leaf,
  name: leaf,
  words: leaf,
  space: leaf,
  break: leaf,
  mark: leaf,
  fraction: ({ numerator, denominator }) => [numerator, denominator],
  radical: ({ radicand, degree }) => [radicand, degree],
  scripts: ({ base, before = [], after }) => [
    base,
    ...[...before, ...after].flatMap(({ sub, sup }) => [sub, sup]),
  ],
  limits: ({ base, under, over }) => [base, under, over],
  fenced: ({ parts }) => parts,
  matrix: ({ rows }) => rows.flat(),
  equations: ({ rows }) => rows.flat(),
  accent: ({ base }) => [base],
  arrow: ({ over, under }) => [over, under],
  enclosure: ({ body }) => [body],
  phantom: ({ body }) => [body],
}

/** A node and all below it. */
export function* descendants(node: MathNode): Generator<MathNode> {
  yield node
  // Sound: the table has for each type the function of that type.
  const childrenOf = children[node.type] as (node: MathNode) => ChildNodes
  for (const child of childrenOf(node)) if (child) yield* descendants(child)
}
