/** `/account/operator`: the state of the whole instance, for the owner of a self-hosted one. */
import type { FastifyRequest } from 'fastify'
import { type Account, findAccountBy, setSuspended } from '../../accounts/index.ts'
import { type Overview, readOverview } from '../../operator/index.ts'
import { formBody } from '../body-text.ts'
import type { AccountServices, Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { createReadiness } from '../readiness.ts'
import { type App, wrongField } from '../validation.ts'
import { getVisitor } from './account.ts'

export function addOperatorRoutes(app: App, context: Context, services: AccountServices): void {
  const readiness = createReadiness(context)
  app.route({
    method: 'GET',
    url: '/account/operator',
    handler: async (request) => {
      await getOwner(context, services, request)
      const complaint = await readiness.findComplaint()
      const health = { complaint, reservation: readiness.findReservation() }
      return { health, ...writeOverview(await readOverview(services.db)) }
    },
  })
  app.route({
    method: 'POST',
    url: '/account/operator/suspend',
    schema: { body: formBody },
    handler: async (request) => {
      const owner = await getOwner(context, services, request)
      const id = request.body.get('account') ?? ''
      if (id === owner.id) throw wrongField('account', 'You cannot suspend your own account.')
      const isSuspended = request.body.get('suspended') === 'true'
      await services.db.transaction().execute(async (tx) => {
        const account = await findAccountBy(tx, id)
        if (!account) throw new Problem('not_found', 'The account does not exist.')
        await setSuspended(tx, account.id, isSuspended)
      })
      services.callers.forget()
      return { is_suspended: isSuspended }
    },
  })
}

/** @throws {Problem} `not_found` for everyone else, so that the page's existence stays hidden. */
async function getOwner(
  context: Context,
  services: AccountServices,
  request: FastifyRequest,
): Promise<Account> {
  const account = await getVisitor(context, services, request)
  if (account.tier === 'self_hosted' && !account.isSuspended) return account
  throw new Problem('not_found', 'This address does not exist.')
}

function writeOverview({ queue, failed, accounts }: Overview): object {
  const { oldestAt, medianMs, ...counts } = queue
  return {
    queue: { ...counts, oldest_at: oldestAt?.toISOString() ?? null, median_ms: medianMs },
    failed: failed.map(({ finishedAt, ...job }) => ({
      ...job,
      finished_at: finishedAt.toISOString(),
    })),
    accounts: accounts.map(({ isSuspended, createdAt, ...account }) => ({
      ...account,
      is_suspended: isSuspended,
      created_at: createdAt.toISOString(),
    })),
  }
}
