/** `GET /v1/usage`: the entries of the ledger: grants and charges. */
import { z } from 'zod'
import { listUsage } from '../../credits/index.ts'
import { getAccount } from '../caller.ts'
import type { AccountServices } from '../context.ts'
import { namedSchemas } from '../schemas.ts'
import { type App, pageQuery } from '../validation.ts'

const usageSchema = z
  .object({
    items: z
      .array(
        z.object({
          id: z.string(),
          amount: z.int().describe('Whole credits; negative for what was spent.'),
          reason: z
            .string()
            .describe(
              '`grant` for a period, `expiry` of the rest of the last period, `convert`, `job` or `refund`. More may be added.',
            ),
          job_id: z.string().nullable(),
          created_at: z.iso.datetime(),
        }),
      )
      .describe('Entries, the newest first. Their sum is the balance.'),
    next_cursor: z.string().nullish().describe('For `cursor`; null on the last page.'),
  })
  .register(namedSchemas, { id: 'Usage' })

export function addUsageRoute(app: App, { db }: AccountServices): void {
  app.route({
    method: 'GET',
    url: '/v1/usage',
    config: { auth: 'required' },
    schema: {
      operationId: 'listUsage',
      summary: 'Granted and spent credits',
      description: 'The ledger of the account, the newest entry first. Costs nothing.',
      tags: ['account'],
      querystring: pageQuery(readCursor),
      response: { 200: usageSchema },
    },
    handler: async (request) => {
      const { limit, cursor: before } = request.query
      const entries = await listUsage(db, getAccount(request).id, { limit: limit + 1, before })
      const page = entries.slice(0, limit)
      const last = page.at(-1)
      return {
        items: page.map(({ id, amount, reason, jobId, createdAt }) => ({
          id: `led_${id}`,
          amount,
          reason,
          job_id: jobId,
          created_at: createdAt.toISOString(),
        })),
        next_cursor: entries.length > limit && last ? writeCursor(last.id) : null,
      }
    },
  })
}

function writeCursor(id: string): string {
  return Buffer.from(`ledger ${id}`).toString('base64url')
}

function readCursor(text: string): string | undefined {
  const id = /^ledger (\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString())?.[1]
  return id !== undefined && writeCursor(id) === text ? id : undefined
}
