/**
 * Parses a DrawingML text body: paragraphs with runs, levels and bullet properties.
 *
 * ECMA-376 Part 1, 21.1.2. Fonts, sizes, colours and spacing do not change what is read, and are dropped.
 */
import type { Warnings } from '../../errors.ts'
import type { Marks } from '../../model/index.ts'
import { readBoolean, readInteger, readLength } from './drawing-lengths.ts'
import { childrenNamed, chooseAlternate, findChild, type XmlElement } from './xml.ts'

export interface TextBody {
  readonly paragraphs: readonly TextParagraph[]
  /** The body's own list style. */
  readonly styles: LevelStyles
}

/** Paragraph properties by level, from 0. */
export type LevelStyles = readonly (ParagraphStyle | undefined)[]

/** Missing properties are inherited. */
export interface ParagraphStyle {
  readonly bullet?: Bullet
  /** The distance from the body's edge to the text, points. */
  readonly margin?: number
  /** First line relative to the margin, points; negative for a hanging bullet. */
  readonly indent?: number
  readonly rightToLeft?: boolean
}

export type Bullet =
  | { readonly type: 'none' }
  /** A bullet character or picture. */
  | { readonly type: 'symbol' }
  | { readonly type: 'number'; readonly scheme: string; readonly startAt: number }

export interface TextParagraph {
  /** A level from 0 to 8. */
  readonly level: number
  readonly style: ParagraphStyle
  readonly runs: readonly TextRun[]
}

export type TextRun =
  | {
      readonly type: 'text'
      readonly text: string
      readonly marks: Marks
      /** External link target. */
      readonly link?: string
      /** Field type, such as `slidenum` or `datetime1`; the text is its stored result. */
      readonly field?: string
    }
  | { readonly type: 'break' }
  | ({ readonly type: 'formula'; readonly display: boolean } & TextFormula)

interface TextFormula {
  readonly latex: string
  /** The printed equation number. */
  readonly number?: string
}

/** Inputs for reading the text of one part. */
export interface TextContext {
  readonly warnings: Warnings
  /** Returns the target of an external relationship. */
  readonly findLink?: (id: string) => string | undefined
  /** Reads an `m:oMath` or `m:oMathPara`. Passed in, because the math reader imports this folder. */
  readonly readFormula?: (element: XmlElement) => TextFormula
}

/** The number of levels of a list style, 21.1.2.4.13 to 21.1.2.4.21. */
const LEVELS = 9

/** @param element Any parent of `a:p`: `a:txBody`, `p:txBody`, `c:rich`, `dgm:t`, … */
export function readTextBody(element: XmlElement | undefined, context: TextContext): TextBody {
  return {
    paragraphs: childrenNamed(element, 'a:p').map((paragraph) => readParagraph(paragraph, context)),
    styles: readLevelStyles(findChild(element, 'a:lstStyle')),
  }
}

/** @param element A list style: `a:lstStyle`, `p:bodyStyle`, `p:defaultTextStyle`, … */
export function readLevelStyles(element: XmlElement | undefined): LevelStyles {
  if (!element || element.children.length === 0) return []
  // 21.1.2.2.2: `a:defPPr` applies to levels that are not listed.
  const fallback = findChild(element, 'a:defPPr')
  return Array.from({ length: LEVELS }, (_, level) => {
    const properties = findChild(element, `a:lvl${level + 1}pPr`) ?? fallback
    return properties && readStyle(properties)
  })
}

function readStyle(properties: XmlElement): ParagraphStyle {
  const { attributes } = properties
  const margin = readLength(attributes['marL'])
  const indent = readLength(attributes['indent'])
  const rightToLeft = readBoolean(attributes['rtl'])
  const bullet = properties.children.map(readBullet).find((each) => each !== undefined)
  return {
    ...(bullet && { bullet }),
    ...(margin !== undefined && { margin }),
    ...(indent !== undefined && { indent }),
    ...(rightToLeft !== undefined && { rightToLeft }),
  }
}

/** 21.1.2.4.1, .2, .7, .8. */
function readBullet({ name, attributes }: XmlElement): Bullet | undefined {
  switch (name) {
    case 'a:buNone':
      return { type: 'none' }
    case 'a:buChar':
      // Some templates switch bullets off with a blank bullet character.
      return { type: (attributes['char'] ?? '•').trim() === '' ? 'none' : 'symbol' }
    case 'a:buBlip':
      return { type: 'symbol' }
    case 'a:buAutoNum':
      return {
        type: 'number',
        scheme: attributes['type'] ?? 'arabicPeriod',
        startAt: Math.max(1, readInteger(attributes['startAt']) ?? 1),
      }
    default:
      return undefined
  }
}

const noStyle: ParagraphStyle = {}

function readParagraph(paragraph: XmlElement, context: TextContext): TextParagraph {
  const properties = findChild(paragraph, 'a:pPr')
  const level = readInteger(properties?.attributes['lvl']) ?? 0
  return {
    level: Math.min(Math.max(level, 0), LEVELS - 1),
    style: properties ? readStyle(properties) : noStyle,
    runs: paragraph.children.flatMap((child) => readRun(child, context)),
  }
}

type ReadRun = (element: XmlElement, context: TextContext) => readonly TextRun[]

const runReaders: ReadonlyMap<string, ReadRun> = new Map<string, ReadRun>([
  ['a:r', readText],
  ['a:fld', readText],
  ['a:br', () => [{ type: 'break' }]],
  ['a14:m', readMath],
  ['m:oMathPara', readFormula],
  ['m:oMath', readFormula],
  ['mc:AlternateContent', readAlternate],
])

const ignored: ReadonlySet<string> = new Set(['a:pPr', 'a:endParaRPr'])

function readRun(element: XmlElement, context: TextContext): readonly TextRun[] {
  const read = runReaders.get(element.name)
  if (read) return read(element, context)
  if (!ignored.has(element.name)) {
    context.warnings.add('unknown_element', `<${element.name}> in a paragraph was skipped.`)
  }
  return []
}

/** Namespaces of choices in a paragraph that are read here: formulas. */
const understood: ReadonlySet<string> = new Set(['a14', 'm', 'a16'])

function readAlternate(element: XmlElement, context: TextContext): readonly TextRun[] {
  return chooseAlternate(element, understood).flatMap((child) => readRun(child, context))
}

function readText(run: XmlElement, context: TextContext): readonly TextRun[] {
  const text = findChild(run, 'a:t')?.text ?? ''
  if (text === '') return []
  const properties = findChild(run, 'a:rPr')
  const link = readLink(properties, context)
  const field = run.name === 'a:fld' ? run.attributes['type'] : undefined
  const base = {
    type: 'text',
    marks: readMarks(properties),
    ...(link !== undefined && { link }),
    ...(field !== undefined && { field }),
  } as const
  return splitControls(text).map((part) =>
    part === undefined ? { type: 'break' } : { ...base, text: part },
  )
}

/**
 * Splits text at line breaks and drops other control characters. PowerPoint escapes control characters, which XML
 * forbids, as `_x000B_` (22.9.2.19): a vertical tab is a line break, and so are raw line ends.
 *
 * @returns `undefined` for each line break.
 */
function splitControls(text: string): (string | undefined)[] {
  if (!/[\n\r\v]|_x00[01]/.test(text)) return [text]
  const lines = text
    .replace(/_x00(?:0[ABD]|0[abd])_/g, '\n')
    .replace(/_x0009_/g, '\t')
    .replace(/_x00[01][0-9A-Fa-f]_/g, '')
    .split(/\r\n|[\n\r\v]/)
  return lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [undefined]),
    ...(line === '' ? [] : [line]),
  ])
}

/** 21.1.2.3.5. Returns external targets only: links within the presentation have an internal target or none. */
function readLink(properties: XmlElement | undefined, context: TextContext): string | undefined {
  const id = findChild(properties, 'a:hlinkClick')?.attributes['r:id']
  return id === undefined || id === '' ? undefined : context.findLink?.(id)
}

const noMarks: Marks = {}

/** 21.1.2.3.9. Reads the run's own marks only: formatting of a whole style is decoration, not emphasis. */
function readMarks(properties: XmlElement | undefined): Marks {
  if (!properties) return noMarks
  const { b, i, u = 'none', strike = 'noStrike', baseline = '0' } = properties.attributes
  const raised = Number.parseFloat(baseline)
  return {
    ...(readBoolean(b) && { bold: true }),
    ...(readBoolean(i) && { italic: true }),
    ...(u !== 'none' && { underline: true }),
    ...(strike !== 'noStrike' && { strike: true }),
    ...(raised > 0 && { script: 'super' }),
    ...(raised < 0 && { script: 'sub' }),
  }
}

function readMath(element: XmlElement, context: TextContext): readonly TextRun[] {
  return element.children.flatMap((child) => readRun(child, context))
}

function readFormula(element: XmlElement, context: TextContext): readonly TextRun[] {
  const formula = context.readFormula?.(element)
  if (!formula || formula.latex.trim() === '') return []
  return [{ type: 'formula', display: element.name === 'm:oMathPara', ...formula }]
}

/** Returns true if the paragraph prints any text. */
export function hasText({ runs }: TextParagraph): boolean {
  return runs.some((run) => run.type === 'formula' || (run.type === 'text' && /\S/.test(run.text)))
}
