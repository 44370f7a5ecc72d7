/** Builds the inlines of a paragraph: joins runs of equal formatting, and wraps linked content in links. */
import type { Block, FormulaBlock, Inline } from '../../../model/index.ts'
import { type Look, plainLook } from './looks.ts'
import { isPlace, type PlaceLink } from './places.ts'

/** A paragraph being built. */
export interface Flow {
  /** True for code, which is not trimmed. */
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
  readonly placeLinks: PlaceLink[]
  inlines: Inline[]
  link: { readonly target: string; readonly inlines: Inline[] } | undefined
  text: string
  look: Look
}

export type Segment = { readonly type: 'text'; readonly inlines: readonly Inline[] } | FormulaBlock

export function createFlow(isCode: boolean): Flow {
  return {
    isCode,
    segments: [],
    floats: [],
    boxes: 0,
    leadingBox: undefined,
    bookmarks: [],
    placeLinks: [],
    inlines: [],
    link: undefined,
    text: '',
    look: plainLook,
  }
}

/** @param target Target of the enclosing link. */
export function addText(flow: Flow, text: string, look: Look, target?: string): void {
  if (look !== flow.look || target !== flow.link?.target) {
    flushText(flow)
    enterLink(flow, target)
    flow.look = look
  }
  flow.text += text
}

export function addInline(flow: Flow, inline: Inline, target?: string): void {
  flushText(flow)
  enterLink(flow, target)
  ;(flow.link?.inlines ?? flow.inlines).push(inline)
}

/** Adds a displayed formula, which ends the line. */
export function addDisplay(flow: Flow, formula: FormulaBlock): void {
  endSegment(flow)
  flow.segments.push(formula)
}

/** Returns true while the paragraph has no visible content. */
export function isAtStart(flow: Flow): boolean {
  return flow.text.trim() === '' && flow.segments.length === 0 && !flow.inlines.some(shows)
}

/** Finishes the paragraph and returns its segments. */
export function takeSegments(flow: Flow): readonly Segment[] {
  endSegment(flow)
  return flow.segments
}

function endSegment(flow: Flow): void {
  flushText(flow)
  flow.link = undefined
  const inlines = flow.isCode ? flow.inlines : trimInlines(flow.inlines)
  flow.inlines = []
  if (inlines.some(shows)) flow.segments.push({ type: 'text', inlines })
}

function flushText(flow: Flow): void {
  const { text, look } = flow
  if (text === '') return
  flow.text = ''
  const inline: Inline = look.isCode
    ? { type: 'code', text }
    : { type: 'text', text, ...look.marks }
  ;(flow.link?.inlines ?? flow.inlines).push(inline)
}

function enterLink(flow: Flow, target: string | undefined): void {
  if (flow.link?.target === target) return
  flow.link = undefined
  if (target === undefined) return
  const inlines: Inline[] = []
  const link = { type: 'link' as const, target, inlines }
  flow.inlines.push(link)
  if (isPlace(target)) flow.placeLinks.push(link)
  flow.link = link
}

/** Returns true for visible inlines: anything except spaces and breaks. */
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
