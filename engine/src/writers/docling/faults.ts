/**
 * Checks a DoclingDocument by the rules that loaders enforce: references, the tree, tables, provenance.
 *
 * Needs no schema; tests run it over every document that they create.
 */
import type { DoclingDocument, Node, Prov, Ref, TableCell, TableItem, TextItem } from './schema.ts'

type Item = Node & {
  readonly prov?: readonly Prov[]
  readonly captions?: readonly Ref[]
  readonly footnotes?: readonly Ref[]
}

export function findFaults(docling: DoclingDocument): string[] {
  const { body, furniture, groups, texts, pictures, tables } = docling
  const lists: Readonly<Record<string, readonly Item[]>> = { groups, texts, pictures, tables }
  const nodes = new Map<string, Item>([
    ['#/body', body],
    ['#/furniture', furniture],
    ...Object.entries(lists).flatMap(([name, items]) =>
      items.map((item, index): [string, Item] => [`#/${name}/${index}`, item]),
    ),
  ])
  return [
    ...misplacedNodes(nodes),
    ...brokenReferences(nodes),
    ...strayNodes(nodes),
    ...[...nodes.values()].flatMap((item) => provenanceFaults(item, docling)),
    ...texts.flatMap((item) => wrongText(item, nodes)),
    ...groups.flatMap(({ self_ref, children, label }) => [
      ...(children.length === 0 ? [`${self_ref} is an empty group`] : []),
      ...(label === 'list' && !children.every(({ $ref }) => isListItem(nodes.get($ref)))
        ? [`${self_ref} holds what is no list item`]
        : []),
    ]),
    ...tables.flatMap((table) => wrongCells(table, nodes)),
    ...wrongPages(docling),
  ]
}

function isListItem(node: Node | undefined): boolean {
  return node !== undefined && 'label' in node && node.label === 'list_item'
}

function misplacedNodes(nodes: ReadonlyMap<string, Item>): string[] {
  return [...nodes].flatMap(([path, { self_ref }]) =>
    self_ref === path ? [] : [`${self_ref} is stored at ${path}`],
  )
}

function brokenReferences(nodes: ReadonlyMap<string, Item>): string[] {
  return [...nodes.values()].flatMap((node) => {
    const { self_ref, children, captions = [], footnotes = [] } = node
    const owned = [...captions, ...footnotes].filter(
      ({ $ref }) => !children.some((child) => child.$ref === $ref),
    )
    const strangers = children.filter(({ $ref }) => nodes.get($ref)?.parent?.$ref !== self_ref)
    return [
      ...owned.map(({ $ref }) => `${self_ref} names ${$ref}, which is no child of it`),
      ...strangers.map(({ $ref }) => `${$ref} is a child of ${self_ref}, but does not say so`),
    ]
  })
}

/** Reports nodes that are not the child of exactly one other node, except the two roots. */
function strayNodes(nodes: ReadonlyMap<string, Item>): string[] {
  const seen = new Map<string, number>()
  for (const { children } of nodes.values()) {
    for (const { $ref } of children) seen.set($ref, (seen.get($ref) ?? 0) + 1)
  }
  return [...nodes.keys()].flatMap((path) => {
    const times = seen.get(path) ?? 0
    const wanted = path === '#/body' || path === '#/furniture' ? 0 : 1
    return times === wanted ? [] : [`${path} is a child of ${times}`]
  })
}

function provenanceFaults(item: Item, { pages }: DoclingDocument): string[] {
  const length = 'orig' in item && typeof item.orig === 'string' ? Array.from(item.orig).length : 0
  return (item.prov ?? []).flatMap(({ page_no, bbox: { l, t, r, b }, charspan: [from, to] }) => {
    const page = pages[String(page_no)]
    if (!page) return [`${item.self_ref} is on page ${page_no}, which is not there`]
    const { width, height } = page.size
    const isInside = width === 0 || height === 0 || (r <= width && b <= height)
    const isBox = [l, t, r, b].every(Number.isFinite) && l >= 0 && t >= 0 && l <= r && t <= b
    return [
      ...(isInside && isBox ? [] : [`${item.self_ref} has the box ${[l, t, r, b]} on its page`]),
      ...(0 <= from && from <= to && to <= length
        ? []
        : [`${item.self_ref} has ${length} characters, of which ${from} to ${to} stand there`]),
    ]
  })
}

function wrongText(item: TextItem, nodes: ReadonlyMap<string, Item>): string[] {
  const { self_ref, label, content_layer, parent } = item
  const isFurniture = label === 'page_header' || label === 'page_footer'
  const group = nodes.get(parent?.$ref ?? '')
  const isListed = group !== undefined && 'label' in group && group.label === 'list'
  return [
    ...(isFurniture && content_layer !== 'furniture' ? [`${self_ref} is on ${content_layer}`] : []),
    ...(label === 'list_item' && !isListed ? [`${self_ref} is in no list`] : []),
  ]
}

function wrongCells({ self_ref, data, children }: TableItem, nodes: ReadonlyMap<string, Item>) {
  const covered = new Set<number>()
  const overlaps = data.table_cells.flatMap((cell, index) =>
    cover(cell, data, covered) ? [] : [`${self_ref}: cell ${index} overlaps or is outside`],
  )
  const spans = data.table_cells.flatMap((cell, index) =>
    hasTrueSpans(cell) ? [] : [`${self_ref}: cell ${index} has other spans than offsets`],
  )
  const strangers = data.table_cells.flatMap(({ ref }) =>
    ref && !(nodes.has(ref.$ref) && children.some(({ $ref }) => $ref === ref.$ref))
      ? [`${self_ref}: ${ref.$ref} is no child of the table`]
      : [],
  )
  const { grid } = data
  const isFull =
    !grid || (grid.length === data.num_rows && grid.every((row) => row.length === data.num_cols))
  return [...overlaps, ...spans, ...strangers, ...(isFull ? [] : [`${self_ref}: ragged grid`])]
}

function hasTrueSpans(cell: TableCell): boolean {
  const { row_span = 1, col_span = 1 } = cell
  return (
    cell.end_row_offset_idx - cell.start_row_offset_idx === row_span &&
    cell.end_col_offset_idx - cell.start_col_offset_idx === col_span
  )
}

function cover(
  cell: TableCell,
  { num_rows, num_cols }: TableItem['data'],
  covered: Set<number>,
): boolean {
  if (cell.end_row_offset_idx > num_rows || cell.end_col_offset_idx > num_cols) return false
  for (let row = cell.start_row_offset_idx; row < cell.end_row_offset_idx; row += 1) {
    for (let column = cell.start_col_offset_idx; column < cell.end_col_offset_idx; column += 1) {
      const position = row * num_cols + column
      if (covered.has(position)) return false
      covered.add(position)
    }
  }
  return true
}

function wrongPages({ pages }: DoclingDocument): string[] {
  return Object.entries(pages).flatMap(([key, { page_no }]) =>
    String(page_no) === key ? [] : [`page ${page_no} stands under ${key}`],
  )
}
