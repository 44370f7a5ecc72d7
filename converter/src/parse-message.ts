/** Parses and validates messages from a child, which a hostile document may have taken over. */
import { type Fault, imageTypes, MAX_IMAGES, type Provenance, type Warning } from '@recto/engine'
import { languages, pictureLayouts } from '@recto/engine/tesseract'
import { z } from 'zod'
import {
  type FromChild,
  MAX_DETAIL_CHARACTERS,
  MAX_DRAWINGS,
  MAX_FAULTS,
  MAX_LANGUAGE_CHARACTERS,
  MAX_SCANS,
  MAX_SENTENCE_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MAX_WARNINGS,
} from './messages.ts'

const bbox = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() })
const provenance: z.ZodType<Provenance> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('page'), page: z.number(), bbox }),
  z.object({ type: z.literal('slide'), slide: z.number(), bbox: bbox.exactOptional() }),
  z.object({
    type: z.literal('sheet'),
    sheet: z.number(),
    range: z.object({
      row0: z.number(),
      column0: z.number(),
      row1: z.number(),
      column1: z.number(),
    }),
  }),
])
const sentence = z.string().max(MAX_SENTENCE_CHARACTERS)
const warning: z.ZodType<Warning> = z.object({
  code: z.string().max(100),
  message: sentence,
  page: z.int().exactOptional(),
  provenance: provenance.exactOptional(),
})
const fault: z.ZodType<Fault> = z.object({
  pass: z.string().max(100),
  page: z.int().positive().exactOptional(),
  cause: z.string().max(MAX_DETAIL_CHARACTERS),
})
const count = z.int().nonnegative()

const fromChild: z.ZodType<FromChild> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('started'), id: count }),
  z.object({
    type: z.literal('progress'),
    id: count,
    progress: z.object({
      stage: z.string().max(100),
      pagesDone: count,
      pagesTotal: count.exactOptional(),
    }),
  }),
  z.object({
    type: z.literal('done'),
    id: count,
    done: z.object({
      format: z.enum(['pdf', 'docx', 'pptx', 'xlsx', 'html', 'text', 'csv', 'epub', 'image']),
      title: z.string().max(MAX_TITLE_CHARACTERS).exactOptional(),
      pages: count,
      ocrPages: count.exactOptional(),
      warnings: z.array(warning).max(MAX_WARNINGS),
      faults: z.array(fault).max(MAX_FAULTS).exactOptional(),
      drawings: z
        .array(z.object({ page: z.int().positive(), bytes: z.int().positive() }))
        .max(MAX_DRAWINGS)
        .exactOptional(),
      imageEntries: z
        .array(
          z.object({
            mediaType: z.enum(imageTypes),
            bytes: z.int().positive(),
            page: z.int().positive().exactOptional(),
            box: bbox.exactOptional(),
          }),
        )
        .max(MAX_IMAGES)
        .exactOptional(),
      language: z.string().max(MAX_LANGUAGE_CHARACTERS).exactOptional(),
    }),
  }),
  z.object({
    type: z.literal('picture'),
    id: count,
    options: z.object({
      language: z.enum(languages),
      dpi: z.number().min(1).max(10_000),
      layout: z.enum(pictureLayouts),
      hasDarkAreas: z.boolean().exactOptional(),
    }),
  }),
  z.object({
    type: z.literal('scans'),
    id: count,
    scans: z.object({ scans: z.array(z.int().positive()).nonempty().max(MAX_SCANS) }),
  }),
  z.object({
    type: z.literal('failed'),
    id: count,
    failure: z.object({
      code: z.enum([
        'unsupported_media_type',
        'conversion_failed',
        'password_protected',
        'too_many_pages',
        'internal',
      ]),
      sentence,
      detail: z.string().max(MAX_DETAIL_CHARACTERS).exactOptional(),
      isFatal: z.boolean(),
      isWithoutRoom: z.boolean().exactOptional(),
    }),
  }),
])

/** @returns `undefined` for an invalid message. */
export function parseFromChild(line: string): FromChild | undefined {
  try {
    return fromChild.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
