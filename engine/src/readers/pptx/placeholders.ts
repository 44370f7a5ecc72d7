/**
 * Reads the properties that placeholders inherit from layouts and masters: type, position and text styles.
 *
 * ECMA-376 Part 1, 19.3.1.36. The text of layouts and masters is not part of slides.
 */
import type { BBox } from '../../model/index.ts'
import {
  childrenNamed,
  findChild,
  findPath,
  type LevelStyles,
  mergeStyles,
  readLevelStyles,
  type XmlElement,
} from '../ooxml/index.ts'
import { readBox, slideFrame } from './geometry.ts'

/** The identity of a shape's placeholder. */
interface PlaceholderKey {
  /** The type as written; `obj` by default. */
  readonly type?: string
  /** Matches a placeholder with that of its layout; titles and placeholders of plain masters have none. */
  readonly index?: string
}

/** Type of a placeholder, and properties that the shape does not set. */
interface Inherited {
  readonly type: string
  readonly box?: BBox
  readonly styles: LevelStyles
}

/** The placeholders of a master, or of a layout and its master. */
export interface Template {
  inherit(key: PlaceholderKey): Inherited
}

interface Placeholder extends PlaceholderKey {
  readonly box?: BBox
  readonly styles: LevelStyles
}

/** Text styles of a master (19.3.1.52). */
interface TextStyles {
  readonly title: LevelStyles
  readonly body: LevelStyles
  readonly other: LevelStyles
}

type Kind = 'title' | 'furniture' | 'body'

/** Returns the family of a type: members replace each other when the layout changes, and share a text style. */
export function kindOf(type: string): Kind {
  if (type === 'title' || type === 'ctrTitle') return 'title'
  return ['dt', 'ftr', 'hdr', 'sldNum'].includes(type) ? 'furniture' : 'body'
}

/** @returns `undefined` for a shape that is not a placeholder. */
export function readPlaceholderKey(shape: XmlElement): PlaceholderKey | undefined {
  const frame = shape.children.find(({ name }) => name.startsWith('p:nv'))
  const placeholder = findPath(frame, 'p:nvPr', 'p:ph')
  if (!placeholder) return undefined
  const { type, idx } = placeholder.attributes
  return { ...(type !== undefined && { type }), ...(idx !== undefined && { index: idx }) }
}

/** @param root A `p:sldMaster` or `p:notesMaster`. */
function readTextStyles(root: XmlElement | undefined): TextStyles {
  const styles = findChild(root, 'p:txStyles')
  const notes = readLevelStyles(findChild(root, 'p:notesStyle'))
  const read = (name: string): LevelStyles => readLevelStyles(findChild(styles, name))
  return {
    title: read('p:titleStyle'),
    body: styles ? read('p:bodyStyle') : notes,
    other: read('p:otherStyle'),
  }
}

/**
 * Creates the template that slides (or notes) inherit from.
 *
 * @param layout A `p:sldLayout`; undefined for notes, and for slides whose layout is missing.
 * @param master A `p:sldMaster` or `p:notesMaster`.
 * @param defaults The presentation's default text style.
 */
export function createTemplate(
  layout: XmlElement | undefined,
  master: XmlElement | undefined,
  defaults: LevelStyles,
): Template {
  const own = indexPlaceholders(layout)
  const above: Above = {
    placeholders: indexPlaceholders(master),
    styles: readTextStyles(master),
    defaults,
  }
  const cache = new Map<string, Inherited>()
  return {
    inherit: (key) => {
      const id = `${key.type ?? ''} ${key.index ?? ''}`
      const inherited = cache.get(id) ?? inheritFrom(findMatch(key, own), key, above)
      cache.set(id, inherited)
      return inherited
    },
  }
}

interface Above {
  readonly placeholders: PlaceholderIndex
  readonly styles: TextStyles
  readonly defaults: LevelStyles
}

function inheritFrom(
  match: Placeholder | undefined,
  key: PlaceholderKey,
  { placeholders, styles, defaults }: Above,
): Inherited {
  const matched = typeOf(match ?? key)
  const kind = kindOf(matched)
  const ancestor = placeholders.byType.get(matched) ?? findOfKind(kind, placeholders)
  const box = match?.box ?? ancestor?.box
  const ofKind = kind === 'furniture' ? styles.other : styles[kind]
  const chain = [match?.styles ?? [], ancestor?.styles ?? [], ofKind, defaults]
  return {
    type: key.type ?? matched,
    ...(box && { box }),
    styles: chain.reduceRight((below, top) => mergeStyles(top, below)),
  }
}

/** Matches by index; a placeholder missing in its layout matches the first one of its type or family. */
function findMatch(key: PlaceholderKey, placeholders: PlaceholderIndex): Placeholder | undefined {
  const type = typeOf(key)
  const kind = kindOf(type)
  return (
    (kind === 'title' ? undefined : placeholders.byIndex.get(key.index ?? '')) ??
    placeholders.byType.get(type) ??
    findOfKind(kind, placeholders)
  )
}

/** Matches by family, except for dates and footers, which do not replace each other. */
function findOfKind(kind: Kind, { byKind }: PlaceholderIndex): Placeholder | undefined {
  return kind === 'furniture' ? undefined : byKind.get(kind)
}

function typeOf({ type }: PlaceholderKey): string {
  return type ?? 'obj'
}

/** The first placeholder of each index, type and family. */
interface PlaceholderIndex {
  readonly byIndex: ReadonlyMap<string, Placeholder>
  readonly byType: ReadonlyMap<string, Placeholder>
  readonly byKind: ReadonlyMap<Kind, Placeholder>
}

function indexPlaceholders(root: XmlElement | undefined): PlaceholderIndex {
  // A map keeps the last of duplicate keys, and the first is wanted.
  const reversed = readPlaceholders(root).reverse()
  return {
    byIndex: new Map(
      reversed.flatMap((each) => (each.index === undefined ? [] : [[each.index, each]])),
    ),
    byType: new Map(reversed.map((each) => [typeOf(each), each])),
    byKind: new Map(reversed.map((each) => [kindOf(typeOf(each)), each])),
  }
}

function readPlaceholders(root: XmlElement | undefined): Placeholder[] {
  const tree = findPath(root, 'p:cSld', 'p:spTree')
  return childrenNamed(tree, 'p:sp').flatMap((shape) => {
    const key = readPlaceholderKey(shape)
    if (!key) return []
    const box = readBox(findPath(shape, 'p:spPr', 'a:xfrm'), slideFrame)
    const styles = readLevelStyles(findPath(shape, 'p:txBody', 'a:lstStyle'))
    return [{ ...key, ...(box && { box }), styles }]
  })
}
