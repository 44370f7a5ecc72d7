/** `/account/keys`: the API keys of the signed-in account. */
import type { FastifyRequest } from 'fastify'
import {
  type Account,
  createKey,
  type Feature,
  type Key,
  listKeys,
  MAX_KEYS,
  revokeKey,
  rotateKey,
} from '../../accounts/index.ts'
import { formBody } from '../body-text.ts'
import type { AccountServices, Context } from '../context.ts'
import { type App, wrongField } from '../validation.ts'
import { getVisitor } from './account.ts'

/** The features of a new key: all of its plan, or only those of the synchronous lane. */
const allowances: Readonly<Record<string, readonly Feature[] | undefined>> = {
  all: undefined,
  convert: ['convert_sync', 'output_markdown'],
  read: ['output_markdown', 'output_json', 'job_history'],
}

export function addAccountKeyRoutes(app: App, context: Context, services: AccountServices): void {
  const visitor = (request: FastifyRequest): Promise<Account> =>
    getVisitor(context, services, request)
  app.route({
    method: 'GET',
    url: '/account/keys',
    handler: async (request) => {
      const { id } = await visitor(request)
      return { items: (await listKeys(services.db, id)).map(writeKey) }
    },
  })
  app.route({
    method: 'POST',
    url: '/account/keys',
    schema: { body: formBody },
    handler: async (request) => makeKey(services, await visitor(request), request.body),
  })
  app.route({
    method: 'POST',
    url: '/account/keys/rotate',
    schema: { body: formBody },
    handler: async (request) => {
      const { id } = await visitor(request)
      const created = await rotateKey(services.db, id, request.body.get('id') ?? '')
      services.callers.forget()
      if (!created) throw wrongField('id', 'This key was replaced already.')
      return { key: created.key, key_id: created.id }
    },
  })
  app.route({
    method: 'POST',
    url: '/account/keys/revoke',
    schema: { body: formBody },
    handler: async (request) => {
      const { id } = await visitor(request)
      const isRevoked = await revokeKey(services.db, request.body.get('id') ?? '', id)
      services.callers.forget()
      return { is_revoked: isRevoked }
    },
  })
}

async function makeKey(
  { db }: AccountServices,
  account: Account,
  form: URLSearchParams,
): Promise<{ key: string; key_id: string }> {
  const name = form.get('name')?.trim() ?? ''
  const cap = form.get('cap')?.trim() ?? ''
  const may = form.get('may') ?? 'all'
  if (name === '') throw wrongField('name', 'A key needs a name.')
  if (!/^\d{0,9}$/.test(cap)) throw wrongField('cap', 'The credits must be a whole number.')
  if (!Object.hasOwn(allowances, may))
    throw wrongField('may', 'A key cannot be restricted to that.')
  const valid = (await listKeys(db, account.id)).filter(({ isValid }) => isValid)
  if (valid.length >= MAX_KEYS) {
    throw wrongField('name', `The account has ${MAX_KEYS} keys, the maximum. Revoke one first.`)
  }
  const wanted = {
    name,
    isTest: form.get('kind') === 'test',
    spendCap: cap === '' ? undefined : Number(cap),
    features: allowances[may],
  }
  const { key, id } = await db.transaction().execute((tx) => createKey(tx, account.id, wanted))
  return { key, key_id: id }
}

function writeKey(key: Key): object {
  return {
    id: key.id,
    name: key.name,
    key: `${key.prefix}…${key.lastFour}`,
    state: stateOf(key),
    is_test: key.isTest,
    spend_cap: key.spendCap,
    features: key.features,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  }
}

function stateOf(key: Key): 'works' | 'ending' | 'replaced' | 'revoked' {
  if (key.revokedAt) return 'revoked'
  if (!key.isValid) return 'replaced'
  return key.expiresAt ? 'ending' : 'works'
}
