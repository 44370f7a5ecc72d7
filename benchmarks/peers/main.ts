/**
 * Measures Recto and its peers on the same files in one run (time, memory, install size and scores):
 * `npm run bench:peers`.
 *
 * Writes `benchmarks/peers.json`, and from it `peers.md` and `peers.svg`. `--speed` and `--scores` measure only these,
 * and names of tasks (`docx html`) only those; the rest of the file stays. `--short` checks that everything runs, and
 * writes nothing. Scores need the corpora in `../shared`; without them they are skipped with a message. Peers that do
 * not run are listed with the reason.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfNeeded } from '../../tools/build.ts'
import { contestants } from '../contestants.ts'
import { type Figures, installPeers, runContestant } from '../run-contestant.ts'
import { shorten, type Trial, trials } from '../trials.ts'
import { packagesOf } from './packages.ts'
import { measureProgram, programSizeMiB, programs } from './programs.ts'
import { chartOf, isOurs, type Row, type Section, tableOf } from './report.ts'
import { openScores, readLeftOut, type Score } from './scores.ts'
import { installSizeMiB } from './sizes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    speed: { type: 'boolean', default: false },
    scores: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
})
const hasSpeed = values.speed || !values.scores
const hasScores = (values.scores || !values.speed) && !values.short
const folderOf = (name: string): string => join(import.meta.dirname, '..', name)
const dataPath = folderOf('peers.json')
const root = join(import.meta.dirname, '..', '..')

/** Figures and scores by task, then by contestant. */
type Data = Record<string, Record<string, Entry>>
interface Entry {
  figures?: Figures
  sizeMiB?: number
  score?: number
  absent?: string
}

/** A scanned page. */
const scan: Trial = {
  task: 'scan',
  title: 'A scanned page, recognised',
  input: async () => readFile(join(root, 'web/src/samples/receipt/scanned-receipt.pdf')),
  ...{ size: 1, runs: 3, warmups: 1 },
}
const all = [...trials, scan].filter(({ only }) => only === undefined)
const wanted = all.filter(({ task }) => positionals.length === 0 || positionals.includes(task))
/** The most specific reason comes first: a library that is too old, then a missing program. */
const reasons = [
  /version `[^']+' not found/,
  /undefined symbol: \S+/,
  /ENOENT|not found|No such file[^\n]*/,
  /Error: [^\n]+/,
]

const unmeasured: Figures = {
  ...{ cpuMs: Number.NaN, wallMs: Number.NaN, peakMiB: Number.NaN, characters: 0 },
}
const warn = (line: string): boolean => process.stderr.write(`peers: ${line}\n`)

buildIfNeeded()
installPeers()
const folder = await mkdtemp(join(tmpdir(), 'recto-peers-'))
try {
  const data = values.short ? {} : await readData()
  for (const trial of hasSpeed ? wanted : []) {
    await measure(data, values.short ? shorten(trial) : trial)
    await keep(data)
  }
  const score = hasScores ? await openScores(folder) : undefined
  if (hasScores && !score) warn('no scores, there are no corpora in ../shared.')
  for (const trial of score ? wanted : []) {
    if (score) await addScores(data, trial, score)
    await keep(data)
  }
  const sections = all
    .map((trial) => sectionOf(trial, data[trial.task] ?? {}))
    .filter(({ rows }) => rows.length > 0)
  const text = [heading(), ...sections.map(tableOf)].join('\n\n')
  process.stdout.write(`${text}\n`)
  if (!values.short) {
    await writeFile(folderOf('peers.md'), `${text}\n`)
    await writeFile(folderOf('peers.svg'), chartOf(sections))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function readData(): Promise<Data> {
  // Sound: this program wrote it.
  return JSON.parse(await readFile(dataPath, 'utf8').catch(() => '{}')) as Data
}

/** Saves the figures after each task, so that an interrupted run keeps its measurements. */
async function keep(data: Data): Promise<void> {
  if (!values.short) await writeFile(dataPath, `${JSON.stringify(data, undefined, 2)}\n`)
}

function namesOf({ task }: Trial): string[] {
  return [...Object.keys(contestants[task]), ...Object.keys(programs[task] ?? {})].filter(
    (name) => !name.startsWith('PDFium'),
  )
}

function entryOf(data: Data, { task }: Trial, name: string): Entry {
  data[task] ??= {}
  data[task][name] ??= {}
  return data[task][name]
}

async function measure(data: Data, trial: Trial): Promise<void> {
  const path = join(folder, `input.${trial.task.split('-')[0]?.replace('scan', 'pdf')}`)
  await writeFile(path, await trial.input(trial.size))
  for (const name of namesOf(trial)) {
    const entry = entryOf(data, trial, name)
    const program = programs[trial.task]?.[name]
    try {
      entry.figures = program
        ? await measureProgram(program, path)
        : await runContestant(trial, name, path)
      entry.sizeMiB = program ? programSizeMiB(program) : 0
      if (!program || name.startsWith('OpenDataLoader')) entry.sizeMiB += sizeOf(name)
      delete entry.absent
    } catch (error) {
      if (isOurs(name)) throw error
      entry.absent = reasonOf(error)
      warn(`${name} is left out of ${trial.task}: ${entry.absent}`)
    }
  }
}

function sizeOf(name: string): number {
  return isOurs(name)
    ? installSizeMiB(root, ['@recto/engine'])
    : installSizeMiB(folderOf(''), packagesOf(name))
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const found = reasons.map((reason) => reason.exec(text)?.[0]).find((own) => own !== undefined)
  return (found ?? text.split('\n')[0] ?? '').slice(0, 120)
}

async function addScores(data: Data, trial: Trial, score: Score): Promise<void> {
  for (const name of namesOf(trial)) {
    const entry = entryOf(data, trial, name)
    if (entry.absent !== undefined) continue
    const found = await score(trial.task, name).catch((error: unknown) => {
      warn(`no score of ${name} for ${trial.task}: ${reasonOf(error)}`)
    })
    if (found !== undefined) entry.score = found
    warn(`${trial.task}, ${name}: ${found?.toFixed(3) ?? 'no score'}`)
  }
}

function sectionOf(trial: Trial, entries: Readonly<Record<string, Entry>>): Section {
  const rows = Object.entries(entries).flatMap(
    ([name, { figures, sizeMiB = Number.NaN, score }]): Row[] =>
      figures || score !== undefined
        ? [{ name, figures: figures ?? unmeasured, sizeMiB, score }]
        : [],
  )
  const absent = Object.entries(entries).flatMap(([name, { absent: reason }]) =>
    reason === undefined ? [] : [[name, reason] as const],
  )
  return { title: trial.title, rows, absent }
}

function heading(): string {
  const [cpu] = cpus()
  const leftOut = readLeftOut(readFileSync(folderOf('folds.md'), 'utf8'))
  return `# Recto and other converters

\`npm run bench:peers\` writes this file and its chart. Machine: ${cpus().length} × ${cpu?.model.trim()}, Node ${process.version}, without a GPU.

![Time of one conversion, memory, and score](peers.svg)

- *wall*, *CPU*: for packages, the median of warm runs, each in a separate process. For programs (pandoc, pdftotext, OpenDataLoader, tesseract), the median of three whole processes, including their start.
- *peak*: peak memory of a process that converts once.
- *install*: size of the packages with all dependencies; for programs, the size that Debian states. Recto's size includes two text recognisers with their models, for every format.
- *score*: 0 to 1, on the development halves of public corpora, by the scorers used to develop Recto. Word, Excel and HTML ran in the fast lane. PDF ran on DP-Bench with text recognition, which the others do not have.
  Recto's rules were developed on these halves; those of the others were not. With weights that were not trained on DP-Bench, Recto scores ${leftOut ?? 'unknown'} there ([folds.md](folds.md)). Compare this figure.
- exceljs only reads cells, which the benchmark writes as rows, and officeparser returns plain text. Their low scores mean that they write no Markdown, not that they read badly.
- The machine is a virtual one whose speed changes by half from run to run. Compare figures of one table: they are of one run.
- edgeparse is in neither the npm registry nor Debian and was not run.`
}
