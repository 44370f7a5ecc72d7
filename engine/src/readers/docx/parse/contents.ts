/**
 * Parses the content of a paragraph: text, links, fields, formulas, references, drawings.
 *
 * ECMA-376 Part 1, 17.3.2 to 17.3.3, 17.5, 17.13, 17.16. Drops deleted text and keeps inserted text; hidden text is
 * resolved later, with the styles.
 */
import { readOmml } from '../../math/index.ts'
import {
  childrenNamed,
  chooseAlternate,
  findChild,
  findPath,
  type XmlElement,
} from '../../ooxml/index.ts'
import { type PartContext, understood } from './context.ts'
import { readDrawing } from './drawings.ts'
import { readRunProperties } from './properties.ts'
import { symbolText } from './symbols.ts'
import type { Content, FieldBegin, FormField, LinkContent, RunProperties } from './types.ts'
import { type Building, findInteger, hasOn } from './values.ts'

/** Reads one child of a paragraph or of an element inside it. */
type ReadContent = (element: XmlElement, out: Content[], context: PartContext) => void

/** Reads the content of a paragraph in order. */
export function readContents(element: XmlElement, context: PartContext): Content[] {
  const out: Content[] = []
  readInside(element, out, context)
  return out
}

function readInside(element: XmlElement, out: Content[], context: PartContext): void {
  for (const child of element.children) readElement(child, out, context)
}

function readElement(child: XmlElement, out: Content[], context: PartContext): void {
  const read = readers.get(child.name)
  if (read) {
    read(child, out, context)
    return
  }
  if (ignored.has(child.name)) return
  context.warnings.add(
    'unknown_element',
    `An unknown element <${child.name}> in a paragraph was ignored; its content was read.`,
  )
  readInside(child, out, context)
}

const readers: ReadonlyMap<string, ReadContent> = new Map<string, ReadContent>([
  ['w:r', readRun],
  ['w:hyperlink', readHyperlink],
  ['w:fldSimple', readSimpleField],
  ['w:del', readRemoved],
  ['w:moveFrom', readRemoved],
  ['w:ins', readInside],
  ['w:moveTo', readInside],
  ['w:smartTag', readInside],
  ['w:customXml', readInside],
  ['w:sdt', readControl],
  ['w:sdtContent', readInside],
  ['w:dir', readInside],
  ['w:bdo', readInside],
  ['m:oMath', (element, out, context) => readFormula(element, false, out, context)],
  ['m:oMathPara', readDisplay],
  ['mc:AlternateContent', readAlternate],
  ['w:bookmarkStart', readBookmark],
  ['w:subDoc', reportSubdocument],
  // The schema forbids a paragraph inside a paragraph; its text is kept.
  ['w:p', readInside],
  ['w:tbl', readStrayTable],
])

const ignored: ReadonlySet<string> = new Set([
  ...['w:pPr', 'w:rPr', 'w:sdtPr', 'w:sdtEndPr', 'w:smartTagPr', 'w:customXmlPr', 'm:oMathParaPr'],
  ...['w:bookmarkEnd', 'w:proofErr', 'w:permStart', 'w:permEnd'],
  ...['w:commentRangeStart', 'w:commentRangeEnd', 'w:moveFromRangeStart', 'w:moveFromRangeEnd'],
  ...['w:moveToRangeStart', 'w:moveToRangeEnd', 'w:customXmlInsRangeStart'],
  ...['w:customXmlInsRangeEnd', 'w:customXmlDelRangeStart', 'w:customXmlDelRangeEnd'],
  ...['w:customXmlMoveFromRangeStart', 'w:customXmlMoveFromRangeEnd'],
  ...['w:customXmlMoveToRangeStart', 'w:customXmlMoveToRangeEnd'],
  ...['w14:customXmlConflictInsRangeStart', 'w14:customXmlConflictInsRangeEnd'],
  ...['w14:customXmlConflictDelRangeStart', 'w14:customXmlConflictDelRangeEnd'],
])

/** 17.3.2.25. */
function readRun(element: XmlElement, out: Content[], context: PartContext): void {
  const first = element.children[0]
  const hasProperties = first?.name === 'w:rPr'
  const properties = readRunProperties(hasProperties ? first : findChild(element, 'w:rPr'))
  readRunInside(element, { properties, out, context, isNoteMark: false })
}

interface Run {
  readonly properties: RunProperties
  readonly out: Content[]
  readonly context: PartContext
  /** True if the run's text is the mark of a note. */
  isNoteMark: boolean
}

type ReadRunContent = (element: XmlElement, run: Run) => void

function readRunInside(element: XmlElement, run: Run): void {
  for (const child of element.children) {
    const read = runReaders.get(child.name)
    if (read) read(child, run)
    else if (readers.has(child.name)) readElement(child, run.out, run.context)
    else if (!ignoredInRun.has(child.name)) {
      run.context.warnings.add(
        'unknown_element',
        `An unknown element <${child.name}> in a run was ignored; its content was read.`,
      )
      readRunInside(child, run)
    }
  }
}

const runReaders: ReadonlyMap<string, ReadRunContent> = new Map<string, ReadRunContent>([
  ['w:t', (element, run) => addText(element.text, run)],
  ['w:tab', (_, run) => addText('\t', run)],
  ['w:ptab', (_, run) => addText('\t', run)],
  ['w:noBreakHyphen', (_, run) => addText('-', run)],
  ['w:sym', readSymbol],
  ['w:br', readBreak],
  ['w:cr', readBreak],
  ['w:fldChar', (element, { out, context }) => readFieldCharacter(element, out, context)],
  ['w:instrText', ({ text }, { out }) => out.push({ type: 'instruction', text })],
  ['w:footnoteReference', (element, run) => readNoteReference(element, 'footnote', run)],
  ['w:endnoteReference', (element, run) => readNoteReference(element, 'endnote', run)],
  ['w:drawing', readRunDrawing],
  ['w:pict', readRunDrawing],
  ['w:object', readRunDrawing],
  ['w:ruby', readRuby],
  [
    'mc:AlternateContent',
    (element, run) => {
      const children = chooseAlternate(element, understood)
      readRunInside({ ...element, children }, run)
    },
  ],
])

/** Elements that show nothing or only hold formatting and change marks; page numbers have no meaning outside of pages. */
const ignoredInRun: ReadonlySet<string> = new Set([
  ...['w:rPr', 'w:softHyphen', 'w:lastRenderedPageBreak', 'w:delText', 'w:delInstrText'],
  ...['w:footnoteRef', 'w:endnoteRef', 'w:annotationRef', 'w:separator', 'w:continuationSeparator'],
  ...['w:commentReference', 'w:pgNum', 'w:dayShort', 'w:dayLong', 'w:monthShort', 'w:monthLong'],
  ...['w:yearShort', 'w:yearLong', 'w:contentPart', 'w:bookmarkEnd', 'w:proofErr'],
  ...['w:rt'],
])

function addText(text: string, { properties, out, isNoteMark }: Run): void {
  if (text !== '' && !isNoteMark) out.push({ type: 'text', text, properties })
}

/** 17.3.3.1. */
function readBreak({ attributes }: XmlElement, { out }: Run): void {
  const kind = attributes['w:type']
  out.push({ type: 'break', isPage: kind === 'page' || kind === 'column' })
}

/** 17.3.3.30: a character of a symbol font. */
function readSymbol({ attributes }: XmlElement, run: Run): void {
  const code = Number.parseInt(attributes['w:char'] ?? '', 16)
  const text = symbolText(attributes['w:font'] ?? '', code)
  if (text === undefined) {
    run.context.warnings.add(
      'unknown_symbol',
      'A character of a symbol font was left out: it has no known Unicode equivalent.',
    )
  } else addText(text, run)
}

/** 17.11.14, 17.11.7. The note's number replaces a custom mark, which follows in the run. */
function readNoteReference(
  { attributes }: XmlElement,
  kind: 'footnote' | 'endnote',
  run: Run,
): void {
  run.out.push({ type: 'noteReference', note: `${kind}-${attributes['w:id'] ?? ''}` })
  run.isNoteMark = /^(1|true|on)$/.test(attributes['w:customMarkFollows'] ?? '')
}

function readRunDrawing(element: XmlElement, { out, context }: Run): void {
  out.push(...readDrawing(element, context))
}

/** 17.3.3.25: keeps the base text and drops the reading above it. */
function readRuby(element: XmlElement, { out, context }: Run): void {
  for (const base of childrenNamed(element, 'w:rubyBase')) readInside(base, out, context)
}

/** 17.16.22: a link to a relationship's URL or to a bookmark. */
function readHyperlink(element: XmlElement, out: Content[], context: PartContext): void {
  const { 'r:id': id, 'w:anchor': anchor } = element.attributes
  const relationship = context.relationships.find(id)
  const url = relationship?.external ? relationship.target : undefined
  const isWhole = anchor === undefined || anchor === '' || (!url && id !== undefined)
  const target = isWhole ? url : `${url ?? ''}#${anchor}`
  const link: LinkContent = { type: 'link', target, content: readContents(element, context) }
  if (link.content.length > 0) out.push(link)
}

/** 17.16.19. */
function readSimpleField(element: XmlElement, out: Content[], context: PartContext): void {
  const instruction = element.attributes['w:instr'] ?? ''
  out.push({ type: 'simpleField', instruction, content: readContents(element, context) })
}

/** Drops deleted content, except field characters, so that these stay paired. */
function readRemoved(element: XmlElement, out: Content[], context: PartContext): void {
  for (const child of element.children) {
    if (child.name === 'w:fldChar') readFieldCharacter(child, out, context)
    else readRemoved(child, out, context)
  }
}

/** 17.16.18. */
function readFieldCharacter(element: XmlElement, out: Content[], context: PartContext): void {
  switch (element.attributes['w:fldCharType']) {
    case 'begin': {
      const form = readForm(findChild(element, 'w:ffData'))
      const field: Building<FieldBegin> = {
        type: 'fieldBegin',
        ...(form && { form }),
        isClosed: false,
      }
      context.openFields.push(field)
      out.push(field)
      return
    }
    case 'separate':
      out.push({ type: 'fieldSeparator' })
      return
    case 'end': {
      const field = context.openFields.pop()
      if (!field) return
      field.isClosed = true
      out.push({ type: 'fieldEnd' })
    }
  }
}

/** 17.16.17: reads the state of a check box or a drop-down list; a text field has a result instead. */
function readForm(data: XmlElement | undefined): FormField | undefined {
  const box = findChild(data, 'w:checkBox')
  if (box) {
    const state = findChild(box, 'w:checked') ? 'w:checked' : 'w:default'
    return { type: 'checkBox', checked: hasOn(box, state) }
  }
  const list = findChild(data, 'w:ddList')
  if (!list) return undefined
  const chosen = findInteger(list, 'w:result') ?? findInteger(list, 'w:default') ?? 0
  const entry = childrenNamed(list, 'w:listEntry')[chosen]
  return { type: 'choice', text: entry?.attributes['w:val'] ?? '' }
}

/** 17.5.2: reads the content of a content control, also its placeholder, which Word prints (17.5.2.39); of a check box ([MS-DOCX] 2.6.2.7), its state. */
function readControl(element: XmlElement, out: Content[], context: PartContext): void {
  const box = findPath(element, 'w:sdtPr', 'w14:checkbox')
  if (box) {
    const value = findChild(box, 'w14:checked')?.attributes['w14:val'] ?? '0'
    out.push({ type: 'checkBox', checked: value === '1' || value === 'true' })
    return
  }
  for (const content of childrenNamed(element, 'w:sdtContent')) readInside(content, out, context)
}

/** 17.13.6.2. */
function readBookmark(
  { attributes }: XmlElement,
  out: Content[],
  { withFigures }: PartContext,
): void {
  const name = attributes['w:name']
  if (withFigures && name !== undefined) out.push({ type: 'bookmark', name })
}

/** 22.1.2.78: a display holds formulas, each on its own line. */
function readDisplay(element: XmlElement, out: Content[], context: PartContext): void {
  for (const child of element.children) {
    if (child.name === 'm:oMath') readFormula(child, true, out, context)
    else readElement(child, out, context)
  }
}

function readFormula(
  element: XmlElement,
  isDisplay: boolean,
  out: Content[],
  context: PartContext,
): void {
  const formula = readOmml(element, context.warnings)
  if (formula.latex !== '' || formula.number !== undefined) {
    out.push({ type: 'formula', ...formula, isDisplay })
  }
}

function readAlternate(element: XmlElement, out: Content[], context: PartContext): void {
  for (const child of chooseAlternate(element, understood)) readElement(child, out, context)
}

function reportSubdocument(_: XmlElement, __: Content[], { warnings }: PartContext): void {
  warnings.add('subdocument', 'A subdocument was left out: it is stored in another file.')
}

/** The schema forbids a table in a run; Word reads it, after the paragraph. */
function readStrayTable(element: XmlElement, out: Content[], context: PartContext): void {
  const story = context.readStory({ ...element, name: 'w:body', children: [element] }, context)
  out.push({ type: 'frame', story })
}
