/**
 * Resolves links to bookmarks of headings to the names that Markdown renderers give to headings.
 *
 * Markdown has no target for links to other bookmarks; those become text.
 */
import { type Block, type Inline, nameHeadings } from '../../../model/index.ts'
import type { Content, Story } from '../parse/index.ts'
import { headingLevel, type Styles } from './styles.ts'

/** A link whose target is resolved once all headings are converted. */
export interface BookmarkLink {
  readonly type: 'link'
  /** `#` and the name of a bookmark; after resolution, of its heading. */
  target: string
  readonly inlines: readonly Inline[]
}

export interface BookmarkLinks {
  /** Names of bookmarks inside headings. */
  readonly names: ReadonlySet<string>
  /** The converted headings by bookmark name. */
  readonly headings: Map<string, Block>
  readonly links: BookmarkLink[]
}

/** Finds the bookmarks that links can be resolved to. */
export function createBookmarkLinks(body: Story, styles: Styles): BookmarkLinks {
  const names = new Set<string>()
  for (const block of body) {
    if (block.type !== 'paragraph') continue
    const { styleId, outlineLevel } = block.properties
    const { role } = styles.ofParagraph(styleId)
    const isHeading = role.type === 'title' || headingLevel(role, outlineLevel) !== undefined
    if (isHeading && block.content.some(shows))
      for (const name of bookmarksOf(block.content)) names.add(name)
  }
  return { names, headings: new Map(), links: [] }
}

/** Returns true for visible content: a heading without any is dropped. */
function shows(content: Content): boolean {
  switch (content.type) {
    case 'text':
      return content.text.trim() !== ''
    case 'link':
    case 'simpleField':
      return content.content.some(shows)
    default:
      return content.type === 'formula'
  }
}

function* bookmarksOf(contents: readonly Content[]): Generator<string> {
  for (const content of contents) {
    if (content.type === 'bookmark') yield content.name
    else if (content.type === 'link' || content.type === 'simpleField') {
      yield* bookmarksOf(content.content)
    }
  }
}

/** Returns true for a target that is a bookmark outside of headings. */
export function isDeadEnd(target: string | undefined, { names }: BookmarkLinks): boolean {
  return target !== undefined && isInternal(target) && !names.has(target.slice(1))
}

/** Returns true if a target is within the document. */
export function isInternal(target: string): boolean {
  return target.startsWith('#')
}

/** Sets the targets of the links. @param blocks All blocks in order: names of equal headings are numbered. */
export function resolveBookmarkLinks(
  { headings, links }: BookmarkLinks,
  blocks: readonly Block[],
): void {
  if (links.length === 0) return
  const names = nameHeadings(blocks)
  for (const link of links) {
    const heading = headings.get(link.target.slice(1))
    const name = heading && names.get(heading)
    if (name) link.target = `#${name}`
  }
}
