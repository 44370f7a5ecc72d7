/**
 * Statements on stored files: each is recorded before it is stored, so that a killed process leaves no unknown file.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { readRows } from '../../database/index.ts'
import { type StoredName, StoreError } from '../../store/index.ts'
import { milliseconds, type Runner, textArray } from './rows.ts'

export interface FileRecord {
  readonly name: StoredName
  readonly jobId: string | null
  /** The time of deletion, unless the file comes into use. */
  readonly dueInMs: number
}

/** Records files that are about to be stored. */
export async function recordFiles(runner: Runner, files: readonly FileRecord[]): Promise<void> {
  if (files.length === 0) return
  await sql`
    INSERT INTO file_removal (name, job_id, due_at)
    SELECT DISTINCT ON (name) name, "jobId", now() + make_interval(secs => "dueInMs" / 1000)
    FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      AS noted (name text, "jobId" text, "dueInMs" double precision) ORDER BY name
    ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, job_id = excluded.job_id
  `.execute(runner)
}

const nameRow = z.object({ name: z.string() })

/**
 * Marks files as in use, in the transaction that refers to them.
 *
 * @throws If a file was not recorded, or was deleted since because storing took too long.
 */
export async function keepFiles(runner: Runner, names: readonly StoredName[]): Promise<void> {
  const { rows } = await sql`
    DELETE FROM file_removal WHERE name = ANY(${textArray(names)}) RETURNING name
  `.execute(runner)
  if (rows.length < names.length)
    throw new StoreError(
      'The store took too long: the files were deleted before the job used them.',
    )
}

/** Marks files for deletion; the sweep deletes them unless the caller does so first. */
export function dropFiles(
  runner: Runner,
  names: readonly StoredName[],
  jobId: string,
): Promise<void> {
  return recordFiles(
    runner,
    names.map((name) => ({ name, jobId, dueInMs: 0 })),
  )
}

/**
 * Releases recorded files for deletion, unless they have come into use.
 *
 * This reveals if a transaction committed whose answer was lost: a commit has deleted the record. A transaction that is
 * still running holds the record's lock, and this waits for it.
 *
 * @returns The released files.
 */
export async function abandonFiles(
  runner: Runner,
  names: readonly StoredName[],
): Promise<ReadonlySet<string>> {
  const statement = sql`
    UPDATE file_removal SET due_at = now() WHERE name = ANY(${textArray(names)}) RETURNING name
  `
  return new Set((await readRows(runner, nameRow, statement)).map(({ name }) => name))
}

const dueFileRow = z.object({ name: z.string(), jobId: z.string().nullable() })
export type DueFile = Readonly<z.output<typeof dueFileRow>>

export function findDueFiles(runner: Runner, most: number): Promise<DueFile[]> {
  const statement = sql`
    SELECT name, job_id AS "jobId" FROM file_removal WHERE due_at <= now() ORDER BY due_at LIMIT ${most}
  `
  return readRows(runner, dueFileRow, statement)
}

/** Records in the jobs that files were deleted. */
export async function forgetFiles(runner: Runner, names: readonly string[]): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM file_removal WHERE name = ANY(${textArray(names)}) AND due_at <= now() RETURNING name, job_id
    ), of_job AS MATERIALIZED (
      SELECT job.id, bool_or(gone.name LIKE 'uploads/%') AS upload, bool_or(gone.name LIKE 'results/%') AS result
      FROM gone JOIN job ON job.id = gone.job_id GROUP BY job.id
    ), held AS MATERIALIZED (
      SELECT id FROM job WHERE id IN (SELECT id FROM of_job) ORDER BY id FOR UPDATE
    )
    UPDATE job SET
      upload_deleted_at = CASE WHEN of_job.upload THEN now() ELSE upload_deleted_at END,
      result_deleted_at = CASE WHEN of_job.result AND outputs IS NULL THEN now() ELSE result_deleted_at END
    FROM held JOIN of_job ON of_job.id = held.id WHERE job.id = held.id
  `.execute(runner)
}

/** Delays the deletion of a file that could not be deleted now. */
export async function postponeFile(runner: Runner, name: string, ms: number): Promise<void> {
  await sql`
    UPDATE file_removal SET due_at = now() + ${milliseconds(ms)} WHERE name = ${name}
  `.execute(runner)
}
