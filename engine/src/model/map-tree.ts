/** Changes the inlines and the code of a tree, in blocks of any kind. */
import type { Block, BlockType, Caption, Cell, Inline, Item, NodeOf } from './document.ts'

interface Mapping {
  readonly inlines: (inlines: readonly Inline[]) => readonly Inline[]
  /** Changes the text of a code block. */
  readonly code?: (text: string) => string
}

/** @param blocks Blocks of bounded depth, as readers create them. */
export function mapTree(blocks: readonly Block[], mapping: Mapping): Block[] {
  return blocks.map((block) => mapBlock(block, mapping))
}

/** @returns The new target; `undefined` removes the link and keeps its text. */
type Retarget = (target: string) => string | undefined

/** Changes the targets of links, for links within a document, once all headings are known. */
export function mapLinks(blocks: readonly Block[], retarget: Retarget): Block[] {
  return mapTree(blocks, { inlines: (inlines) => retargeted(inlines, retarget) })
}

type Handlers = {
  readonly [Type in BlockType]: (
    block: NodeOf<Block, Type>,
    mapping: Mapping,
  ) => NodeOf<Block, Type>
}

const handlers: Handlers = {
  title: (block, { inlines }) => ({ ...block, inlines: inlines(block.inlines) }),
  heading: (block, { inlines }) => ({ ...block, inlines: inlines(block.inlines) }),
  paragraph: (block, { inlines }) => ({ ...block, inlines: inlines(block.inlines) }),
  list: (block, mapping) => ({
    ...block,
    items: block.items.map((item): Item => ({ ...item, blocks: mapTree(item.blocks, mapping) })),
  }),
  table: (block, mapping) => ({
    ...block,
    rows: block.rows.map(({ cells }) => ({ cells: cells.map((cell) => mapCell(cell, mapping)) })),
    ...mapCaption(block.caption, mapping),
    ...(block.notes && { notes: mapTree(block.notes, mapping) }),
  }),
  codeBlock: (block, { code }) => (code ? { ...block, text: code(block.text) } : block),
  plainText: (block) => block,
  formulaBlock: (block) => block,
  quote: (block, mapping) => ({ ...block, blocks: mapTree(block.blocks, mapping) }),
  figure: (block, mapping) => ({
    ...block,
    ...mapCaption(block.caption, mapping),
    blocks: mapTree(block.blocks, mapping),
  }),
  section: (block, mapping) => ({
    ...block,
    ...(block.title && { title: mapping.inlines(block.title) }),
    blocks: mapTree(block.blocks, mapping),
  }),
  furniture: (block, mapping) => ({ ...block, blocks: mapTree(block.blocks, mapping) }),
  thematicBreak: (block) => block,
}

function mapBlock<Type extends BlockType>(
  block: NodeOf<Block, Type>,
  mapping: Mapping,
): NodeOf<Block, Type> {
  // Sound: the handler under a block's own type takes and returns blocks of that type.
  const map = handlers[block.type] as (
    block: NodeOf<Block, Type>,
    mapping: Mapping,
  ) => NodeOf<Block, Type>
  return map(block, mapping)
}

function mapCell(cell: Cell, mapping: Mapping): Cell {
  const { content } = cell
  return typeof content === 'string' ? cell : { ...cell, content: mapTree(content, mapping) }
}

function mapCaption(caption: Caption | undefined, { inlines }: Mapping): { caption?: Caption } {
  if (!caption) return {}
  return { caption: { ...caption, inlines: inlines(caption.inlines) } }
}

/** Maps links; those inside of a link are skipped, because links do not nest. */
function retargeted(inlines: readonly Inline[], retarget: Retarget): readonly Inline[] {
  if (!inlines.some(({ type }) => type === 'link')) return inlines
  return inlines.flatMap((inline): readonly Inline[] => {
    if (inline.type !== 'link') return [inline]
    const target = retarget(inline.target)
    return target === undefined ? inline.inlines : [{ ...inline, target }]
  })
}
