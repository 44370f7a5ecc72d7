/** Puts figures among the blocks, each with its caption and the text inside its box. */
import {
  type BBox,
  type Block,
  type Figure,
  type Paragraph,
  plainText,
} from '../../../model/index.ts'
import { isCentreIn } from '../boxes.ts'
import { captionKind } from '../captions.ts'
import type { ReadPicture } from '../ocr/index.ts'
import type { FoundFigure } from '../regions/index.ts'
import { toTableBlock } from '../tables/index.ts'
import { structureSettings as settings } from './settings.ts'

/** Figures by page. */
export type Figures = ReadonlyMap<number, readonly FoundFigure[]>

/** Text recognised in pictures, by page. */
type PictureTexts = ReadonlyMap<number, readonly ReadPicture[]>

export function placeFigures(
  blocks: readonly Block[],
  figures: Figures,
  texts: PictureTexts = new Map(),
): Block[] {
  const placed: Block[] = [...blocks]
  for (const [page, boxes] of figures) {
    const pictures = texts.get(page) ?? []
    const alone = pictures.filter((picture) => !boxes.some((box) => isCentreIn(picture.box, box)))
    for (const { box, isSure } of [
      ...boxes.map(({ x0, y0, x1, y1, isSure }) => ({ box: { x0, y0, x1, y1 }, isSure })),
      ...alone.map(({ box }) => ({ box, isSure: false })),
    ]) {
      const own = pictures.filter((picture) => isCentreIn(picture.box, box))
      const texts = own.flatMap((picture) => textsOf(picture, page))
      placeFigure(placed, { page, box, texts, isSure })
    }
  }
  return placed
}

/** Returns the paragraphs and tables read in a picture, from top to bottom. */
function textsOf({ blocks, tables = [] }: ReadPicture, page: number): Block[] {
  const texts = blocks.map(({ text, box: bbox }) => {
    const inlines = [{ type: 'text', text } as const]
    const block: Paragraph = {
      type: 'paragraph',
      inlines,
      provenance: [{ type: 'page', page, bbox }],
    }
    return { top: bbox.y0, block }
  })
  const shown = tables.map((table) => ({ top: table.box.y0, block: toTableBlock(table) }))
  return [...texts, ...shown].sort((a, b) => a.top - b.top).map(({ block }) => block)
}

interface PlacedFigure {
  readonly page: number
  readonly box: BBox
  /** Text recognised in the figure. */
  readonly texts: readonly Block[]
  /** True if all text within the box belongs to the figure, wherever it is in reading order. */
  readonly isSure: boolean
}

function placeFigure(blocks: Block[], given: PlacedFigure): void {
  const { page, box } = given
  const own = given.isSure ? takeTexts(blocks, page, box) : { texts: [], at: -1 }
  const figure = { ...given, texts: [...given.texts, ...own.texts] }
  const at = findCaption(blocks, page, box)
  const caption = blocks[at]
  if (caption?.type === 'paragraph') tieCaption(blocks, at, caption, figure)
  else if (own.at >= 0) blocks.splice(own.at, 0, figureOf(figure))
  else insertFigure(blocks, figure)
}

/** Removes the texts in a box from the blocks. @returns The texts, and the index of the first. */
function takeTexts(
  blocks: Block[],
  page: number,
  box: BBox,
): { readonly texts: Block[]; readonly at: number } {
  const isText = (block: Block) =>
    block.type === 'paragraph' && block.role !== 'caption' && isTextIn(block, page, box)
  const texts: Block[] = []
  let at = -1
  let kept = 0
  for (const [index, block] of blocks.entries()) {
    if (!isText(block)) {
      blocks[kept++] = block
      continue
    }
    texts.push(block)
    if (at < 0) at = index
  }
  blocks.length = kept
  return { texts, at }
}

function boxOn(block: Block | undefined, page: number): BBox | undefined {
  for (const place of block?.provenance ?? []) {
    if (place.type === 'page' && place.page === page) return place.bbox
  }
  return undefined
}

function boxesOn(blocks: readonly Block[], page: number): BBox[] {
  return blocks.flatMap((block) => boxOn(block, page) ?? [])
}

function isTextIn(block: Block, page: number, box: BBox): boolean {
  const own = boxOn(block, page)
  return own !== undefined && isCentreIn(own, box)
}

/** Finds the nearest caption above or below the box. @returns Its index, or −1. */
function findCaption(blocks: readonly Block[], page: number, box: BBox): number {
  let nearest = -1
  let least: number = settings.captionPoints
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'paragraph' || block.role !== 'caption') continue
    const own = boxOn(block, page)
    if (!own || !isBeside(own, box) || captionKind(plainText(block.inlines)) === 'table') continue
    const distance = Math.max(own.y0 - box.y1, box.y0 - own.y1)
    if (distance >= least) continue
    nearest = index
    least = distance
  }
  return nearest
}

/** Returns true if two boxes overlap horizontally. */
function isBeside(a: BBox, b: BBox): boolean {
  return Math.min(a.x1, b.x1) > Math.max(a.x0, b.x0)
}

/** Replaces a caption with its figure, and moves neighbouring text inside the figure's box into it. */
function tieCaption(
  blocks: Block[],
  at: number,
  caption: Paragraph,
  { page, box, texts, isSure }: PlacedFigure,
): void {
  const place = boxOn(caption, page) ?? box
  const isBelow = place.y0 > (box.y0 + box.y1) / 2
  // The labels of an axis lie between a chart and its caption.
  const [y0, y1] = [Math.min(box.y0, place.y0), Math.max(box.y1, place.y1)]
  const whole = isSure ? { ...box, y0, y1 } : box
  const isText = (index: number) => {
    const block = blocks[index]
    return block?.type === 'paragraph' && isTextIn(block, page, whole)
  }
  let first = at
  let last = at
  while (isBelow && isText(first - 1)) first--
  while (!isBelow && isText(last + 1)) last++
  const inside = isBelow ? blocks.slice(first, at) : blocks.slice(at + 1, last + 1)
  const figure = figureOf(
    { page, box, texts: [...texts, ...inside] },
    {
      inlines: caption.inlines,
      position: isBelow ? 'below' : 'above',
      ...(caption.provenance && { provenance: caption.provenance }),
    },
  )
  blocks.splice(first, last - first + 1, figure)
}

function figureOf(
  { page, box, texts }: Omit<PlacedFigure, 'isSure'>,
  caption?: Figure['caption'],
): Figure {
  return {
    type: 'figure',
    ...(caption && { caption }),
    blocks: texts,
    provenance: [{ type: 'page', page, bbox: box }],
  }
}

/**
 * Inserts a figure without a caption after the last block above it. In a list that continues below the figure, it becomes part
 * of the item above it: steps of instructions have pictures between them.
 */
function insertFigure(blocks: Block[], placed: PlacedFigure): void {
  const { page, box } = placed
  const figure = figureOf(placed)
  const at = placeAfter(blocks, page, box)
  const list = blocks[at - 1]
  const items = list?.type === 'list' ? list.items : []
  const item = items.findLastIndex(({ blocks: own }) =>
    boxesOn(own, page).some((part) => isAbove(part, box)),
  )
  if (list?.type !== 'list' || item < 0 || item === items.length - 1) blocks.splice(at, 0, figure)
  else
    blocks[at - 1] = {
      ...list,
      items: items.map((own, index) =>
        index === item ? { ...own, blocks: [...own.blocks, figure] } : own,
      ),
    }
}

/** @returns The index after the last block above the box, or before the page's first block. */
function placeAfter(blocks: readonly Block[], page: number, box: BBox): number {
  let at = -1
  for (const [index, block] of blocks.entries()) {
    const parts = block.type === 'list' ? block.items.flatMap((item) => item.blocks) : [block]
    const own = boxesOn(parts, page)
    if (own.length === 0) continue
    if (at < 0) at = index
    // Text beside the figure goes on above it, such as the heading of a paragraph that flows around it.
    const goesOn = index === at && own.every(({ y1 }) => y1 <= box.y0 + settings.overlapPoints)
    if (goesOn || own.some((part) => isAbove(part, box))) at = index + 1
  }
  return at < 0 ? blocks.length : at
}

/** Returns true if most of a block is above the box, in its width. */
function isAbove({ x0, x1, y0, y1 }: BBox, box: BBox): boolean {
  const isHigher = y1 <= box.y0 + settings.overlapPoints || (y0 + y1) / 2 <= box.y0
  return isHigher && isBeside({ x0, x1, y0, y1 }, box)
}
