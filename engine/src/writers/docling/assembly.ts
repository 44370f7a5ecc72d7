/** Collects the items of a DoclingDocument, which refer to each other by list and index. */

import { inCodePoints } from './provenance.ts'
import type {
  ContentLayer,
  Extra,
  Group,
  GroupLabel,
  Node,
  PictureItem,
  Ref,
  TableItem,
  TextItem,
} from './schema.ts'

/** Features that need a newer minor version of the schema; see document-model.md §2. */
const versions = { base: '1.5.0', richCells: '1.6.0' } as const

export interface Assembly {
  readonly body: Group
  readonly furniture: Group
  readonly groups: Group[]
  readonly texts: TextItem[]
  readonly pictures: PictureItem[]
  readonly tables: TableItem[]
  readonly extras: Record<string, Extra>
  /** Text items of notes by note id. */
  readonly notes: Map<string, TextItem>
  version: string
  slides: number
  /** Characters of the plain text of rich cells, which repeats the content of their groups. */
  repeatedCharacters: number
}

export function createAssembly(): Assembly {
  return {
    body: root('#/body', 'body'),
    furniture: root('#/furniture', 'furniture'),
    groups: [],
    texts: [],
    pictures: [],
    tables: [],
    extras: {},
    notes: new Map(),
    version: versions.base,
    slides: 0,
    repeatedCharacters: 0,
  }
}

function root(self_ref: string, content_layer: ContentLayer): Group {
  return { self_ref, children: [], content_layer, name: '_root_', label: 'unspecified' }
}

export function refTo(node: Node): Ref {
  return { $ref: node.self_ref }
}

/** The properties of an item except its position in the tree. */
type Fields<Item extends Node> = Omit<Item, 'self_ref' | 'parent' | 'children' | 'content_layer'>

export function addText(
  assembly: Assembly,
  parent: Node,
  layer: ContentLayer,
  fields: Fields<TextItem>,
): TextItem {
  const prov = inCodePoints(fields.prov, fields.orig)
  return add(assembly.texts, 'texts', parent, layer, { ...fields, prov })
}

export function addGroup(
  assembly: Assembly,
  parent: Node,
  layer: ContentLayer,
  label: GroupLabel,
  name: string,
): Group {
  return add(assembly.groups, 'groups', parent, layer, { label, name })
}

export function addTable(
  assembly: Assembly,
  parent: Node,
  layer: ContentLayer,
  fields: Fields<TableItem>,
): TableItem {
  return add(assembly.tables, 'tables', parent, layer, fields)
}

export function addPicture(
  assembly: Assembly,
  parent: Node,
  layer: ContentLayer,
  fields: Fields<PictureItem>,
): PictureItem {
  return add(assembly.pictures, 'pictures', parent, layer, fields)
}

export function setExtra(assembly: Assembly, node: Node, extra: Extra): void {
  assembly.extras[node.self_ref] = { ...assembly.extras[node.self_ref], ...extra }
}

export function useRichCells(assembly: Assembly): void {
  assembly.version = versions.richCells
}

function add<Item extends Node>(
  list: Item[],
  name: string,
  parent: Node,
  content_layer: ContentLayer,
  fields: Fields<Item>,
): Item {
  const node = {
    self_ref: `#/${name}/${list.length}`,
    parent: refTo(parent),
    children: [],
    content_layer,
    ...fields,
  }
  // Sound: `fields` holds all properties of Item except the four keys set here.
  const item = node as unknown as Item
  list.push(item)
  parent.children.push(refTo(item))
  return item
}
