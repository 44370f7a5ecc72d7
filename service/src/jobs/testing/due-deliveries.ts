/** Creates due webhooks of ended jobs for tests and measurements. */
import { sql } from 'kysely'
import type { TestJobs } from './test-jobs.ts'

export async function addDueDeliveries(
  { db, sealer }: TestJobs,
  account: string,
  url: string,
  count: number,
): Promise<void> {
  const secret = sealer.seal('whsec_x')
  await sql`
    WITH made AS (
      INSERT INTO job (id, account_id, media_type, bytes, sha256, status, error, finished_at,
        expires_at, webhook_url, webhook_secret)
      SELECT 'job_' || gen_random_uuid(), ${account}, 'text/plain', 1, 'x', 'failed', 'x: x',
        now(), now() + interval '1 day', ${url}, ${secret}
      FROM generate_series(1, ${count}::integer) RETURNING id
    )
    INSERT INTO delivery (id, job_id, account_id) SELECT 'msg_' || id, id, ${account} FROM made
  `.execute(db)
}
