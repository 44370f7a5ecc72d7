/** Reads the numbered files of `migrations/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One migration. Released migrations never change; later ones correct them.
 *
 * Processes of the previous version keep running during and after a migration. So a migration only adds (*expand*):
 * tables, optional columns, indexes. A later release removes what old processes used (*contract*).
 */
export interface Migration {
  /** `0001_accounts`; migrations run in the order of their names. */
  readonly name: string
  /**
   * The oldest migration that a process must know to work with the migrated database: `0021`. Left out if all earlier
   * processes keep working.
   */
  readonly compatibleFrom?: string
  readonly statements: readonly string[]
}

const header = /^-- compatible_from: (\d{4})$/m
/** Matches up to a semicolon outside of comments, strings and function bodies. */
const statement = /(?:--[^\n]*|\$\$[\s\S]*?\$\$|'[^']*'|[^;])+/g
const comment = /--[^\n]*/g

/**
 * Parses a file: SQL, and a line `-- compatible_from: 0021` in a contracting migration.
 *
 * @param name File name without its extension.
 */
export function parseMigration(name: string, text: string): Migration {
  const [, compatibleFrom] = header.exec(text) ?? []
  const statements = (text.match(statement) ?? [])
    .filter((each) => each.replace(comment, '').trim() !== '')
    .map((each) => each.trim())
  return { name, statements, ...(compatibleFrom !== undefined && { compatibleFrom }) }
}

/** Works in the sources and in the compiled package: the build copies the folder. */
const folder = join(import.meta.dirname, 'migrations')

/** All migrations of this version. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) =>
    parseMigration(name.slice(0, -'.sql'.length), readFileSync(join(folder, name), 'utf8')),
  )
