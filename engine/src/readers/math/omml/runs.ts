/** Converts runs (ECMA-376 Part 1, 22.1.2.87) to symbols, names and words. */
import { findChild, type XmlElement } from '../../ooxml/index.ts'
import { nothing, row, symbol } from '../builders.ts'
import { readCharacters } from '../characters.ts'
import type { MathNode, Variant } from '../tree.ts'
import { readWords } from '../words.ts'
import { findValue, hasToggle, isOn, type Reading, readBreak } from './reading.ts'

interface RunStyle {
  /** True for deleted or hidden text. */
  readonly hidden: boolean
  /** True for normal text with a text style, which is not part of the formula's notation. */
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

/** Letter styles by 22.1.2.94 (script) and 22.1.2.111 (style). */
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

/** @param isBold True if the text style is bold: Word stores bold in the formula's style, other programs only in that of the text. */
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
      if (!ignored.has(child.name)) {
        reading.warnings?.add('unknown_element', `<${child.name}> in a formula was skipped.`)
      }
      return nothing
  }
}

/** Ignored children of a run. */
const ignored: ReadonlySet<string> = new Set(
  `w:delText w:instrText w:delInstrText w:fldChar w:softHyphen w:lastRenderedPageBreak w:annotationRef
  w:footnoteReference w:endnoteReference w:commentReference w:footnoteRef w:endnoteRef`.split(
    /\s+/,
  ),
)

/** Drops outer white space with a line end, which comes from indented XML; the author typed other blanks. */
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

/** 22.1.2.74: reads text; a single italic letter is a variable. */
function readNormalText(text: string, { bold, italic }: RunStyle): readonly MathNode[] {
  const letter = text.trim()
  if (italic && /^[A-Za-z]$/.test(letter)) return [symbol(letter, bold ? 'bold-italic' : undefined)]
  return readWords(text, { ...(bold && { bold }), ...(italic && { italic }) })
}

/** Reads letters and words as one name, upright without a style. */
function readFunctionName(text: string, variant: Variant | undefined): readonly MathNode[] {
  const name = text.trim().replace(/\s+/g, ' ')
  if (/^[A-Za-z]+( [A-Za-z]+)+$/.test(name)) return [{ type: 'name', text: name, role: 'function' }]
  const isPlain = variant === undefined || variant === 'normal'
  return readCharacters(text, isPlain ? { names: 'function' } : { variant, names: 'function' })
}

/** Merges runs of one style: Word splits text into runs wherever the author paused. */
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

/** Returns a key of the style of a text run; undefined for a run with other content or a line break. */
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
