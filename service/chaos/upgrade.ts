/**
 * Upgrades the service under load and without downtime, from the version before the newest migration to this one:
 * `npm run chaos:upgrade`.
 *
 * Takes the older version from the history of the clone, and runs it with the packages of this one. Calls continue
 * while the new version migrates the database, and while processes are replaced one by one, workers first, as
 * docs/operations.md describes.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrations } from '../src/database/index.ts'
import { type Cluster, openCluster, thisCommand } from './cluster.ts'
import { checkInvariants } from './invariants.ts'
import { runLoad } from './load.ts'
import { untilReady } from './members.ts'
import { canStartPair } from './postgres.ts'
import { createRandom } from './random.ts'
import { startReceiver } from './receiver.ts'
import { list, report } from './report.ts'

const root = join(import.meta.dirname, '..', '..')
/** Within the clone, so that the older version finds the installed packages. */
const folder = join(root, '.build', 'version-before')
const packages = ['cli', 'client', 'converter', 'engine', 'mcp', 'service', 'web']
/** Duration of the load between two steps. */
const STEP_MS = 2_500

function say(line: string): void {
  process.stdout.write(`upgrade: ${line}\n`)
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

/** @returns The commit before the newest migration; `undefined` if the clone lacks the history. */
function findVersionBefore(): string | undefined {
  try {
    const path = 'service/src/database/migrations'
    const newest = git('log', '--format=%H', '-1', '--diff-filter=A', '--', `${path}/*.sql`)
    return git('rev-parse', '--verify', `${newest}^`)
  } catch {
    return undefined
  }
}

function checkOut(commit: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules', '@recto'), { recursive: true })
  const archive = execFileSync('git', ['archive', commit, ...packages], {
    cwd: root,
    maxBuffer: 1024 ** 3,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const name of packages) {
    symlinkSync(join(folder, name), join(folder, 'node_modules', '@recto', name))
  }
  return join(folder, 'cli', 'src', 'main.ts')
}

async function replaceAll(cluster: Cluster): Promise<void> {
  const order = cluster.members.toSorted((one, other) => other.role.localeCompare(one.role))
  for (const member of order) {
    await cluster.replace(member, thisCommand)
    await untilReady(member)
    say(`${member.name} is of this version`)
    await sleep(STEP_MS)
  }
}

async function run(commit: string): Promise<boolean> {
  const seed = 1
  const receiver = await startReceiver(createRandom(seed))
  const older = checkOut(commit)
  const cluster = await openCluster(new URL(receiver.url).host, older, { RECTO_MIGRATE: 'off' })
  try {
    await cluster.migrate(older)
    for (const member of cluster.members) await cluster.start(member)
    for (const member of cluster.members) await untilReady(member)
    say(`all are of the version before: ${git('log', '-1', '--format=%h %cs', commit)}`)
    const keys = [await cluster.makeKey('a@example.com'), await cluster.makeKey('b@example.com')]
    const loading = new AbortController()
    const options = { keys, hook: receiver.url, signal: loading.signal }
    const load = runLoad(cluster, createRandom(seed), options)
    await sleep(STEP_MS)
    await cluster.migrate(thisCommand)
    say('the tables are of this version')
    await sleep(STEP_MS)
    await replaceAll(cluster)
    loading.abort()
    const sent = await load
    const verdict = await checkInvariants(cluster, sent, receiver)
    const left = await cluster.stop()
    say(`answers: ${list([...sent.answers].toSorted())}`)
    return report(say, cluster, verdict, left)
  } finally {
    receiver.close()
    await cluster.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const commit = findVersionBefore()
if (commit === undefined) say('skipped: this clone has no history')
else if (!canStartPair) say('skipped: PostgreSQL is not installed')
else if (migrations.at(-1)?.compatibleFrom !== undefined) {
  say('skipped: the newest migration takes something away, older processes do not go on beside it')
} else if (!(await run(commit))) process.exitCode = 1
