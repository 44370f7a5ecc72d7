/** Defines the tree of a formula, between OMML or MathML and LaTeX. */
/** A letter style by its MathML name (MathML 3, 3.2.2); letters are italic by default. */
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

/** Adjacent siblings: never a single one, never a row in a row; an empty row is an empty argument. */
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
  /** True if a slash strikes the symbol out: not. */
  readonly negated?: boolean
}

/** Digits with decimal points. */
export interface Digits {
  readonly type: 'digits'
  readonly text: string
  readonly variant?: Variant
}

/** Several letters that form one name: `sin`, `argmax`. A function is separated from its argument. */
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
  /** Width; negative to close a gap. */
  readonly em: number
  /** True for a typed blank: shown between letters, without effect beside an operator. */
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
  /** Without a base the scripts apply to the preceding node: `²` typed after a letter. */
  readonly base?: MathNode
  /** Scripts before the base, from left to right. */
  readonly before?: readonly ScriptPair[]
  readonly after: readonly ScriptPair[]
  readonly tall: boolean
}

/** Limits below and above a big operator, `lim`, an arrow or a brace. */
export interface Limits {
  readonly type: 'limits'
  readonly base: MathNode
  readonly under?: MathNode
  readonly over?: MathNode
  readonly tall: boolean
}

/** Brackets around one or more parts; a missing bracket is the empty string. */
export interface Fenced {
  readonly type: 'fenced'
  readonly open: string
  readonly close: string
  /** Separators between the parts; the last one repeats. */
  readonly separators: readonly string[]
  readonly parts: readonly MathNode[]
  readonly tall: boolean
}

export type Alignment = 'l' | 'c' | 'r'

export interface Matrix {
  readonly type: 'matrix'
  readonly rows: readonly (readonly MathNode[])[]
  /** Alignment of the columns; centred by default. */
  readonly alignments: readonly Alignment[]
  /** For each column and row, true if a line follows it. */
  readonly rulings?: { readonly columns: readonly boolean[]; readonly rows: readonly boolean[] }
  readonly tall: true
}

/** Lines, each split into cells at its alignment marks: right, left, right, … */
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

/** An arrow that extends with the labels over and under it. */
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

/** A frame around a node, or strokes through it. */
export interface Enclosure {
  readonly type: 'enclosure'
  readonly shape: EnclosureShape
  readonly body: MathNode
  readonly tall: boolean
}

/** A node that is invisible but takes space, or visible without taking space, in one or both directions. */
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

/** A manual line break in a displayed formula. */
export interface LineBreak {
  readonly type: 'break'
  /** The new line begins under the nth operator of the first line, from 1. */
  readonly alignAt?: number
}

/** The position at which lines are aligned. */
interface AlignmentMark {
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

/** Yields a node and all its descendants, in no particular order. */
export function* descendants(node: MathNode): Generator<MathNode> {
  const waiting: MathNode[] = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    // Sound: the table holds for each type the function of that type.
    const childrenOf = children[next.type] as (node: MathNode) => ChildNodes
    for (const child of childrenOf(next)) if (child) waiting.push(child)
  }
}
