/** Finds the locations of blocks on pages. */
import type { Block, Item, Provenance } from './document.ts'
import { childBlocks } from './walk.ts'

/** Yields a block's locations, or those of the blocks inside if it has none. Table cells have none. */
export function* provenanceOf(block: Block): Generator<Provenance> {
  if (block.provenance && block.provenance.length > 0) {
    yield* block.provenance
    return
  }
  if (block.type === 'list') for (const item of block.items) yield* provenanceOfItem(item)
  else if (block.type !== 'table')
    for (const child of childBlocks(block)) yield* provenanceOf(child)
}

function* provenanceOfItem({ provenance, blocks }: Item): Generator<Provenance> {
  if (provenance && provenance.length > 0) yield* provenance
  else for (const block of blocks) yield* provenanceOf(block)
}

/** Returns the number of the page, slide or sheet. */
export function pageOf(location: Provenance): number {
  if (location.type === 'page') return location.page
  return location.type === 'slide' ? location.slide : location.sheet
}
