/**
 * Converts a DoclingDocument that we wrote back to a document that prints the same Markdown.
 *
 * This proves that the JSON holds all that the Markdown shows (docs/markdown.md, C16), and allows printing Markdown
 * from stored JSON.
 */
import type {
  Block,
  Caption,
  Cell,
  Document,
  Inline,
  Item,
  Marker,
  Marks,
  NodeOf,
  Note,
  Row,
} from '../../model/index.ts'
import { isNumberMarker, tagOf } from './blocks.ts'
import { OWN_RUNS } from './inlines.ts'
import type {
  DoclingDocument,
  Extra,
  Formatting,
  Group,
  Node,
  PictureItem,
  Ref,
  TableCell,
  TableItem,
  TextItem,
} from './schema.ts'

type AnyItem = TextItem | Group | TableItem | PictureItem

interface Source {
  readonly extraOf: (node: Node) => Extra
  readonly get: (ref: Ref) => AnyItem
}

/** @param docling Made by `toDocling`, or parsed from either JSON form. */
export function fromDocling(docling: Omit<DoclingDocument, 'origin' | 'pages'>): Document {
  const source: Source = {
    extraOf: (node) => docling.extras[node.self_ref] ?? {},
    get: (ref) => getItem(docling, ref),
  }
  const notes: Note[] = []
  const body: AnyItem[] = []
  for (const item of docling.body.children.map(source.get)) {
    const { note_id } = source.extraOf(item)
    if (note_id === undefined) body.push(item)
    else notes.push({ id: note_id, blocks: noteBlocks(item, source) })
  }
  return { pages: [], blocks: body.flatMap((item) => toBlocks(item, source)), notes }
}

function getItem(docling: Omit<DoclingDocument, 'origin' | 'pages'>, { $ref }: Ref): AnyItem {
  const [, list = '', index = ''] = $ref.split('/')
  const lists: Readonly<Record<string, readonly AnyItem[]>> = {
    texts: docling.texts,
    groups: docling.groups,
    tables: docling.tables,
    pictures: docling.pictures,
  }
  const item = lists[list]?.[Number(index)]
  if (!item) throw new Error(`${$ref} does not resolve.`)
  return item
}

/** Returns the item's own text, then its children: the layout of list items and notes. */
function noteBlocks(item: AnyItem, source: Source): Block[] {
  const { inlines, rest } = ownInlines(item, source)
  const own: Block[] = inlines.length === 0 ? [] : [{ type: 'paragraph', inlines }]
  return [...own, ...rest.flatMap((child) => toBlocks(child, source))]
}

function toBlocks(item: AnyItem, source: Source): Block[] {
  if (item.content_layer === 'furniture') return []
  const { kind } = source.extraOf(item)
  if (kind === 'empty') return []
  if (kind === 'thematic_break') return [{ type: 'thematicBreak' }]
  if ('data' in item) return [toTable(item, source)]
  if ('text' in item) return [toTextBlock(item, source)]
  if (item.label === 'picture') return [toFigure(item, source)]
  return [toGroupBlock(item, source)]
}

function toGroupBlock(group: Group, source: Source): Block {
  const children = (): Block[] => group.children.flatMap((ref) => toBlocks(source.get(ref), source))
  switch (group.label) {
    case 'inline':
      return { type: 'paragraph', inlines: runs(group, source) }
    case 'list':
      return { type: 'list', items: group.children.map((ref) => toItem(source.get(ref), source)) }
    case 'chapter':
      return toSlide(group, source)
    case 'sheet': {
      const title: Inline[] = [{ type: 'text', text: group.name }]
      return { type: 'section', kind: 'sheet', title, blocks: children() }
    }
    case 'comment_section':
      return { type: 'section', kind: 'comments', blocks: children() }
    default:
      return source.extraOf(group).kind === 'quote'
        ? { type: 'quote', blocks: children() }
        : { type: 'section', kind: 'notes', blocks: children() }
  }
}

function toSlide(group: Group, source: Source): Block {
  const [first, ...rest] = group.children.map(source.get)
  const titled = first && 'text' in first && first.label === 'title'
  const blocks = (titled ? rest : group.children.map(source.get)).flatMap((item) =>
    toBlocks(item, source),
  )
  const title = titled ? { title: ownInlines(first, source).inlines } : {}
  return { type: 'section', kind: 'slide', ...title, blocks }
}

function toTextBlock(item: TextItem, source: Source): Block {
  const { inlines } = ownInlines(item, source)
  const extra = source.extraOf(item)
  switch (item.label) {
    case 'title':
      return { type: 'title', inlines }
    case 'section_header':
      return { type: 'heading', level: item.level ?? 1, inlines }
    case 'code':
      return { type: 'codeBlock', text: item.text, ...pick('language', extra.language) }
    case 'formula':
      return toFormula(item.text, extra.number)
    case 'checkbox_selected':
    case 'checkbox_unselected':
      return { type: 'paragraph', inlines, checked: item.label === 'checkbox_selected' }
    case 'caption':
    case 'footnote':
      return { type: 'paragraph', inlines, role: item.label }
    default:
      return extra.kind === 'plain_text'
        ? { type: 'plainText', text: item.text }
        : { type: 'paragraph', inlines }
  }
}

function toFormula(text: string, number: string | undefined): NodeOf<Block, 'formulaBlock'> {
  const latex = text.slice(0, text.length - tagOf(number).length)
  return { type: 'formulaBlock', latex, ...pick('number', number) }
}

function toItem(node: AnyItem, source: Source): Item {
  const { checked, kind } = source.extraOf(node)
  const marker = 'text' in node ? toMarker(node, kind === 'label') : ({ type: 'bullet' } as const)
  return { marker, ...pick('checked', checked), blocks: noteBlocks(node, source) }
}

function toMarker({ enumerated, marker = '' }: TextItem, isLabel: boolean): Marker {
  if (!enumerated) return { type: 'bullet' }
  if (isLabel || !isNumberMarker(marker)) return { type: 'label', text: marker }
  const value = Number(marker.slice(0, -1))
  return { type: 'number', value, delimiter: marker.endsWith(')') ? ')' : '.' }
}

/** Returns the inlines of an item: its own text, or those of the inline group that is its first child. */
function ownInlines(
  item: AnyItem,
  source: Source,
): { readonly inlines: readonly Inline[]; readonly rest: readonly AnyItem[] } {
  const children = item.children.map(source.get)
  if ('text' in item && item.text !== '') return { inlines: [toRun(item, source)], rest: children }
  const [first, ...rest] = children
  if (first && 'name' in first && first.name === OWN_RUNS)
    return { inlines: runs(first, source), rest }
  return { inlines: [], rest: children }
}

function runs(group: AnyItem, source: Source): Inline[] {
  return group.children.map((ref) => {
    const item = source.get(ref)
    if (!('text' in item)) throw new Error(`${ref.$ref} is not a run.`)
    return toRun(item, source)
  })
}

function toRun(item: TextItem, source: Source): Inline {
  const inline = toPlainRun(item, source)
  return item.hyperlink === undefined
    ? inline
    : { type: 'link', target: item.hyperlink, inlines: [inline] }
}

function toPlainRun(item: TextItem, source: Source): Inline {
  const { note, kind } = source.extraOf(item)
  if (note !== undefined) return { type: 'noteReference', note }
  if (kind === 'line_break') return { type: 'lineBreak' }
  if (kind === 'image') return { type: 'image', alt: item.text }
  if (item.label === 'code') return { type: 'code', text: item.text }
  if (item.label === 'formula') return { type: 'formula', latex: item.text }
  return { type: 'text', text: item.text, ...toMarks(item.formatting) }
}

function toMarks(formatting: Formatting | undefined): Marks {
  if (!formatting) return {}
  const { bold, italic, underline, strikethrough, script } = formatting
  return {
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(underline && { underline }),
    ...(strikethrough && { strike: true }),
    ...(script !== 'baseline' && { script }),
  }
}

function toTable(item: TableItem, source: Source): Block {
  const { num_rows, num_cols, table_cells } = item.data
  const rows: { cells: Cell[] }[] = Array.from({ length: num_rows }, (): { cells: Cell[] } => ({
    cells: [],
  }))
  for (const cell of table_cells) {
    rows[cell.start_row_offset_idx]?.cells.push(toCell(cell, source))
  }
  const notes = item.footnotes.flatMap((ref) => toBlocks(source.get(ref), source))
  return {
    type: 'table',
    columnCount: num_cols,
    rows: rows satisfies readonly Row[],
    ...pick('caption', findCaption(item, source)),
    ...(notes.length > 0 && { notes }),
  }
}

function toCell(cell: TableCell, source: Source): Cell {
  return {
    column: cell.start_col_offset_idx,
    ...((cell.col_span ?? 1) > 1 && { columnSpan: cell.col_span }),
    ...((cell.row_span ?? 1) > 1 && { rowSpan: cell.row_span }),
    ...pick('header', findHeader(cell)),
    content: cell.ref
      ? source.get(cell.ref).children.flatMap((ref) => toBlocks(source.get(ref), source))
      : cell.text,
  }
}

function findHeader(cell: TableCell): NonNullable<Cell['header']> | undefined {
  if (cell.column_header) return 'column'
  if (cell.row_header) return 'row'
  return cell.row_section ? 'section' : undefined
}

function toFigure(item: PictureItem, source: Source): Block {
  const { alt } = source.extraOf(item)
  const captions = item.captions.map(source.get)
  const alternative = captions.find((caption) => source.extraOf(caption).alternative_text)
  const inner = item.children.map(source.get).filter((child) => !captions.includes(child))
  return {
    type: 'figure',
    ...pick('alt', alternative && 'text' in alternative ? alternative.text : alt),
    ...pick('caption', findCaption(item, source)),
    blocks: inner.flatMap((child) => toBlocks(child, source)),
  }
}

function findCaption(item: TableItem | PictureItem, source: Source): Caption | undefined {
  for (const node of item.captions.map(source.get)) {
    const { caption_position: position } = source.extraOf(node)
    if (position) return { inlines: ownInlines(node, source).inlines, position }
  }
  return undefined
}

/** Returns a record with an optional property, or an empty one without a value. */
function pick<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]?: Value })
}
