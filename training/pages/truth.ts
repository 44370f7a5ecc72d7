/**
 * Writes the truth of a training document: as JSON with the boxes of every leaf, and as Markdown in the dialect of the
 * scorers.
 */
import {
  type Block,
  type BlockOf,
  type BlockType,
  type Leaf,
  type Run,
  type Table,
  type TrainingDocument,
  textOf,
} from './content.ts'
import type { Style } from './style.ts'

/** In points, y downwards from the upper left corner; pages count from 1. */
export interface Box {
  readonly page: number
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

type Places = ReadonlyMap<number, readonly Box[]>

/** One block of the truth; `lines` are the boxes of its lines of text, in order. */
export interface TruthBlock {
  readonly label: string
  readonly id: number
  readonly level?: number
  readonly text: string
  readonly lines: readonly Box[]
  readonly [detail: string]: unknown
}

interface Context {
  readonly style: Style
  readonly places: Places
}

const upperCase = (text: string, { style }: Pick<Context, 'style'>, level: number): string =>
  (level === 0 ? style.title : style.headings[level - 1])?.letterCase === 'upper'
    ? text.toUpperCase()
    : text

const lines = (leaf: Leaf, { places }: Context): readonly Box[] => places.get(leaf.id) ?? []
const plain = (leaf: Leaf): string =>
  leaf.runs.map((run) => run.formula?.latex ?? (run.note === undefined ? run.text : '')).join('')

export function truthBlocks(
  document: TrainingDocument,
  style: Style,
  places: Places,
): TruthBlock[] {
  const context = { style, places }
  return [...document.front, ...document.blocks].flatMap((block) => truthOf(block, context))
}

function truthOf<Type extends BlockType>(block: BlockOf<Type>, context: Context): TruthBlock[] {
  // Sound: the handler for the block's type accepts that block.
  const handle = truthHandlers[block.type] as (
    block: BlockOf<Type>,
    context: Context,
  ) => TruthBlock[]
  return handle(block, context)
}

const simple = (
  label: string,
  leaf: Leaf,
  context: Context,
  more: Record<string, unknown> = {},
): TruthBlock => ({
  label,
  id: leaf.id,
  text: plain(leaf),
  ...more,
  lines: lines(leaf, context),
})

const truthHandlers: {
  readonly [Type in BlockType]: (block: BlockOf<Type>, context: Context) => TruthBlock[]
} = {
  heading: ({ level, number, leaf, runIn }, context) => {
    const text = upperCase(`${number ? `${number} ` : ''}${plain(leaf)}`, context, level)
    const made = simple(level === 0 ? 'title' : 'heading', leaf, context, {
      level,
      runIn: runIn !== undefined,
    })
    return [
      { ...made, text },
      ...(runIn ? [simple('paragraph', runIn, context, { role: 'body', afterRunIn: true })] : []),
    ]
  },
  paragraph: ({ role, leaf }, context) => [simple('paragraph', leaf, context, { role })],
  list: ({ items, ordered, level }, context) =>
    items.flatMap(({ marker, leaf, blocks }) => [
      simple('item', leaf, context, { level, ordered, marker }),
      ...blocks.flatMap((block) =>
        truthOf(block, context).map((inner) => ({ ...inner, inItem: leaf.id })),
      ),
    ]),
  table: truthTable,
  figure: ({ id, sort, caption, captionSide, labels, spanning }, context) => {
    const own: TruthBlock = {
      label: 'figure',
      id,
      kind: sort,
      spanning,
      text: labels.join('\n'),
      lines: context.places.get(id) ?? [],
    }
    const words = caption ? [simple('caption', caption, context, { of: id })] : []
    return captionSide === 'above' ? [...words, own] : [own, ...words]
  },
  formula: ({ id, formula, number }, context) => [
    { label: 'formula', id, text: formula.latex, number, lines: context.places.get(id) ?? [] },
  ],
  code: ({ id, lines: rows, style }, context) => [
    { label: 'code', id, text: rows.join('\n'), style, lines: context.places.get(id) ?? [] },
  ],
  contents: ({ entries, leaders }, context) =>
    entries.map(({ leaf, level, page }) =>
      simple('contents', leaf, context, { level, page, leaders }),
    ),
  sides: ({ parts, role }, context) =>
    parts.flatMap((part, side) =>
      part.flatMap((block) =>
        truthOf(block, context).map((inner) => ({ ...inner, side, sides: role })),
      ),
    ),
  aside: ({ blocks, style }, context) =>
    blocks.flatMap((block) => truthOf(block, context).map((inner) => ({ ...inner, aside: style }))),
  notes: ({ notes }, context) =>
    notes.map(({ leaf, mark, number }) => simple('note', leaf, context, { mark, number })),
  break: () => [],
}

function truthTable(table: Table, context: Context): TruthBlock[] {
  const { caption, captionSide, notes, rows } = table
  const cells = rows.flatMap((row, at) =>
    row.map((cell) => {
      const inner = (cell.more ?? []).map(({ marker, leaf }) => ({
        marker,
        text: plain(leaf),
        lines: lines(leaf, context),
      }))
      const upper = cell.header && table.style.head === 'upper'
      return {
        row: at,
        column: cell.column,
        rowSpan: cell.rowSpan,
        columnSpan: cell.columnSpan,
        header: cell.header,
        text: upper ? plain(cell.leaf).toUpperCase() : plain(cell.leaf),
        lines: lines(cell.leaf, context),
        ...(inner.length > 0 ? { items: inner } : {}),
      }
    }),
  )
  const own: TruthBlock = {
    label: 'table',
    id: table.id,
    sort: table.sort,
    spanning: table.spanning,
    text: '',
    rows: rows.length,
    columns: table.columns,
    headerRows: table.headerRows,
    style: table.style,
    cells,
    lines: cells.flatMap((cell) => [
      ...cell.lines,
      ...(cell.items ?? []).flatMap((item) => item.lines),
    ]),
  }
  const words = caption ? [simple('caption', caption, context, { of: table.id })] : []
  const under = notes.map((note) => simple('table note', note, context, { of: table.id }))
  return captionSide === 'above' ? [...words, own, ...under] : [own, ...under, ...words]
}

export function truthMarkdown(document: TrainingDocument, style: Style): string {
  const blocks = [...document.front, ...document.blocks]
  const titled = blocks.some((block) => block.type === 'heading' && block.level === 0)
  const context: MarkdownContext = { style, shift: titled ? 1 : 0 }
  const body = blocks
    .filter((block) => block.type !== 'notes')
    .flatMap((block) => markdownOf(block, context))
  const notes = blocks.flatMap((block) =>
    block.type === 'notes' ? markdownOf(block, context) : [],
  )
  return `${[...body, ...notes].filter((text) => text.trim() !== '').join('\n\n')}\n`
}

interface MarkdownContext {
  readonly style: Style
  readonly shift: number
}

function markdownOf<Type extends BlockType>(
  block: BlockOf<Type>,
  context: MarkdownContext,
): string[] {
  // Sound: the handler for the block's type accepts that block.
  const handle = markdownHandlers[block.type] as (
    block: BlockOf<Type>,
    context: MarkdownContext,
  ) => string[]
  return handle(block, context)
}

const escaped = (text: string): string =>
  text.replace(/([\\`<])/g, '\\$1').replace(/(?<![\w*])([*_]+)(?=\w)/g, '\\$1')

function markdownRun(run: Run): string {
  if (run.formula) return `$${run.formula.latex}$`
  if (run.note !== undefined) return `[^${run.note}]`
  const inner = run.text.trim()
  const around = (mark: string): string =>
    run.text.replace(inner, () => `${mark}${escaped(inner)}${mark}`)
  if (run.mark === 'bold') return around('**')
  if (run.mark === 'italic') return around('*')
  if (run.mark === 'code') return run.text.replace(inner, () => `\`${inner.replaceAll('`', '')}\``)
  if (run.mark === 'superscript') return `<sup>${escaped(run.text)}</sup>`
  return escaped(run.text)
}

const written = (leaf: Leaf): string => leaf.runs.map(markdownRun).join('').trim()
/** Escapes text that would open another block at the start of a line. */
const paragraphText = (leaf: Leaf): string =>
  written(leaf)
    .replace(/^(#{1,6} |[-+>] |\d+(?=[.)] ))/, (mark) => (/^\d/.test(mark) ? mark : `\\${mark}`))
    .replace(/^(\d+)([.)] )/, '$1\\$2')

const markdownHandlers: {
  readonly [Type in BlockType]: (block: BlockOf<Type>, context: MarkdownContext) => string[]
} = {
  heading: ({ level, number, leaf, runIn }, { style, shift }) => {
    const text = upperCase(`${number ? `${number} ` : ''}${textOf(leaf)}`, { style }, level)
    return [
      `${'#'.repeat(Math.max(1, level + shift))} ${escaped(text)}`,
      ...(runIn ? [paragraphText(runIn)] : []),
    ]
  },
  paragraph: ({ leaf }) => [paragraphText(leaf)],
  list: (list, context) => [listMarkdown(list, context)],
  table: ({ caption, captionSide, notes, ...table }) => {
    const words = caption ? [paragraphText(caption)] : []
    const grid = tableMarkdown({ ...table, captionSide, notes })
    const under = notes.map(paragraphText)
    return captionSide === 'above' ? [...words, grid, ...under] : [grid, ...under, ...words]
  },
  figure: ({ caption }) => (caption ? [paragraphText(caption)] : []),
  formula: ({ formula, number }) => [
    `$$${formula.latex}${number ? ` \\tag{${number.replace(/[()]/g, '')}}` : ''}$$`,
  ],
  code: ({ lines: rows }) => [`\`\`\`\n${rows.join('\n')}\n\`\`\``],
  contents: ({ entries }) => entries.map(({ leaf, page }) => `${paragraphText(leaf)} ${page}`),
  sides: ({ parts }, context) => parts.flat().flatMap((block) => markdownOf(block, context)),
  aside: ({ blocks }, context) => blocks.flatMap((block) => markdownOf(block, context)),
  notes: ({ notes }) => notes.map(({ number, leaf }) => `[^${number}]: ${written(leaf)}`),
  break: () => [],
}

function listMarkdown({ items, ordered }: BlockOf<'list'>, context: MarkdownContext): string {
  return items
    .map(({ marker, leaf, blocks }) => {
      const numbered = ordered && /^\d+[.)]$/.test(marker)
      const start = numbered ? `${marker} ` : '- '
      const text = `${start}${ordered && !numbered ? `${marker} ` : ''}${written(leaf)}`
      const inner = blocks.map((block: Block) => {
        const lines = markdownOf(block, context)
          .join('\n\n')
          .split('\n')
          .map((line) => (line ? ' '.repeat(start.length) + line : ''))
        return `${block.type === 'list' ? '' : '\n'}${lines.join('\n')}`
      })
      return [text, ...inner].join('\n')
    })
    .join('\n')
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function tableMarkdown(table: Table): string {
  const upper = table.style.head === 'upper'
  const text = (cell: Table['rows'][number][number]): string => {
    const parts = [
      plain(cell.leaf),
      ...(cell.more ?? []).map(({ marker, leaf }) => `${marker} ${plain(leaf)}`),
    ]
    const whole = parts.filter((part) => part !== '').join('<br>')
    return cell.header && upper ? whole.toUpperCase() : whole
  }
  const spans = table.rows.some((row) =>
    row.some((cell) => cell.columnSpan > 1 || cell.rowSpan > 1),
  )
  if (spans) {
    const rows = table.rows.map((row) => {
      const cells = row.map((cell) => {
        const name = cell.header ? 'th' : 'td'
        const across = `${cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ''}${cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : ''}`
        return `<${name}${across}>${escapeHtml(text(cell)).replaceAll('&lt;br&gt;', '<br>')}</${name}>`
      })
      return `<tr>${cells.join('')}</tr>`
    })
    return `<table>\n${rows.join('\n')}\n</table>`
  }
  const rows = table.rows.map(
    (row) => `| ${row.map((cell) => text(cell).replaceAll('|', '\\|')).join(' | ')} |`,
  )
  const rule = `| ${Array.from({ length: table.columns }, () => '---').join(' | ')} |`
  return [rows[0] ?? '', rule, ...rows.slice(1)].join('\n')
}
