/** `recto keys`, `recto accounts`, `recto migrate`: the operator's commands, with or without a running server. */

import { text as readText } from 'node:stream/consumers'
import {
  AdminError,
  administrate,
  BackupError,
  bringUpToDate,
  createLog,
  FolderInUse,
  isUnreachable,
  makeOwnerLink,
  SchemaTooNew,
  SchemaTooOld,
  SecretKeyWrong,
} from '@recto/service'
import { readConfig } from '../config.ts'
import { UsageError } from '../usage.ts'
import { type AdminRequest, adminUsage, parseAdminArguments } from './arguments.ts'

export { adminOptions } from './arguments.ts'

/** @throws {UsageError} */
export async function runAdmin(words: readonly string[]): Promise<number> {
  const request = parseAdminArguments(words)
  if (!request) {
    process.stdout.write(adminUsage)
    return 0
  }
  const { name, isJson } = request
  const given = await readGiven(request.given)
  const log = createLog('error')
  const result = await administrate(readConfig(), log, name, given).catch((error: unknown) => {
    throw toUsageError(error)
  })
  process.stdout.write(isJson ? `${JSON.stringify(result)}\n` : writeText(result))
  return 0
}

/**
 * Reads a key given as `-` from standard input.
 *
 * @throws {UsageError} if standard input is empty.
 */
async function readGiven(given: AdminRequest['given']): Promise<AdminRequest['given']> {
  if (given['key'] !== '-') return given
  const key = (await readText(process.stdin)).trim()
  if (key === '')
    throw new UsageError('Standard input holds no key.', 'Pipe the key into the command.')
  return { ...given, key }
}

/** @throws {UsageError} */
export async function runOwnerLink(words: readonly string[]): Promise<number> {
  if (words.length > 0) {
    process.stdout.write(
      'recto owner-link: prints a link that signs the owner of this instance in on its page; it works once, for an hour\n',
    )
    return words.some((word) => word === '-h' || word === '--help') ? 0 : 2
  }
  const config = readConfig()
  const link = await makeOwnerLink(config, createLog('error')).catch((error: unknown) => {
    throw toUsageError(error)
  })
  process.stdout.write(`${link}\n`)
  return 0
}

/** @throws {UsageError} */
export async function runMigrate(words: readonly string[]): Promise<number> {
  if (words.length > 0) {
    process.stdout.write(
      'recto migrate: brings the database up to date, as a start does without RECTO_MIGRATE=off\n',
    )
    return words.some((word) => word === '-h' || word === '--help') ? 0 : 2
  }
  await bringUpToDate(readConfig(), createLog('info')).catch((error: unknown) => {
    throw toUsageError(error)
  })
  process.stdout.write('The database is up to date.\n')
  return 0
}

export function toUsageError(error: unknown): unknown {
  if (error instanceof AdminError) {
    return new UsageError(error.message, 'recto keys --help shows the usage.')
  }
  if (error instanceof BackupError) return new UsageError(error.message, 'See docs/backup.md.')
  const refusals = [FolderInUse, SchemaTooNew, SchemaTooOld, SecretKeyWrong]
  if (error instanceof Error && refusals.some((each) => error instanceof each)) {
    return new UsageError(error.message, 'See docs/configuration.md.')
  }
  if (isUnreachable(error)) {
    return new UsageError(
      'The database cannot be reached.',
      'Check DATABASE_URL and that the server runs.',
    )
  }
  return error
}

/** Formats a list with one entry per line, and a single entry with one field per line. */
export function writeText(result: unknown): string {
  if (!Array.isArray(result)) return `${linesOf(result).join('\n')}\n`
  if (result.length === 0) return 'None.\n'
  return result.map((entry) => `${linesOf(entry).join('  ')}\n`).join('')
}

function linesOf(entry: unknown): string[] {
  // Sound: all commands return objects of plain values.
  return Object.entries(entry as object).map(([name, value]) => `${name}: ${value ?? '-'}`)
}
