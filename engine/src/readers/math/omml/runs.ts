/** Runs (ECMA-376 Part 1, 22.1.2.87) → symbols, names and words. */
import { findChild, type XmlElement } from '../../ooxml/index.ts'
import { nothing, row, symbol } from '../builders.ts'
import { readCharacters } from '../characters.ts'
import type { MathNode, Variant } from '../tree.ts'
import { readWords } from '../words.ts'
import { findValue, hasToggle, isOn, type Reading, readBreak } from './reading.ts'

interface RunStyle {
  /** Deleted or hidden text. */
  readonly hidden: boolean
  /** Normal text and not a formula, with the style of the text. */
  readonly normal: boolean
  readonly bold: boolean
  readonly italic: boolean
  readonly variant: Variant | undefined
}

function styleOf(run: XmlElement): RunStyle {
  const text = findChild(run, 'w:rPr')
  const bold = hasToggle(text, 'w:b') || findChild(run, 'a:rPr')?.attributes['b'] === '1'
  return {
    hidden: findChild(text, 'w:del') !== undefined || hasToggle(text, 'w:vanish'),
    normal: run.name === 'w:r' || isOn(run, 'm:rPr', 'm:nor'),
    bold,
    italic: hasToggle(text, 'w:i'),
    variant: findVariant(run, bold),
  }
}

/** 22.1.2.94 (script) and 22.1.2.111 (style), the style of a formula's letters. */
const variants: Readonly<Record<string, Readonly<Record<string, Variant | undefined>>>> = {
  roman: { p: 'normal', i: undefined, b: 'bold', bi: 'bold-italic' },
  script: { p: 'script', i: 'script', b: 'bold-script', bi: 'bold-script' },
  fraktur: { p: 'fraktur', i: 'fraktur', b: 'bold-fraktur', bi: 'bold-fraktur' },
  'double-struck': {
    p: 'double-struck',
    i: 'double-struck',
    b: 'double-struck',
    bi: 'double-struck',
  },
  'sans-serif': {
    p: 'sans-serif',
    i: 'sans-serif-italic',
    b: 'bold-sans-serif',
    bi: 'sans-serif-bold-italic',
  },
  monospace: { p: 'monospace', i: 'monospace', b: 'monospace', bi: 'monospace' },
}

/** @param isBold Word writes bold as a style of the formula; other programs only as one of the text. */
function findVariant(run: XmlElement, isBold: boolean): Variant | undefined {
  const script = findValue(run, 'm:rPr', 'm:scr') ?? 'roman'
  const style = findValue(run, 'm:rPr', 'm:sty') ?? (isBold ? 'bi' : 'i')
  const family = variants[Object.hasOwn(variants, script) ? script : 'roman']
  return family?.[Object.hasOwn(family, style) ? style : 'i']
}

export function readRun(element: XmlElement, reading: Reading): MathNode {
  const style = styleOf(element)
  if (style.hidden) return nothing
  const properties = findChild(element, 'm:rPr')
  const before: MathNode[] = []
  if (findChild(properties, 'm:brk')) before.push(readBreak(properties))
  if (isOn(element, 'm:rPr', 'm:aln')) before.push({ type: 'mark' })
  return row([...before, ...element.children.map((child) => readRunChild(child, style, reading))])
}

function readRunChild(child: XmlElement, style: RunStyle, reading: Reading): MathNode {
  switch (child.name) {
    case 'm:t':
    case 'w:t':
      return row(readText(textOf(child), style, reading))
    case 'w:br':
    case 'w:cr':
      return { type: 'break' }
    case 'w:tab':
      return { type: 'space', em: 1 }
    case 'w:noBreakHyphen':
      return row(readText('-', style, reading))
    case 'm:rPr':
    case 'w:rPr':
    case 'a:rPr':
      return nothing
    default:
      if (!known.has(child.name)) {
        reading.warnings?.add('unknown_element', `<${child.name}> in a formula was skipped.`)
      }
      return nothing
  }
}

/** In a run, but no part of the formula. */
const known: ReadonlySet<string> = new Set(
  `w:delText w:instrText w:delInstrText w:fldChar w:softHyphen w:lastRenderedPageBreak w:annotationRef
  w:footnoteReference w:endnoteReference w:commentReference w:footnoteRef w:endnoteRef`.split(
    /\s+/,
  ),
)

/** Outer white space with a line end comes from a program that indents its XML; other blanks are the author's. */
function textOf({ text }: XmlElement): string {
  const start = text.length - text.trimStart().length
  const end = Math.max(start, text.trimEnd().length)
  const before = text.slice(0, start)
  const after = text.slice(end)
  return `${before.includes('\n') ? '' : before}${text.slice(start, end)}${after.includes('\n') ? '' : after}`
}

function readText(text: string, style: RunStyle, reading: Reading): readonly MathNode[] {
  const isFunction = reading.names === 'function'
  const { variant } = style
  if (isFunction) return readFunctionName(text, style.normal ? 'normal' : variant)
  if (style.normal) return readNormalText(text, style)
  return readCharacters(text, {
    linear: true,
    ...(variant && { variant }),
    ...(variant === 'normal' && { names: 'identifier' }),
  })
}

/** 22.1.2.74: text; but a slanted letter alone is the variable that it looks like. */
function readNormalText(text: string, { bold, italic }: RunStyle): readonly MathNode[] {
  const letter = text.trim()
  if (italic && /^[A-Za-z]$/.test(letter)) return [symbol(letter, bold ? 'bold-italic' : undefined)]
  return readWords(text, { ...(bold && { bold }), ...(italic && { italic }) })
}

/** Letters, and words of letters, are one name; without a style it is upright. */
function readFunctionName(text: string, variant: Variant | undefined): readonly MathNode[] {
  const name = text.trim().replace(/\s+/g, ' ')
  if (/^[A-Za-z]+( [A-Za-z]+)+$/.test(name)) return [{ type: 'name', text: name, role: 'function' }]
  const isPlain = variant === undefined || variant === 'normal'
  return readCharacters(text, isPlain ? { names: 'function' } : { variant, names: 'function' })
}

/** Word cuts text into runs where an author paused; runs of one style are read as one. */
export function mergeRuns(elements: readonly XmlElement[]): readonly XmlElement[] {
  const merged: XmlElement[] = []
  let style: string | undefined
  let alike: XmlElement[] = []
  const flush = () => {
    const joined = joinRuns(alike)
    if (joined) merged.push(joined)
    alike = []
  }
  for (const element of elements) {
    const next = plainStyle(element)
    if (next === undefined || next !== style) flush()
    style = next
    if (next === undefined) merged.push(element)
    else alike.push(element)
  }
  flush()
  return merged
}

/** What makes runs alike; undefined for one that holds more than text, or begins a line. */
function plainStyle(element: XmlElement): string | undefined {
  if (element.name !== 'm:r') return undefined
  const isPlain = element.children.every((child) => isText(child) || child.name.endsWith(':rPr'))
  const properties = findChild(element, 'm:rPr')
  if (!isPlain || findChild(properties, 'm:brk') || findChild(properties, 'm:aln')) return undefined
  const { hidden, normal, bold, italic, variant } = styleOf(element)
  return [hidden, normal, normal && bold, normal && italic, variant].join()
}

function isText({ name }: XmlElement): boolean {
  return name === 'm:t' || name === 'w:t'
}

function joinRuns(runs: readonly XmlElement[]): XmlElement | undefined {
  const [first] = runs
  if (first === undefined || runs.length === 1) return first
  const text = runs.map(({ children }) => children.filter(isText).map(textOf).join('')).join('')
  const properties = first.children.filter((child) => !isText(child))
  return { ...first, children: [...properties, { ...first, name: 'm:t', children: [], text }] }
}
