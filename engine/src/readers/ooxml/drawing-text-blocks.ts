/** Converts DrawingML paragraphs to blocks: lists nested by level and margin, formulas, paragraphs. */
import type { Block, Inline, Item, Marker, Provenance } from '../../model/index.ts'
import {
  hasText,
  type LevelStyles,
  type ParagraphStyle,
  type TextBody,
  type TextParagraph,
  type TextRun,
} from './drawing-text.ts'
import { toMarker } from './drawing-text-numbers.ts'

/**
 * Merges two list styles.
 *
 * @param above Its properties win; `below` supplies the missing ones.
 */
export function mergeStyles(above: LevelStyles, below: LevelStyles): LevelStyles {
  if (above.length === 0) return below
  if (below.length === 0) return above
  return Array.from({ length: Math.max(above.length, below.length) }, (_, level) => ({
    ...below[level],
    ...above[level],
  }))
}

/**
 * Converts a text body to blocks.
 *
 * @param inherited Properties that neither the paragraphs nor the body's own list style set.
 * @param provenance Given to every block.
 */
export function toTextBlocks(
  body: TextBody,
  inherited: LevelStyles = [],
  provenance?: readonly Provenance[],
): Block[] {
  const styles = mergeStyles(body.styles, inherited)
  const outline: Outline = { blocks: [], open: [], counters: [], provenance }
  for (const paragraph of body.paragraphs) {
    if (!hasText(paragraph)) continue
    addParagraph(paragraph, { ...styles[paragraph.level], ...paragraph.style }, outline)
  }
  return outline.blocks
}

/** Joins the paragraphs of a body with line breaks. */
export function toInlines(body: TextBody): Inline[] {
  return body.paragraphs
    .filter(hasText)
    .flatMap((paragraph, index) => [
      ...(index === 0 ? [] : [{ type: 'lineBreak' } as const]),
      ...runsToInlines(paragraph.runs),
    ])
}

/** The blocks so far, with the state of lists and counters. */
interface Outline {
  readonly blocks: Block[]
  /** Lists that the next paragraph may continue, the outermost first. */
  readonly open: OpenList[]
  /** Counters by level. */
  readonly counters: (Counter | undefined)[]
  readonly provenance: readonly Provenance[] | undefined
}

interface OpenList {
  readonly level: number
  readonly margin: number
  readonly items: OpenItem[]
}

interface OpenItem extends Item {
  readonly blocks: Block[]
}

interface Counter {
  readonly scheme: string
  readonly startAt: number
  readonly value: number
}

/** Margins that differ by less, in points, are treated as equal; list levels are 18 to 36 apart. */
const MARGIN_TOLERANCE = 5

function addParagraph(paragraph: TextParagraph, style: ParagraphStyle, outline: Outline): void {
  const { level } = paragraph
  const typed = splitTypedBullet(paragraph)
  const marker: Marker | undefined =
    nextMarker(level, style, outline.counters) ?? (typed && { type: 'bullet' })
  const blocks = toParagraphBlocks(typed ?? paragraph.runs, outline.provenance)
  if (marker) addItem({ marker, blocks }, level, style.margin ?? 0, outline)
  else {
    closeListsFor(style, outline.open)
    const item = outline.open.at(-1)?.items.at(-1)
    ;(item?.blocks ?? outline.blocks).push(...blocks)
  }
}

/** A bullet glyph typed as text, also of symbol fonts, before a blank. */
const typedBullet = /^\s*[•‣◦▪▫●○■□◆◇►➢\uf020-\uf0ff][ \t\u00a0]+/

/** Returns the runs after a typed bullet; `undefined` without one. */
function splitTypedBullet(paragraph: TextParagraph): readonly TextRun[] | undefined {
  const [first, ...rest] = paragraph.runs
  if (first?.type !== 'text' || !typedBullet.test(first.text)) return undefined
  const runs = [{ ...first, text: first.text.replace(typedBullet, '') }, ...rest]
  return hasText({ ...paragraph, runs }) ? runs : undefined
}

/**
 * Numbers a paragraph as PowerPoint does: each level counts separately, and restarts when the scheme or start changes or
 * when a paragraph of an outer level, or an unnumbered one of the same level, intervenes.
 */
function nextMarker(
  level: number,
  { bullet }: ParagraphStyle,
  counters: (Counter | undefined)[],
): Marker | undefined {
  counters.length = Math.min(counters.length, level + 1)
  const counter = counters[level]
  counters[level] = undefined
  if (!bullet || bullet.type === 'none') return undefined
  if (bullet.type === 'symbol') return { type: 'bullet' }
  const { scheme, startAt } = bullet
  const goesOn = counter?.scheme === scheme && counter.startAt === startAt
  const value = goesOn ? counter.value + 1 : startAt
  counters[level] = { scheme, startAt, value }
  return toMarker(scheme, value)
}

function addItem(item: OpenItem, level: number, margin: number, outline: Outline): void {
  const { open, provenance } = outline
  let list: OpenList | undefined
  while (isDeeper(open.at(-1), level, margin)) list = open.pop()
  const top = open.at(-1)
  // A list that was deeper only because levels were skipped continues here.
  if (top && !isDeeper({ level, margin }, top.level, top.margin)) list = open.pop()
  if (list && continues(list.items.at(-1)?.marker, item.marker)) {
    list.items.push(item)
    open.push({ level, margin, items: list.items })
    return
  }
  const items = [item]
  const parent = open.at(-1)?.items.at(-1)
  const blocks = parent?.blocks ?? outline.blocks
  blocks.push({ type: 'list', items, ...(provenance && { provenance }) })
  open.push({ level, margin, items })
}

/** Compares levels, and margins within a level, for authors who indent with the ruler. */
function isDeeper(
  list: Omit<OpenList, 'items'> | undefined,
  level: number,
  margin: number,
): boolean {
  if (!list) return false
  return list.level === level ? list.margin > margin + MARGIN_TOLERANCE : list.level > level
}

/** Returns true if an item continues the list: the same kind of marker, and the next number. */
function continues(before: Marker | undefined, next: Marker): boolean {
  if (before?.type !== 'number' || next.type !== 'number') return before?.type === next.type
  return before.delimiter === next.delimiter && before.value + 1 === next.value
}

/** Keeps lists open whose text has the same left edge as an unbulleted paragraph; closes all others. */
function closeListsFor({ margin = 0, indent = 0 }: ParagraphStyle, open: OpenList[]): void {
  const start = margin + Math.min(indent, 0)
  while (open.length > 0) {
    const text = open.at(-1)?.margin ?? 0
    if (text > MARGIN_TOLERANCE && start > text - MARGIN_TOLERANCE) return
    open.pop()
  }
}

function toParagraphBlocks(
  runs: readonly TextRun[],
  provenance: readonly Provenance[] | undefined,
): Block[] {
  const origin = provenance && { provenance }
  const isDisplay = runs.every(
    (run) =>
      (run.type === 'formula' && run.display) ||
      run.type === 'break' ||
      (run.type === 'text' && run.text.trim() === ''),
  )
  if (!isDisplay) return [{ type: 'paragraph', inlines: runsToInlines(runs), ...origin }]
  return runs.flatMap((run): Block[] =>
    run.type === 'formula'
      ? [{ type: 'formulaBlock', latex: run.latex, ...pickNumber(run.number), ...origin }]
      : [],
  )
}

function pickNumber(number: string | undefined): { number?: string } {
  return number === undefined ? {} : { number }
}

function runsToInlines(runs: readonly TextRun[]): Inline[] {
  const inlines: Inline[] = []
  let link: { target: string; inlines: Inline[] } | undefined
  for (const run of runs) {
    const target = run.type === 'text' ? run.link : undefined
    if (target === undefined) link = undefined
    else if (link?.target !== target) {
      link = { target, inlines: [] }
      inlines.push({ type: 'link', ...link })
    }
    ;(link?.inlines ?? inlines).push(toInline(run))
  }
  return inlines
}

function toInline(run: TextRun): Inline {
  switch (run.type) {
    case 'text':
      return { type: 'text', text: run.text, ...run.marks }
    case 'break':
      return { type: 'lineBreak' }
    case 'formula':
      return { type: 'formula', latex: run.latex }
  }
}
