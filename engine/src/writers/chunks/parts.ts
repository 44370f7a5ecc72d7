/** Splits the Markdown of one block into parts no longer than a chunk, with the block's location. */
import { type Block, type BlockType, pageOf, provenanceOf, type Table } from '../../model/index.ts'
import type { ChunkBox, ChunkKind, Part } from './chunk.ts'
import { splitLines, splitSentences } from './split.ts'

const kinds: Readonly<Record<BlockType, ChunkKind>> = {
  title: 'text',
  heading: 'text',
  paragraph: 'text',
  list: 'text',
  table: 'table',
  codeBlock: 'code',
  plainText: 'text',
  formulaBlock: 'text',
  quote: 'text',
  figure: 'figure',
  section: 'text',
  furniture: 'text',
  thematicBreak: 'text',
}

/**
 * Splits a block into parts.
 *
 * @param lines Its Markdown from `traceMarkdown`, without surrounding blank lines.
 * @param size The largest number of characters in a part.
 */
export function partsOf(block: Block, lines: readonly string[], size: number): Part[] {
  const location = locationOf(block)
  const whole = lines.join('\n')
  const texts = whole.length <= size ? [whole] : splitBlock(block, lines, size)
  return texts.map((text) => ({ kind: kinds[block.type], text, ...location }))
}

function splitBlock(block: Block, lines: readonly string[], size: number): string[] {
  switch (block.type) {
    case 'table':
      return splitTable(block, lines, size)
    case 'codeBlock':
      return splitCode(lines.join('\n').split('\n'), size)
    case 'list':
    case 'quote':
    case 'figure':
    case 'plainText':
      return splitLines(lines.join('\n').split('\n'), size, { cut: splitSentences })
    default:
      return splitSentences(lines.join('\n'), size)
  }
}

/** Splits a table between rows and repeats the header rows; captions go with the first part, notes with the last. */
function splitTable(table: Table, lines: readonly string[], size: number): string[] {
  const isHtml = lines.includes('<table>')
  const first = isHtml ? lines.indexOf('<table>') : lines.findIndex((line) => line.startsWith('|'))
  const last = isHtml
    ? lines.lastIndexOf('</table>')
    : lines.findLastIndex((line) => line.startsWith('|'))
  if (first < 0) return splitLines(lines, size, { cut: splitSentences })
  const headCount = isHtml ? 1 + headerRows(table) : 2
  const rows = lines.slice(first + headCount, isHtml ? last : last + 1)
  const groups = splitLines(rows, size, {
    head: lines.slice(first, first + headCount),
    foot: isHtml ? ['</table>'] : [],
    // Rows are never cut.
    cut: (line) => [line],
  })
  const before = splitLines(lines.slice(0, first), size, { cut: splitSentences })
  const after = splitLines(lines.slice(last + 1), size, { cut: splitSentences })
  return [...before, ...groups, ...after]
}

/** Counts the rows at the top whose cells are all column headers. */
function headerRows({ rows }: Table): number {
  const first = rows.findIndex(({ cells }) => cells.some(({ header }) => header !== 'column'))
  return first < 0 ? 0 : first
}

function splitCode(lines: readonly string[], size: number): string[] {
  const [fence = '', ...rest] = lines
  return splitLines(rest.slice(0, -1), size, {
    head: [fence],
    foot: rest.slice(-1),
    cut: (line) => [line],
  })
}

/** Returns the pages and boxes of a block, or those of its child blocks if it has no location itself. */
export function locationOf(block: Block): Pick<Part, 'pages' | 'boxes'> {
  const locations = [...provenanceOf(block)]
  const pages = new Set(locations.map(pageOf))
  const boxes = locations.flatMap((location): ChunkBox[] => {
    const bbox = location.type === 'sheet' ? undefined : location.bbox
    return bbox ? [{ page: pageOf(location), ...bbox }] : []
  })
  return { pages: [...pages].sort((a, b) => a - b), boxes }
}
