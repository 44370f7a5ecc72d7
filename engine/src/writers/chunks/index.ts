/** Splits a document into chunks for search and language models: whole blocks with their headings, pages and boxes. */
import type { Limits } from '../../limits.ts'
import { type Block, type Document, type Inline, plainText } from '../../model/index.ts'
import { type TracedBlock, type TracedMarkdown, traceMarkdown } from '../markdown/index.ts'
import type { Chunk, Part } from './chunk.ts'
import { locationOf, partsOf } from './parts.ts'

export type { Chunk, ChunkBox, ChunkKind } from './chunk.ts'

/** Some 500 tokens of English, which embedding models accept without truncation. */
const CHUNK_SIZE = 2_000

export interface ChunkOptions {
  /**
   * The largest number of characters in a chunk; below 100, it hardly holds a sentence. Table rows, lines of code and headings are never cut,
   * and may be longer.
   */
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
  /** The headings above the next block. */
  headings: readonly Heading[]
  /** Text parts that do not fill a chunk yet. */
  open: Part[]
  /** Headings whose content has not been read yet; they become text only if no content follows. */
  pending: Part[]
}

/**
 * Splits a document into chunks.
 *
 * Blocks stay whole as long as they fit: a longer paragraph is cut at sentences, a longer list between lines, a longer table
 * between rows with its header rows repeated. Tables, code and figures are separate chunks. A heading begins the chunk
 * with the text after it, and is listed in `headings` of all chunks below it. Footnotes follow the text that refers to them.
 *
 * @throws {ConversionError} `conversion_failed` if the text or a table would exceed a limit.
 */
export function toChunks(document: Document, { size = CHUNK_SIZE, limits }: ChunkOptions): Chunk[] {
  const traced = traceMarkdown(document, { tables: 'html', limits })
  const state: State = { size, chunks: [], headings: [], open: [], pending: [] }
  for (const traceable of outerBlocks(traced.blocks)) addBlock(traceable, traced, state)
  closeSection(state)
  return state.chunks
}

/** Yields top-level blocks and those of sections; the lines of a section before its first block are its heading. */
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
  // Long headings, which leave less than half a chunk for text, become a separate chunk.
  if (lengthOf(state.pending) > state.size / 2) flushPending(state)
  const room = state.size - lengthOf(state.pending)
  const parts = partsOf(block, [...lines, ...notesIn(lines, traced)], room)
  for (const part of parts) addPart(part, state)
}

/** Returns the inlines of a title or heading, or of the heading that a slide, sheet or notes section prints. */
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
  // A heading of the same depth or above ends the section; pending headings without content then become text.
  if (above.length < state.headings.length) flushPending(state)
  state.headings = [...above, { depth, text }]
  // The location of a section covers all its blocks, so the heading only gets its page numbers.
  const location =
    block.type === 'section' ? { ...locationOf(block), boxes: [] } : locationOf(block)
  state.pending.push({ kind: 'text', text: line, ...location })
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

/** Returns the length of the parts, separators included. */
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

/** Returns the definitions of the footnotes that the lines refer to, after a blank line. */
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
