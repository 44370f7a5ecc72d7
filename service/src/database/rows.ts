/** A statement → its rows, each checked: what a database of another version answers is refused here, not found out later. */
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Runner } from './runner.ts'

/**
 * Runs a statement and checks its rows.
 *
 * Every statement that reads goes through this or {@link findRow}: the schema gives the rows their type, so no cast
 * says what a statement returns.
 *
 * @param row The columns under the names that the statement gives them (`AS "accountId"`).
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

/** Of a statement that returns at most one row. */
export async function findRow<Row>(
  runner: Runner,
  row: z.ZodType<Row>,
  statement: RawBuilder<unknown>,
): Promise<Row | undefined> {
  const [found] = await readRows(runner, row, statement)
  return found
}
