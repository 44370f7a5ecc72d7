/**
 * Reads a DOCX file into a document.
 *
 * Covered: styles, outline levels, numbering, tables, links, fields, notes, tracked changes (as accepted), text boxes,
 * content controls, formulas, symbols, parts in HTML and text; strict and transitional files. Not covered: pictures in
 * the fast profile, comments, visual formatting. See docs/formats/docx.md.
 */
import { ConversionError, Warnings } from '../../errors.ts'
import { LimitError } from '../../limits.ts'
import { type Document, paragraph } from '../../model/index.ts'
import { readHtml } from '../html/index.ts'
import {
  findRelationships,
  type OfficePackage,
  openPackage,
  type Relationship,
  readTitle,
} from '../ooxml/index.ts'
import type { Reader, Reading, ReadOptions } from '../reader.ts'
import { readText } from '../text/index.ts'
import { convertDocument } from './convert/index.ts'
import { readDocxFile } from './parse/index.ts'
import { readWebArchive } from './web-archive.ts'

export const readDocx: Reader = (bytes, options) => readPackage(bytes, options, [])

/** @param path Parts from the outermost file to this one; empty for the file itself. */
async function readPackage(
  bytes: Uint8Array,
  options: ReadOptions,
  path: readonly string[],
): Promise<Reading> {
  const office = await openPackage(bytes, options.limits)
  if (office?.format !== 'docx') {
    throw new ConversionError('unsupported_media_type', 'The file is not a DOCX document.')
  }
  const warnings = new Warnings()
  const withFigures = options.profile === 'fidelity'
  // A nested document has parts of the same names as its container, so image sources would be ambiguous.
  const withSources = options.withSources === true && path.length === 0
  const file = await readDocxFile(office, { withFigures, withSources }, warnings)
  const chunks = await readChunks(office, options, path, warnings)
  const document = convertDocument(file, {
    profile: options.profile,
    warnings,
    chunks: new Map([...chunks].map(([id, chunk]) => [id, chunk.blocks])),
    title: await readTitle(office, warnings),
    notePrefix: path.map((id) => `${id}/`).join(''),
  })
  const notes = [...chunks.values()].flatMap((chunk) => chunk.notes)
  return {
    document: { ...document, notes: [...document.notes, ...notes] },
    warnings: warnings.list,
  }
}

/** The most chunks that are read; a document assembled from chunks has some dozens. */
const MAX_CHUNKS = 500

/** Reads the parts in other formats that the text includes (ECMA-376 Part 1, 17.17.2). */
async function readChunks(
  office: OfficePackage,
  options: ReadOptions,
  path: readonly string[],
  warnings: Warnings,
): Promise<Map<string, Document>> {
  const { all } = await findRelationships(office, office.main, warnings)
  const chunks = new Map<string, Document>()
  const listed = all.filter(({ type }) => type === 'aFChunk').slice(0, MAX_CHUNKS)
  // All chunks share the limit of one file.
  const inflatedBytes = options.limits.inflatedBytes / listed.length
  const shared = { ...options, limits: { ...options.limits, inflatedBytes } }
  for (const relationship of listed) {
    try {
      const { document, warnings: inner } = await readChunk(office, relationship, shared, path)
      chunks.set(relationship.id, document)
      for (const { code, message } of inner) warnings.add(code, message)
    } catch (error) {
      if (!(error instanceof ConversionError) || error instanceof LimitError) throw error
      warnings.add('unread_part', 'An included part was left out: its format is not supported.')
    }
  }
  return chunks
}

/** The deepest nesting of included documents. */
const MAX_DEPTH = 1

/** @throws {ConversionError} when the part cannot be read. */
async function readChunk(
  office: OfficePackage,
  { id, target, external }: Relationship,
  options: ReadOptions,
  path: readonly string[],
): Promise<Reading> {
  const type = external ? undefined : chunkType(office.contentType(target) ?? '', target)
  if (type === undefined || (type === 'docx' && path.length >= MAX_DEPTH)) throw unread()
  const bytes = await office.readBytes(target)
  switch (type) {
    case 'html':
      return readHtml(bytes, options)
    case 'text':
      return toParagraphs(await readText(bytes, options))
    case 'docx':
      return readPackage(bytes, options, [...path, id])
    case 'archive': {
      const page = readWebArchive(bytes)
      if (!page) throw unread()
      const { charset } = page
      return readHtml(page.bytes, { ...options, ...(charset !== undefined && { charset }) })
    }
  }
}

type ChunkType = 'html' | 'archive' | 'text' | 'docx'

const chunkTypes: readonly { readonly pattern: RegExp; readonly type: ChunkType }[] = [
  { pattern: /^message\/rfc822|^multipart\/related/i, type: 'archive' },
  { pattern: /^text\/html|xhtml\+xml/i, type: 'html' },
  { pattern: /^text\/plain/i, type: 'text' },
  { pattern: /wordprocessingml\.(?:document|template)/i, type: 'docx' },
]

/** Chooses by content type, else by file extension, because some programs declare all parts as XML. */
function chunkType(contentType: string, part: string): ChunkType | undefined {
  const [, extension] = /\.(html?|xhtml|mht(?:ml)?|txt|docx)$/i.exec(part) ?? []
  return (
    chunkTypes.find(({ pattern }) => pattern.test(contentType))?.type ??
    extensionTypes[extension?.toLowerCase() ?? '']
  )
}

const extensionTypes: Readonly<Record<string, ChunkType>> = {
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  mht: 'archive',
  mhtml: 'archive',
  txt: 'text',
  docx: 'docx',
}

function unread(): ConversionError {
  return new ConversionError('unsupported_media_type', 'The format of the part is not supported.')
}

/** Turns preformatted text into paragraphs. */
function toParagraphs({ document, warnings }: Reading): Reading {
  const lines = document.blocks.flatMap((block) =>
    block.type === 'plainText' ? block.text.split('\n') : [],
  )
  const blocks = lines.filter((line) => line.trim() !== '').map((line) => paragraph(line.trim()))
  return { document: { ...document, blocks }, warnings }
}
