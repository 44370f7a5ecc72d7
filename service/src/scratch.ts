/** The folder for files that last as long as a request: made at the start, removed at the end, or at the next start. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = 'recto-'

export interface ScratchFolder extends AsyncDisposable {
  readonly path: string
}

/** @returns A folder of this process's own, readable by nobody else. */
export async function makeScratchFolder(parent: string): Promise<ScratchFolder> {
  await mkdir(parent, { recursive: true })
  await removeLeftovers(parent)
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** What servers left that were killed: documents of their users. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
