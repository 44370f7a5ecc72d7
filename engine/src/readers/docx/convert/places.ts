/**
 * Bookmarks of headings, and links to them → links by the names that renderers of Markdown give to headings.
 *
 * A link to any other bookmark has nothing to lead to in Markdown and is text.
 */
import { type Block, type Inline, nameHeadings } from '../../../model/index.ts'
import type { Content, Story } from '../parse/index.ts'
import { headingLevel, type Styles } from './styles.ts'

/** A link whose target is known when all headings are. */
export interface PlaceLink {
  readonly type: 'link'
  /** `#` and the name of a bookmark; in the end that of its heading. */
  target: string
  readonly inlines: readonly Inline[]
}

export interface Places {
  /** Bookmarks that stand in headings. */
  readonly names: ReadonlySet<string>
  /** Those headings, as they are converted. */
  readonly headings: Map<string, Block>
  readonly links: PlaceLink[]
}

/** Finds the bookmarks that links may lead to. */
export function createPlaces(body: Story, styles: Styles): Places {
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

/** A heading without text is none. */
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

/** Whether a target is a bookmark, and one that a link may lead to. */
export function isDeadEnd(target: string | undefined, { names }: Places): boolean {
  return target !== undefined && isPlace(target) && !names.has(target.slice(1))
}

/** Whether a target is within the document. */
export function isPlace(target: string): boolean {
  return target.startsWith('#')
}

/** Gives the links their targets. @param blocks All, in order: the names of headings count on. */
export function resolvePlaces({ headings, links }: Places, blocks: readonly Block[]): void {
  if (links.length === 0) return
  const names = nameHeadings(blocks)
  for (const link of links) {
    const heading = headings.get(link.target.slice(1))
    const name = heading && names.get(heading)
    if (name) link.target = `#${name}`
  }
}
