/** Writes blocks as Markdown, with one handler for each type. */
import {
  type Block,
  type BlockType,
  bullet,
  type Caption,
  type Inline,
  type Item,
  type List,
  leavesOf,
  list,
  type NodeOf,
  printedBlocks,
} from '../../model/index.ts'
import { cleanVerbatim } from './characters.ts'
import { writeCodeBlock } from './code.ts'
import { writeDisplayFormula } from './formulas.ts'
import { writeCaptionText, writeHeadingText, writeParagraphText, writePicture } from './inlines.ts'
import { LIST_SEPARATOR, wouldJoin, writeList } from './lists.ts'
import { headingsBelow, type State } from './state.ts'
import { writeTable } from './tables.ts'

type Handlers = {
  readonly [Type in BlockType]: (block: NodeOf<Block, Type>, state: State) => void
}

/** Each handler writes to the output; a block that prints nothing writes nothing. */
const handlers: Handlers = {
  title: (block, state) => writeHeading(1, block.inlines, state),
  heading: (block, state) =>
    writeHeading(state.headings.depthOf(block.level), block.inlines, state),
  paragraph: (block, state) => state.output.write(writeParagraphText(block.inlines, state)),
  plainText: (block, state) => writePlainText(block.text, state),
  list: (block, state) => writeList(block, state, writeBlocks),
  table: (block, state) => {
    writeCaption(block.caption, 'above', state)
    writeTable(block, state)
    state.output.gap()
    writeCaption(block.caption, 'below', state)
    writeBlocks(block.notes ?? [], state)
  },
  codeBlock: (block, { output }) => output.write(writeCodeBlock(block.text, block.language)),
  formulaBlock: (block, { output }) => output.write(writeDisplayFormula(block.latex, block.number)),
  quote: (block, state) => {
    state.output.enter('> ', '> ')
    writeBlocks(block.blocks, state)
    state.output.leave()
  },
  figure: (block, state) => {
    writeCaption(block.caption, 'above', state)
    const target = state.options.imageTarget?.(block)
    if (target !== undefined || !block.caption) {
      state.output.write(writePicture(block.alt ?? '', target, state))
      state.output.gap()
    }
    writeBlocks(block.blocks, state)
    writeCaption(block.caption, 'below', state)
  },
  section: (block, state) => sectionHandlers[block.kind](block, state),
  furniture: () => {},
  // At the start of the file, `---` would begin front matter; after a bullet, it would join the bullet to one rule.
  thematicBreak: (_, { output }) => output.write(output.isFresh ? '***' : '---'),
}

type Section = NodeOf<Block, 'section'>

/** A slide's title and a sheet's name become second-level headings with inner headings below them (C2). */
const sectionHandlers: Readonly<Record<Section['kind'], (block: Section, state: State) => void>> = {
  slide: (block, state) => writeSection(block, state),
  sheet: (block, state) => writeSection(block, state),
  notes: (block, state) => {
    state.output.announce('### Notes')
    writeBlocks(block.blocks, { ...state, headings: headingsBelow(3) })
    state.output.unannounce()
  },
  comments: () => {},
}

function writeSection({ title = [], blocks }: Section, state: State): void {
  writeHeading(2, title, state)
  state.output.gap()
  writeBlocks(blocks, { ...state, headings: headingsBelow(2) })
}

function writeHeading(depth: number, inlines: readonly Inline[], state: State): void {
  const text = writeHeadingText(inlines, state)
  if (text !== '') state.output.write(`${'#'.repeat(depth)} ${text}`)
}

function writeCaption(
  caption: Caption | undefined,
  position: Caption['position'],
  state: State,
): void {
  if (caption?.position !== position) return
  state.output.write(writeCaptionText(caption.inlines, state))
  state.output.gap()
}

/** Writes a plain text file unchanged, except for blank lines at its end. */
function writePlainText(text: string, { output }: State): void {
  const clean = cleanVerbatim(text)
  const end = clean.trimEnd().length
  const lineEnd = clean.indexOf('\n', end)
  if (end > 0) output.write(lineEnd < 0 ? clean : clean.slice(0, lineEnd))
}

function writeBlock<Type extends BlockType>(block: NodeOf<Block, Type>, state: State): void {
  // Sound: the handler under a block's own type takes blocks of that type.
  const handle = handlers[block.type] as (block: NodeOf<Block, Type>, state: State) => void
  handle(block, state)
}

/** Writes blocks separated by blank lines. Blocks nested deeper than the limit are written flat, so that no content is lost. */
export function writeBlocks(blocks: readonly Block[], state: State): void {
  const { output, blockDepth, options } = state
  const isTooDeep = blockDepth > options.limits.blockDepth
  const inner: State = { ...state, blockDepth: blockDepth + 1 }
  let previous: List | undefined
  for (const block of isTooDeep ? leavesOf(blocks) : withTaskLists(blocks)) {
    const start = output.length
    const index = state.trace?.length ?? 0
    const current = block.type === 'list' ? block : undefined
    const joins = previous && current && wouldJoin(previous, current)
    if (joins) output.announce(LIST_SEPARATOR)
    writeBlock(block, inner)
    if (output.length > start) {
      state.trace?.splice(index, 0, { block, start, end: output.length })
      previous = current
      output.gap()
    } else if (joins) output.unannounce()
  }
}

/** Turns consecutive paragraphs with check boxes into items of one list. */
function* withTaskLists(blocks: readonly Block[]): Generator<Block> {
  let tasks: Item[] = []
  for (const block of printedBlocks(blocks)) {
    if (block.type === 'paragraph' && block.checked !== undefined) {
      const { checked, ...paragraph } = block
      tasks.push({ marker: bullet, checked, blocks: [paragraph] })
      continue
    }
    if (tasks.length > 0) yield list(tasks)
    tasks = []
    yield block
  }
  if (tasks.length > 0) yield list(tasks)
}
