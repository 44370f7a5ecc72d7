/** Converts MathML elements to nodes; each handler cites its section of MathML 3. */
import type { XmlElement } from '../../ooxml/index.ts'
import { enclosure, fraction, nothing, phantom, radical, row, words } from '../builders.ts'
import { readFence } from '../characters.ts'
import type { EnclosureShape, MathNode } from '../tree.ts'
import { inside, maxDepth, type Reading, textOf, wordsOf } from './reading.ts'
import { readSiblings } from './rows.ts'
import { readMultiscripts, readScripts, readUnderOver } from './scripts.ts'
import { readSingleRow, readStack, readTable } from './tables.ts'
import {
  readGlyph,
  readIdentifier,
  readNumber,
  readOperator,
  readSpace,
  readString,
  readText,
} from './tokens.ts'

type Read = (element: XmlElement, reading: Reading) => MathNode

const handlers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['mi', readIdentifier],
  ['ci', readIdentifier],
  ['csymbol', readIdentifier],
  ['mn', readNumber],
  ['cn', readNumber],
  ['mo', readOperator],
  ['mtext', readText],
  ['ms', readString],
  ['mspace', readSpace],
  ['mglyph', readGlyph],
  ['mfrac', readFraction],
  ['msqrt', readSquareRoot],
  ['mroot', readRoot],
  ['mfenced', readFenced],
  ['menclose', readEnclosed],
  ['mphantom', readPhantom],
  ['msub', readScripts],
  ['msup', readScripts],
  ['msubsup', readScripts],
  ['munder', readUnderOver],
  ['mover', readUnderOver],
  ['munderover', readUnderOver],
  ['mmultiscripts', readMultiscripts],
  ['mtable', readTable],
  ['mtr', readSingleRow],
  ['mlabeledtr', readSingleRow],
  ['mstack', readStack],
  ['mlongdiv', readStack],
  ['maction', readAction],
  ['semantics', readSemantics],
])

/** Elements that only group others. */
const transparent: ReadonlySet<string> = new Set(
  `math mrow mstyle mpadded merror mtd msrow msgroup
  annotation-xml apply bind reln fn semantics`.split(/\s+/),
)

const ignored: ReadonlySet<string> = new Set(
  'annotation none mprescripts malignmark maligngroup msline mscarries mscarry'.split(' '),
)

export function readElement(element: XmlElement, reading: Reading): MathNode {
  const { name } = element
  if (ignored.has(name)) return nothing
  if (reading.depth >= maxDepth) {
    const text = textOf(element)
    return text === '' ? nothing : words(text)
  }
  const deeper = { ...reading, depth: reading.depth + 1 }
  const read = handlers.get(name)
  if (read && !isWrapper(element)) return read(element, deeper)
  if (!read && !transparent.has(name)) {
    reading.warnings?.add('unknown_element', `<${name}> in a formula was read as what it holds.`)
  }
  return readContent(element, deeper)
}

/** KaTeX wraps stacked elements in an `mo`, which by the schema holds only text and glyphs. */
function isWrapper({ name, children }: XmlElement): boolean {
  if (!/^m[iont]$|^mtext$/.test(name)) return false
  return children.some((child) => child.name !== 'mglyph' && handlers.has(child.name))
}

/** Reads the children as one row; an element without children is its text. */
function readContent(element: XmlElement, reading: Reading): MathNode {
  const within = inside(element, reading)
  if (element.children.length === 0 && element.text.trim() !== '') return readText(element, within)
  return readSiblings(element.children, within)
}

function readChild(element: XmlElement, index: number, reading: Reading): MathNode {
  const child = element.children[index]
  return child ? reading.read(child, reading) : nothing
}

/** 3.3.2 */
function readFraction(element: XmlElement, reading: Reading): MathNode {
  const { linethickness, bevelled } = element.attributes
  const isLineless = Number.parseFloat(linethickness ?? 'medium') === 0
  const line = isLineless ? 'none' : bevelled === 'true' ? 'slash' : 'bar'
  return fraction(line, readChild(element, 0, reading), readChild(element, 1, reading))
}

/** 3.3.3 */
function readSquareRoot(element: XmlElement, reading: Reading): MathNode {
  return radical(readContent(element, reading))
}

function readRoot(element: XmlElement, reading: Reading): MathNode {
  return radical(readChild(element, 0, reading), readChild(element, 1, reading))
}

/** 3.3.8 */
function readFenced(element: XmlElement, reading: Reading): MathNode {
  const { open = '(', close = ')', separators = ',' } = element.attributes
  const parts = element.children.map((child) => reading.read(child, reading))
  return readFence(open, parts.length > 0 ? parts : [nothing], close, [
    ...separators.replace(/\s+/g, ''),
  ])
}

/** 3.3.9: notations that LaTeX has, or whose look it can imitate. */
const notations: ReadonlyMap<string, EnclosureShape> = new Map([
  ['box', 'box'],
  ['roundedbox', 'box'],
  ['circle', 'box'],
  ['updiagonalstrike', 'slash'],
  ['updiagonalarrow', 'slash'],
  ['northeastarrow', 'slash'],
  ['downdiagonalstrike', 'backslash'],
  ['horizontalstrike', 'strike'],
  ['left', 'leftBar'],
  ['right', 'rightBar'],
  ['top', 'overBar'],
  ['bottom', 'underBar'],
  ['longdiv', 'longDivision'],
  ['actuarial', 'actuarial'],
])

function readEnclosed(element: XmlElement, reading: Reading): MathNode {
  const names = wordsOf(element.attributes['notation'] ?? 'longdiv')
  const shapes = shapesOf(names.includes('madruwb') ? [...names, 'right', 'bottom'] : names)
  const lost = names.find(
    (name) => !notations.has(name) && name !== 'radical' && name !== 'madruwb',
  )
  if (lost !== undefined) {
    reading.warnings?.add('formula_mark_lost', `The notation ${lost} round a formula was left out.`)
  }
  const body = readContent(element, { ...reading, depth: reading.depth + shapes.size })
  if (names.includes('radical')) return radical(body)
  return [...shapes].reduce<MathNode>((inner, shape) => enclosure(shape, inner), body)
}

function shapesOf(names: readonly string[]): Set<EnclosureShape> {
  const shapes = new Set<EnclosureShape>()
  for (const name of names) {
    const shape = notations.get(name)
    if (shape) shapes.add(shape)
  }
  if (shapes.has('slash') && shapes.delete('backslash')) {
    shapes.delete('slash')
    shapes.add('cross')
  }
  return shapes
}

/** 3.3.7 */
function readPhantom(element: XmlElement, reading: Reading): MathNode {
  return phantom('phantom', readContent(element, reading))
}

/** 3.7.1: reads the child that is shown first. */
function readAction(element: XmlElement, reading: Reading): MathNode {
  const selection = Number(element.attributes['selection'] ?? 1)
  const index = element.attributes['actiontype'] === 'toggle' && selection >= 1 ? selection - 1 : 0
  return readChild(element, element.children[index] ? index : 0, reading)
}

/** 5.1: reads the presentation markup, wherever it is; content markup only without it. */
function readSemantics(element: XmlElement, reading: Reading): MathNode {
  const [first, ...annotations] = element.children
  const presentation = annotations.find(
    ({ name, attributes }) =>
      name === 'annotation-xml' && /presentation/i.test(attributes['encoding'] ?? ''),
  )
  const isContent = first === undefined || contentNames.has(first.name)
  const chosen = isContent ? (presentation ?? first) : first
  return chosen ? row([reading.read(chosen, reading)]) : nothing
}

const contentNames: ReadonlySet<string> = new Set('apply bind ci cn csymbol reln fn cs'.split(' '))
