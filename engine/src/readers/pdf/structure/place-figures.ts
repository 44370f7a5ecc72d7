/** Blocks and the boxes of figures → blocks with a figure at the place of each, its caption and the text in it inside. */
import type { BBox, Block, Figure, Paragraph } from '../../../model/index.ts'
import { isTableCaption } from './markers.ts'

/** A caption is this near to its figure, in points. */
const CAPTION_POINTS = 60
/** Boxes of figures and text may overlap by this many points. */
const OVERLAP_POINTS = 12

/** Figures by page. */
export type Figures = ReadonlyMap<number, readonly BBox[]>

export function placeFigures(blocks: readonly Block[], figures: Figures): Block[] {
  const placed: Block[] = [...blocks]
  for (const [page, boxes] of figures) for (const box of boxes) placeFigure(placed, page, box)
  return placed
}

function placeFigure(blocks: Block[], page: number, box: BBox): void {
  const at = findCaption(blocks, page, box)
  const caption = blocks[at]
  if (caption?.type === 'paragraph') tieCaption(blocks, at, caption, page, box)
  else insertFigure(blocks, page, box)
}

function boxOn(block: Block | undefined, page: number): BBox | undefined {
  const place = block?.provenance?.find((own) => own.type === 'page' && own.page === page)
  return place?.type === 'page' ? place.bbox : undefined
}

/** The nearest caption of the page above or below the box. @returns −1 where there is none. */
function findCaption(blocks: readonly Block[], page: number, box: BBox): number {
  let nearest = -1
  let least = CAPTION_POINTS
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'paragraph' || block.role !== 'caption') continue
    const own = boxOn(block, page)
    if (!own || !isBeside(own, box) || isTableCaption(textOf(block))) continue
    const distance = Math.max(own.y0 - box.y1, box.y0 - own.y1)
    if (distance < -OVERLAP_POINTS || distance >= least) continue
    nearest = index
    least = distance
  }
  return nearest
}

function textOf({ inlines }: Paragraph): string {
  return inlines.map((inline) => ('text' in inline ? inline.text : '')).join('')
}

/** Whether two boxes share some of their width. */
function isBeside(a: BBox, b: BBox): boolean {
  return Math.min(a.x1, b.x1) > Math.max(a.x0, b.x0)
}

function isInside(own: BBox | undefined, box: BBox): boolean {
  if (!own) return false
  const x = (own.x0 + own.x1) / 2
  const y = (own.y0 + own.y1) / 2
  return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1
}

/** Puts a figure in the place of its caption; text inside of it that stands next to the caption goes along. */
function tieCaption(
  blocks: Block[],
  at: number,
  caption: Paragraph,
  page: number,
  box: BBox,
): void {
  const isBelow = (boxOn(caption, page)?.y0 ?? 0) > (box.y0 + box.y1) / 2
  const isText = (index: number) =>
    blocks[index]?.type === 'paragraph' && isInside(boxOn(blocks[index], page), box)
  let first = at
  let last = at
  while (isBelow && isText(first - 1)) first--
  while (!isBelow && isText(last + 1)) last++
  const figure: Figure = {
    type: 'figure',
    caption: {
      inlines: caption.inlines,
      position: isBelow ? 'below' : 'above',
      ...(caption.provenance && { provenance: caption.provenance }),
    },
    blocks: isBelow ? blocks.slice(first, at) : blocks.slice(at + 1, last + 1),
    provenance: [{ type: 'page', page, bbox: box }],
  }
  blocks.splice(first, last - first + 1, figure)
}

/** A figure without a caption stands after what is above it. */
function insertFigure(blocks: Block[], page: number, box: BBox): void {
  const figure: Figure = {
    type: 'figure',
    blocks: [],
    provenance: [{ type: 'page', page, bbox: box }],
  }
  let at = -1
  for (const [index, block] of blocks.entries()) {
    const own = boxOn(block, page)
    if (!own) continue
    if (at < 0) at = index
    if (own.y1 <= box.y0 + OVERLAP_POINTS && isBeside(own, box)) at = index + 1
  }
  if (at >= 0) blocks.splice(at, 0, figure)
  else blocks.push(figure)
}
