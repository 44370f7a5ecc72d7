/** Classifies a paragraph by its style, numbering and content: item, line of code, heading, text. */
import type { Block, Figure, Inline } from '../../../model/index.ts'
import { bullet, plainText, toFigure } from '../../../model/index.ts'
import type { Content, Indent, Paragraph } from '../parse/index.ts'
import { findTypewriting, type Typewriting } from './code.ts'
import { convertContents } from './contents.ts'
import type { StoryContext } from './context.ts'
import type { Entry } from './entries.ts'
import { isInContents } from './fields.ts'
import { findStandaloneFormulas, joinFormulas } from './formulas.ts'
import { type Numbered, nextNumber } from './numbering.ts'
import {
  createParagraphBuilder,
  type ParagraphBuilder,
  type Segment,
  shows,
  takeSegments,
  trimInlines,
} from './paragraph-builder.ts'
import { headingLevel, type ResolvedStyle } from './styles.ts'

/**
 * Converts a paragraph.
 *
 * @param before Content of preceding paragraphs that run into this one.
 */
export function convertParagraph(
  paragraph: Paragraph,
  before: readonly Content[],
  context: StoryContext,
): Entry[] {
  const { properties, content } = paragraph
  const { styles, numbering } = context.conversion
  const style = styles.ofParagraph(properties.styleId)
  const all = before.length > 0 ? [...before, ...content] : content
  const typewriting = context.isCell ? 'prose' : findTypewriting(all, style, styles)
  const builder = createParagraphBuilder(typewriting !== 'prose')
  const startsInContents = isInContents(context.fields)
  convertContents(all, builder, { ...context, style, target: undefined })
  const segments = takeSegments(builder)
  const numbered = nextNumber(properties.numbering, style, numbering)
  const own: ParagraphFacts = {
    style,
    segments,
    numbered,
    outlineLevel: properties.outlineLevel,
    checked: builder.leadingBox,
    indent: indentOf(properties.indent, properties.numbering !== undefined, style, numbered),
    isCell: context.isCell,
    contentsLevel: contentsLevel(style, startsInContents, context),
    isUnnumbered: properties.numbering?.numId === '0',
    typewriting,
  }
  const entries = toEntries(own)
  recordBookmarks(builder, entries, context)
  return builder.floats.length > 0 ? [...entries, ...toFloats(builder.floats, numbered)] : entries
}

/** Records the bookmarks of a heading, and the paragraph's links to bookmarks. */
function recordBookmarks(
  { bookmarks, bookmarkLinks }: ParagraphBuilder,
  entries: readonly Entry[],
  { conversion }: StoryContext,
): void {
  const { headings, links } = conversion.bookmarkLinks
  if (bookmarkLinks.length > 0) links.push(...bookmarkLinks)
  const heading = bookmarks.length > 0 ? entries.find(isHeading) : undefined
  if (heading) for (const name of bookmarks) headings.set(name, heading.block)
}

function isHeading(entry: Entry): entry is Extract<Entry, { readonly type: 'block' }> {
  return entry.type === 'block' && ['heading', 'title'].includes(entry.block.type)
}

/** The properties of a paragraph that decide its type. */
interface ParagraphFacts {
  readonly style: ResolvedStyle
  readonly segments: readonly Segment[]
  readonly numbered: Numbered | undefined
  readonly outlineLevel: number | undefined
  readonly checked: boolean | undefined
  readonly indent: Indent
  readonly isCell: boolean
  readonly contentsLevel: number | undefined
  readonly isUnnumbered: boolean
  readonly typewriting: Typewriting
}

/**
 * Returns the level of a table of contents entry, in profiles that keep such tables as lists; 0 if only the indent
 * shows the level.
 */
function contentsLevel(
  { role }: ResolvedStyle,
  startsInContents: boolean,
  { conversion, fields, isCell }: StoryContext,
): number | undefined {
  if (conversion.profile === 'fast' || isCell) return undefined
  if (role.type === 'contents') return role.level
  return startsInContents || isInContents(fields) ? 0 : undefined
}

/** 17.7.2, 17.9.22: the paragraph's own numbering overrides its style's indent; numbering from the style does not. */
function indentOf(
  own: Indent | undefined,
  isNumberedDirectly: boolean,
  style: ResolvedStyle,
  numbered: Numbered | undefined,
): Indent {
  const level = numbered?.indent
  const [first, second] = isNumberedDirectly ? [level, style.indent] : [style.indent, level]
  return { ...second, ...first, ...own }
}

function toEntries(own: ParagraphFacts): Entry[] {
  const { style, segments, numbered, outlineLevel, checked, typewriting } = own
  const { role } = style
  if (typewriting === 'code' && !numbered?.marker && isAllText(segments)) {
    return [{ type: 'code', text: codeText(segments) }]
  }
  if (segments.length === 0 && checked === undefined) return []
  if (role.type === 'title') return blockEntries([{ type: 'title', inlines: numberedInlines(own) }])
  const level = headingLevel(role, outlineLevel)
  if (level !== undefined) return [headingEntry(level, own)]
  if (role.type === 'caption') {
    return blockEntries([{ type: 'paragraph', role: 'caption', inlines: numberedInlines(own) }])
  }
  if (numbered?.marker) return [itemEntry(own, numbered)]
  const blocks = toBlocks(own)
  if (own.contentsLevel !== undefined) return [contentsEntry(own, own.contentsLevel, blocks)]
  if (role.type === 'quote') return [{ type: 'quote', blocks }]
  const { start = 0, firstLine = 0 } = own.indent
  const isListStyle = role.type === 'list' || own.isUnnumbered
  const text: Entry = { type: 'text', blocks, start: start + Math.min(firstLine, 0), isListStyle }
  if (typewriting !== 'monospaced' || !isAllText(segments)) return [text]
  return [{ type: 'code', text: codeText(segments), otherwise: text }]
}

/** Returns true if a code block can represent all the content. */
function isAllText(segments: readonly Segment[]): boolean {
  return segments.every(
    (segment) =>
      segment.type === 'text' &&
      segment.inlines.every(({ type }) => ['text', 'code', 'lineBreak'].includes(type)),
  )
}

function blockEntries(blocks: readonly Block[]): Entry[] {
  return blocks.map((block) => ({ type: 'block', block }))
}

function headingEntry(level: number, own: ParagraphFacts): Entry {
  return { type: 'block', block: { type: 'heading', level, inlines: numberedInlines(own) } }
}

/** Prefixes a heading or caption with its printed number. */
function numberedInlines({ segments, numbered }: ParagraphFacts): readonly Inline[] {
  const inlines = allInlines(segments)
  if (!numbered || numbered.text === '') return inlines
  return prefixed(numbered.isTight ? numbered.text : `${numbered.text} `, inlines)
}

/** Adds a prefix in the formatting of the first text, as Word prints it. */
function prefixed(text: string, inlines: readonly Inline[]): readonly Inline[] {
  const [first] = inlines
  const { bold = false, italic = false } = first?.type === 'text' ? first : {}
  return [{ type: 'text', text, ...(bold && { bold }), ...(italic && { italic }) }, ...inlines]
}

function itemEntry(own: ParagraphFacts, { marker, level, family }: Numbered): Entry {
  const { start } = own.indent
  return {
    type: 'item',
    marker: marker ?? { type: 'bullet' },
    level,
    family,
    ...(start !== undefined && { start }),
    ...(own.checked !== undefined && { checked: own.checked }),
    blocks: toBlocks({ ...own, checked: undefined }),
  }
}

/** Entries without a level from a style, such as those of Google Docs, are nested by their indent. */
function contentsEntry(
  { style, indent }: ParagraphFacts,
  level: number,
  blocks: readonly Block[],
): Entry {
  const start = (indent.start ?? 0) + Math.min(indent.firstLine ?? 0, 0)
  const family = style.role.type === 'contents' ? 'contents' : `contents at ${start}`
  return { type: 'item', marker: bullet, level, family, start, blocks }
}

/** Makes floats of an item part of it. */
function toFloats(floats: readonly Block[], numbered: Numbered | undefined): Entry[] {
  return floats.map((block) => ({ type: numbered?.marker ? 'inside' : 'block', block }))
}

/** Joins all segments into one list of inlines, formulas included. */
function allInlines(segments: readonly Segment[]): readonly Inline[] {
  const [first, ...rest] = segments
  if (first?.type === 'text' && rest.length === 0) return first.inlines
  return segments.flatMap((segment, index): readonly Inline[] => {
    const inlines: readonly Inline[] =
      segment.type === 'text' ? segment.inlines : [{ type: 'formula', latex: segment.latex }]
    return index === 0 ? inlines : [{ type: 'text', text: ' ' }, ...inlines]
  })
}

function codeText(segments: readonly Segment[]): string {
  return segments
    .map((segment) => (segment.type === 'text' ? plainText(segment.inlines) : segment.latex))
    .join('\n')
}

/** Converts segments to paragraphs and displayed formulas. */
function toBlocks({ segments, checked, isCell, numbered }: ParagraphFacts): Block[] {
  if (isCell) {
    return splitAtGaps(allInlines(segments)).map((inlines) => ({ type: 'paragraph', inlines }))
  }
  const [first] = segments
  if (segments.length === 1 && first?.type === 'text' && first.inlines.every(isRun)) {
    return withCheckBox([{ type: 'paragraph', inlines: first.inlines }], checked)
  }
  const blocks = segments.flatMap((segment): Block[] => {
    if (segment.type === 'formulaBlock') return [segment]
    const formulas = numbered ? [] : findStandaloneFormulas(segment.inlines)
    if (formulas.length > 0) return formulas
    const figures = findStandaloneFigures(segment.inlines)
    if (figures.length > 0) return figures
    return splitAtGaps(segment.inlines).map((inlines) => ({ type: 'paragraph', inlines }))
  })
  return withCheckBox(joinFormulas(blocks), checked)
}

/** Returns true for inlines that never change the type of their paragraph; most paragraphs have no others. */
function isRun({ type }: Inline): boolean {
  return type === 'text' || type === 'link' || type === 'noteReference'
}

/** Returns the pictures of a paragraph that holds nothing else. */
function findStandaloneFigures(inlines: readonly Inline[]): Figure[] {
  const visible = inlines.filter(shows)
  const images = visible.filter((inline) => inline.type === 'image')
  if (images.length < visible.length) return []
  return images.map(toFigure)
}

function withCheckBox(blocks: Block[], checked: boolean | undefined): Block[] {
  if (checked === undefined) return blocks
  const [first, ...rest] = blocks
  if (first?.type === 'paragraph') return [{ ...first, checked }, ...rest]
  return [{ type: 'paragraph', inlines: [], checked }, ...blocks]
}

/** Splits at two consecutive line breaks or at a page break, which look like the end of a paragraph. */
function splitAtGaps(inlines: readonly Inline[]): (readonly Inline[])[] {
  if (inlines.every(({ type }) => type !== 'lineBreak')) return inlines.length > 0 ? [inlines] : []
  const parts: Inline[][] = [[]]
  let breaks = 0
  for (const inline of inlines) {
    breaks = shows(inline) ? 0 : breaks + (inline.type === 'lineBreak' ? 1 : 0)
    if (breaks === 2 && inline.type === 'lineBreak') parts.push([])
    else parts.at(-1)?.push(inline)
  }
  return parts.map(trimInlines).filter((part) => part.length > 0)
}
