/** Builds the inlines of a paragraph: joins runs of equal formatting, and wraps linked content in links. */
import type { Block, FormulaBlock, Inline } from '../../../model/index.ts'
import { type BookmarkLink, isInternal } from './bookmark-links.ts'
import { type Formatting, plainFormatting } from './formatting.ts'

/** A paragraph being built. */
export interface ParagraphBuilder {
  /** True for code, whose spaces are kept. */
  readonly isCode: boolean
  /** Text segments, separated by displayed formulas. */
  readonly segments: Segment[]
  /** Text boxes and figures anchored to the paragraph; they follow it. */
  readonly floats: Block[]
  /** The number of check boxes so far. */
  boxes: number
  leadingBox: boolean | undefined
  /** Names of the bookmarks that begin in the paragraph. */
  readonly bookmarks: string[]
  /** Links to bookmarks. */
  readonly bookmarkLinks: BookmarkLink[]
  inlines: Inline[]
  link: { readonly target: string; readonly inlines: Inline[] } | undefined
  text: string
  formatting: Formatting
}

export type Segment = { readonly type: 'text'; readonly inlines: readonly Inline[] } | FormulaBlock

export function createParagraphBuilder(isCode: boolean): ParagraphBuilder {
  return {
    isCode,
    segments: [],
    floats: [],
    boxes: 0,
    leadingBox: undefined,
    bookmarks: [],
    bookmarkLinks: [],
    inlines: [],
    link: undefined,
    text: '',
    formatting: plainFormatting,
  }
}

/** @param target Target of the enclosing link. */
export function addText(
  builder: ParagraphBuilder,
  text: string,
  formatting: Formatting,
  target?: string,
): void {
  if (formatting !== builder.formatting || target !== builder.link?.target) {
    flushText(builder)
    enterLink(builder, target)
    builder.formatting = formatting
  }
  builder.text += text
}

export function addInline(builder: ParagraphBuilder, inline: Inline, target?: string): void {
  flushText(builder)
  enterLink(builder, target)
  ;(builder.link?.inlines ?? builder.inlines).push(inline)
}

/** Adds a displayed formula, which ends the line. */
export function addDisplay(builder: ParagraphBuilder, formula: FormulaBlock): void {
  endSegment(builder)
  builder.segments.push(formula)
}

/** Returns true while the paragraph has no visible content. */
export function isAtStart(builder: ParagraphBuilder): boolean {
  return builder.text.trim() === '' && builder.segments.length === 0 && !builder.inlines.some(shows)
}

/** Finishes the paragraph and returns its segments. */
export function takeSegments(builder: ParagraphBuilder): readonly Segment[] {
  endSegment(builder)
  return builder.segments
}

function endSegment(builder: ParagraphBuilder): void {
  flushText(builder)
  builder.link = undefined
  const inlines = builder.isCode ? builder.inlines : trimInlines(builder.inlines)
  builder.inlines = []
  if (inlines.some(shows)) builder.segments.push({ type: 'text', inlines })
}

function flushText(builder: ParagraphBuilder): void {
  const { text, formatting } = builder
  if (text === '') return
  builder.text = ''
  const inline: Inline = formatting.isCode
    ? { type: 'code', text }
    : { type: 'text', text, ...formatting.marks }
  ;(builder.link?.inlines ?? builder.inlines).push(inline)
}

function enterLink(builder: ParagraphBuilder, target: string | undefined): void {
  if (builder.link?.target === target) return
  builder.link = undefined
  if (target === undefined) return
  const inlines: Inline[] = []
  const link = { type: 'link' as const, target, inlines }
  builder.inlines.push(link)
  if (isInternal(target)) builder.bookmarkLinks.push(link)
  builder.link = link
}

/** Returns true for visible inlines: all except spaces and breaks. */
export function shows(inline: Inline): boolean {
  switch (inline.type) {
    case 'text':
    case 'code':
      return hasInk(inline.text)
    case 'link':
      return inline.inlines.some(shows)
    case 'lineBreak':
      return false
    default:
      return true
  }
}

const SPACE = 32
const LAST_ASCII = 126

/** Returns true for text with a visible character; checks the first character before searching the rest. */
function hasInk(text: string): boolean {
  const first = text.charCodeAt(0)
  return (first > SPACE && first <= LAST_ASCII) || /\S/.test(text)
}

/** Removes spaces and breaks at both ends. */
export function trimInlines(inlines: readonly Inline[]): readonly Inline[] {
  const first = inlines.findIndex(shows)
  if (first < 0) return []
  const trimmed = inlines.slice(first, inlines.findLastIndex(shows) + 1)
  trimAt(trimmed, 0, (text) => text.trimStart())
  trimAt(trimmed, trimmed.length - 1, (text) => text.trimEnd())
  return trimmed
}

function trimAt(inlines: Inline[], index: number, trim: (text: string) => string): void {
  const inline = inlines[index]
  if (inline?.type !== 'text') return
  const text = trim(inline.text)
  if (text.length < inline.text.length) inlines[index] = { ...inline, text }
}
