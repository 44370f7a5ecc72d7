/**
 * Sends damaged and malicious documents through a running service and counts its answers: `npm run hostile`.
 *
 * Sends `--cases N` (default 1,000) damaged fixtures from `--seed N` on; every fourth also goes through the queue.
 * Without `--short`, it also sends the PDFs of `../shared/corpus/pdf/robustness` and runs the development set with its
 * scorer, if they are available. Each answer must be a result or a refusal with a stable code that reveals no
 * internals; the service must keep running and leave no files behind.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type FixtureCase, findCases, readInput } from '../../engine/src/fixtures.ts'
import { damageCase } from '../../engine/src/testing/damage-case.ts'
import { randomNumbers } from '../../engine/src/testing/random.ts'
import { type HostileService, startHostileService } from './service.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
  },
})
const corpora = join(import.meta.dirname, '..', '..', '..', 'shared')
/** The upload limit of the synchronous lane, so that no document is refused because of its size. */
const MAX_BYTES = 1024 * 1024
/** Longer than the deadlines of both lanes. */
const ANSWER_MS = 160_000
const QUEUED_EACH = 4
const AT_A_TIME = 4

interface Sample {
  readonly name: string
  readonly mediaType: string
  readonly bytes: () => Uint8Array
}

/** Paths and stack traces, which no answer may contain. */
const inside = /\/(?:home|tmp|usr|var|root|opt|node_modules)\/[\w.-]+|\bat (?:async )?[\w.<>]+ \(/

interface Counts {
  readonly answers: Map<string, number>
  readonly wrongs: string[]
}

function say(line: string): void {
  process.stdout.write(`hostile: ${line}\n`)
}

function damagedFixtures(count: number, seed: number): Sample[] {
  const cases = findCases().filter((each) => readInput(each).length <= MAX_BYTES)
  return Array.from({ length: count }, (_, index): Sample => {
    // Sound: there are fixtures, and the index is below their number.
    const each = cases[(seed + index) % cases.length] as FixtureCase
    const { name, mediaType } = each
    const bytes = (): Uint8Array => damageCase(each, randomNumbers(seed + index))
    return { name: `${name}, seed ${seed + index}`, mediaType, bytes }
  })
}

function robustnessPdfs(): Sample[] {
  const folder = join(corpora, 'corpus', 'pdf', 'robustness', 'pdf')
  if (values.short || !existsSync(folder)) return []
  const mediaType = 'application/pdf'
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => ({ name, mediaType, bytes: () => readFileSync(join(folder, name)) }))
}

async function send(
  { url, key }: HostileService,
  path: string,
  { mediaType, bytes, name }: Sample,
): Promise<{ readonly status: number; readonly text: string }> {
  const body = new FormData()
  // Copies the bytes: a view may cover more than the document.
  body.append('file', new Blob([new Uint8Array(bytes())], { type: mediaType }), name.slice(0, 80))
  const signal = AbortSignal.timeout(ANSWER_MS)
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body,
    signal,
  })
  return { status: answer.status, text: await answer.text() }
}

/** @returns The kind of the answer, and its fault. */
function judge(status: number, text: string): { readonly kind: string; readonly wrong?: string } {
  const json: unknown = JSON.parse(text)
  const { code, job } = json as { readonly code?: string; readonly job?: { error: string | null } }
  if (status === 200 && job === undefined) return { kind: '200' }
  if (status === 200) {
    const kind = job?.error?.split(':')[0] ?? 'succeeded'
    return kind === 'internal' ? { kind, wrong: 'is a fault of ours' } : { kind }
  }
  const kind = `${status} ${code}`
  if (status >= 500 && status !== 503) return { kind, wrong: 'is a fault of ours' }
  if (code === undefined) return { kind, wrong: 'has no code' }
  return inside.test(text) ? { kind, wrong: `tells of our insides: ${text}` } : { kind }
}

async function sendAll(
  service: HostileService,
  lane: string,
  path: string,
  samples: readonly Sample[],
): Promise<Counts> {
  const counts: Counts = { answers: new Map(), wrongs: [] }
  const rest = samples.values()
  const work = async (): Promise<void> => {
    for (const sample of rest) {
      const { kind, wrong } = await send(service, path, sample)
        .then(({ status, text }) => judge(status, text))
        .catch((error: unknown) => ({ kind: 'no answer', wrong: String(error) }))
      counts.answers.set(kind, (counts.answers.get(kind) ?? 0) + 1)
      if (wrong !== undefined) counts.wrongs.push(`${lane}, ${sample.name}: ${kind} ${wrong}`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  const found = [...counts.answers].toSorted().map(([kind, count]) => `${kind} ${count}`)
  say(`${lane}: ${samples.length} sent: ${found.join(', ')}`)
  return counts
}

/**
 * Runs the development set's scorer, which checks times, memory and the required answers.
 *
 * @returns True if all checks pass.
 */
async function runDevelopmentSet({ url, key, pid }: HostileService): Promise<boolean> {
  const path = join(corpora, 'score', 'office', 'hostile-run.mjs')
  if (values.short || !existsSync(path)) return true
  // The scorer does nothing if it is started through a symbolic link.
  const scorer = realpathSync(path)
  const manifest = join(corpora, 'corpus', 'office', 'hostile')
  const words = ['--base-url', url, '--key', key, '--manifest', manifest, '--pid', String(pid)]
  const scoring = spawn(process.execPath, [scorer, ...words], { stdio: 'inherit' })
  const [code] = await once(scoring, 'exit')
  return code === 0
}

async function run(): Promise<boolean> {
  const seed = Number(values.seed)
  const service = await startHostileService()
  say(`seed ${seed}, ${values.cases} damaged fixtures`)
  const damaged = damagedFixtures(Number(values.cases), seed)
  const queued = damaged.filter((_, index) => index % QUEUED_EACH === 0)
  const pdfs = robustnessPdfs()
  const sets = [
    await sendAll(service, 'damaged, fast', '/v1/convert', damaged),
    await sendAll(service, 'damaged, queue', '/v1/convert/jobs?wait=30', queued),
    ...(pdfs.length > 0 ? [await sendAll(service, 'PDFs, fast', '/v1/convert', pdfs)] : []),
  ]
  const isSetGood = await runDevelopmentSet(service)
  const good = { name: 'good.html', mediaType: 'text/html', bytes: () => Buffer.from('<p>good') }
  const { status } = await send(service, '/v1/convert', good)
  const peak = service.peakMib()
  const { code, left } = await service.stop()
  const wrongs = [
    ...sets.flatMap(({ wrongs: each }) => each),
    ...(status === 200 ? [] : [`Afterwards, a valid document was answered with ${status}.`]),
    ...(code === 0 ? [] : [`The service ended with ${code}.`]),
    ...left.map((name) => `${name} is left in its folder.`),
  ]
  for (const wrong of wrongs) say(`WRONG: ${wrong}`)
  say(`memory of all processes: ${peak} MiB at peak`)
  say(wrongs.length === 0 ? 'each answer is a result or a refusal' : `${wrongs.length} wrong`)
  return wrongs.length === 0 && isSetGood
}

if (!(await run())) process.exitCode = 1
