/** Runs statements and validates their rows, so that a mismatch with the schema fails here and not later. */
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Runner } from './runner.ts'

/**
 * Runs a statement and validates its rows.
 *
 * Every reading statement goes through this or {@link findRow}: the schema defines the type of the rows, so no cast is
 * needed.
 *
 * @param row The columns under their aliases in the statement (`AS "accountId"`).
 */
export async function readRows<Row>(
  runner: Runner,
  row: z.ZodType<Row>,
  statement: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await statement.execute(runner)
  return rows.map((each) => {
    const { data, error } = row.safeParse(each)
    if (error) throw new Error(`A database row has unexpected values: ${z.prettifyError(error)}`)
    return data
  })
}

/** Runs a statement that returns at most one row. */
export async function findRow<Row>(
  runner: Runner,
  row: z.ZodType<Row>,
  statement: RawBuilder<unknown>,
): Promise<Row | undefined> {
  const [found] = await readRows(runner, row, statement)
  return found
}
