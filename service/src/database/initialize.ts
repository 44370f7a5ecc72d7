/** Creates an empty embedded database in an empty folder. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'

/** `.ts` in the sources, `.js` in the compiled package. */
const initialize = join(import.meta.dirname, `initialize-process${extname(import.meta.filename)}`)

/**
 * Creates the database in a separate process, because the 300 MB of memory that this takes would never be freed.
 *
 * The folder gets its name at the end, so the next start never takes a half-made database for a whole one.
 *
 * @returns The folder of the database itself.
 */
export async function initializeFolder(folder: string, log: Log): Promise<string> {
  const path = join(folder, 'database')
  if (existsSync(path)) return path
  log.info({ folder: path }, 'creating the database, which takes some seconds')
  const unfinished = `${path}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await promisify(execFile)(process.execPath, [initialize, unfinished])
  await rename(unfinished, path)
  return path
}
