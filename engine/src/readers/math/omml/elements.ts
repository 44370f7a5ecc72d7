/** Converts OMML elements to nodes; each handler cites its clause of ECMA-376 Part 1. */
import type { Warnings } from '../../../errors.ts'
import {
  childrenNamed,
  chooseAlternate,
  findChild,
  findPath,
  type XmlElement,
} from '../../ooxml/index.ts'
import {
  accent,
  arrow,
  enclosure,
  fenced,
  fraction,
  isBlank,
  limits,
  matrix,
  nothing,
  pair,
  phantom,
  radical,
  row,
  scripts,
  words,
} from '../builders.ts'
import { readCharacters, readFence, readAccent as readMark } from '../characters.ts'
import { isBigOperator } from '../symbols.ts'
import type { Alignment, Fraction, MathNode, Phantom } from '../tree.ts'
import { readEquationArray } from './equation-array.ts'
import { findValue, isOn, type Reading, readBreak } from './reading.ts'
import { mergeRuns, readRun } from './runs.ts'

/** The deepest nesting of elements; real formulas stay under 40. Deeper content is read as text. */
const MAX_DEPTH = 200

export function readFormula(
  element: XmlElement,
  warnings: Warnings | undefined,
): { readonly node: MathNode; readonly number?: string } {
  const reading: Reading = { warnings, depth: 0, found: {}, readChildren }
  const node = isFormula(element) ? readElement(element, reading) : readChildren(element, reading)
  return { node, ...reading.found }
}

function isFormula({ name }: XmlElement): boolean {
  return handlers.has(name)
}

type Read = (element: XmlElement, reading: Reading) => MathNode

const handlers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['m:oMathPara', readParagraph],
  ['m:r', readRun],
  ['w:r', readRun],
  ['m:f', readFraction],
  ['m:rad', readRadical],
  ['m:sSub', readScripts],
  ['m:sSup', readScripts],
  ['m:sSubSup', readScripts],
  ['m:sPre', readPreScripts],
  ['m:nary', readNary],
  ['m:d', readDelimiters],
  ['m:m', readMatrix],
  ['m:eqArr', readEquationArray],
  ['m:func', readFunction],
  ['m:limLow', (element, reading) => readLimit(element, reading, 'below')],
  ['m:limUpp', (element, reading) => readLimit(element, reading, 'above')],
  ['m:acc', readAccent],
  ['m:bar', readBar],
  ['m:groupChr', readGroupCharacter],
  ['m:box', readBox],
  ['m:borderBox', readBorderBox],
  ['m:phant', readPhantom],
  ['mc:AlternateContent', readAlternate],
])

/** Elements that only group others. */
const transparent: ReadonlySet<string> = new Set(
  `m:oMath m:e m:num m:den m:sub m:sup m:deg m:lim m:fName m:mr
  w:ins w:moveTo w:smartTag w:customXml w:sdt w:sdtContent w:hyperlink w:fldSimple w:dir w:bdo`.split(
    /\s+/,
  ),
)

/** Formatting, deleted text, and marks of features outside of the formula. */
const ignored: ReadonlySet<string> = new Set(
  `m:ctrlPr m:argPr m:oMathParaPr m:fPr m:radPr m:sSubPr m:sSupPr m:sSubSupPr m:sPrePr m:naryPr m:dPr m:mPr
  m:eqArrPr m:funcPr m:limLowPr m:limUppPr m:accPr m:barPr m:groupChrPr m:boxPr m:borderBoxPr m:phantPr
  w:del w:moveFrom w:rPr w:pPr w:sdtPr w:sdtEndPr w:smartTagPr w:customXmlPr w:proofErr w:permStart w:permEnd
  w:bookmarkStart w:bookmarkEnd w:commentRangeStart w:commentRangeEnd w:commentReference
  w:moveFromRangeStart w:moveFromRangeEnd w:moveToRangeStart w:moveToRangeEnd
  w:customXmlInsRangeStart w:customXmlInsRangeEnd w:customXmlDelRangeStart w:customXmlDelRangeEnd`.split(
    /\s+/,
  ),
)

function readElement(element: XmlElement, reading: Reading): MathNode {
  const { name } = element
  if (ignored.has(name)) return nothing
  if (reading.depth >= MAX_DEPTH) return readAsText(element)
  const deeper = { ...reading, depth: reading.depth + 1 }
  const read = handlers.get(name)
  // 17.13.5.13: the content of a deleted structure remains.
  if (read && !isDeleted(element)) return read(element, deeper)
  if (!read && !transparent.has(name)) {
    reading.warnings?.add('unknown_element', `<${name}> in a formula was read as what it holds.`)
  }
  return readChildren(element, deeper)
}

function readChildren(element: XmlElement | undefined, reading: Reading): MathNode {
  return row(mergeRuns(element?.children ?? []).map((child) => readElement(child, reading)))
}

function readArgument(element: XmlElement, name: string, reading: Reading): MathNode {
  return readChildren(findChild(element, name), reading)
}

function isDeleted(element: XmlElement): boolean {
  const properties = element.children[0]
  return (
    properties?.name.endsWith('Pr') === true &&
    findPath(properties, 'm:ctrlPr', 'w:del') !== undefined
  )
}

function readAsText(element: XmlElement): MathNode {
  const texts: string[] = []
  const waiting: XmlElement[] = [element]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.name === 'm:t' || next.name === 'w:t') texts.push(next.text)
    else if (!ignored.has(next.name)) {
      for (let index = next.children.length - 1; index >= 0; index -= 1) {
        const child = next.children[index]
        if (child) waiting.push(child)
      }
    }
  }
  const text = texts.join('')
  return text.trim() === '' ? nothing : words(text)
}

/** 22.1.2.78: reads formulas on separate lines. */
function readParagraph(element: XmlElement, reading: Reading): MathNode {
  const formulas = element.children
    .filter((child) => !ignored.has(child.name))
    .map((child) => readElement(child, reading))
    .filter((node) => !isBlank(node))
  return row(
    formulas.flatMap((node, index): MathNode[] => (index > 0 ? [{ type: 'break' }, node] : [node])),
  )
}

/** ECMA-376 Part 3, 9.3; reads the fallback, because no newer namespace is supported. */
function readAlternate(element: XmlElement, reading: Reading): MathNode {
  const children = chooseAlternate(element, understood)
  return row(children.map((child) => readElement(child, reading)))
}

const understood: ReadonlySet<string> = new Set(['m', 'w', 'a', 'a14', 'w14'])

/** 22.1.2.36 */
function readFraction(element: XmlElement, reading: Reading): MathNode {
  const type = findValue(element, 'm:fPr', 'm:type')
  return fraction(
    lines.get(type ?? '') ?? 'bar',
    readArgument(element, 'm:num', reading),
    readArgument(element, 'm:den', reading),
  )
}

const lines: ReadonlyMap<string, Fraction['line']> = new Map([
  ['noBar', 'none'],
  ['lin', 'slash'],
  ['skw', 'skewed'],
])

/** 22.1.2.88 */
function readRadical(element: XmlElement, reading: Reading): MathNode {
  const degree = isOn(element, 'm:radPr', 'm:degHide')
    ? nothing
    : readArgument(element, 'm:deg', reading)
  const radicand = readArgument(element, 'm:e', reading)
  return isBlank(degree) ? radical(radicand) : radical(radicand, degree)
}

/** 22.1.2.101, 22.1.2.105, 22.1.2.103 */
function readScripts(element: XmlElement, reading: Reading): MathNode {
  return scripts(readArgument(element, 'm:e', reading), [readPair(element, reading)])
}

function readPair(element: XmlElement, reading: Reading): ReturnType<typeof pair> {
  return pair(readArgument(element, 'm:sub', reading), readArgument(element, 'm:sup', reading))
}

/** 22.1.2.99 */
function readPreScripts(element: XmlElement, reading: Reading): MathNode {
  return scripts(readArgument(element, 'm:e', reading), [], [readPair(element, reading)])
}

/** 22.1.2.70: reads a sum, product or integral with its limits and operand. */
function readNary(element: XmlElement, reading: Reading): MathNode {
  const character = findValue(element, 'm:naryPr', 'm:chr') ?? '∫'
  const location = findValue(element, 'm:naryPr', 'm:limLoc')
  const hidden = (name: string) => isOn(element, 'm:naryPr', name)
  const { sub, sup } = pair(
    hidden('m:subHide') ? undefined : readArgument(element, 'm:sub', reading),
    hidden('m:supHide') ? undefined : readArgument(element, 'm:sup', reading),
  )
  const operator = row(readCharacters(character))
  const isStacked = location === 'undOvr' && isBigOperator(character)
  const withLimits = isStacked ? limits(operator, sub, sup) : scripts(operator, [pair(sub, sup)])
  return row([withLimits, readArgument(element, 'm:e', reading)])
}

/** 22.1.2.24: defaults to parentheses, with a bar between the parts. */
function readDelimiters(element: XmlElement, reading: Reading): MathNode {
  const parts = childrenNamed(element, 'm:e').map((part) => readChildren(part, reading))
  return readFence(
    findValue(element, 'm:dPr', 'm:begChr') ?? '(',
    parts.length > 0 ? parts : [nothing],
    findValue(element, 'm:dPr', 'm:endChr') ?? ')',
    [findValue(element, 'm:dPr', 'm:sepChr') ?? '|'],
  )
}

/** 22.1.2.60 */
function readMatrix(element: XmlElement, reading: Reading): MathNode {
  const rows = childrenNamed(element, 'm:mr').map((cells) =>
    childrenNamed(cells, 'm:e').map((cell) => readChildren(cell, reading)),
  )
  return matrix(rows, readAlignments(element))
}

const alignments: Readonly<Record<string, Alignment>> = { left: 'l', right: 'r', center: 'c' }

/** The most columns that a count may declare; real matrices have fewer. */
const MAX_COLUMNS = 200

/** 22.1.2.64–67: returns the alignment of each column; `m:count` repeats a property. */
function readAlignments(element: XmlElement): Alignment[] {
  const columns: Alignment[] = []
  for (const column of childrenNamed(findPath(element, 'm:mPr', 'm:mcs'), 'm:mc')) {
    const count = Number(findValue(column, 'm:mcPr', 'm:count') || 1)
    const alignment = alignments[findValue(column, 'm:mcPr', 'm:mcJc') ?? 'center'] ?? 'c'
    for (let index = 0; index < count && columns.length < MAX_COLUMNS; index += 1) {
      columns.push(alignment)
    }
  }
  return columns
}

/** 22.1.2.39 */
function readFunction(element: XmlElement, reading: Reading): MathNode {
  const name = readArgument(element, 'm:fName', { ...reading, names: 'function' })
  return row([name, readArgument(element, 'm:e', reading)])
}

/** 22.1.2.54, 22.1.2.56 */
function readLimit(element: XmlElement, reading: Reading, position: 'above' | 'below'): MathNode {
  const base = readArgument(element, 'm:e', reading)
  const { names: _names, ...outside } = reading
  const limit = readArgument(element, 'm:lim', outside)
  const mark = markOf(limit, position)
  if (mark !== undefined) return readMark(base, mark, position)
  return position === 'below' ? limits(base, limit) : limits(base, undefined, limit)
}

/** Returns the mark of a limit that is a brace or bar, as some programs write it. */
function markOf(limit: MathNode, position: 'above' | 'below'): string | undefined {
  if (limit.type === 'accent') {
    return isBlank(limit.base) && limit.position === position ? limit.mark : undefined
  }
  return limit.type === 'symbol' && /[⏞⏟︷︸⎴⎵¯‾_]/u.test(limit.text) ? limit.text : undefined
}

/** 22.1.2.1: defaults to a circumflex. */
function readAccent(element: XmlElement, reading: Reading): MathNode {
  const mark = findValue(element, 'm:accPr', 'm:chr') ?? '\u0302'
  const base = readArgument(element, 'm:e', reading)
  return readMark(base, mark, 'above')
}

/** 22.1.2.7: below by default. */
function readBar(element: XmlElement, reading: Reading): MathNode {
  const base = readArgument(element, 'm:e', reading)
  return findValue(element, 'm:barPr', 'm:pos') === 'top'
    ? accent(base, '\u0305', 'above')
    : accent(base, '\u0332', 'below')
}

/**
 * 22.1.2.41, 22.1.2.119: reads a brace or arrow over or under a group.
 *
 * If the arrow is on the base line, the group is its label: with the arrow below, `vertJc` puts the bottom on the line;
 * with the arrow above, the top is on the line by default.
 */
function readGroupCharacter(element: XmlElement, reading: Reading): MathNode {
  const mark = findValue(element, 'm:groupChrPr', 'm:chr') ?? '⏟'
  const isAbove = findValue(element, 'm:groupChrPr', 'm:pos') === 'top'
  const vertical = findValue(element, 'm:groupChrPr', 'm:vertJc') ?? 'top'
  const onLine = vertical === '' ? 'bot' : vertical
  const base = readArgument(element, 'm:e', reading)
  const isArrow = /^[←-⇿⟰-⟿]$/u.test(mark)
  if (isArrow && onLine === (isAbove ? 'top' : 'bot')) {
    return isAbove ? arrow(mark, undefined, base) : arrow(mark, base)
  }
  return readMark(base, mark, isAbove ? 'above' : 'below')
}

/** 22.1.2.13: reads a box, which may break the line, be aligned, or be a differential. */
function readBox(element: XmlElement, reading: Reading): MathNode {
  const isSet = (name: string) => isOn(element, 'm:boxPr', name)
  const nodes: MathNode[] = []
  const properties = findChild(element, 'm:boxPr')
  if (findChild(properties, 'm:brk')) nodes.push(readBreak(properties))
  if (isSet('m:aln')) nodes.push({ type: 'mark' })
  if (isSet('m:diff')) nodes.push({ type: 'space', em: 1 / 6 })
  return row([...nodes, readArgument(element, 'm:e', reading)])
}

/** 22.1.2.11: reads a frame, some of its sides, or strokes. */
function readBorderBox(element: XmlElement, reading: Reading): MathNode {
  const isSet = (name: string) => isOn(element, 'm:borderBoxPr', name)
  const body = frame(readArgument(element, 'm:e', reading), isSet)
  const rising = isSet('m:strikeBLTR')
  const falling = isSet('m:strikeTLBR')
  const struck =
    rising || falling
      ? enclosure(rising && falling ? 'cross' : rising ? 'slash' : 'backslash', body)
      : body
  if (isSet('m:strikeV')) {
    reading.warnings?.add('formula_mark_lost', 'A vertical stroke through a formula was left out.')
  }
  return isSet('m:strikeH') ? enclosure('strike', struck) : struck
}

function frame(body: MathNode, isSet: (name: string) => boolean): MathNode {
  const sides = ['m:hideTop', 'm:hideBot', 'm:hideLeft', 'm:hideRight'].map((name) => !isSet(name))
  const [top, bottom, left, right] = sides
  if (sides.every((side) => side)) return enclosure('box', body)
  const withTop = top ? enclosure('overBar', body) : body
  const withBottom = bottom ? enclosure('underBar', withTop) : withTop
  if (!left && !right) return withBottom
  return fenced(left ? '|' : '', [withBottom], right ? '|' : '')
}

/** 22.1.2.81: reads a phantom, visible or not, with or without its width, ascent and descent. */
function readPhantom(element: XmlElement, reading: Reading): MathNode {
  const isSet = (name: string) => isOn(element, 'm:phantPr', name)
  const body = readArgument(element, 'm:e', reading)
  const zeroHeight = [isSet('m:zeroAsc'), isSet('m:zeroDesc')] as const
  const isShown = isOn(element, 'm:phantPr', 'm:show', true)
  if (isShown) {
    const smashed = smash(zeroHeight, body)
    return isSet('m:zeroWid') ? phantom('lap', smashed) : smashed
  }
  if (isSet('m:zeroWid')) {
    return zeroHeight.every((zero) => zero) ? nothing : smash(zeroHeight, phantom('vertical', body))
  }
  if (zeroHeight.every((zero) => zero)) return phantom('horizontal', body)
  return smash(zeroHeight, phantom('phantom', body))
}

function smash([ascent, descent]: readonly [boolean, boolean], body: MathNode): MathNode {
  if (!ascent && !descent) return body
  const kind: Phantom['kind'] = ascent && descent ? 'smash' : ascent ? 'smashTop' : 'smashBottom'
  return phantom(kind, body)
}
