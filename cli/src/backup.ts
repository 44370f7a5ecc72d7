/** `recto backup`, `recto restore`: a service with its database, stored files and secret key ↔ one file or folder. */
import { backUp, createLog, restoreBackup } from '@recto/service'
import { toUsageError, writeText } from './admin/index.ts'
import { readConfig } from './config.ts'
import { parseWords, UsageError } from './usage.ts'

const usage = `recto backup, recto restore: the service with all that it keeps

Usage:
  recto backup DIR|FILE [--json]
      the database, the stored files that it names, and the secret key of the data folder; FILE ends in .tar, .tar.gz or .tgz
      beside a running service, or without one
  recto restore DIR|FILE [--force] [--json]
      checks the whole backup first; the service must not run
      --force replaces a database that is in use, and another secret key

A backup may go from the embedded database to PostgreSQL, from a folder to a bucket, and back: settings are those of recto serve
(RECTO_DATA_DIR, DATABASE_URL, RECTO_STORAGE_URL). docs/backup.md tells more.

Exit code: 0 done, 2 not done, and why.
`
const advice = 'recto backup --help shows the usage.'
export const backupOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
export const restoreOptions = { ...backupOptions, force: { type: 'boolean' } } as const

/** @throws {UsageError} */
export function runBackup(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, backupOptions, advice)
  return run(values, positionals, (path) => backUp(readConfig(), createLog('error'), path))
}

/** @throws {UsageError} */
export function runRestore(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, restoreOptions, advice)
  const isForced = values.force ?? false
  return run(values, positionals, (path) =>
    restoreBackup(readConfig(), createLog('error'), path, isForced),
  )
}

async function run(
  { json, help }: { readonly json?: boolean; readonly help?: boolean },
  [path, ...more]: readonly string[],
  work: (path: string) => Promise<object>,
): Promise<number> {
  if (help) {
    process.stdout.write(usage)
    return 0
  }
  if (path === undefined) throw new UsageError('Which backup? Give a folder or a file.', advice)
  if (more.length > 0) throw new UsageError(`"${more.join(' ')}" is too much.`, advice)
  const report = await work(path).catch((error: unknown) => {
    throw toUsageError(error)
  })
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : writeText(report))
  return 0
}
