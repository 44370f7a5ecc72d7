/** An empty folder → one that holds an empty embedded database. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'

/** `.ts` where the sources run as they are, `.js` where they were compiled. */
const initialize = join(import.meta.dirname, `initialize-process${extname(import.meta.filename)}`)

/**
 * Makes the database in a process of its own, because the memory that this takes, some 300 MB, is never given back.
 *
 * A start that is cut off leaves nothing that the next takes for a database: the folder gets its name at the end.
 * @returns The folder of the database itself.
 */
export async function initializeFolder(folder: string, log: Log): Promise<string> {
  const path = join(folder, 'database')
  if (existsSync(path)) return path
  log.info({ folder: path }, 'making the database: this takes some seconds, once')
  const unfinished = `${path}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await promisify(execFile)(process.execPath, [initialize, unfinished])
  await rename(unfinished, path)
  return path
}
