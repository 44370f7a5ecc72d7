/** Defines the faults of a chaos run by name; each lasts until its promise settles. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { DISK_BYTES, type Member, untilReady } from './members.ts'
import type { Random } from './random.ts'

type Fault = (cluster: Cluster, random: Random) => Promise<void>

/** Both shorter and longer than a job's lease (3 s). */
const pauses = [500, 2_000, 5_000]
/** A worker with a wrong clock runs this long. */
const SKEW_MS = 6_000

function pickMember({ members }: Cluster, random: Random): Member {
  return random.pick(members)
}

/** Kills a process with `kill -9` and starts a new one. */
async function kill(cluster: Cluster, member: Member, clock?: string): Promise<void> {
  const { process: child } = member
  if (child) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await ended
  }
  await cluster.start(member, clock)
}

async function terminateConnections({ databaseUrl }: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl.href })
  // The same fault, running at the same time, may end this connection.
  client.on('error', () => {})
  await client.connect()
  const others =
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
  await client.query(others)
  await client.end()
}

export const faults: Readonly<Record<string, Fault>> = {
  'a process is killed': async (cluster, random) => {
    await kill(cluster, pickMember(cluster, random))
  },
  'a process is stopped for a while': async (cluster, random) => {
    const { process: child } = pickMember(cluster, random)
    child?.kill('SIGSTOP')
    await sleep(random.pick(pauses))
    child?.kill('SIGCONT')
  },
  'the database ends all connections': async (cluster) => {
    // A database that is being replaced has no connections.
    await terminateConnections(cluster).catch(() => {})
  },
  'the database is away': async ({ database }, random) => {
    database.cut(true)
    await sleep(random.pick(pauses))
    database.heal()
  },
  'the database is silent': async ({ database }, random) => {
    database.stall(true)
    await sleep(random.pick(pauses))
    database.heal()
  },
  'the store fails': async ({ store }, random) => {
    for (let count = 0; count < 20; count++) {
      store.failures.push(random.pick([500, 503, 'close'] as const))
    }
    await sleep(random.pick(pauses))
    store.failures.length = 0
  },
  'the store is away': async ({ bucket }, random) => {
    bucket.cut(true)
    await sleep(random.pick(pauses))
    bucket.heal()
  },
  'the store is silent': async ({ bucket }, random) => {
    bucket.stall(true)
    await sleep(random.pick(pauses))
    bucket.heal()
  },
  'the store is slow': async ({ bucket }, random) => {
    bucket.slow(random.pick([100, 400, 1_000]))
    await sleep(random.pick(pauses))
    bucket.slow(0)
  },
  'the disk of the database is slow': async ({ pair }, random) => {
    await pair?.slowDown(random.pick([200, 800]))
    await sleep(random.pick(pauses))
    await pair?.slowDown(0)
  },
  'the database fails over': (cluster) => cluster.failOver(),
  'the clock of a worker is an hour wrong': async (cluster, random) => {
    const workers = cluster.members.filter(({ role }) => role === 'worker')
    const worker = random.pick(workers)
    await kill(cluster, worker, random.pick(['+1h', '-1h']))
    await sleep(SKEW_MS)
    await kill(cluster, worker)
  },
  'the disk of a process is full': async (cluster, random) => {
    const filler = join(pickMember(cluster, random).temp, 'filler')
    try {
      writeFileSync(filler, Buffer.alloc(DISK_BYTES))
    } catch {
      // The disk is full now.
    }
    await sleep(random.pick(pauses))
    rmSync(filler, { force: true })
  },
}

const needPair = new Set(['the disk of the database is slow', 'the database fails over'])

/** Lists the faults that this machine supports. */
export function possibleFaults({ hasOwnDisks, pair }: Cluster): string[] {
  const hasFaketime = spawnSync('faketime', ['--version']).status === 0
  return Object.keys(faults).filter(
    (name) =>
      (hasFaketime || !name.startsWith('the clock')) &&
      (hasOwnDisks || !name.startsWith('the disk of a process')) &&
      (pair !== undefined || !needPair.has(name)),
  )
}

/** Ends all lasting faults, and starts missing processes. */
export async function heal(cluster: Cluster): Promise<void> {
  cluster.database.heal()
  cluster.bucket.heal()
  cluster.store.failures.length = 0
  for (const member of cluster.members) {
    if (member.process) member.process.kill('SIGCONT')
    else await cluster.start(member)
  }
  for (const member of cluster.members) await untilReady(member)
}
