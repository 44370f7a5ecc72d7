/** Commands `recto backup` and `recto restore`. */
import { backUp, createLog, restoreBackup } from '@recto/service'
import { toUsageError, writeText } from './admin/index.ts'
import { readConfig } from './config.ts'
import { parseWords, UsageError } from './usage.ts'

const usage = `recto backup, recto restore: save and restore the data of a service

Usage:
  recto backup DIR|FILE [--json]
      saves the database, the stored files that jobs need, and the secret key of the data folder; FILE ends in .tar, .tar.gz or .tgz
      the service may run meanwhile
  recto restore DIR|FILE [--force] [--json]
      verifies the whole backup first; the service must be stopped
      --force replaces a database that has accounts, and a different secret key

A backup of the embedded database can be restored to PostgreSQL, one of a folder to a bucket, and the other way round. The settings
are those of recto serve (RECTO_DATA_DIR, DATABASE_URL, RECTO_STORAGE_URL). See docs/backup.md.

Exit code: 0 success, 2 failure with a message.
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
  if (path === undefined)
    throw new UsageError('The path of the backup is missing. Give a folder or a file.', advice)
  if (more.length > 0) throw new UsageError(`Unexpected arguments: "${more.join(' ')}".`, advice)
  const report = await work(path).catch((error: unknown) => {
    throw toUsageError(error)
  })
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : writeText(report))
  return 0
}
