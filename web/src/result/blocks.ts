/** Reads the blocks of a structured document in reading order, each with its positions. */
import type { Item, PageBox, Prov, StructuredDocument } from './raw.ts'

export type Kind =
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'table'
  | 'figure'
  | 'formula'
  | 'code'
  | 'caption'
  | 'note'
  | 'furniture'

export interface Block {
  readonly id: number
  readonly kind: Kind
  /** `Heading`, `List item`. */
  readonly label: string
  readonly text: string
  /** Texts of all segments in the box: paragraphs of a shape share its position. */
  readonly texts: readonly string[]
  readonly boxes: readonly PageBox[]
  /** The item of the document; it holds the cells of a table. */
  readonly item: Item
}

const kinds: Readonly<Record<string, readonly [kind: Kind, label: string]>> = {
  title: ['heading', 'Heading'],
  section_header: ['heading', 'Heading'],
  text: ['paragraph', 'Paragraph'],
  paragraph: ['paragraph', 'Paragraph'],
  inline: ['paragraph', 'Paragraph'],
  list_item: ['list', 'List item'],
  checkbox_selected: ['list', 'Ticked box'],
  checkbox_unselected: ['list', 'Empty box'],
  table: ['table', 'Table'],
  document_index: ['table', 'Table'],
  picture: ['figure', 'Figure'],
  chart: ['figure', 'Chart'],
  caption: ['caption', 'Caption'],
  footnote: ['note', 'Footnote'],
  formula: ['formula', 'Formula'],
  code: ['code', 'Code'],
  page_header: ['furniture', 'Page header'],
  page_footer: ['furniture', 'Page footer'],
}
const unknownKind = ['paragraph', 'Block'] as const

export function readBlocks(document: StructuredDocument): readonly Block[] {
  const find = createFinder(document)
  const blocks: Block[] = []
  const add = (item: Item): void => {
    const text = textOf(item, find)
    const boxes = boxesOf(item, find)
    const [kind, label] = kinds[item.label] ?? unknownKind
    if (text === '' && boxes.length === 0) return
    const block = { id: blocks.length, kind, label, text, texts: [text], boxes, item }
    const before = blocks.at(-1)
    if (before && isInSameBox(before, block)) blocks[before.id] = join(before, block)
    else blocks.push(block)
  }
  const visit = (item: Item): void => {
    if (isBlock(item)) add(item)
    if (item.label === 'table' || item.label === 'document_index' || isOneLine(item)) {
      for (const { $ref } of item.captions ?? []) visit(find($ref) ?? item)
      return
    }
    for (const { $ref } of item.children ?? []) {
      const child = find($ref)
      if (child) visit(child)
    }
  }
  for (const root of [document.body, document.furniture]) if (root) visit(root)
  return blocks
}

function isInSameBox(a: Block, b: Block): boolean {
  const [box, other] = [a.boxes[0], b.boxes[0]]
  if (!box || !other || a.kind !== b.kind || a.kind === 'table') return false
  // Sound: both have the same keys.
  return (Object.keys(box) as (keyof PageBox)[]).every((name) => box[name] === other[name])
}

function join(a: Block, b: Block): Block {
  return { ...a, text: `${a.text} · ${b.text}`, texts: [...a.texts, ...b.texts] }
}

type Find = (reference: string) => Item | undefined

function createFinder({ groups, texts, tables, pictures }: StructuredDocument): Find {
  const items = [groups, texts, tables, pictures].flatMap((each) => each ?? [])
  const byReference = new Map(items.map((item) => [item.self_ref, item]))
  return (reference) => byReference.get(reference)
}

/** Groups contain blocks; an inline group is itself one block. */
function isBlock({ self_ref, label }: Item): boolean {
  return label === 'inline' || !/^#\/(?:groups|body|furniture)/.test(self_ref)
}

/** Returns true if the children are parts of one text. */
function isOneLine({ label, text }: Item): boolean {
  return label === 'inline' || text === ''
}

function textOf(item: Item, find: Find): string {
  if (item.data) return item.data.table_cells.map(({ text }) => text).join(' ')
  if (item.text) return item.text.trim()
  const parts = (item.children ?? []).map(({ $ref }) => find($ref))
  return parts
    .map((part) => (part?.text === undefined ? '' : part.text))
    .join('')
    .trim()
}

function boxesOf(item: Item, find: Find): readonly PageBox[] {
  const own = (item.prov ?? []).map(toBox)
  if (own.length > 0 || !isOneLine(item)) return own.filter(hasArea)
  const provs = (item.children ?? []).flatMap(({ $ref }) => find($ref)?.prov ?? [])
  return joinBoxes(provs.map(toBox).filter(hasArea))
}

function toBox({ page_no, bbox: { l, t, r, b } }: Prov): PageBox {
  return { page: page_no, x0: l, y0: t, x1: r, y1: b }
}

function hasArea({ x0, y0, x1, y1 }: PageBox): boolean {
  return x1 > x0 && y1 > y0
}

/** Joins the boxes of parts in the same column. */
function joinBoxes(boxes: readonly PageBox[]): readonly PageBox[] {
  const joined: PageBox[] = []
  for (const box of boxes) {
    const last = joined.at(-1)
    if (last && isBeside(last, box)) joined[joined.length - 1] = union(last, box)
    else joined.push(box)
  }
  return joined
}

/** Largest distance between lines of one column, in points. */
const LINE_GAP = 20

function isBeside(a: PageBox, b: PageBox): boolean {
  const isInColumn = a.x0 < b.x1 && b.x0 < a.x1
  return a.page === b.page && isInColumn && b.y0 - a.y1 < LINE_GAP && a.y0 - b.y1 < LINE_GAP
}

function union(a: PageBox, b: PageBox): PageBox {
  return {
    page: a.page,
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  }
}
