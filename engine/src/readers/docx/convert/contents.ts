/** Converts the content of a paragraph to inlines, displayed formulas, and blocks anchored to it. */
import { type Block, type Image, toFigure } from '../../../model/index.ts'
import { toChartFigure, toDiagramBlocks, toTextBlocks } from '../../ooxml/index.ts'
import { type Content, type ContentType, decodeSymbols, type TextContent } from '../parse/index.ts'
import type { StoryContext } from './context.ts'
import {
  addInstruction,
  beginField,
  createFields,
  endField,
  type FieldResult,
  findLinkTarget,
  linkTarget,
  resultOf,
  separateField,
} from './fields.ts'
import { addDisplay, addInline, addText, type Flow, isAtStart } from './flow.ts'
import { lookOf, plainLook } from './looks.ts'
import { isDeadEnd } from './places.ts'
import type { ResolvedStyle } from './styles.ts'

/** The surroundings of content within a paragraph. */
export interface ContentScope extends StoryContext {
  readonly style: ResolvedStyle
  /** Target of the enclosing link. */
  readonly target: string | undefined
}

type ContentOf<Type extends ContentType> = Extract<Content, { readonly type: Type }>

type Handlers = {
  readonly [Type in ContentType]: (
    content: ContentOf<Type>,
    flow: Flow,
    scope: ContentScope,
  ) => void
}

const handlers: Handlers = {
  text: addRun,
  break: ({ isPage }, flow, scope) => {
    if (isHidden(scope)) return
    addInline(flow, { type: 'lineBreak' })
    // Text in another column or on another page is separate.
    if (isPage) addInline(flow, { type: 'lineBreak' })
  },
  link: ({ target, content }, flow, scope) =>
    convertContents(content, flow, { ...scope, target: target ?? scope.target }),
  bookmark: ({ name }, flow) => {
    flow.bookmarks.push(name)
  },
  fieldBegin: (field, _, { fields }) => beginField(field, fields),
  instruction: ({ text }, _, { fields }) => addInstruction(text, fields),
  fieldSeparator: (_, __, { fields }) => separateField(fields),
  fieldEnd: (_, flow, scope) => addResult(endField(scope.fields), flow, scope),
  simpleField: ({ instruction, content }, flow, scope) => {
    const target = findLinkTarget(instruction) ?? scope.target
    if (content.length > 0) convertContents(content, flow, { ...scope, target })
    else addResult(resultOf(instruction), flow, scope)
  },
  formula: ({ latex, number, isDisplay }, flow, scope) => {
    if (isHidden(scope)) return
    // Only a displayed formula has a number.
    if (!isDisplay && number === undefined) {
      addInline(flow, { type: 'formula', latex }, targetOf(scope))
    } else {
      addDisplay(flow, { type: 'formulaBlock', latex, ...(number !== undefined && { number }) })
    }
  },
  noteReference: ({ note }, flow, scope) => addNoteReference(note, flow, scope),
  checkBox: ({ checked }, flow, scope) => addCheckBox(checked, flow, scope),
  frame: ({ story }, flow, scope) =>
    addFloats(
      flow,
      scope,
      scope.convertStory(story, { ...scope, fields: createFields(), isCell: false }),
    ),
  shapeText: ({ body }, flow, scope) => addFloats(flow, scope, toTextBlocks(body)),
  chart: ({ chart, alt }, flow, scope) => {
    const figure = toChartFigure(chart, scope.conversion.warnings)
    addFloats(flow, scope, [alt === undefined ? figure : { ...figure, alt }])
  },
  diagram: ({ nodes }, flow, scope) => addFloats(flow, scope, toDiagramBlocks(nodes)),
  picture: ({ alt, isFloating, source }, flow, scope) => {
    if (isHidden(scope)) return
    const image: Image = { type: 'image', alt, ...(source !== undefined && { source }) }
    if (isFloating) flow.floats.push(toFigure(image))
    else addInline(flow, image, targetOf(scope))
  },
}

/** Appends converted content to the paragraph being built. */
export function convertContents(
  contents: readonly Content[],
  flow: Flow,
  scope: ContentScope,
): void {
  for (const content of contents) convertContent(content, flow, scope)
}

function convertContent<Type extends ContentType>(
  content: ContentOf<Type>,
  flow: Flow,
  scope: ContentScope,
): void {
  // Sound: the handler under a content's own type takes content of that type.
  const handle = handlers[content.type] as (
    content: ContentOf<Type>,
    flow: Flow,
    scope: ContentScope,
  ) => void
  handle(content, flow, scope)
}

/** Returns true within the instruction of a field, which Word does not show. */
function isHidden({ fields }: ContentScope): boolean {
  return fields.instructions > 0
}

function targetOf({ target, fields, conversion }: ContentScope): string | undefined {
  const found = target ?? linkTarget(fields)
  return isDeadEnd(found, conversion.places) ? undefined : found
}

function addRun({ text, properties }: TextContent, flow: Flow, scope: ContentScope): void {
  if (isHidden(scope)) return
  const { style, conversion } = scope
  const look = lookOf(properties, style, conversion.looks)
  if (look.isHidden) return
  const shown = uncommon.test(text) ? cleanText(text, properties.font, flow.isCode) : text
  addText(flow, shown, look, targetOf(scope))
}

/** White space other than plain spaces, and the private use characters of symbol fonts. */
const uncommon = /[\t\r\n\uf020-\uf0ff]/

/** Turns line ends into spaces, as Word does; tabs also become spaces, except in code. */
function cleanText(text: string, font: string | undefined, isCode: boolean): string {
  const decoded = decodeSymbols(text, font)
  return isCode ? decoded : decoded.replace(/[\t\r\n]+/g, ' ')
}

function addResult(result: FieldResult | undefined, flow: Flow, scope: ContentScope): void {
  if (!result || isHidden(scope)) return
  switch (result.type) {
    case 'text':
      addText(flow, result.text, plainLook, targetOf(scope))
      return
    case 'symbol':
      addText(flow, symbolOf(result.font, result.code), plainLook, targetOf(scope))
      return
    case 'checkBox':
      addCheckBox(result.checked, flow, scope)
      return
    case 'formula':
      addInline(flow, { type: 'formula', latex: result.latex }, targetOf(scope))
  }
}

const PRIVATE_USE = 0xf000

function symbolOf(font: string, code: number): string {
  return decodeSymbols(String.fromCharCode(code < 0x100 && font ? PRIVATE_USE + code : code), font)
}

function addNoteReference(note: string, flow: Flow, scope: ContentScope): void {
  if (isHidden(scope)) return
  const { notes, references, notePrefix, warnings } = scope.conversion
  if (!notes.has(note)) {
    warnings.add(
      'missing_note',
      'A note reference was left out: the note is missing from the file.',
    )
    return
  }
  references.add(note)
  addInline(flow, { type: 'noteReference', note: notePrefix + note })
}

const boxText = (checked: boolean): string => (checked ? '☒' : '☐')

/** Makes the paragraph a task if it begins with a check box; other boxes, and boxes in tables, become characters. */
function addCheckBox(checked: boolean, flow: Flow, scope: ContentScope): void {
  if (isHidden(scope)) return
  flow.boxes += 1
  if (flow.boxes === 1 && isAtStart(flow) && !scope.isCell) {
    flow.leadingBox = checked
    return
  }
  if (flow.leadingBox !== undefined) {
    addFirst(flow, boxText(flow.leadingBox))
    flow.leadingBox = undefined
  }
  addText(flow, boxText(checked), plainLook, targetOf(scope))
}

/** Turns the first check box into a character when a second one follows. */
function addFirst(flow: Flow, text: string): void {
  const [first] = flow.segments
  const run = { type: 'text', text } as const
  if (first?.type === 'text') {
    flow.segments[0] = { ...first, inlines: [run, ...first.inlines] }
  } else if (first) flow.segments.unshift({ type: 'text', inlines: [run] })
  else flow.inlines.unshift(run)
}

function addFloats(flow: Flow, scope: ContentScope, blocks: readonly Block[]): void {
  if (!isHidden(scope)) flow.floats.push(...blocks)
}
