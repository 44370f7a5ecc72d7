/**
 * Registers the named schemas of the OpenAPI document. Each is defined beside its route; the schema of problems is
 * here.
 */
import { z } from 'zod'
import { type ProblemCode, problems } from './problem.ts'

// Sound: the type of the table has the codes as keys.
const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

/** Maps each schema to its name in the document. */
export const namedSchemas = z.registry<{ id: string }>()

export const problemSchema = z
  .object({
    type: z.string().default('about:blank'),
    title: z.string().describe('Short summary of the status; the text may change.'),
    status: z.int().describe('The HTTP status, repeated.'),
    detail: z.string().describe('What went wrong; the text may change.'),
    instance: z.string().describe('Path of the request.'),
    code: z.enum(codes).describe('Stable code to branch on. More codes may be added.'),
    request_id: z
      .string()
      .nullish()
      .describe('Identifies the request for support; also in X-Request-Id.'),
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
      .describe('The invalid fields; with status 422 only.'),
    upgrade_url: z
      .string()
      .nullish()
      .describe('Address for adding credits or changing the plan; with status 402, 403 and 429.'),
  })
  .register(namedSchemas, { id: 'Problem' })
