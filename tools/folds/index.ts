/**
 * Judges the PDF reader on documents of the corpora: each headline measure with its interval, and what changed since another run.
 *
 * `npm run score -- --folds` prints and writes `benchmarks/folds.md`; `--against FILE` compares with the scores of an earlier run
 * (`--scores FILE` keeps those of this one), documents that fell most last; `--only A,B` judges these corpora alone.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type Difference, type Estimate, estimate } from './bootstrap.ts'
import { convertAll, cpuSecondsOf, predictionFolder } from './convert-all.ts'
import { listSamples } from './corpora.ts'
import { type CorpusScores, loadScorer, scoreAll } from './scores.ts'

const tablePath = join(import.meta.dirname, '..', '..', 'benchmarks', 'folds.md')
/** Documents shown of those that fell. */
const FALLEN = 12

export interface FoldOptions {
  /** File of an earlier run's scores. */
  readonly against?: string | undefined
  /** File that this run's scores go to. */
  readonly scores?: string | undefined
  /** Names of corpora, with commas between. */
  readonly only?: string | undefined
}

export async function judgeFolds(values: FoldOptions): Promise<void> {
  const samples = listSamples()
  const scorer = await loadScorer()
  const folder = predictionFolder({})
  await convertAll(samples, folder)
  const scores = chosen(await scoreAll(folder), values.only)
  if (values.scores) writeFileSync(values.scores, JSON.stringify(scores))
  print(`${samples.length} documents, ${cpuSecondsOf(folder).toFixed(0)} s of CPU; ${folder}`)
  if (values.against && existsSync(values.against)) {
    const before = chosen(JSON.parse(readFileSync(values.against, 'utf8')), values.only)
    return printDifferences(before, scores, compare(before, scores, scorer))
  }
  const table = tableOf(estimate(scores, scorer))
  print(table)
  if (!values.only) writeFileSync(tablePath, `${heading}\n\n${table}\n`)
}

const heading = `# PDF in high fidelity, on folds

Means over the documents of each corpus, and between brackets the ends that 95 % of the means lie in when as many documents are
drawn again from them. \`npm run score -- --folds\` writes this; pictures are recognised where the corpus has scans.`

function chosen(scores: CorpusScores, only: string | undefined): CorpusScores {
  if (only === undefined) return scores
  const names = only.split(',')
  return Object.fromEntries(Object.entries(scores).filter(([name]) => names.includes(name)))
}

function tableOf(estimates: readonly Estimate[]): string {
  const rows = estimates.map(({ corpus, measure, documents, ...found }) => {
    const interval = `[${figure(found.low, measure)}, ${figure(found.high, measure)}]`
    return `| ${corpus} | ${measure} | ${documents} | ${figure(found.mean, measure)} | ${interval} |`
  })
  return ['| corpus | measure | documents | mean | 95 % |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}

function figure(value: number, measure: string): string {
  return measure.startsWith('#') ? value.toFixed(0) : value.toFixed(3).replace(/^(-?)0\./, '$1.')
}

function printDifferences(
  before: CorpusScores,
  after: CorpusScores,
  differences: readonly Difference[],
): void {
  for (const { corpus, measure, before: old, mean, low, high } of differences) {
    if (Math.abs(mean) < 0.0005) continue
    const sure = low > 0 ? '▲' : high < 0 ? '▼' : ' '
    const change = `${mean > 0 ? '+' : ''}${figure(mean, measure)}`
    const ends = `[${figure(low, measure)}, ${figure(high, measure)}]`
    const cells = [corpus.padEnd(24), measure.padEnd(13), figure(old, measure), change.padStart(6)]
    print(`${sure} ${cells.join('  ')}  ${ends}`)
  }
  printFallen(before, after, 'heading_f1')
  printFallen(before, after, 'item_f1')
  printFallen(before, after, 'text')
  printFallen(before, after, 'overall')
}

/** Documents that fell most in one measure, and how many rose and fell. */
function printFallen(before: CorpusScores, after: CorpusScores, measure: string): void {
  const changes = Object.entries(after).flatMap(([corpus, documents]) => {
    const earlier = new Map(before[corpus]?.map(({ name, scores }) => [name, scores[measure]]))
    return documents.flatMap(({ name, scores }) => {
      const [old, now] = [earlier.get(name), scores[measure]]
      if (typeof old !== 'number' || typeof now !== 'number' || Math.abs(now - old) < 0.001)
        return []
      return [{ corpus, name, old, now, change: now - old }]
    })
  })
  const fallen = changes.filter(({ change }) => change < 0).toSorted((a, b) => a.change - b.change)
  print(`\n${measure}: ${changes.length - fallen.length} documents rose, ${fallen.length} fell`)
  for (const { corpus, name, old, now } of fallen.slice(0, FALLEN)) {
    print(`  ${figure(old, measure)} → ${figure(now, measure)}  ${corpus}/${name}`)
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
