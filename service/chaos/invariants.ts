/** Checks the invariants after all faults: every accepted job has exactly one correct end, and no byte, credit or webhook is lost, doubled or left over. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import type { Accepted, Load } from './load.ts'
import type { Receiver } from './receiver.ts'

/** A delivery whose process died is repeated after its lease of 30 s; a returned job waits some seconds each time. */
const FINISH_MS = 180_000
const POLL_MS = 500
const COST = 10

export interface Verdict {
  readonly counts: Readonly<Record<string, number>>
  readonly violations: readonly string[]
  /** Time from the last fault until everything had finished. */
  readonly finishedMs: number
}

type Rows = (text: string) => Promise<readonly Record<string, unknown>[]>

export async function checkInvariants(
  cluster: Cluster,
  { accepted, answers, wrongs }: Load,
  { accepted: delivered }: Receiver,
): Promise<Verdict> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl.href })
  await client.connect()
  const rows: Rows = async (text) => (await client.query(text)).rows
  try {
    const begin = performance.now()
    await untilFinished(rows)
    const finishedMs = Math.round(performance.now() - begin)
    const jobs = await rows('SELECT id, status, error, outputs FROM job')
    const noted = await rows('SELECT name FROM file_removal')
    const ends = new Map(jobs.map((job) => [String(job['id']), job]))
    const violations = [
      ...wrongs,
      ...[...answers.keys()]
        .filter((answer) => answer.endsWith(' 500'))
        .map((answer) => `An external fault was answered as an internal error: ${answer}.`),
      ...checkEnds(accepted, ends),
      ...checkWebhooks(accepted, ends, delivered),
      ...(await checkLedger(rows)),
      ...checkStore(cluster, [...jobs.map(({ outputs }) => outputs), ...noted]),
      ...(await checkResults(cluster, accepted, ends)),
    ]
    const count = (status: string): number => jobs.filter((job) => job['status'] === status).length
    const internal = jobs.filter(({ error }) => String(error).startsWith('internal')).length
    const counts = {
      accepted: accepted.length,
      jobs: jobs.length,
      succeeded: count('succeeded'),
      failed: count('failed'),
      'lost twice': internal,
      'objects kept': cluster.store.objects.size,
      'to be deleted at their time': noted.length,
    }
    return { counts, violations, finishedMs }
  } finally {
    await client.end()
  }
}

const unfinished = `
  SELECT (SELECT count(*) FROM job WHERE status IN ('queued', 'running'))
    + (SELECT count(*) FROM delivery WHERE status = 'pending')
    + (SELECT count(*) FROM file_removal WHERE due_at < now()) AS count`

/** Waits until all jobs have ended, webhooks are delivered, and scheduled deletions are done. */
async function untilFinished(rows: Rows): Promise<void> {
  const end = performance.now() + FINISH_MS
  while (performance.now() < end) {
    const [row] = await rows(unfinished)
    if (Number(row?.['count']) === 0) return
    await sleep(POLL_MS)
  }
}

type Ends = ReadonlyMap<string, Readonly<Record<string, unknown>>>

function checkEnds(accepted: readonly Accepted[], ends: Ends): string[] {
  const ids = new Set(accepted.map(({ id }) => id))
  const doubled = accepted.length - ids.size
  return [
    ...(doubled > 0 ? [`${doubled} submissions have the job of another.`] : []),
    ...accepted.flatMap(({ id, isGood, word }) => {
      const job = ends.get(id)
      if (!job) return [`The job ${id} of ${word} was accepted and is lost.`]
      const { status, error } = job
      if (status === 'failed' && (!isGood || String(error).startsWith('internal'))) return []
      if (status === 'succeeded' && isGood) return []
      return [`The job ${id} of ${word} ended as ${status}: ${error}`]
    }),
  ]
}

function checkWebhooks(
  accepted: readonly Accepted[],
  ends: Ends,
  delivered: Receiver['accepted'],
): string[] {
  return accepted.flatMap(({ id }) => {
    const statuses = delivered.get(id) ?? []
    const status = ends.get(id)?.['status']
    if (statuses.length === 0) return [`The job ${id} has no webhook.`]
    return statuses.every((own) => own === status)
      ? []
      : [`The webhooks of ${id} had the statuses ${statuses}; the job ended as ${status}.`]
  })
}

async function checkLedger(rows: Rows): Promise<string[]> {
  const unequal = await rows(`
    SELECT account_id FROM balance b WHERE held <> 0 AND NOT EXISTS (SELECT 1 FROM hold h WHERE h.account_id = b.account_id)
      OR balance <> (SELECT coalesce(sum(amount), 0) FROM ledger l WHERE l.account_id = b.account_id)`)
  const wrong = await rows(`
    SELECT j.id, j.status, coalesce(sum(l.amount), 0) AS sum FROM job j LEFT JOIN ledger l ON l.job_id = j.id
    GROUP BY j.id, j.status
    HAVING coalesce(sum(l.amount), 0) <> CASE j.status WHEN 'succeeded' THEN -${COST} ELSE 0 END`)
  return [
    ...unequal.map(({ account_id: id }) => `The balance of ${id} is not the sum of its ledger.`),
    ...wrong.map(({ id, status, sum }) => `The job ${id} ${status} and cost ${sum} credits.`),
  ]
}

/** Checks that every stored object belongs to an available result or is scheduled for deletion. */
function checkStore({ store }: Cluster, owners: readonly unknown[]): string[] {
  const known = JSON.stringify(owners)
  return [...store.objects.keys()].flatMap((path) => {
    const name = path.split('/').at(-1) ?? ''
    return known.includes(name) ? [] : [`The object ${path} belongs to no job.`]
  })
}

async function checkResults(
  { members }: Cluster,
  accepted: readonly Accepted[],
  ends: Ends,
): Promise<string[]> {
  const violations: string[] = []
  for (const { id, key, word } of accepted) {
    if (ends.get(id)?.['status'] !== 'succeeded') continue
    const path = `/v1/convert/jobs/${id}/result`
    const answer = await fetch((members[0]?.url ?? '') + path, { headers: { 'x-api-key': key } })
    const text = await answer.text()
    if (!text.includes(`# ${word}\n`)) violations.push(`The result of ${word}: ${answer.status}`)
  }
  return violations
}
