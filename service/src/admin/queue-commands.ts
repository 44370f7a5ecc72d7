/** The operator's commands on the queue: jobs, webhooks, the pause, and credits. */
import { z } from 'zod'
import {
  createQueue,
  disableReceiver,
  endDelay,
  findAnyJob,
  findJob,
  jobStatuses,
  listAllDeliveries,
  listAllJobs,
  type OperatorJob,
  redeliverWebhook,
  setPaused,
} from '../jobs/index.ts'
import { AdminError, type AdminParts, type Command, getAccount } from './parts.ts'

const limit = z.int().min(1).max(10_000).default(50)
const account = z.string().min(1)
const jobArguments = z.object({ job: z.string().min(1) })
const listArguments = z.object({
  account: account.exactOptional(),
  status: z
    .enum(jobStatuses, `The status must be one of ${jobStatuses.join(', ')}.`)
    .exactOptional(),
  limit,
})
const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
const deliveriesArguments = listArguments.extend({
  status: z
    .enum(deliveryStatuses, `The status must be one of ${deliveryStatuses.join(', ')}.`)
    .exactOptional(),
})
const hostArguments = z.object({ account, host: z.string().min(1) })
const grantArguments = z.object({
  account,
  credits: z.int('The credits must be a whole number.').min(1).max(1_000_000_000),
})

export const queueCommands: Readonly<Record<string, Command>> = {
  'jobs.list': async ({ db }, given) => {
    const { account: which, status, limit: most } = listArguments.parse(given)
    const accountId = await idOf({ db }, which)
    return (await listAllJobs(db, { accountId, status, limit: most })).map(writeJob)
  },
  'jobs.show': async ({ db }, given) => writeWholeJob(await getJob({ db }, given)),
  'jobs.cancel': async ({ db, credits }, given) => {
    const { id, finishedAt } = await getJob({ db }, given)
    if (finishedAt) throw new AdminError('The job has ended already.')
    const queue = createQueue(db, credits.charges)
    const error = 'cancelled: The job was cancelled by the operator.'
    // The sweep deletes the document; a worker that holds the job notices within a second.
    const { isSo } = await queue.complete({ id, attempt: undefined, status: 'failed', error })
    if (!isSo) throw new AdminError('The job has ended already.')
    return { job_id: id, status: 'failed' }
  },
  'jobs.retry': async ({ db }, given) => {
    const { id, status } = await getJob({ db }, given)
    if (await endDelay(db, id)) return { job_id: id, status: 'queued' }
    throw new AdminError(
      status === 'failed'
        ? 'The job has ended and its document was deleted. Submit the document again.'
        : `The job is not delayed: it is ${status}.`,
    )
  },
  'deliveries.list': async ({ db }, given) => {
    const { account: which, status, limit: most } = deliveriesArguments.parse(given)
    const accountId = await idOf({ db }, which)
    const found = await listAllDeliveries(db, { accountId, status, limit: most })
    return found.map(({ jobId, accountId: of, host, dueAt, ...rest }) => ({
      job_id: jobId,
      account_id: of,
      host,
      ...rest,
      due_at: dueAt.toISOString(),
    }))
  },
  'deliveries.replay': async ({ db }, given) => {
    const { id, accountId } = await getJob({ db }, given)
    const job = await findJob(db, accountId, id)
    const begun = job ? await redeliverWebhook({ db }, job) : 'none'
    const refusal = replayRefusals[begun]
    if (refusal !== undefined) throw new AdminError(refusal)
    return { job_id: id, status: 'pending' }
  },
  'deliveries.disable': async ({ db }, given) => {
    const { account: which, host } = hostArguments.parse(given)
    const { id } = await getAccount(db, which)
    if (!(await disableReceiver(db, id, host))) {
      throw new AdminError(`The account has sent no webhooks to ${host}.`)
    }
    return { account_id: id, host, is_disabled: true }
  },
  'queue.pause': async ({ db }) => ({ is_paused: true, is_changed: await setPaused(db, true) }),
  'queue.resume': async ({ db }) => ({ is_paused: false, is_changed: await setPaused(db, false) }),
  'credits.grant': async ({ db, credits: creditsService }, given) => {
    const { account: which, credits } = grantArguments.parse(given)
    return db.transaction().execute(async (tx) => {
      const { id } = await getAccount(tx, which)
      const balance = await creditsService.grant(tx, id, credits)
      if (balance === undefined)
        throw new AdminError(
          'Credits cannot be granted: the plan of this account does not count them.',
        )
      return { account_id: id, granted: credits, balance }
    })
  },
}

const replayRefusals: Readonly<Record<string, string>> = {
  under_way: 'The webhook is being sent, or the job has not ended.',
  too_late: 'The result has expired.',
  none: 'The job has no webhook.',
}

async function idOf(
  { db }: Pick<AdminParts, 'db'>,
  which: string | undefined,
): Promise<string | undefined> {
  return which === undefined ? undefined : (await getAccount(db, which)).id
}

async function getJob({ db }: Pick<AdminParts, 'db'>, given: unknown): Promise<OperatorJob> {
  const { job: id } = jobArguments.parse(given)
  const job = await findAnyJob(db, id)
  if (!job) throw new AdminError(`The job "${id}" does not exist.`)
  return job
}

function writeJob({ id, accountId, status, isTest, attempt, error, createdAt }: OperatorJob) {
  return {
    job_id: id,
    account_id: accountId,
    status,
    is_test: isTest,
    attempt,
    created_at: createdAt.toISOString(),
    error,
  }
}

function writeWholeJob(job: OperatorJob) {
  return {
    ...writeJob(job),
    media_type: job.mediaType,
    bytes: job.bytes,
    worker: job.worker,
    stage: job.stage,
    pages_done: job.pagesDone,
    pages_total: job.pagesTotal,
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
    delayed_until: job.delayedUntil?.toISOString() ?? null,
  }
}
