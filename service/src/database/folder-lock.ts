/** A folder → this process's alone: two servers on one embedded database would destroy it without a word. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The message is a sentence for the operator. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

interface Owner {
  readonly pid: number
  /** When the process started, so that another one with the same number is not taken for it. */
  readonly started: string
  readonly host: string
}

const LOCK = 'server.lock'
/** Taking a dead server's lock over takes milliseconds; who began that so long ago has died of it. */
const TAKEOVER_MS = 10_000
const RETRY_MS = 50

/**
 * Locks a folder, and makes it where it is not there.
 *
 * The lock of a process that was killed is taken over, by one only.
 * @returns Unlocks it.
 * @throws {FolderInUse}
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = join(folder, LOCK)
  const candidate = join(folder, `${LOCK}.${randomUUID()}`)
  const owner: Owner = { pid: process.pid, started: startOf(process.pid), host: hostname() }
  await writeFile(candidate, JSON.stringify(owner), { mode: 0o600 })
  try {
    while (!(await isLinked(candidate, lock))) await removeStale(folder, lock)
  } finally {
    await rm(candidate, { force: true })
  }
  return () => rm(lock, { force: true })
}

/** A link comes into being with its content, so nobody reads half a lock. */
async function isLinked(candidate: string, lock: string): Promise<boolean> {
  return link(candidate, lock).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return false
      throw error
    },
  )
}

/** Under a lock of its own: else a second taker would remove the lock that the first has just made. */
async function removeStale(folder: string, lock: string): Promise<void> {
  await refuseLiving(folder, lock)
  const takeover = `${lock}.takeover`
  const file = await open(takeover, 'wx').catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
    const since = await stat(takeover).catch(() => undefined)
    if (since && Date.now() - since.mtimeMs > TAKEOVER_MS) await rm(takeover, { force: true })
    await sleep(RETRY_MS)
  })
  if (!file) return
  try {
    await refuseLiving(folder, lock)
    await rm(lock, { force: true })
  } finally {
    await file.close()
    await rm(takeover, { force: true })
  }
}

async function refuseLiving(folder: string, lock: string): Promise<void> {
  const text = await readFile(lock, 'utf8').catch(() => undefined)
  if (text === undefined) return
  // Sound: only this file writes it.
  const { pid, started, host } = JSON.parse(text) as Owner
  if (host === hostname() && !isRunning(pid, started)) return
  const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
  throw new FolderInUse(
    `The data folder ${folder} is in use by another server (${where}). Stop that one, or set RECTO_DATA_DIR to another folder.${
      host === hostname() ? '' : ` If it does not run any more, delete ${lock}.`
    }`,
  )
}

function isRunning(pid: number, started: string): boolean {
  if (pid === process.pid) return started === startOf(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if (codeOf(error) !== 'EPERM') return false
  }
  return startOf(pid) === started
}

/** Field 22 of proc(5)'s stat; empty where the system has no such file, and then the number alone decides. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, the second field, is in parentheses and may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
