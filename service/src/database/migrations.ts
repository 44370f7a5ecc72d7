/** The numbered files of `migrations/` → the steps that bring a database up to date. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One migration. Released migrations never change; corrections are further ones.
 *
 * Processes of the version before go on while a step is done, and after it. So a step only adds (*expand*): tables,
 * columns that may be left out, indexes. What older processes still use is removed (*contract*) by a later release.
 */
export interface Migration {
  /** `0001_accounts`; done in this order. */
  readonly name: string
  /**
   * The step that a process has to know to work with the database after this one: `0021`.
   * Left out where any process that worked before goes on working.
   */
  readonly compatibleFrom?: string
  readonly statements: readonly string[]
}

const header = /^-- compatible_from: (\d{4})$/m
/** Up to a semicolon that is in no comment, no text and no body of a function. */
const statement = /(?:--[^\n]*|\$\$[\s\S]*?\$\$|'[^']*'|[^;])+/g
const comment = /--[^\n]*/g

/**
 * Reads the text of a file: SQL, and a line `-- compatible_from: 0021` where the step is a contract.
 *
 * @param name Of the file, without its ending.
 */
export function parseMigration(name: string, text: string): Migration {
  const [, compatibleFrom] = header.exec(text) ?? []
  const statements = (text.match(statement) ?? [])
    .filter((each) => each.replace(comment, '').trim() !== '')
    .map((each) => each.trim())
  return { name, statements, ...(compatibleFrom !== undefined && { compatibleFrom }) }
}

/** Beside this file, in the sources and where they are compiled: the build copies the folder as it is. */
const folder = join(import.meta.dirname, 'migrations')

/** All steps of this version. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) =>
    parseMigration(name.slice(0, -'.sql'.length), readFileSync(join(folder, name), 'utf8')),
  )
