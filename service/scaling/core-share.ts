/** Limits processes to a fixed share of a core with a Linux control group, version 1 or 2. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface CoreGroup {
  /** A process that writes its id to this file joins the group, with all processes that it starts later. */
  readonly joinPath: string
  /** @param cores Number of cores that the group shares; `undefined` removes the limit. */
  limit(cores: number | undefined): Promise<void>
  /** Returns the share of the limited periods in which the group used up its time and had to wait. */
  waitingShare(): Promise<number>
  /** Removes the group; its processes must have ended. */
  close(): Promise<void>
}

const ROOT = '/sys/fs/cgroup'
const PERIOD_US = 100_000
const CLOSE_TRIES = 100
const CLOSE_WAIT_MS = 50

/** @returns `undefined` if this process may not create control groups. */
export async function createCoreGroup(name: string): Promise<CoreGroup | undefined> {
  const isUnified = existsSync(join(ROOT, 'cgroup.controllers'))
  const folder = join(ROOT, isUnified ? '' : 'cpu', name)
  const write = (file: string, value: string): Promise<void> => writeFile(join(folder, file), value)
  const limit = (cores: number | undefined): Promise<void> => {
    const quota = cores === undefined ? undefined : Math.round(cores * PERIOD_US)
    return isUnified
      ? write('cpu.max', `${quota ?? 'max'} ${PERIOD_US}`)
      : write('cpu.cfs_quota_us', `${quota ?? -1}`)
  }
  const waitingShare = async (): Promise<number> => {
    const stat = await readFile(join(folder, 'cpu.stat'), 'utf8')
    const count = (key: string): number =>
      Number(new RegExp(`^${key} (\\d+)`, 'm').exec(stat)?.[1] ?? 0)
    return count('nr_throttled') / Math.max(1, count('nr_periods'))
  }
  try {
    if (isUnified) await writeFile(join(ROOT, 'cgroup.subtree_control'), '+cpu')
    await mkdir(folder, { recursive: true })
    await limit(undefined)
  } catch {
    await rmdir(folder).catch(() => {})
    return undefined
  }
  return {
    joinPath: join(folder, 'cgroup.procs'),
    limit,
    waitingShare,
    close: () => remove(folder),
  }
}

/** Retries, because the kernel refuses while a killed process is still ending. */
async function remove(folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await rmdir(folder)
      return
    } catch (error) {
      if (tries === CLOSE_TRIES) throw error
      await wait(CLOSE_WAIT_MS)
    }
  }
}
