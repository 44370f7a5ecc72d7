/** Converts the content of a paragraph to inlines, displayed formulas, and blocks anchored to it. */
import { type Block, type Image, toFigure } from '../../../model/index.ts'
import { toChartFigure, toDiagramBlocks, toTextBlocks } from '../../ooxml/index.ts'
import { type Content, type ContentType, decodeSymbols, type TextContent } from '../parse/index.ts'
import { isDeadEnd } from './bookmark-links.ts'
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
import { formattingOf, plainFormatting } from './formatting.ts'
import {
  addDisplay,
  addInline,
  addText,
  isAtStart,
  type ParagraphBuilder,
} from './paragraph-builder.ts'
import type { ResolvedStyle } from './styles.ts'

/** The surroundings of content within a paragraph. */
interface ContentScope extends StoryContext {
  readonly style: ResolvedStyle
  /** Target of the enclosing link. */
  readonly target: string | undefined
}

type ContentOf<Type extends ContentType> = Extract<Content, { readonly type: Type }>

type Handlers = {
  readonly [Type in ContentType]: (
    content: ContentOf<Type>,
    builder: ParagraphBuilder,
    scope: ContentScope,
  ) => void
}

const handlers: Handlers = {
  text: addRun,
  break: ({ isPage }, builder, scope) => {
    if (isHidden(scope)) return
    addInline(builder, { type: 'lineBreak' })
    // A page or column break separates the text before it from the text after it.
    if (isPage) addInline(builder, { type: 'lineBreak' })
  },
  link: ({ target, content }, builder, scope) =>
    convertContents(content, builder, { ...scope, target: target ?? scope.target }),
  bookmark: ({ name }, builder) => {
    builder.bookmarks.push(name)
  },
  fieldBegin: (field, _, { fields }) => beginField(field, fields),
  instruction: ({ text }, _, { fields }) => addInstruction(text, fields),
  fieldSeparator: (_, __, { fields }) => separateField(fields),
  fieldEnd: (_, builder, scope) => addResult(endField(scope.fields), builder, scope),
  simpleField: ({ instruction, content }, builder, scope) => {
    const target = findLinkTarget(instruction) ?? scope.target
    if (content.length > 0) convertContents(content, builder, { ...scope, target })
    else addResult(resultOf(instruction), builder, scope)
  },
  formula: ({ latex, number, isDisplay }, builder, scope) => {
    if (isHidden(scope)) return
    // Only a displayed formula has a number.
    if (!isDisplay && number === undefined) {
      addInline(builder, { type: 'formula', latex }, targetOf(scope))
    } else {
      addDisplay(builder, { type: 'formulaBlock', latex, ...(number !== undefined && { number }) })
    }
  },
  noteReference: ({ note }, builder, scope) => addNoteReference(note, builder, scope),
  checkBox: ({ checked }, builder, scope) => addCheckBox(checked, builder, scope),
  frame: ({ story }, builder, scope) =>
    addFloats(
      builder,
      scope,
      scope.convertStory(story, { ...scope, fields: createFields(), isCell: false }),
    ),
  shapeText: ({ body }, builder, scope) => addFloats(builder, scope, toTextBlocks(body)),
  chart: ({ chart, alt }, builder, scope) => {
    const figure = toChartFigure(chart, scope.conversion.warnings)
    addFloats(builder, scope, [alt === undefined ? figure : { ...figure, alt }])
  },
  diagram: ({ nodes }, builder, scope) => addFloats(builder, scope, toDiagramBlocks(nodes)),
  picture: ({ alt, isFloating, source }, builder, scope) => {
    if (isHidden(scope)) return
    const image: Image = { type: 'image', alt, ...(source !== undefined && { source }) }
    if (isFloating) builder.floats.push(toFigure(image))
    else addInline(builder, image, targetOf(scope))
  },
}

/** Appends converted content to the paragraph being built. */
export function convertContents(
  contents: readonly Content[],
  builder: ParagraphBuilder,
  scope: ContentScope,
): void {
  for (const content of contents) convertContent(content, builder, scope)
}

function convertContent<Type extends ContentType>(
  content: ContentOf<Type>,
  builder: ParagraphBuilder,
  scope: ContentScope,
): void {
  // Sound: the handler under a content's own type takes content of that type.
  const handle = handlers[content.type] as (
    content: ContentOf<Type>,
    builder: ParagraphBuilder,
    scope: ContentScope,
  ) => void
  handle(content, builder, scope)
}

/** Returns true within the instruction of a field, which Word does not show. */
function isHidden({ fields }: ContentScope): boolean {
  return fields.instructions > 0
}

function targetOf({ target, fields, conversion }: ContentScope): string | undefined {
  const found = target ?? linkTarget(fields)
  return isDeadEnd(found, conversion.bookmarkLinks) ? undefined : found
}

function addRun(
  { text, properties }: TextContent,
  builder: ParagraphBuilder,
  scope: ContentScope,
): void {
  if (isHidden(scope)) return
  const { style, conversion } = scope
  const formatting = formattingOf(properties, style, conversion.formatting)
  if (formatting.isHidden) return
  const shown = uncommon.test(text) ? cleanText(text, properties.font, builder.isCode) : text
  addText(builder, shown, formatting, targetOf(scope))
}

/** White space other than plain spaces, and the private use characters of symbol fonts. */
const uncommon = /[\t\r\n\uf020-\uf0ff]/

/** Turns line ends into spaces, as Word does; tabs also become spaces, except in code. */
function cleanText(text: string, font: string | undefined, isCode: boolean): string {
  const decoded = decodeSymbols(text, font)
  return isCode ? decoded : decoded.replace(/[\t\r\n]+/g, ' ')
}

function addResult(
  result: FieldResult | undefined,
  builder: ParagraphBuilder,
  scope: ContentScope,
): void {
  if (!result || isHidden(scope)) return
  switch (result.type) {
    case 'text':
      addText(builder, result.text, plainFormatting, targetOf(scope))
      return
    case 'symbol':
      addText(builder, symbolOf(result.font, result.code), plainFormatting, targetOf(scope))
      return
    case 'checkBox':
      addCheckBox(result.checked, builder, scope)
      return
    case 'formula':
      addInline(builder, { type: 'formula', latex: result.latex }, targetOf(scope))
  }
}

const PRIVATE_USE = 0xf000

function symbolOf(font: string, code: number): string {
  return decodeSymbols(String.fromCharCode(code < 0x100 && font ? PRIVATE_USE + code : code), font)
}

function addNoteReference(note: string, builder: ParagraphBuilder, scope: ContentScope): void {
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
  addInline(builder, { type: 'noteReference', note: notePrefix + note })
}

const boxText = (checked: boolean): string => (checked ? '☒' : '☐')

/** Makes the paragraph a task if it begins with a check box; other boxes, and boxes in tables, become characters. */
function addCheckBox(checked: boolean, builder: ParagraphBuilder, scope: ContentScope): void {
  if (isHidden(scope)) return
  builder.boxes += 1
  if (builder.boxes === 1 && isAtStart(builder) && !scope.isCell) {
    builder.leadingBox = checked
    return
  }
  if (builder.leadingBox !== undefined) {
    addFirst(builder, boxText(builder.leadingBox))
    builder.leadingBox = undefined
  }
  addText(builder, boxText(checked), plainFormatting, targetOf(scope))
}

/** Turns the first check box into a character when a second one follows in the same paragraph. */
function addFirst(builder: ParagraphBuilder, text: string): void {
  const [first] = builder.segments
  const run = { type: 'text', text } as const
  if (first?.type === 'text') {
    builder.segments[0] = { ...first, inlines: [run, ...first.inlines] }
  } else if (first) builder.segments.unshift({ type: 'text', inlines: [run] })
  else builder.inlines.unshift(run)
}

function addFloats(builder: ParagraphBuilder, scope: ContentScope, blocks: readonly Block[]): void {
  if (!isHidden(scope)) builder.floats.push(...blocks)
}
