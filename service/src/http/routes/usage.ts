/** `GET /v1/usage`: what was granted and spent, entry by entry. */
import type { FastifyInstance } from 'fastify'
import { listUsage } from '../../credits/index.ts'
import { getAccount } from '../caller.ts'
import type { Office } from '../context.ts'
import type { Operation } from '../openapi.ts'
import type { Usage } from '../schemas.ts'
import { invalidField, readInteger, readQuery } from '../validation.ts'

const MAX_LIMIT = 200
const LIMIT = 50

const operation: Operation = {
  id: 'listUsage',
  summary: 'What was granted and spent',
  description: 'The ledger of the account, the newest entry first. Costs nothing.',
  tag: 'account',
  needsKey: true,
  parameters: [
    {
      name: 'limit',
      in: 'query',
      description: 'Entries of a page.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: LIMIT },
    },
    {
      name: 'cursor',
      in: 'query',
      description: 'The `next_cursor` of the page before.',
      schema: { type: 'string' },
    },
  ],
  result: 'Usage',
  problems: [
    'unauthorized',
    'account_suspended',
    'validation_error',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
}

export function addUsageRoute(app: FastifyInstance, { db }: Office): void {
  app.route({
    method: 'GET',
    url: '/v1/usage',
    config: { operation },
    handler: async (request): Promise<Usage> => {
      const { query } = request
      const { id } = getAccount(request)
      const limit = readInteger(query, 'limit', { min: 1, max: MAX_LIMIT, preset: LIMIT })
      const before = readCursor(query)
      const entries = await listUsage(db, id, { limit: limit + 1, before })
      const page = entries.slice(0, limit)
      const last = page.at(-1)
      return {
        items: page.map(({ id: entryId, amount, reason, jobId, createdAt }) => ({
          id: `led_${entryId}`,
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

function readCursor(query: unknown): string | undefined {
  const text = readQuery(query, 'cursor')
  if (text === undefined) return undefined
  const id = /^ledger (\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString())?.[1]
  if (id !== undefined && writeCursor(id) === text) return id
  const message = '`cursor` is not one of this list.'
  throw invalidField({ location: 'query', field: 'cursor', code: 'malformed', message })
}
