/** Stored files that are to go: noted before they are stored, so that none is forgotten whoever is killed. */
import { sql } from 'kysely'
import { z } from 'zod'
import { readRows } from '../../database/index.ts'
import { type StoredName, StoreError } from '../../store/index.ts'
import { milliseconds, type Runner, textArray } from './rows.ts'

/** Notes files that are about to be stored. @param dueInMs When they go, should they not come into use. */
export async function noteFiles(
  runner: Runner,
  names: readonly StoredName[],
  jobId: string | null,
  dueInMs: number,
): Promise<void> {
  await sql`
    INSERT INTO file_removal (name, job_id, due_at)
    SELECT unnest(${textArray(names)}), ${jobId}, now() + ${milliseconds(dueInMs)}
    ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, job_id = excluded.job_id
  `.execute(runner)
}

/**
 * In the transaction by which the files come into use.
 *
 * @throws When one was not noted, or has been deleted since: storing them has taken too long.
 */
export async function keepFiles(runner: Runner, names: readonly StoredName[]): Promise<void> {
  const { rows } = await sql`
    DELETE FROM file_removal WHERE name = ANY(${textArray(names)}) RETURNING name
  `.execute(runner)
  if (rows.length < names.length) throw new StoreError('Files were given up before they were used.')
}

/** Removes files from now on; deleting them is the sweep's, unless who calls does it first. */
export function dropFiles(
  runner: Runner,
  names: readonly StoredName[],
  jobId: string,
): Promise<void> {
  return noteFiles(runner, names, jobId, 0)
}

const dueFileRow = z.object({ name: z.string(), jobId: z.string().nullable() })
export type DueFile = Readonly<z.output<typeof dueFileRow>>

export async function findDueFiles(runner: Runner, most: number): Promise<readonly DueFile[]> {
  const statement = sql`
    SELECT name, job_id AS "jobId" FROM file_removal WHERE due_at <= now() ORDER BY due_at LIMIT ${most}
  `
  return readRows(runner, dueFileRow, statement)
}

/** The file is gone: says so in its job. */
export async function forgetFile(runner: Runner, { name, jobId }: DueFile): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM file_removal WHERE name = ${name} AND due_at <= now() RETURNING name)
    UPDATE job SET
      upload_deleted_at = CASE WHEN gone.name LIKE 'uploads/%' THEN now() ELSE upload_deleted_at END,
      result_deleted_at = CASE WHEN gone.name LIKE 'results/%' AND outputs IS NULL THEN now() ELSE result_deleted_at END
    FROM gone WHERE job.id = ${jobId}
  `.execute(runner)
}

/** The file could not be deleted now. */
export async function postponeFile(runner: Runner, name: string, ms: number): Promise<void> {
  await sql`
    UPDATE file_removal SET due_at = now() + ${milliseconds(ms)} WHERE name = ${name}
  `.execute(runner)
}
