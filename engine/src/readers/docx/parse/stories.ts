/** Parses a body, note, header, text box or cell into a story: paragraphs and tables in order. */
import { childrenNamed, chooseAlternate, findChild, type XmlElement } from '../../ooxml/index.ts'
import { readContents } from './contents.ts'
import { type PartContext, understood } from './context.ts'
import { isRemoved, readParagraphProperties } from './properties.ts'
import type {
  Content,
  FormulaContent,
  Paragraph,
  Section,
  Story,
  StoryBlock,
  Table,
  TableCell,
  TableRow,
} from './types.ts'
import { findInteger, findValue, hasOn } from './values.ts'

type ReadBlock = (element: XmlElement, out: StoryBlock[], context: PartContext) => void

/** Reads the paragraphs and tables inside an element. */
export function readStory(element: XmlElement, context: PartContext): Story {
  const out: StoryBlock[] = []
  readInside(element, out, context)
  return out
}

function readInside(element: XmlElement, out: StoryBlock[], context: PartContext): void {
  for (const child of element.children) {
    const read = readers.get(child.name)
    if (read) read(child, out, context)
    else if (!ignored.has(child.name)) {
      context.warnings.add(
        'unknown_element',
        `An unknown element <${child.name}> between paragraphs was ignored; its content was read.`,
      )
      readInside(child, out, context)
    }
  }
}

/** ECMA-376 Part 1, 17.2.2, 17.5, 17.13. */
const readers: ReadonlyMap<string, ReadBlock> = new Map<string, ReadBlock>([
  ['w:p', (element, out, context) => out.push(readParagraph(element, context))],
  ['w:tbl', (element, out, context) => out.push(readTable(element, context))],
  ['w:sdt', readInside],
  ['w:sdtContent', readInside],
  ['w:customXml', readInside],
  ['w:smartTag', readInside],
  ['w:ins', readInside],
  ['w:moveTo', readInside],
  ['w:bookmarkStart', waitForParagraph],
  // The schema forbids a run outside of a paragraph; its text is kept.
  ['w:r', readStray],
  ['w:hyperlink', readStray],
  ['w:subDoc', readStray],
  ['m:oMath', readStray],
  ['m:oMathPara', readFormulas],
  [
    'mc:AlternateContent',
    (element, out, context) =>
      readInside({ ...element, children: chooseAlternate(element, understood) }, out, context),
  ],
  [
    'w:altChunk',
    ({ attributes }, out) => {
      const relationship = attributes['r:id']
      if (relationship !== undefined) out.push({ type: 'chunk', relationship })
    },
  ],
])

const ignored: ReadonlySet<string> = new Set([
  ...['w:sectPr', 'w:sdtPr', 'w:sdtEndPr', 'w:customXmlPr', 'w:smartTagPr', 'w:del', 'w:moveFrom'],
  ...['w:bookmarkEnd', 'w:proofErr', 'w:permStart', 'w:permEnd', 'w:tcPr'],
  ...['w:commentRangeStart', 'w:commentRangeEnd', 'w:moveFromRangeStart', 'w:moveFromRangeEnd'],
  ...['w:moveToRangeStart', 'w:moveToRangeEnd', 'w:customXmlInsRangeStart'],
  ...['w:customXmlInsRangeEnd', 'w:customXmlDelRangeStart', 'w:customXmlDelRangeEnd'],
  ...['w:customXmlMoveFromRangeStart', 'w:customXmlMoveFromRangeEnd'],
  ...['w:customXmlMoveToRangeStart', 'w:customXmlMoveToRangeEnd', 'w:background'],
])

function readParagraph(element: XmlElement, context: PartContext): Paragraph {
  const [first] = element.children
  const properties = first?.name === 'w:pPr' ? first : findChild(element, 'w:pPr')
  const section = findChild(properties, 'w:sectPr')
  const content = readContents(element, context)
  return {
    type: 'paragraph',
    properties: readParagraphProperties(properties),
    content:
      context.waitingBookmarks.length > 0 ? [...takeBookmarks(context), ...content] : content,
    ...(section && { section: readSection(section) }),
  }
}

/** 17.13.6.2: keeps a bookmark that begins between paragraphs for the next one. */
function waitForParagraph(
  { attributes }: XmlElement,
  _: StoryBlock[],
  { withFigures, waitingBookmarks }: PartContext,
): void {
  const name = attributes['w:name']
  if (withFigures && name !== undefined) waitingBookmarks.push(name)
}

function takeBookmarks({ waitingBookmarks }: PartContext): Content[] {
  return waitingBookmarks.splice(0).map((name) => ({ type: 'bookmark', name }))
}

function readStray(element: XmlElement, out: StoryBlock[], context: PartContext): void {
  out.push(readParagraph({ name: 'w:p', attributes: {}, children: [element], text: '' }, context))
}

function readFormulas(element: XmlElement, out: StoryBlock[], context: PartContext): void {
  const isFormula = (content: { readonly type: string }): content is FormulaContent =>
    content.type === 'formula'
  const holder = { name: 'w:p', attributes: {}, children: [element], text: '' }
  const formulas = readContents(holder, context).filter(isFormula)
  out.push({ type: 'formula', formulas })
}

/** 17.10.5, 17.10.2. */
export function readSection(element: XmlElement): Section {
  const idsOf = (name: string): string[] =>
    childrenNamed(element, name).flatMap(({ attributes }) => attributes['r:id'] ?? [])
  return { headers: idsOf('w:headerReference'), footers: idsOf('w:footerReference') }
}

/** 17.4.37. */
function readTable(element: XmlElement, context: PartContext): Table {
  const properties = findChild(element, 'w:tblPr')
  const styleId = findValue(properties, 'w:tblStyle')
  return {
    type: 'table',
    ...(styleId !== undefined && { styleId }),
    hasFirstRow: usesFirstRow(findChild(properties, 'w:tblLook')),
    rows: unwrap(element, 'w:tr')
      .filter((row) => !isRemoved(findChild(row, 'w:trPr')))
      .map((row) => readRow(row, context)),
  }
}

/** 17.4.55: bit of `w:tblLook/@w:val` for the first row (Part 4, 14.3.7). */
const FIRST_ROW_BIT = 0x20

function usesFirstRow(look: XmlElement | undefined): boolean {
  if (!look) return false
  const { 'w:firstRow': said, 'w:val': bits = '0' } = look.attributes
  if (said !== undefined) return /^(1|true|on)$/.test(said)
  return (Number.parseInt(bits, 16) & FIRST_ROW_BIT) !== 0
}

/** Collects rows or cells of a table, also from inside content controls, custom XML and insertions. */
function unwrap(element: XmlElement, name: 'w:tr' | 'w:tc'): XmlElement[] {
  return element.children.flatMap((child) => {
    if (child.name === name) return [child]
    return wrappers.has(child.name) ? unwrap(child, name) : []
  })
}

const wrappers: ReadonlySet<string> = new Set([
  ...['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo'],
])

function readRow(element: XmlElement, context: PartContext): TableRow {
  const properties = findChild(element, 'w:trPr')
  return {
    columnsBefore: clampSpan(findInteger(properties, 'w:gridBefore') ?? 0),
    isHeader: hasOn(properties, 'w:tblHeader'),
    cells: unwrap(element, 'w:tc').map((cell) => readCell(cell, context)),
  }
}

/** The widest span that is read, columns: Word's tables have at most 63, those of other programs somewhat more; a hostile span would create millions of cells. */
const MAX_SPAN = 1_000

function clampSpan(span: number): number {
  return Math.min(Math.max(span, 0), MAX_SPAN)
}

function readCell(element: XmlElement, context: PartContext): TableCell {
  const properties = findChild(element, 'w:tcPr')
  const vertical = readMerge(findChild(properties, 'w:vMerge'))
  const horizontal = readMerge(findChild(properties, 'w:hMerge'))
  return {
    columnSpan: Math.max(1, clampSpan(findInteger(properties, 'w:gridSpan') ?? 1)),
    ...(vertical && { verticalMerge: vertical }),
    ...(horizontal && { horizontalMerge: horizontal }),
    // A deleted cell stays in the grid, so that the following cells keep their columns.
    story: isRemoved(properties) ? [] : readStory(element, context),
  }
}

/** 17.18.57: a merge without a value continues. */
function readMerge(element: XmlElement | undefined): 'restart' | 'continue' | undefined {
  if (!element) return undefined
  return element.attributes['w:val'] === 'restart' ? 'restart' : 'continue'
}
