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
  Health: healthSchema,
  ConvertForm: convertFormSchema,
} as const satisfies Record<string, z.ZodType>

export type SchemaName = keyof typeof namedSchemas
