/** Parses the text parts of a submission's form into the options of a job. */
import { parsePageRanges } from '@recto/engine/media-types'
import { languages, parseLanguages } from '@recto/engine/tesseract'
import { z } from 'zod'
import type { JobOptions } from '../jobs/index.ts'
import { namedSchemas } from './schemas.ts'
import { filePart } from './upload.ts'
import { checkFields } from './validation.ts'

/** A PDF's password has at most 127 bytes. */
const MAX_PASSWORD_CHARACTERS = 1_000

/** The text parts of the form; an empty part counts as absent. */
const texts = z.object({
  webhook_url: z
    .string()
    .exactOptional()
    .describe('Public http or https address that receives a webhook when the job has ended.'),
  pages: z
    .string()
    .refine((text) => parsePageRanges(text) !== undefined, 'must be a list such as 1-3,7.')
    .exactOptional()
    .describe(
      'Pages, slides or sheets to convert, from 1: `1-3,7`, `5-`. Only these are counted. The job fails if the document does not have one of them.',
    ),
  ocr: z
    .enum(['auto', 'off', 'force'])
    .exactOptional()
    .describe(
      'Recognition of text in pictures. `auto`: on pages without other text. `force`: on every page of a PDF.',
    ),
  ocr_languages: z
    .string()
    .refine(
      (text) => parseLanguages(text) !== undefined,
      `must be a list of ${languages.join(', ')}.`,
    )
    .exactOptional()
    .describe(
      `Languages of scanned pages, the most likely first: \`deu\`, \`eng,fra\`. Supported: ${languages.join(', ')}; all of them by default.`,
    ),
  previews: z
    .enum(['off', 'on'])
    .exactOptional()
    .describe('Stores images of the pages of a PDF: GET /v1/jobs/{job_id}/pages/{page}.'),
  images: z
    .enum(['off', 'on'])
    .exactOptional()
    .describe(
      'Stores the images of the document’s pictures, for the result as `application/zip`, whose Markdown links to them.',
    ),
  password: z
    .string()
    .max(MAX_PASSWORD_CHARACTERS, `must have at most ${MAX_PASSWORD_CHARACTERS} characters.`)
    .exactOptional()
    .describe('Password of a protected PDF. Stored encrypted until the job has ended.'),
})

export const jobForm = z
  .object({ file: filePart, ...texts.shape })
  .register(namedSchemas, { id: 'JobForm' })

/** Names of the parts that are texts. */
export const jobFields = Object.keys(texts.shape)

export interface JobRequest {
  readonly webhookUrl: string | undefined
  readonly options: JobOptions
  readonly password: string | undefined
}

/** @throws {Problem} `validation_error`, which names each field that is wrong. */
export function readJobForm(fields: ReadonlyMap<string, string>): JobRequest {
  // A password may consist of spaces.
  const given = [...fields].map(([name, text]) => [name, name === 'password' ? text : text.trim()])
  const { webhook_url, pages, ocr, ocr_languages, previews, images, password } = checkFields(
    texts,
    Object.fromEntries(given.filter(([, text]) => text !== '')),
  )
  const ocrLanguages = parseLanguages(ocr_languages ?? '')
  const options: JobOptions = {
    ...(pages !== undefined && { pages }),
    ...(ocr !== undefined && ocr !== 'auto' && { ocr }),
    ...(ocrLanguages && { ocrLanguages }),
    ...(previews === 'on' && { previews: true }),
    ...(images === 'on' && { images: true }),
  }
  return { webhookUrl: webhook_url, options, password }
}
