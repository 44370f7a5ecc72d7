/** Reads `figure` (a picture, table or code with its caption) and the text in drawings. */
import {
  type Block,
  type Caption,
  type Figure,
  type Image,
  type Inline,
  toFigure,
} from '../../model/index.ts'
import type { Context } from './context.ts'
import { type Element, findAttribute, nodesBelow, textContent } from './dom.ts'

/** Prefix of an image address that names a part of the page's package. */
export const PART = 'part:'

export function readFigure(element: Element, context: Context): Block[] {
  const index = element.children.findIndex(
    (child) => child.type === 'element' && child.tagName === 'figcaption',
  )
  const captionElement = element.children[index]
  const content = { ...element, children: element.children.toSpliced(index, index < 0 ? 0 : 1) }
  const blocks = context.page.readBlocks(content, context)
  const captionBlocks =
    captionElement?.type === 'element' ? context.page.readBlocks(captionElement, context) : []
  const inlines = joinInlines(captionBlocks)
  const isAbove = element.children.slice(0, index).every((child) => child.type === 'text')
  const position = isAbove ? 'above' : 'below'
  return joinCaption(blocks, inlines.length > 0 ? { inlines, position } : undefined)
}

function joinCaption(blocks: readonly Block[], caption: Caption | undefined): Block[] {
  const images = findImages(blocks)
  if (images) return joinPictures(images, caption)
  if (!caption) return [...blocks]
  const [only, ...others] = blocks
  if (only?.type === 'table' && !only.caption && others.length === 0) return [{ ...only, caption }]
  const paragraph: Block = { type: 'paragraph', inlines: caption.inlines, role: 'caption' }
  return caption.position === 'above' ? [paragraph, ...blocks] : [...blocks, paragraph]
}

/** Makes a figure of each image; the last one has the caption. */
function joinPictures(images: readonly Image[], caption: Caption | undefined): Figure[] {
  const [first, ...more] = images.filter(({ source }) => source !== undefined)
  const alt = images.map((image) => image.alt).join(' ')
  const figures =
    first && more.length > 0
      ? [first, ...more].map(toFigure)
      : [toFigure({ type: 'image', ...first, alt })]
  const last = figures.pop()
  if (!last || (alt === '' && !first && !caption)) return figures
  return [...figures, { ...last, ...(caption && { caption }) }]
}

/** Returns the images if the blocks hold nothing else. */
function findImages(blocks: readonly Block[]): Image[] | undefined {
  const images: Image[] = []
  for (const block of blocks) {
    if (block.type !== 'paragraph') return undefined
    for (const inline of block.inlines) {
      if (inline.type === 'image') images.push(inline)
      else if (inline.type !== 'text' || inline.text.trim() !== '') return undefined
    }
  }
  return images
}

/** Returns the address of an embedded image; external images are not fetched. */
export function findSource(element: Element): string | undefined {
  const source = (findAttribute(element, 'src') ?? '').trim()
  if (/^data:image\//i.test(source)) return source
  return source.startsWith(PART) ? source.slice(PART.length) : undefined
}

/** Joins the blocks of a caption into one paragraph. */
export function joinInlines(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block, index): Inline[] => {
    if (!('inlines' in block)) return []
    return index === 0 ? [...block.inlines] : [{ type: 'lineBreak' }, ...block.inlines]
  })
}

const drawn: ReadonlySet<string> = new Set(['text'])

/** Reads a drawing: its label or title, and in the fidelity profile the text drawn in it. */
export function readDrawing(element: Element, { page }: Context): Figure | undefined {
  const alt = (findAttribute(element, 'aria-label') ?? titleOf(element)).replace(/\s+/g, ' ').trim()
  const texts = page.profile === 'fidelity' ? textsOf(element) : []
  if (alt === '' && texts.length === 0) return undefined
  const blocks = texts.map(
    (text): Block => ({
      type: 'paragraph',
      inlines: [{ type: 'text', text }],
    }),
  )
  return { type: 'figure', blocks, ...(alt !== '' && { alt }) }
}

/** SVG 2, 5.7: the title of the whole drawing is its first child. */
function titleOf(element: Element): string {
  const title = element.children.find((child) => child.type === 'element')
  return title?.type === 'element' && title.tagName === 'title' ? textContent(title) : ''
}

function textsOf(element: Element): string[] {
  const texts: string[] = []
  for (const node of nodesBelow(element, (inside) => !drawn.has(inside.tagName))) {
    if (node.type === 'text' || !drawn.has(node.tagName)) continue
    const text = textContent(node).replace(/\s+/g, ' ').trim()
    if (text !== '') texts.push(text)
  }
  return texts
}
