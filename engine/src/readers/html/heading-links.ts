/** Resolves links within a page to the names that Markdown renderers give to headings, where the target is a heading. */
import { type Block, mapLinks, type Note, nameHeadings } from '../../model/index.ts'
import { type Element, findAttribute, type Node, nodesBelow } from './dom.ts'
import { isHidden } from './hidden.ts'

export interface HeadingIds {
  /** Headings by the ids that refer to them. */
  readonly headings: ReadonlyMap<string, Element>
  /** The converted block of each heading. */
  readonly blocks: Map<Element, Block>
}

export const noHeadingIds: HeadingIds = { headings: new Map(), blocks: new Map() }

/** Finds the ids of headings: on a heading, inside one, or before one without content between. */
export function findHeadingIds(bodies: readonly Element[]): HeadingIds {
  const headings = new Map<string, Element>()
  for (const body of bodies) {
    let pending: string[] = []
    for (const node of nodesBelow(body, (inside) => !isHidden(inside))) {
      if (isRead(node)) pending = []
      if (node.type !== 'element') continue
      pending.push(...namesOf(node))
      if (!/^h[1-6]$/.test(node.tagName)) continue
      for (const name of [...pending, ...namesInside(node)]) {
        if (!headings.has(name)) headings.set(name, node)
      }
      pending = []
    }
  }
  return { headings, blocks: new Map() }
}

/** The most nodes of a heading that are searched for ids; long headings have some dozens, hostile ones nest. */
const MAX_HEADING_NODES = 200

function namesInside(heading: Element): string[] {
  const names: string[] = []
  let left = MAX_HEADING_NODES
  for (const node of nodesBelow(heading)) {
    left -= 1
    if (left < 0) break
    if (node.type === 'element') names.push(...namesOf(node))
  }
  return names
}

function isRead(node: Node): boolean {
  return node.type === 'text' ? node.value.trim() !== '' : node.tagName === 'img'
}

function namesOf(element: Element): string[] {
  if (element.attributes.length === 0) return []
  const id = findAttribute(element, 'id')
  const name = element.tagName === 'a' ? findAttribute(element, 'name') : undefined
  return [id, name].filter((value) => value !== undefined)
}

/** Sets the targets of links to headings; other links stay unchanged. */
export function resolveHeadingLinks(
  { headings, blocks: found }: HeadingIds,
  blocks: readonly Block[],
  notes: readonly Note[],
): { readonly blocks: readonly Block[]; readonly notes: readonly Note[] } {
  if (found.size === 0) return { blocks, notes }
  const names = nameHeadings(blocks)
  const retarget = (target: string): string => {
    const heading = target.startsWith('#') ? headings.get(nameIn(target)) : undefined
    const block = heading && found.get(heading)
    const name = block && names.get(block)
    return name ? `#${name}` : target
  }
  return {
    blocks: mapLinks(blocks, retarget),
    notes: notes.map((note) => ({ ...note, blocks: mapLinks(note.blocks, retarget) })),
  }
}

/** Returns the id that a fragment names. */
function nameIn(target: string): string {
  try {
    return decodeURIComponent(target.slice(1))
  } catch {
    // The percent-encoding is invalid: the name is used as written.
    return target.slice(1)
  }
}
