/** Blocks → Markdown, one handler a kind. */
import type { Block, BlockType, Caption, Inline, Marks, NodeOf } from '../../model/index.ts'
import { cleanLines, cleanText, cleanVerbatim } from './characters.ts'
import { inHeading, inParagraph, tidyLatex, writeInlines } from './inlines.ts'
import { prefixLines } from './lines.ts'
import { writeList } from './lists.ts'
import { createHeadingDepths, type State } from './state.ts'
import { writeTable } from './tables.ts'

type Handlers = {
  /** An empty string where a block prints nothing. */
  readonly [Type in BlockType]: (block: NodeOf<Block, Type>, state: State) => string
}

const handlers: Handlers = {
  title: (block, state) => prefixHeading(1, writeHeadingText(block.inlines, state)),
  heading: (block, state) =>
    prefixHeading(state.headings.depthOf(block.level), writeHeadingText(block.inlines, state)),
  paragraph: (block, state) => writeParagraph(block, state),
  plainText: (block) => cleanVerbatim(block.text),
  list: (block, state) => writeList(block, state, writeBlocks),
  table: (block, state) =>
    joinBlocks([
      writeCaption(block.caption, 'above', state),
      writeTable(block, state),
      writeCaption(block.caption, 'below', state),
      writeBlocks(block.notes ?? [], state),
    ]),
  codeBlock: (block) => writeCodeBlock(block.text, block.language),
  formulaBlock: (block) => writeFormulaBlock(block.latex, block.number),
  quote: (block, state) => prefixLines(writeBlocks(block.blocks, state), '> ', '> '),
  figure: (block, state) =>
    joinBlocks([
      writeCaption(block.caption, 'above', state),
      writeCaption(block.caption, 'below', state),
      block.caption
        ? ''
        : writeInlines([{ type: 'image', alt: block.alt ?? '' }], state, inParagraph),
      writeBlocks(block.blocks, state),
    ]),
  section: (block, state) => writeSection(block, state),
  furniture: () => '',
  thematicBreak: () => '---',
}

function writeBlock<Type extends BlockType>(block: NodeOf<Block, Type>, state: State): string {
  // Sound: the handler under a block's own type takes blocks of that type.
  const handle = handlers[block.type] as (block: NodeOf<Block, Type>, state: State) => string
  return handle(block, state)
}

/** Blocks with one blank line between them. */
export function writeBlocks(blocks: readonly Block[], state: State): string {
  const parts: string[] = []
  let previous: Block | undefined
  for (const block of blocks) {
    const text = writeBlock(block, state)
    if (text === '') continue
    // GFM would read two lists that touch as one (C7).
    if (previous?.type === 'list' && block.type === 'list' && wouldJoin(previous, block)) {
      parts.push('<!-- -->')
    }
    parts.push(text)
    state.count(text.length)
    previous = block
  }
  return parts.join('\n\n')
}

function wouldJoin(first: NodeOf<Block, 'list'>, second: NodeOf<Block, 'list'>): boolean {
  const last = first.items.at(-1)?.marker
  const next = second.items[0]?.marker
  if (last?.type === 'number' && next?.type === 'number') return last.delimiter === next.delimiter
  return (last?.type === 'number') === (next?.type === 'number')
}

export function joinBlocks(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

function prefixHeading(depth: number, text: string): string {
  return text === '' ? '' : `${'#'.repeat(depth)} ${text}`
}

/** One line; formatting that all of it has says nothing; closing hashes of its own would be eaten (CommonMark 4.2). */
export function writeHeadingText(inlines: readonly Inline[], state: State): string {
  return writeInlines(withoutCommonMarks(inlines), state, inHeading).replace(
    /(?<=^| )(#+)$/,
    '\\$1',
  )
}

function withoutCommonMarks(inlines: readonly Inline[]): readonly Inline[] {
  const runs = inlines.filter((inline) => inline.type === 'text' && inline.text.trim() !== '')
  const common = (mark: keyof Marks): boolean =>
    runs.every((run) => run.type === 'text' && run[mark]) && runs.length > 0
  const dropped: Marks = {
    ...(common('bold') && { bold: false }),
    ...(common('italic') && { italic: false }),
  }
  return inlines.map((inline) => (inline.type === 'text' ? { ...inline, ...dropped } : inline))
}

function writeParagraph(block: NodeOf<Block, 'paragraph'>, state: State): string {
  const text = writeInlines(block.inlines, state, inParagraph)
  if (block.checked === undefined) return text
  return `- [${block.checked ? 'x' : ' '}] ${text}`
}

function writeCaption(
  caption: Caption | undefined,
  position: Caption['position'],
  state: State,
): string {
  return caption?.position === position ? writeInlines(caption.inlines, state, inParagraph) : ''
}

/** A fence longer than any run of backticks inside (C10). */
function writeCodeBlock(code: string, language = ''): string {
  const text = cleanLines(code).replace(/\n+$/, '')
  if (text.trim() === '') return ''
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function writeFormulaBlock(latex: string, number: string | undefined): string {
  const text = tidyLatex(latex).replace(/\s*\n\s*/g, '\n')
  if (text === '') return ''
  const tagged = number === undefined ? text : `${text} \\tag{${cleanText(number)}}`
  return tagged.includes('\n') ? `$$\n${tagged}\n$$` : `$$${tagged}$$`
}

function writeSection(block: NodeOf<Block, 'section'>, state: State): string {
  if (block.kind === 'comments') return ''
  const outer = state.headings
  // Headings inside a slide or sheet stand below its title, which is `##` (C2).
  state.headings = createHeadingDepths(2)
  const body = writeBlocks(block.blocks, state)
  state.headings = outer
  if (block.kind === 'notes') return body === '' ? '' : `### Notes\n\n${body}`
  return joinBlocks([prefixHeading(2, writeHeadingText(block.title ?? [], state)), body])
}
