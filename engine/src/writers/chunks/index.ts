/** Document → chunks for search and language models: whole blocks under their headings, each with its pages and boxes. */
import type { Limits } from '../../limits.ts'
import { type Block, type Document, type Inline, plainText } from '../../model/index.ts'
import { type TracedBlock, type TracedMarkdown, traceMarkdown } from '../markdown/index.ts'
import type { Chunk, Part } from './chunk.ts'
import { partsOf, placeOf } from './parts.ts'

export type { Chunk, ChunkBox, ChunkKind } from './chunk.ts'

/** Some 500 tokens of English: what embedding models take whole. */
export const CHUNK_SIZE = 2_000
/** Below, hardly a sentence fits. */
export const MIN_CHUNK_SIZE = 100

export interface ChunkOptions {
  /** Most characters of a chunk, at least 100. A row of a table, a line of code and a heading are never cut, and may be longer. */
  readonly size?: number
  readonly limits: Limits
}

interface Heading {
  readonly depth: number
  readonly text: string
}

interface State {
  readonly size: number
  readonly chunks: Chunk[]
  /** The headings that the next block stands under. */
  headings: readonly Heading[]
  /** Parts of text that have not filled a chunk yet. */
  open: Part[]
  /** Headings that nothing stands under yet: text only where nothing comes. */
  pending: Part[]
}

/**
 * Cuts a document into chunks.
 *
 * Blocks stay whole as long as they fit: a longer paragraph is cut at sentences, a longer list between lines, a longer table
 * between rows with its header rows repeated. Tables, code and figures are chunks of their own. A heading begins the chunk
 * of text that it opens, and stands in `headings` of all that are under it. Footnotes follow the text that refers to them.
 *
 * @throws {ConversionError} `conversion_failed` when the text or a table would pass a limit.
 */
export function toChunks(document: Document, { size = CHUNK_SIZE, limits }: ChunkOptions): Chunk[] {
  const traced = traceMarkdown(document, { tables: 'html', limits })
  const state: State = { size, chunks: [], headings: [], open: [], pending: [] }
  for (const traceable of outerBlocks(traced.blocks)) addBlock(traceable, traced, state)
  closeSection(state)
  return state.chunks
}

/** Blocks that stand in no other but sections. A section's lines up to its first block are its heading. */
function* outerBlocks(blocks: readonly TracedBlock[]): Generator<TracedBlock> {
  let end = 0
  for (const [index, traced] of blocks.entries()) {
    if (traced.start < end) continue
    if (traced.block.type === 'section') {
      const inner = blocks[index + 1]
      const stop = inner && inner.start < traced.end ? inner.start : traced.end
      yield { ...traced, end: stop }
      end = stop
    } else {
      yield traced
      end = traced.end
    }
  }
}

function addBlock({ block, start, end }: TracedBlock, traced: TracedMarkdown, state: State): void {
  const lines = trimmed(traced.lines.slice(start, end))
  const [first = ''] = lines
  if (first === '') return
  const inlines = headingInlines(block, first)
  if (inlines) {
    openHeading(first, inlines, block, state)
    return
  }
  // Headings that leave less than half a chunk are one of their own.
  if (lengthOf(state.pending) > state.size / 2) flushPending(state)
  const room = state.size - lengthOf(state.pending)
  const parts = partsOf(block, [...lines, ...notesIn(lines, traced)], room)
  for (const part of parts) addPart(part, state)
}

/** A title, a heading, or the head of a slide, sheet or notes. */
function headingInlines(block: Block, line: string): readonly Inline[] | undefined {
  if (block.type === 'title' || block.type === 'heading') return block.inlines
  if (block.type !== 'section') return undefined
  return block.title ?? [{ type: 'text', text: line.replace(/^#+ /, '') }]
}

function openHeading(line: string, inlines: readonly Inline[], block: Block, state: State): void {
  const depth = /^#*/.exec(line)?.[0].length ?? 1
  const text = plainText(inlines).replace(/\s+/g, ' ').trim()
  flush(state)
  const above = state.headings.filter((heading) => heading.depth < depth)
  // A heading of the same depth or above ends the section: those without anything under them are text of their own.
  if (above.length < state.headings.length) flushPending(state)
  state.headings = [...above, { depth, text }]
  // A section's own place is that of all its blocks.
  const place = block.type === 'section' ? { ...placeOf(block), boxes: [] } : placeOf(block)
  state.pending.push({ kind: 'text', text: line, ...place })
}

function addPart(part: Part, state: State): void {
  if (part.kind !== 'text') {
    flush(state)
    state.pending = []
    pushChunk([part], state)
    return
  }
  if (lengthOf(state.open) + part.text.length > state.size) flush(state)
  state.open.push(...state.pending, part)
  state.pending = []
}

/** Of the texts, with what parts them from a further one. */
function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length + 2, 0)
}

function flush(state: State): void {
  if (state.open.length > 0) pushChunk(state.open, state)
  state.open = []
}

function flushPending(state: State): void {
  if (state.pending.length > 0) pushChunk(state.pending, state)
  state.pending = []
}

function closeSection(state: State): void {
  flush(state)
  flushPending(state)
}

function pushChunk(parts: readonly Part[], { chunks, headings }: State): void {
  const text = parts.map((part) => part.text).join('\n\n')
  chunks.push({
    id: `chunk-${chunks.length + 1}`,
    kind: parts[0]?.kind ?? 'text',
    text,
    headings: headings.map((heading) => heading.text),
    pages: [...new Set(parts.flatMap(({ pages }) => pages))].sort((a, b) => a - b),
    boxes: parts.flatMap(({ boxes }) => boxes),
    characters: text.length,
  })
}

/** The definitions of the footnotes that these lines refer to, behind a blank line. */
function notesIn(lines: readonly string[], { lines: all, notes }: TracedMarkdown): string[] {
  const numbers = new Set<number>()
  for (const line of lines)
    for (const [, number] of line.matchAll(/\[\^(\d+)\]/g)) numbers.add(Number(number))
  return [...numbers].flatMap((number) => {
    const note = notes[number - 1]
    return note ? ['', ...trimmed(all.slice(note.start, note.end))] : []
  })
}

function trimmed(lines: readonly string[]): readonly string[] {
  const isFilled = (line: string): boolean => line.trim() !== ''
  return lines.slice(Math.max(0, lines.findIndex(isFilled)), lines.findLastIndex(isFilled) + 1)
}
