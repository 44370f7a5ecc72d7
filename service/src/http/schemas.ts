/** The bodies of answers: both the types of the code and the schemas of the OpenAPI document. */
import { z } from 'zod'
import { type ProblemCode, problems } from './problem.ts'

// Sound: the keys of the table are the codes by the type.
const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

export const problemSchema = z.object({
  type: z.string().default('about:blank'),
  title: z.string().describe('Short summary of the status; the text may change.'),
  status: z.int().describe('The HTTP status, repeated.'),
  detail: z.string().describe('What went wrong; the text may change.'),
  instance: z.string().describe('Path of the request.'),
  code: z.enum(codes).describe('Stable: branch on this one. More codes may come.'),
  request_id: z.string().nullish().describe('For support; the same as in X-Request-Id.'),
  errors: z
    .array(
      z.object({
        location: z.enum(['query', 'path', 'body', 'header']),
        field: z.string(),
        code: z.string(),
        message: z.string(),
        allowed: z.array(z.string()).exactOptional(),
      }),
    )
    .nullish()
    .describe('The fields that are wrong; with 422 only.'),
  upgrade_url: z
    .string()
    .nullish()
    .describe('Where to add credits or change the plan; with 402, 403 and 429.'),
})

export const syncConvertSchema = z.object({
  markdown: z.string().describe('The document as Markdown.'),
  meta: z
    .object({
      filename: z.string().describe('Name of the source file.'),
      title: z.string().exactOptional().describe('Title of the document, where it has one.'),
    })
    .exactOptional(),
})
export type SyncConvertResponse = z.output<typeof syncConvertSchema>

const count = z.int().nullable()

export const rateLimitSchema = z
  .object({
    limit: count.describe('Size of the current window.'),
    remaining: count.describe('Requests left in the window.'),
    reset: count.describe('Seconds until the window refills.'),
  })
  .describe('The same numbers as in the X-RateLimit-* headers; null for unknown.')

export const creditsSchema = z.object({
  balance: z.int().describe('Credits unspent in the current billing period.'),
  granted: z.int().describe('Credits that the plan included.'),
  period_end: z.string().nullish().describe('Date (ISO 8601) on which the allowance refills.'),
})

export const meSchema = z.object({
  tier: z.string().describe('The plan that the request is served on. More may come.'),
  is_keyed: z.boolean().describe('Whether the request carried a valid API key.'),
  rate_limit: rateLimitSchema,
  credits: creditsSchema.nullish().describe('null on plans that are not priced in credits.'),
  features: z.array(z.string()).describe('Features that the plan includes. More may come.'),
})
export type MeResponse = z.output<typeof meSchema>

const time = z.iso.datetime().nullable()

export const jobResultSchema = z
  .object({
    filename: z.string().exactOptional().describe('Name of the source file; kept for 30 days.'),
    media_type: z.string(),
    pages: z.int().describe('Pages, slides or sheets; 0 for formats without.'),
    title: z.string().exactOptional().describe('Title of the document, where it has one.'),
    formats: z.array(z.string()).describe('Values that `format` of the result may have.'),
    result_url: z.string(),
    expires_at: z.iso.datetime().describe('When the result is deleted.'),
    bytes: z.object({ markdown: z.int(), json: z.int() }),
    engine: z.object({ name: z.string(), version: z.string() }),
    duration_ms: z.int(),
    ocr_pages: z.int().describe('Pages whose text was recognised from their picture.'),
    warnings: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe('What was lost or guessed; the first hundred.'),
  })
  .describe('What is told of a result. More may come.')

export const jobSchema = z.object({
  id: z.string(),
  kind: z.string().describe('`convert`. More may come.'),
  status: z.string().describe('`queued`, `running`, and at the end `succeeded` or `failed`.'),
  result: jobResultSchema.nullable().describe('null until the job has succeeded.'),
  error: z
    .string()
    .nullish()
    .describe(
      '`code: sentence`, with the codes conversion_failed, password_protected, timeout, too_many_pages, cancelled, internal. More may come.',
    ),
  created_at: time.optional(),
  started_at: time.optional(),
  finished_at: time.optional(),
  progress: z
    .object({
      stage: z.string(),
      pages_done: z.int(),
      pages_total: z.int().nullable().describe('null as long as it is not known.'),
      queue_position: z
        .int()
        .nullable()
        .describe('From 1 on, for a job that waits; null in lists, and once it runs.'),
    })
    .exactOptional(),
  deletion: z
    .object({ upload_deleted_at: time, result_deleted_at: time })
    .describe('When the document and its result were deleted.')
    .exactOptional(),
})
export type JobResponse = z.output<typeof jobSchema>

export const jobPageSchema = z.object({
  items: z.array(jobSchema).describe('The newest first.'),
  next_cursor: z.string().nullish().describe('For `cursor`; null on the last page.'),
})
export type JobResponsePage = z.output<typeof jobPageSchema>

export const jobSubmitSchema = z.object({
  job_id: z.string(),
  status: z.string().describe('`queued`.'),
  webhook_secret: z
    .string()
    .nullish()
    .describe('By which webhooks are signed; told in this answer only. null without a webhook.'),
  result_url: z.string(),
  poll_url: z.string(),
})
export type JobSubmitResponse = z.output<typeof jobSubmitSchema>

export const jobFormSchema = z.object({
  file: z.string().meta({ contentMediaType: 'application/octet-stream' }).describe('The document.'),
  webhook_url: z
    .string()
    .exactOptional()
    .describe('Public http or https address that is told when the job has ended.'),
})

export const usageSchema = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        amount: z.int().describe('Whole credits; negative for what was spent.'),
        reason: z
          .string()
          .describe(
            '`grant` of a period, `expiry` of what was left of the last, `convert`, `job`, `refund`. More may come.',
          ),
        job_id: z.string().nullable(),
        created_at: z.iso.datetime(),
      }),
    )
    .describe('The newest first. The sum of all is the balance.'),
  next_cursor: z.string().nullish().describe('For `cursor`; null on the last page.'),
})
export type Usage = z.output<typeof usageSchema>

export const deliveriesSchema = z.object({
  status: z
    .string()
    .describe('`none` without a webhook, `pending` while it is tried, `delivered`, `failed`.'),
  next_attempt_at: time,
  attempts: z.array(
    z.object({
      number: z.int(),
      at: z.iso.datetime(),
      status: z.int().nullable().describe('Of the answer; null when there was none.'),
      error: z.string().nullable(),
      duration_ms: z.int(),
    }),
  ),
})
export type Deliveries = z.output<typeof deliveriesSchema>

const items = z.array(z.looseObject({ label: z.string(), prov: z.array(z.looseObject({})) }))

export const structuredDocumentSchema = z
  .looseObject({
    schema_name: z.string(),
    version: z.string(),
    texts: items,
    tables: items,
    pictures: items,
    pages: z.union([z.array(z.looseObject({ page_no: z.int() })), z.looseObject({})]),
  })
  .describe(
    'A DoclingDocument. `pages` is an array; as application/vnd.docling+json it is an object, as docling-core reads it.',
  )

export const healthSchema = z.object({ status: z.string() })
export type Health = z.output<typeof healthSchema>

export const convertFormSchema = z.object({
  file: z.string().meta({ contentMediaType: 'application/octet-stream' }).describe('The document.'),
})

/** The schemas that the OpenAPI document has a name for. */
export const namedSchemas = {
  Problem: problemSchema,
  SyncConvertResponse: syncConvertSchema,
  MeResponse: meSchema,
  RateLimitInfo: rateLimitSchema,
  CreditsInfo: creditsSchema,
  JobResponse: jobSchema,
  JobResult: jobResultSchema,
  JobResponsePage: jobPageSchema,
  JobSubmitResponse: jobSubmitSchema,
  JobForm: jobFormSchema,
  Deliveries: deliveriesSchema,
  Usage: usageSchema,
  StructuredDocument: structuredDocumentSchema,
  Health: healthSchema,
  ConvertForm: convertFormSchema,
} as const satisfies Record<string, z.ZodType>

export type SchemaName = keyof typeof namedSchemas
