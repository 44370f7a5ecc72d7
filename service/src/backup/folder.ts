/** Seals, verifies, packs and unpacks the folder of a backup. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'

/** The format of `sha256sum -c`, so that operators can verify a backup without this program. */
const SUMS = 'SHA256SUMS'
const line = /^([0-9a-f]{64}) {2}((?!\/)(?:(?!\.\.)[\w./-])+)$/

export function isArchive(path: string): boolean {
  return /\.(tar|tar\.gz|tgz)$/.test(path)
}

/** Writes the checksums of all files in a folder. */
export async function sealFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
  const lines = []
  for (const path of paths) lines.push(`${await hashOf(join(folder, path))}  ${path}\n`)
  await writeFile(join(folder, SUMS), lines.join(''), { flag: 'wx', mode: 0o600, flush: true })
}

/** @throws {BackupError} if a file is missing or changed. */
export async function verifyFolder(folder: string): Promise<void> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch(() => {
    throw new BackupError(`The backup is incomplete: ${SUMS} is missing.`)
  })
  for (const each of text.trimEnd().split('\n')) {
    const [, expected, path] = line.exec(each) ?? []
    if (path === undefined) throw new BackupError(`${SUMS} has an invalid line: "${each}".`)
    const found = await hashOf(join(folder, path)).catch(() => undefined)
    if (found === expected) continue
    const fault = found === undefined ? 'is missing' : 'was changed'
    throw new BackupError(`The backup is damaged: ${path} ${fault}. Nothing was restored.`)
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** @param path Must not exist. */
export async function packFolder(folder: string, path: string): Promise<void> {
  // The file exists before `tar` opens it, so that no other user can ever read it.
  const handle = await open(path, 'wx', 0o600)
  await runTar(['-c', ...(path.endsWith('.tar') ? [] : ['-z']), '-f', path, '-C', folder, '.'])
  await handle.sync().finally(() => handle.close())
}

/** @throws {BackupError} */
export async function unpackFolder(path: string, folder: string): Promise<void> {
  await runTar(['-x', '--no-same-owner', '-f', path, '-C', folder]).catch((cause: unknown) => {
    throw new BackupError(`${path} could not be unpacked.`, { cause })
  })
}

async function runTar(words: readonly string[]): Promise<void> {
  await promisify(execFile)('tar', words)
}
