/** Registers the tools of the MCP server, which give assistants documents as Markdown, part by part. */
import { createRequire } from 'node:module'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { ConversionError, ConversionFailure, PoolError } from '@recto/converter'
import { z } from 'zod'
import { choosePages, rangesOf, takeParts } from './choose.ts'
import type { Call, Documents, Lane, Opened, Source } from './documents.ts'
import { findPassages, headingsOf } from './parts.ts'
import { Refusal } from './refusal.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Passages per answer. */
const MAX_PASSAGES = 20

const source = {
  path: z.string().max(4_096).optional().describe('Path of a file in the permitted folders.'),
  url: z
    .string()
    .max(2_048)
    .optional()
    .describe('An http or https address, if the server allows addresses.'),
}
const pages = z
  .string()
  .max(2_000)
  .describe(
    'Pages, slides or sheets from 1: "1-3,7", "5-". Long documents without pages have parts of about 10,000 characters instead.',
  )
const lane = z
  .enum(['fidelity', 'fast'])
  .optional()
  .describe('fidelity (default): headings, tables, scans. fast: text at once.')
const annotations = { readOnlyHint: true, openWorldHint: false }

export function createServer(documents: Documents): McpServer {
  // Sound: the package is our own.
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
  const server = new McpServer({ name: 'recto', version })
  server.registerTool(
    'convert_document',
    {
      title: 'Convert a document',
      description:
        'Reads a document (PDF, DOCX, PPTX, XLSX, HTML, EPUB, CSV, pictures of text) as Markdown. A long document comes in parts: pass `next_pages` as `pages` for the next one.',
      inputSchema: { ...source, pages: pages.optional(), lane },
      annotations,
    },
    (input, extra) => answer(() => readParts(documents, input, input.pages, input.lane, extra)),
  )
  server.registerTool(
    'read_pages',
    {
      title: 'Read pages',
      description: 'Reads some pages of a document as Markdown.',
      inputSchema: { ...source, pages },
      annotations,
    },
    (input, extra) => answer(() => readParts(documents, input, input.pages, 'fidelity', extra)),
  )
  server.registerTool(
    'document_outline',
    {
      title: 'Outline of a document',
      description: 'The headings of a document, with their levels and pages.',
      inputSchema: source,
      annotations,
    },
    (input, extra) => answer(() => outline(documents, input, extra)),
  )
  server.registerTool(
    'find_in_document',
    {
      title: 'Find in a document',
      description:
        'Finds a text in a document, ignoring case, and returns the passages with their page and heading.',
      inputSchema: { ...source, text: z.string().min(1).max(1_000).describe('The text to find.') },
      annotations,
    },
    (input, extra) => answer(() => find(documents, input, input.text, extra)),
  )
  return server
}

/** Answers with errors that the document or the caller caused; rethrows others. */
async function answer(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work()
  } catch (error) {
    const isExpected = error instanceof Refusal || error instanceof ConversionError
    if (isExpected || error instanceof ConversionFailure) return failure(error.message)
    if (error instanceof PoolError) return failure('The converter could not be started.')
    throw error
  }
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}

async function readParts(
  documents: Documents,
  from: Source,
  wanted: string | undefined,
  lane: Lane = 'fidelity',
  extra: Extra,
): Promise<CallToolResult> {
  const call = toCall(extra)
  const document = await documents.open(from, call)
  const { now, later } = choosePages(wanted, document.pages)
  const { parts, title, warnings } = await documents.read(
    document,
    lane,
    now && rangesOf(now),
    call,
  )
  const { taken, rest } = takeParts(parts, wanted, now)
  const next = rangesOf([...rest, ...later])
  const text = taken
    .map(({ number, text: own }) => `<!-- page ${number} -->\n\n${own}`)
    .join('\n\n')
  const isWhole = taken.length === parts.length && next === '' && document.pages === 0
  const facts = {
    ...(title !== undefined && { title }),
    pages: document.pages > 0 ? document.pages : parts.length,
    ...(next !== '' && { next_pages: next }),
    ...(warnings.length > 0 && { warnings: warnings.map(({ message }) => message).slice(0, 10) }),
  }
  const shown = isWhole && taken.length === 1 ? (taken[0]?.text ?? '') : text
  return answerWith(shown, facts)
}

async function outline(documents: Documents, from: Source, extra: Extra): Promise<CallToolResult> {
  const { document, reading } = await readWhole(documents, from, extra)
  const headings = headingsOf(reading.parts)
  const lines = headings.map(
    ({ level, text, page }) => `${'  '.repeat(level - 1)}- ${text} (${page})`,
  )
  const { title } = reading
  const pages = document.pages > 0 ? document.pages : reading.parts.length
  const text = lines.length === 0 ? 'The document has no headings.' : lines.join('\n')
  return answerWith(text, { ...(title !== undefined && { title }), pages, headings })
}

async function find(
  documents: Documents,
  from: Source,
  sought: string,
  extra: Extra,
): Promise<CallToolResult> {
  const { reading } = await readWhole(documents, from, extra)
  const passages = findPassages(reading.parts, sought, MAX_PASSAGES)
  const lines = passages.map(({ page, heading, text }) => {
    return `Page ${page}${heading === undefined ? '' : `, ${heading}`}:\n${text}`
  })
  const text = lines.length === 0 ? 'The text is not in the document.' : lines.join('\n\n')
  return answerWith(text, { passages })
}

async function readWhole(documents: Documents, from: Source, extra: Extra) {
  const call = toCall(extra)
  const document: Opened = await documents.open(from, call)
  return { document, reading: await documents.read(document, 'fidelity', undefined, call) }
}

function answerWith(text: string, facts: Readonly<Record<string, unknown>>): CallToolResult {
  const { next_pages: next } = facts
  const more = typeof next === 'string' ? `\n\n[next_pages: ${next}]` : ''
  return { content: [{ type: 'text', text: text + more }], structuredContent: { ...facts } }
}

/** Sends progress if the request asks for it, so that clients do not give up on a long conversion. */
function toCall({ signal, sendNotification, _meta: meta }: Extra): Call {
  const progressToken = meta?.progressToken
  return {
    signal,
    onProgress: ({ pagesDone, pagesTotal }) => {
      if (progressToken === undefined) return
      const total = pagesTotal === undefined ? {} : { total: pagesTotal }
      const params = { progressToken, progress: pagesDone, ...total }
      sendNotification({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}
