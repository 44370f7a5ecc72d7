/** Dumps one snapshot of a database to a folder of JSON files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow, type Runner, readRows } from '../database/index.ts'
import { findFingerprint } from '../secrets/index.ts'

export const dumpSchema = z.object({
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()).min(1),
  /** Ordered by foreign keys: referenced tables first. */
  tables: z.array(z.object({ name: z.string(), rows: z.int(), parts: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** The fingerprint of the secret key; absent before the first start of the service. */
  fingerprint: z.string().exactOptional(),
  /** Names of the stored files that jobs need. */
  files: z.array(z.string()),
})
export type Dump = Readonly<z.output<typeof dumpSchema>>

/** Rows a part: bounds the memory of a dump. */
const ROWS = 1_000

/**
 * Dumps one snapshot as JSON, which PostgreSQL and the embedded database both can load.
 *
 * PostgreSQL serves other callers meanwhile. The embedded database has one connection: its other callers wait.
 *
 * @param folder Is created; only this user may read it.
 */
export function dumpDatabase(db: Db, folder: string): Promise<Dump> {
  return db.transaction().execute(async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx)
    await mkdir(folder, { mode: 0o700 })
    const tables = []
    for (const name of await listTables(tx)) tables.push(await dumpTable(tx, name, folder))
    const fingerprint = await findFingerprint(tx)
    return {
      migrations: await readNames(tx, sql`SELECT name FROM migration ORDER BY name`),
      tables,
      sequences: await readSequences(tx),
      ...(fingerprint !== undefined && { fingerprint }),
      files: await readNames(tx, filesInUse),
    }
  })
}

const filesInUse = sql`
  SELECT upload_name AS name FROM job WHERE upload_name IS NOT NULL
  UNION
  SELECT output.value ->> 'name' FROM job, jsonb_each(job.outputs) AS output
  WHERE job.outputs IS NOT NULL
  ORDER BY name`

const nameRow = z.object({ name: z.string() })

async function readNames(tx: Runner, statement: ReturnType<typeof sql>): Promise<string[]> {
  return (await readRows(tx, nameRow, statement)).map(({ name }) => name)
}

/** Lists all tables except that of the migrations, referenced tables first. */
async function listTables(tx: Runner): Promise<string[]> {
  const names = await readNames(
    tx,
    sql`SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migration'
      ORDER BY name`,
  )
  const references = await readRows(
    tx,
    z.object({ from: z.string(), to: z.string() }),
    sql`SELECT source.relname AS "from", target.relname AS "to" FROM pg_constraint
      JOIN pg_class AS source ON source.oid = conrelid JOIN pg_class AS target ON target.oid = confrelid
      WHERE contype = 'f' AND source.relnamespace = current_schema()::regnamespace`,
  )
  const ordered = new Set<string>()
  const add = (name: string): void => {
    if (ordered.has(name)) return
    for (const { from, to } of references) if (from === name && to !== name) add(to)
    ordered.add(name)
  }
  names.forEach(add)
  return [...ordered]
}

async function dumpTable(
  tx: Runner,
  name: string,
  folder: string,
): Promise<Dump['tables'][number]> {
  const line = z.object({ line: z.string() })
  const parts: string[] = []
  let rows = 0
  await sql`
    DECLARE lines NO SCROLL CURSOR FOR
    SELECT row_to_json(each_row)::text AS line FROM ${sql.id(name)} AS each_row
  `.execute(tx)
  while (true) {
    const found = await readRows(tx, line, sql`FETCH ${sql.lit(ROWS)} FROM lines`)
    if (found.length === 0) break
    const part = `${name}.${parts.length + 1}.json`
    const text = `[${found.map((each) => each.line).join(',\n')}]\n`
    await writeFile(join(folder, part), text, { flag: 'wx', mode: 0o600, flush: true })
    parts.push(part)
    rows += found.length
  }
  await sql`CLOSE lines`.execute(tx)
  return { name, rows, parts }
}

async function readSequences(tx: Runner): Promise<Dump['sequences']> {
  const names = await readNames(
    tx,
    sql`SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY name`,
  )
  const row = z.object({ last: z.string(), isCalled: z.boolean() })
  const sequences = []
  for (const name of names) {
    const found = await findRow(
      tx,
      row,
      sql`SELECT last_value::text AS last, is_called AS "isCalled" FROM ${sql.id(name)}`,
    )
    if (found) sequences.push({ name, ...found })
  }
  return sequences
}
