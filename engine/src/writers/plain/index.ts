/** Writes a document as plain text without markup; blank lines between blocks, tabs between cells. */
import { type Limits, refuse } from '../../limits.ts'
import {
  type Block,
  type BlockType,
  type Caption,
  cellBlocks,
  checkBox,
  type Document,
  type Inline,
  type Item,
  leavesOf,
  markerText,
  type NodeOf,
  type Note,
  printedBlocks,
  type Row,
} from '../../model/index.ts'
import { textOfInlines } from './inlines.ts'

interface State {
  readonly limits: Limits
  /** Nesting depth of the current block. */
  readonly depth: number
}

/**
 * Writes a document as plain text.
 *
 * Notes follow at the end, in order. The text ends with one newline; an empty document is the empty string.
 * @throws {ConversionError} `conversion_failed` if the text would exceed a limit.
 */
export function writePlain({ blocks, notes }: Document, limits: Limits): string {
  const texts = [
    ...textsOf(blocks, { limits, depth: 0 }),
    ...notes.flatMap((note) => noteOf(note, limits)),
  ]
  const text = texts.join('\n\n')
  if (text.length > limits.outputCharacters) refuse('its text would be too long')
  return text === '' ? '' : `${text}\n`
}

function noteOf({ blocks }: Note, limits: Limits): string[] {
  const text = textsOf(blocks, { limits, depth: 0 }).join('\n')
  return text === '' ? [] : [text]
}

type Handlers = {
  readonly [Type in BlockType]: (block: NodeOf<Block, Type>, state: State) => string
}

const handlers: Handlers = {
  title: ({ inlines }) => lineOf(inlines),
  heading: ({ inlines }) => lineOf(inlines),
  paragraph: ({ inlines, checked }) => `${checkBox(checked)}${linesOf(inlines)}`.trimEnd(),
  list: ({ items }, state) =>
    joined(
      items.map((item) => itemText(item, state)),
      '\n',
    ),
  table: (table, state) =>
    joined(
      [
        captionAt(table.caption, 'above'),
        tableText(table, state),
        captionAt(table.caption, 'below'),
        ...textsOf(table.notes ?? [], state),
      ],
      '\n\n',
    ),
  codeBlock: ({ text }) => text.replace(/^\n+|\s+$/g, ''),
  plainText: ({ text }) => text.trimEnd(),
  formulaBlock: ({ latex, printed, number }) =>
    joined([printed ?? latex.trim(), number === undefined ? '' : `(${number})`], ' '),
  quote: ({ blocks }, state) => joined(textsOf(blocks, state), '\n\n'),
  figure: ({ alt = '', caption, blocks }, state) =>
    joined(
      [
        captionAt(caption, 'above'),
        caption ? '' : alt.trim(),
        ...textsOf(blocks, state),
        captionAt(caption, 'below'),
      ],
      '\n\n',
    ),
  section: ({ kind, title = [], blocks }, state) =>
    kind === 'comments' ? '' : joined([lineOf(title), ...textsOf(blocks, state)], '\n\n'),
  furniture: () => '',
  thematicBreak: () => '',
}

/** Writes blocks; those nested deeper than the limit are written flat, so that no content is lost. */
function textsOf(blocks: readonly Block[], { limits, depth }: State): string[] {
  const inner = { limits, depth: depth + 1 }
  const printed = depth > limits.blockDepth ? [...leavesOf(blocks)] : printedBlocks(blocks)
  return printed.map((block) => textOf(block, inner)).filter((text) => text !== '')
}

function textOf<Type extends BlockType>(block: NodeOf<Block, Type>, state: State): string {
  // Sound: the handler under a block's own type takes blocks of that type.
  const handle = handlers[block.type] as (block: NodeOf<Block, Type>, state: State) => string
  return handle(block, state)
}

/** Writes the marker with the text after it, indented to one column. */
function itemText({ marker, checked, blocks }: Item, state: State): string {
  const mark = `${markerText(marker)} `
  const text = `${checkBox(checked)}${textsOf(blocks, state).join('\n')}`.trimEnd()
  return `${mark}${text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)}`.trimEnd()
}

/** Writes a line for each row. */
function tableText({ rows, columnCount }: NodeOf<Block, 'table'>, state: State): string {
  if (rows.length * columnCount > state.limits.tableCells) {
    refuse('one of its tables has too many cells')
  }
  return joined(
    rows.map((row) => rowText(row, columnCount, state)),
    '\n',
  )
}

/** Positions without a cell stay empty. */
function rowText({ cells }: Row, columnCount: number, state: State): string {
  const texts = new Array<string>(columnCount).fill('')
  for (const cell of cells) {
    const leaves = [...leavesOf(cellBlocks(cell))].map((leaf) => textOf(leaf, state))
    if (cell.column < columnCount) texts[cell.column] = oneLine(leaves.join(' '))
  }
  return texts.join('\t').trimEnd()
}

function captionAt(caption: Caption | undefined, position: Caption['position']): string {
  return caption?.position === position ? linesOf(caption.inlines) : ''
}

function lineOf(inlines: readonly Inline[]): string {
  return oneLine(textOfInlines(inlines))
}

function linesOf(inlines: readonly Inline[]): string {
  return textOfInlines(inlines).trim()
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function joined(texts: readonly string[], between: string): string {
  return texts.filter((text) => text !== '').join(between)
}
