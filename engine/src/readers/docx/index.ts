/**
 * Bytes of a DOCX file → a document.
 *
 * Covered: styles, outline levels, numbering, tables, links, fields, notes, tracked changes (as accepted), text boxes,
 * content controls, formulas, symbols, parts in HTML and text; strict and transitional files. Left out: pictures in the
 * fast profile, comments, looks. See docs/formats/docx.md.
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

export const readDocx: Reader = (bytes, options) => readPackage(bytes, options, [])

/** @param path Where the file stands in those around it: nothing for the file itself. */
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
  const file = await readDocxFile(office, options.profile === 'fidelity', warnings)
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

/** More parts in other formats than this are not read; a document that is put together from parts has some dozens. */
const MAX_CHUNKS = 500

/** Reads what stands in the text as a part of another format (ECMA-376 Part 1, 17.17.2). */
async function readChunks(
  office: OfficePackage,
  options: ReadOptions,
  path: readonly string[],
  warnings: Warnings,
): Promise<Map<string, Document>> {
  const { all } = await findRelationships(office, office.main, warnings)
  const chunks = new Map<string, Document>()
  const listed = all.filter(({ type }) => type === 'aFChunk').slice(0, MAX_CHUNKS)
  // All of them together may unpack to as much as the file itself.
  const inflatedBytes = options.limits.inflatedBytes / listed.length
  const shared = { ...options, limits: { ...options.limits, inflatedBytes } }
  for (const relationship of listed) {
    try {
      const { document, warnings: inner } = await readChunk(office, relationship, shared, path)
      chunks.set(relationship.id, document)
      for (const { code, message } of inner) warnings.add(code, message)
    } catch (error) {
      if (!(error instanceof ConversionError) || error instanceof LimitError) throw error
      warnings.add('unread_part', 'A part of the document in another format was left out.')
    }
  }
  return chunks
}

/** Documents within documents that are read. */
const MAX_DEPTH = 1

/** @throws {ConversionError} when the part cannot be read. */
async function readChunk(
  office: OfficePackage,
  { id, target, external }: Relationship,
  options: ReadOptions,
  path: readonly string[],
): Promise<Reading> {
  const type = external ? '' : (office.contentType(target) ?? '')
  const [, format] = /(html|plain|wordprocessingml\.document)/.exec(type) ?? []
  if (format === 'html') return readHtml(await office.readBytes(target), options)
  if (format === 'plain')
    return toParagraphs(await readText(await office.readBytes(target), options))
  if (format === undefined || path.length >= MAX_DEPTH) {
    throw new ConversionError('unsupported_media_type', 'The part is of a format that is not read.')
  }
  return readPackage(await office.readBytes(target), options, [...path, id])
}

/** Text that stands as it is would not do so among paragraphs. */
function toParagraphs({ document, warnings }: Reading): Reading {
  const lines = document.blocks.flatMap((block) =>
    block.type === 'plainText' ? block.text.split('\n') : [],
  )
  const blocks = lines.filter((line) => line.trim() !== '').map((line) => paragraph(line.trim()))
  return { document: { ...document, blocks }, warnings }
}
