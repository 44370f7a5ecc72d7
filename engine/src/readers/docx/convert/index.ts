/** Converts the parsed parts of a DOCX file to a document. */
import type { Warnings } from '../../../errors.ts'
import { type Block, type Document, type Note, plainText } from '../../../model/index.ts'
import type { Profile } from '../../reader.ts'
import type { DocxFile } from '../parse/index.ts'
import { createBookmarkLinks, resolveBookmarkLinks } from './bookmark-links.ts'
import { convertComments } from './comments.ts'
import type { Conversion, StoryContext } from './context.ts'
import { createFields } from './fields.ts'
import { createNumbering } from './numbering.ts'
import { convertBody } from './sections.ts'
import { convertStory } from './stories.ts'
import { createStyles } from './styles.ts'

interface ConvertOptions {
  readonly profile: Profile
  readonly warnings: Warnings
  /** Blocks of parts in other formats, by relationship id. */
  readonly chunks: ReadonlyMap<string, readonly Block[]>
  /** The title from the core properties. */
  readonly title: string | undefined
  readonly notePrefix: string
}

export function convertDocument(file: DocxFile, options: ConvertOptions): Document {
  const { profile, warnings, chunks, notePrefix } = options
  const styles = createStyles(file.styles)
  const conversion: Conversion = {
    profile,
    warnings,
    styles,
    numbering: createNumbering(file.numbering, styles),
    formatting: {
      styles,
      withUnderline: profile === 'fidelity',
      cache: new Map(),
      plain: new Map(),
    },
    bookmarkLinks: createBookmarkLinks(profile === 'fidelity' ? file.body : [], styles),
    chunks,
    usedChunks: new Set(),
    notes: file.notes,
    references: new Set(),
    notePrefix,
  }
  const body = convertBody(file, createContext(conversion))
  const notes = convertNotes(conversion)
  const comments = convertComments(file.comments, createContext(conversion))
  const blocks = comments.length > 0 ? [...body, ...comments] : body
  resolveBookmarkLinks(conversion.bookmarkLinks, body)
  const title = options.title ?? findTitle(body)
  return { ...(title !== undefined && { title }), pages: [], blocks, notes }
}

function createContext(conversion: Conversion): StoryContext {
  return { conversion, fields: createFields(), isCell: false, convertStory }
}

/** Converts all referenced notes, including those that only other notes refer to. */
function convertNotes(conversion: Conversion): Note[] {
  const notes: Note[] = []
  // Converting a note may add references to the set; the loop visits these too.
  for (const id of conversion.references) {
    const story = conversion.notes.get(id) ?? []
    const blocks = convertStory(story, createContext(conversion))
    notes.push({ id: conversion.notePrefix + id, blocks })
  }
  return notes
}

/** Returns the text of the first paragraph in the title style. */
function findTitle(blocks: readonly Block[]): string | undefined {
  const title = blocks.find((block) => block.type === 'title')
  return title && (plainText(title.inlines).replace(/\s+/g, ' ').trim() || undefined)
}
