/** Parses `w:pPr` and `w:rPr`: the properties that change what is read; sizes, colours and spacing are dropped. */
import { findChild, type XmlElement } from '../../ooxml/index.ts'
import type { Indent, NumberingReference, ParagraphProperties, RunProperties } from './types.ts'
import { type Building, findInteger, findValue, isOn, readTwips } from './values.ts'

/** The number of levels of a list, 17.9.6. */
const LEVELS = 9

/** A shared record for runs without properties, which are most runs; it can be recognised by identity. */
export const noRunProperties: RunProperties = {}

/** ECMA-376 Part 1, 17.3.2: reads the properties of a run. */
export function readRunProperties(element: XmlElement | undefined): RunProperties {
  if (!element) return noRunProperties
  let properties: Building<RunProperties> | undefined
  for (const child of element.children) {
    const read = runReaders.get(child.name)
    if (!read) continue
    properties ??= {}
    read(child, properties)
  }
  return properties ?? noRunProperties
}

const runReaders: ReadonlyMap<
  string,
  (element: XmlElement, properties: Building<RunProperties>) => void
> = new Map<string, (element: XmlElement, properties: Building<RunProperties>) => void>([
  ['w:rStyle', ({ attributes }, run) => assign(run, 'styleId', attributes['w:val'])],
  ['w:b', (element, run) => assign(run, 'bold', isOn(element))],
  ['w:i', (element, run) => assign(run, 'italic', isOn(element))],
  ['w:strike', (element, run) => assign(run, 'strike', run.strike === true || isOn(element))],
  ['w:dstrike', (element, run) => assign(run, 'strike', run.strike === true || isOn(element))],
  ['w:u', ({ attributes }, run) => assign(run, 'underline', attributes['w:val'] !== 'none')],
  ['w:vanish', (element, run) => assign(run, 'hidden', isOn(element))],
  ['w:vertAlign', ({ attributes }, run) => assign(run, 'script', readScript(attributes['w:val']))],
  [
    'w:rFonts',
    ({ attributes }, run) => {
      // 17.3.2.26: a theme typeface overrides a name; no theme has a symbol font or a monospaced typeface.
      const isThemed = 'w:asciiTheme' in attributes
      assign(run, 'font', isThemed ? '' : (attributes['w:ascii'] ?? attributes['w:hAnsi']))
    },
  ],
])

function assign<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  value: Target[Name] | undefined,
): void {
  if (value !== undefined) target[name] = value
}

function readScript(value: string | undefined): RunProperties['script'] {
  if (value === 'superscript') return 'super'
  return value === 'subscript' ? 'sub' : 'none'
}

const noParagraphProperties: ParagraphProperties = {}

/** 17.3.1: reads the properties of a paragraph. */
export function readParagraphProperties(element: XmlElement | undefined): ParagraphProperties {
  if (!element || element.children.length === 0) return noParagraphProperties
  const styleId = findValue(element, 'w:pStyle')
  const numbering = readNumbering(findChild(element, 'w:numPr'))
  const outlineLevel = findInteger(element, 'w:outlineLvl')
  const indent = readIndent(findChild(element, 'w:ind'))
  const dropCap = findChild(element, 'w:framePr')?.attributes['w:dropCap'] ?? 'none'
  const mark = findChild(element, 'w:rPr')
  const isEndRemoved = mark !== undefined && hasAny(mark, 'w:del', 'w:moveFrom')
  return {
    ...(styleId !== undefined && { styleId }),
    ...(numbering && { numbering }),
    ...(outlineLevel !== undefined && { outlineLevel }),
    ...(indent && { indent }),
    ...(dropCap !== 'none' && { isDropCap: true }),
    ...(isEndRemoved && { isEndRemoved }),
  }
}

function hasAny(element: XmlElement, ...names: string[]): boolean {
  return element.children.some(({ name }) => names.includes(name))
}

function readNumbering(element: XmlElement | undefined): NumberingReference | undefined {
  if (!element) return undefined
  const numId = findValue(element, 'w:numId')
  const level = findInteger(element, 'w:ilvl')
  return {
    ...(numId !== undefined && { numId }),
    ...(level !== undefined && { level: clampLevel(level) }),
  }
}

/** @returns The nearest valid level. */
export function clampLevel(level: number): number {
  return Math.min(Math.max(level, 0), LEVELS - 1)
}

/** 17.3.1.12; strict files say `start`, transitional ones `left`. */
export function readIndent(element: XmlElement | undefined): Indent | undefined {
  if (!element) return undefined
  const { attributes } = element
  const start = readTwips(attributes['w:start'] ?? attributes['w:left'])
  const hanging = readTwips(attributes['w:hanging'])
  const firstLine = hanging === undefined ? readTwips(attributes['w:firstLine']) : -hanging
  if (start === undefined && firstLine === undefined) return undefined
  return {
    ...(start !== undefined && { start }),
    ...(firstLine !== undefined && { firstLine }),
  }
}

/** Returns true if a tracked change deleted the row or cell (17.13.5.12, 17.13.5.2). */
export function isRemoved(properties: XmlElement | undefined): boolean {
  return properties !== undefined && hasAny(properties, 'w:del', 'w:cellDel')
}
