/** Names the headings of a document as Markdown renderers do, as targets of links. */
import type { Block } from './document.ts'
import { childBlocks, isUnprinted, plainText } from './walk.ts'

/** Returns the name of every heading, title, slide and sheet that Markdown prints as a heading; tables contain none. */
export function nameHeadings(blocks: readonly Block[]): ReadonlyMap<Block, string> {
  const names = new Map<Block, string>()
  addNames(blocks, names, createHeadingNames())
  return names
}

function addNames(
  blocks: readonly Block[],
  names: Map<Block, string>,
  nameOf: (text: string) => string,
): void {
  for (const block of blocks) {
    if (block.type === 'table' || block.type === 'furniture' || isUnprinted(block)) continue
    if (block.type === 'heading' || block.type === 'title') {
      names.set(block, nameOf(plainText(block.inlines)))
      continue
    }
    if (block.type === 'section') {
      const title = block.kind === 'notes' ? NOTES : plainText(block.title ?? [])
      if (title.trim() !== '') names.set(block, nameOf(title))
    }
    addNames(childBlocks(block), names, nameOf)
  }
}

/** The heading that Markdown prints above the speaker notes of a slide (docs/markdown.md, C14). */
const NOTES = 'Notes'

/** @returns A function that names the next heading by its text; repeated names get a number. */
export function createHeadingNames(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const name = toSlug(text)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return count === 0 ? name : `${name}-${count}`
  }
}

/** Makes names as GitHub and others do: lower case, no punctuation, hyphens for spaces. */
function toSlug(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}
