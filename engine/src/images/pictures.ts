/** Lists the pictures of a document in reading order: figures, and images within lines. */
import {
  type Block,
  type Document,
  type Figure,
  type Image,
  type Inline,
  walkBlocks,
  walkInlines,
} from '../model/index.ts'

export function findPictures({ blocks, notes }: Document): (Figure | Image)[] {
  const all = [...blocks, ...notes.flatMap((note) => note.blocks)]
  return [...picturesIn(all)]
}

function* picturesIn(blocks: readonly Block[]): Generator<Figure | Image> {
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'figure') yield block
    for (const { inline } of walkInlines(inlinesOf(block))) {
      if (inline.type === 'image') yield inline
    }
  }
}

/** Returns the inlines of the block itself, without those of blocks inside. */
function inlinesOf(block: Block): readonly Inline[] {
  switch (block.type) {
    case 'title':
    case 'heading':
    case 'paragraph':
      return block.inlines
    case 'section':
      return block.title ?? []
    case 'table':
    case 'figure':
      return block.caption?.inlines ?? []
    default:
      return []
  }
}
