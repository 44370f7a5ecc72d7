/** Runs (ECMA-376 Part 1, 22.1.2.87) → symbols, names and words. */
import { findChild, type XmlElement } from '../../ooxml/index.ts'
import { readCharacters } from '../characters.ts'
import { type MathNode, nothing, row, type Variant } from '../tree.ts'
import { readWords } from '../words.ts'
import { findValue, hasToggle, isOn, type Reading, readBreak } from './reading.ts'

export function readRun(element: XmlElement, reading: Reading): MathNode {
  const wordProperties = findChild(element, 'w:rPr')
  if (findChild(wordProperties, 'w:del') || hasToggle(wordProperties, 'w:vanish')) return nothing
  const nodes: MathNode[] = []
  const properties = findChild(element, 'm:rPr')
  if (findChild(properties, 'm:brk')) nodes.push(readBreak(properties))
  if (isOn(element, 'm:rPr', 'm:aln')) nodes.push({ type: 'mark' })
  for (const child of element.children) nodes.push(...readRunChild(child, element, reading))
  return row(nodes)
}

function readRunChild(child: XmlElement, run: XmlElement, reading: Reading): readonly MathNode[] {
  switch (child.name) {
    case 'm:t':
    case 'w:t':
      return readText(textOf(child), run, reading)
    case 'w:br':
    case 'w:cr':
      return [{ type: 'break' }]
    case 'w:tab':
      return [{ type: 'space', em: 1 }]
    case 'w:noBreakHyphen':
      return readText('-', run, reading)
    case 'm:rPr':
    case 'w:rPr':
    case 'a:rPr':
      return []
    default:
      return known.has(child.name) ? [] : reportUnknown(child, reading)
  }
}

/** In a run, but no part of the formula. */
const known: ReadonlySet<string> = new Set(
  `w:delText w:instrText w:delInstrText w:fldChar w:softHyphen w:lastRenderedPageBreak w:annotationRef
  w:footnoteReference w:endnoteReference w:commentReference w:footnoteRef w:endnoteRef`.split(
    /\s+/,
  ),
)

function reportUnknown(child: XmlElement, { warnings }: Reading): readonly MathNode[] {
  warnings?.add('unknown_element', `<${child.name}> in a formula was skipped.`)
  return []
}

/** Line ends come from a program that indents its XML, blanks are the author's, `xml:space` or not. */
function textOf(element: XmlElement): string {
  return element.text.replace(/^\s*\n\s*|\s*\n\s*$/g, '')
}

function readText(text: string, run: XmlElement, reading: Reading): readonly MathNode[] {
  if (isOn(run, 'm:rPr', 'm:nor') || run.name === 'w:r') return readNormalText(text, run, reading)
  const variant = findVariant(run)
  if (reading.names === 'function') return readFunctionName(text, variant)
  return readCharacters(text, {
    ...(variant && { variant }),
    ...(variant === 'normal' && { names: 'identifier' }),
  })
}

/** 22.1.2.75: normal text, in the style of the surrounding text. */
function readNormalText(text: string, run: XmlElement, reading: Reading): readonly MathNode[] {
  if (reading.names === 'function') return readFunctionName(text, 'normal')
  const properties = findChild(run, 'w:rPr')
  return readWords(text, {
    ...(hasToggle(properties, 'w:b') && { bold: true }),
    ...(hasToggle(properties, 'w:i') && { italic: true }),
  })
}

/** Letters, and words of letters, are one name; without a style it is upright. */
function readFunctionName(text: string, variant: Variant | undefined): readonly MathNode[] {
  const name = text.trim().replace(/\s+/g, ' ')
  if (/^[A-Za-z]+( [A-Za-z]+)+$/.test(name)) return [{ type: 'name', text: name, role: 'function' }]
  const isPlain = variant === undefined || variant === 'normal'
  return readCharacters(text, isPlain ? { names: 'function' } : { variant, names: 'function' })
}

/** 22.1.2.94 (script) and 22.1.2.111 (style): columns are p, i, b, bi; without a style it is italic. */
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

function findVariant(run: XmlElement): Variant | undefined {
  const script = findValue(run, 'm:rPr', 'm:scr') ?? 'roman'
  const style = findValue(run, 'm:rPr', 'm:sty') ?? (isBold(run) ? 'bi' : 'i')
  const family = variants[Object.hasOwn(variants, script) ? script : 'roman']
  return family?.[Object.hasOwn(family, style) ? style : 'i']
}

/** Word writes bold as a style of the formula; other programs only as one of the text. */
function isBold(run: XmlElement): boolean {
  const drawing = findChild(run, 'a:rPr')
  return hasToggle(findChild(run, 'w:rPr'), 'w:b') || drawing?.attributes['b'] === '1'
}
