/** Changes the targets of links in a tree, for links within a document, once all headings are known. */
import type { Block, BlockType, Caption, Cell, Inline, Item, NodeOf } from './document.ts'

/** @returns The new target; `undefined` removes the link and keeps its text. */
type Retarget = (target: string) => string | undefined

/** @param blocks Blocks of bounded depth, as readers create them. */
export function mapLinks(blocks: readonly Block[], retarget: Retarget): Block[] {
  return blocks.map((block) => mapBlock(block, retarget))
}

type Handlers = {
  readonly [Type in BlockType]: (
    block: NodeOf<Block, Type>,
    retarget: Retarget,
  ) => NodeOf<Block, Type>
}

const handlers: Handlers = {
  title: (block, retarget) => ({ ...block, inlines: mapInlines(block.inlines, retarget) }),
  heading: (block, retarget) => ({ ...block, inlines: mapInlines(block.inlines, retarget) }),
  paragraph: (block, retarget) => ({ ...block, inlines: mapInlines(block.inlines, retarget) }),
  list: (block, retarget) => ({
    ...block,
    items: block.items.map((item): Item => ({ ...item, blocks: mapLinks(item.blocks, retarget) })),
  }),
  table: (block, retarget) => ({
    ...block,
    rows: block.rows.map(({ cells }) => ({ cells: cells.map((cell) => mapCell(cell, retarget)) })),
    ...mapCaption(block.caption, retarget),
    ...(block.notes && { notes: mapLinks(block.notes, retarget) }),
  }),
  codeBlock: (block) => block,
  plainText: (block) => block,
  formulaBlock: (block) => block,
  quote: (block, retarget) => ({ ...block, blocks: mapLinks(block.blocks, retarget) }),
  figure: (block, retarget) => ({
    ...block,
    ...mapCaption(block.caption, retarget),
    blocks: mapLinks(block.blocks, retarget),
  }),
  section: (block, retarget) => ({
    ...block,
    ...(block.title && { title: mapInlines(block.title, retarget) }),
    blocks: mapLinks(block.blocks, retarget),
  }),
  furniture: (block, retarget) => ({ ...block, blocks: mapLinks(block.blocks, retarget) }),
  thematicBreak: (block) => block,
}

function mapBlock<Type extends BlockType>(
  block: NodeOf<Block, Type>,
  retarget: Retarget,
): NodeOf<Block, Type> {
  // Sound: the handler under a block's own type takes and returns blocks of that type.
  const map = handlers[block.type] as (
    block: NodeOf<Block, Type>,
    retarget: Retarget,
  ) => NodeOf<Block, Type>
  return map(block, retarget)
}

function mapCell(cell: Cell, retarget: Retarget): Cell {
  const { content } = cell
  return typeof content === 'string' ? cell : { ...cell, content: mapLinks(content, retarget) }
}

function mapCaption(caption: Caption | undefined, retarget: Retarget): { caption?: Caption } {
  if (!caption) return {}
  return { caption: { ...caption, inlines: mapInlines(caption.inlines, retarget) } }
}

/** Maps links; those inside of a link are skipped, because links do not nest. */
function mapInlines(inlines: readonly Inline[], retarget: Retarget): readonly Inline[] {
  if (!inlines.some(({ type }) => type === 'link')) return inlines
  return inlines.flatMap((inline): readonly Inline[] => {
    if (inline.type !== 'link') return [inline]
    const target = retarget(inline.target)
    return target === undefined ? inline.inlines : [{ ...inline, target }]
  })
}
