/**
 * Breaks the service at random under load, and checks that nothing is lost, doubled or left over: `npm run chaos`.
 *
 * `--seconds N` sets the duration of the faults (60), `--seed N` repeats the choices of a run. Starts PostgreSQL with a
 * standby if it is installed; otherwise uses the server in RECTO_TEST_DATABASE_URL, without failover. Wrong clocks need
 * `faketime`, full disks the right to mount one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Cluster, openCluster } from './cluster.ts'
import { faults, heal, possibleFaults } from './faults.ts'
import { checkInvariants } from './invariants.ts'
import { type Load, runLoad } from './load.ts'
import { untilReady } from './members.ts'
import { canStartPair } from './postgres.ts'
import { createRandom, type Random } from './random.ts'
import { startReceiver } from './receiver.ts'
import { list, report } from './report.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const faultMs = Number(values.seconds) * 1_000
/** Pause between two faults, which may overlap. */
const PAUSE_MS = 1_500

function say(line: string): void {
  process.stdout.write(`chaos: ${line}\n`)
}

async function breakThings(cluster: Cluster, random: Random): Promise<Map<string, number>> {
  const names = possibleFaults(cluster)
  const done = new Map<string, number>()
  const running: Promise<void>[] = []
  let left: string[] = []
  const end = performance.now() + faultMs
  while (performance.now() < end) {
    // Every fault occurs once before any is repeated.
    if (left.length === 0) left = random.shuffle(names)
    const name = left.pop() ?? ''
    done.set(name, (done.get(name) ?? 0) + 1)
    running.push(faults[name]?.(cluster, random) ?? Promise.resolve())
    await sleep(PAUSE_MS * (0.5 + random.next()))
  }
  await Promise.all(running)
  return done
}

async function run(): Promise<boolean> {
  const random = createRandom(seed)
  const receiver = await startReceiver(createRandom(seed + 1))
  const cluster = await openCluster(new URL(receiver.url).host)
  try {
    for (const member of cluster.members) await cluster.start(member)
    for (const member of cluster.members) await untilReady(member)
    const emails = ['a@example.com', 'b@example.com', 'c@example.com']
    const keys = []
    for (const email of emails) keys.push(await cluster.makeKey(email))
    const loading = new AbortController()
    const options = { keys, hook: receiver.url, signal: loading.signal }
    const load: Promise<Load> = runLoad(cluster, createRandom(seed + 2), options)
    say(`seed ${seed}, ${faultMs / 1_000} s`)
    const done = await breakThings(cluster, random)
    await heal(cluster)
    loading.abort()
    const sent = await load
    const verdict = await checkInvariants(cluster, sent, receiver)
    const left = await cluster.stop()
    say(`faults: ${list([...done].toSorted())}`)
    say(`answers: ${list([...sent.answers].toSorted())}`)
    say(`webhooks refused: ${receiver.refused()}`)
    return report(say, cluster, verdict, left)
  } finally {
    receiver.close()
    await cluster.close()
  }
}

if (!canStartPair && !process.env['RECTO_TEST_DATABASE_URL']) {
  say('skipped: PostgreSQL is not installed, and RECTO_TEST_DATABASE_URL is not set')
} else if (!(await run())) {
  process.exitCode = 1
}
