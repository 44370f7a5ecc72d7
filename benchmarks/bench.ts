/**
 * Measures Recto and its peers in one run and writes `benchmarks/results.txt`.
 *
 * `npm run bench` runs everything; `npm run bench -- pdf pdf-fidelity` runs only these parts, and `--update` replaces
 * only them in the file. `--pdf FILE` converts another PDF than the generated one. `--short` converts small documents
 * once each, to check that everything runs. Times are medians of warm runs, each contestant in a separate process;
 * memory is the peak of another process that converts once. Recto runs compiled, as it is published, with the flags of a
 * converter's child; the peers run with Node's defaults.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildIfNeeded } from '../tools/build.ts'
import { alignColumns } from './columns.ts'
import { quantilesOf } from './quantiles.ts'
import { type Figures, installPeers, runContestant } from './run-contestant.ts'
import { books, shorten, type Trial, trials } from './trials.ts'

const root = join(import.meta.dirname, '..')
const resultsPath = join(root, 'benchmarks', 'results.txt')
const run = promisify(execFile)

/** Share of the jobs and seconds of the queue's benchmark in a `--short` run. */
const SHORT_SHARE = 0.05

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pdf: { type: 'string' },
    short: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
})

buildIfNeeded()
const hasPeers = installPeers()
// Imported here, because its packages are installed with the peers.
const { measureScaling, scalingParts } = await import('../service/scaling/index.ts')
const folder = await mkdtemp(join(tmpdir(), 'recto-bench-'))
try {
  const report = [heading()]
  for (const trial of values.short ? trials.filter((each) => !books.includes(each)) : trials) {
    if (wanted(trial.task)) report.push(await runTrial(values.short ? shorten(trial) : trial))
  }
  if (wanted('http')) {
    const { measureService } = await import('./service.ts')
    report.push(await measureService())
  }
  if (wanted('turns')) {
    const { measureTurns } = await import('./turns.ts')
    report.push(await measureTurns(values.short ? SHORT_SHARE : 1))
  }
  for (const part of ['queue', 'long-queue'] as const) {
    for (const kind of ['pglite', 'postgres'] as const) {
      if (!wanted(part) && !positionals.includes(`${part}-${kind}`)) continue
      const { measureQueue } = await import('./queue.ts')
      report.push(await measureQueue(part, kind, values.short ? SHORT_SHARE : 1))
    }
  }
  for (const part of scalingParts) {
    if (!wanted('scaling') && !positionals.includes(`scaling-${part}`)) continue
    report.push(await measureScaling(part, values.short ? SHORT_SHARE : 1))
  }
  if (wanted('crowds')) {
    const { measureCrowds } = await import('./crowds.ts')
    report.push(await measureCrowds())
  }
  if (wanted('deliveries')) {
    const { measureDeliveries } = await import('./deliveries.ts')
    report.push(await measureDeliveries())
  }
  const text = `${report.join('\n\n')}\n`
  process.stdout.write(text)
  const isOfUse = values.pdf === undefined && !values.short
  if (isOfUse && (positionals.length === 0 || values.update)) {
    const before = positionals.length === 0 ? '' : await readFile(resultsPath, 'utf8')
    await writeFile(resultsPath, replaceParts(before, text))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/**
 * Replaces the parts of a file that were measured again. Empty lines separate the parts; a part's first line names it,
 * and the first part names the machine.
 */
function replaceParts(before: string, after: string): string {
  const split = (text: string): string[] => text.trim().split('\n\n')
  const parts = new Map(
    [...(before === '' ? [] : split(before)), ...split(after)].map((part) => [
      part.split(/\n/, 1)[0]?.replace(/^Node .*/, 'Node'),
      part,
    ]),
  )
  return `${[...parts.values()].join('\n\n')}\n`
}

function wanted(name: string): boolean {
  if (positionals.length === 0) return !(values.short && name === 'http')
  return positionals.includes(name)
}

function heading(): string {
  const cpu = cpus()
  return `Node ${process.version}, ${cpu.length} × ${cpu[0]?.model.trim() ?? 'unknown CPU'}\nTimes: medians of warm runs; CPU is user + system of the process; × is CPU against Recto. Memory: peak of a process that converts once.`
}

async function runTrial(trial: Trial): Promise<string> {
  const { contestants } = await import('./contestants.ts')
  const path = await inputPath(trial)
  const rows: (readonly [string, Figures])[] = []
  for (const name of trial.only ?? Object.keys(contestants[trial.task])) {
    const isOurs = name.startsWith('recto')
    if (!hasPeers && !isOurs) continue
    const figures = await runContestant(trial, name, path).catch((error: unknown) => {
      if (isOurs) throw error
      process.stderr.write(`bench: ${name} is left out, it does not run here.\n`)
    })
    if (figures) rows.push([name, figures])
  }
  if (trial.task === 'pdf') rows.push(...(await runPdftotext(path)))
  return `${trial.title}\n${table(rows, trial.pages)}`
}

async function inputPath(trial: Trial): Promise<string> {
  if (trial.task === 'pdf' && values.pdf !== undefined) return values.pdf
  const path = join(folder, `input.${trial.task}`)
  await writeFile(path, await trial.input(trial.size))
  return path
}

/** Runs Poppler's `pdftotext` if it is installed; the shell counts the CPU time of the whole process. */
async function runPdftotext(path: string): Promise<(readonly [string, Figures])[]> {
  if (spawnSync('pdftotext', ['-v']).error) return []
  const times: number[] = []
  let characters = 0
  for (let index = 0; index < 7; index += 1) {
    const script = 'TIMEFORMAT="%U %S"; time pdftotext "$0" -'
    const { stdout, stderr } = await run('bash', ['-c', script, path], { maxBuffer: 2 ** 30 })
    const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
    times.push((user + system) * 1000)
    characters = stdout.length
  }
  const cpuMs = quantilesOf(times)(0.5)
  return [['pdftotext (poppler)', { cpuMs, wallMs: Number.NaN, peakMiB: Number.NaN, characters }]]
}

function table(rows: readonly (readonly [string, Figures])[], pages?: number): string {
  const ours = rows[0]?.[1].cpuMs ?? 1
  const number = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(0))
  const lines = rows.map(([name, { cpuMs, wallMs, peakMiB, characters }]) => [
    name,
    number(cpuMs),
    ...(pages === undefined ? [] : [(cpuMs / pages).toFixed(2)]),
    number(wallMs),
    number(peakMiB),
    `${(cpuMs / ours).toFixed(2)} ×`,
    String(characters),
  ])
  const perPage = pages === undefined ? [] : ['a page']
  const head = ['', 'CPU ms', ...perPage, 'wall ms', 'peak MiB', 'CPU', 'characters']
  return alignColumns([head, ...lines])
}
