/**
 * Shares a pool among the conversions of this process that have the same memory limit; the pool ends soon after the
 * last one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool } from './pool.ts'

interface PoolLoan {
  readonly pool: Pool
  /** The folder for temporary files of conversions. */
  readonly folder: string
  giveBack(): void
}

interface Shared {
  readonly pool: Pool
  readonly folder: string
  users: number
  closing: NodeJS.Timeout | undefined
}

/**
 * A program that converts one document after the other keeps its child; a program that is done exits a moment later.
 */
const IDLE_MS = 500
const MIB = 1024 * 1024

const pools = new Map<number, Shared>()

export function borrowPool(memoryMb: number): PoolLoan {
  const shared = pools.get(memoryMb) ?? open(memoryMb)
  clearTimeout(shared.closing)
  shared.users += 1
  return {
    pool: shared.pool,
    folder: shared.folder,
    giveBack: () => {
      shared.users -= 1
      if (shared.users === 0) shared.closing = setTimeout(() => close(memoryMb, shared), IDLE_MS)
    },
  }
}

function open(memoryMb: number): Shared {
  const folder = mkdtempSync(join(tmpdir(), 'recto-'))
  const pool = createPool({
    parentFolder: folder,
    sizeAtStart: 1,
    maxRssBytes: memoryMb * MIB,
  })
  const shared = { pool, folder, users: 0, closing: undefined }
  if (pools.size === 0) process.on('exit', removeAll)
  pools.set(memoryMb, shared)
  return shared
}

function close(memoryMb: number, { pool, folder }: Shared): void {
  pools.delete(memoryMb)
  if (pools.size === 0) process.off('exit', removeAll)
  void pool.close().then(
    () => remove(folder),
    () => remove(folder),
  )
}

/** Removes temporary folders when the program exits without waiting for the pools. */
function removeAll(): void {
  for (const { folder } of pools.values()) remove(folder)
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
