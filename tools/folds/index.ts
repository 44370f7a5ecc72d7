/**
 * Scores the PDF reader on the corpora: each headline measure with its confidence interval, and the changes since
 * another run.
 *
 * `npm run score -- --folds` prints the scores and writes `benchmarks/folds.md`. With `--weights DIR` (of
 * `npm run train:lines` and the other training commands), weights that were not trained on a document judge it, compared with the shipped weights and
 * with the rules alone. `--against FILE` compares with the scores of an earlier run (`--scores FILE` saves those of this
 * one) and lists the documents that lost most at the end; `--only A,B` selects corpora.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type Difference, type Estimate, estimate } from './bootstrap.ts'
import { convertAll, cpuSecondsOf, predictionFolder, type Variant } from './convert-all.ts'
import { listSamples, type Sample } from './corpora.ts'
import { type CorpusScores, loadScorer, scoreAll } from './scores.ts'

const tablePath = join(import.meta.dirname, '..', '..', 'benchmarks', 'folds.md')
/** The number of losing documents to list. */
const FALLEN = 12

interface FoldOptions {
  /** File of an earlier run's scores. */
  readonly against?: string | undefined
  /** File for this run's scores. */
  readonly scores?: string | undefined
  /** Names of corpora, separated by commas. */
  readonly only?: string | undefined
  /** Folder of weights that were trained without the fold in their name. */
  readonly weights?: string | undefined
  /** Parts of the reader to leave out, separated by commas. */
  readonly without?: string | undefined
}

export async function judgeFolds(values: FoldOptions): Promise<void> {
  const only = values.only?.split(/,(?! )/)
  const samples = listSamples().filter(({ judged }) => only?.includes(judged.name) ?? true)
  const scorer = await loadScorer()
  const without = values.without?.split(',') ?? []
  const judge = (variant: Variant) => scoresOf(samples, { ...variant, without })
  const scores = await judge(values.weights === undefined ? {} : { weights: values.weights })
  if (values.scores) writeFileSync(values.scores, JSON.stringify(scores))
  if (values.against && existsSync(values.against)) {
    const before: CorpusScores = JSON.parse(readFileSync(values.against, 'utf8'))
    return printDifferences(before, scores, compare(before, scores, scorer))
  }
  const columns = [{ name: 'mean', found: estimate(scores, scorer) }]
  if (values.weights !== undefined) {
    const rules = await scoresOf(samples, { without: ['labels of lines'] })
    columns[0] = { name: 'learnt, left out', found: columns[0]?.found ?? [] }
    columns.push({ name: 'learnt, all seen', found: estimate(await judge({}), scorer) })
    columns.unshift({ name: 'rules alone', found: estimate(rules, scorer) })
  }
  const table = tableOf(columns)
  print(table)
  if (!values.only) writeFileSync(tablePath, `${heading}\n\n${table}\n`)
}

async function scoresOf(samples: readonly Sample[], variant: Variant): Promise<CorpusScores> {
  const folder = predictionFolder(variant)
  await convertAll(samples, folder, variant)
  print(`${samples.length} documents, ${cpuSecondsOf(folder).toFixed(0)} s of CPU; ${folder}`)
  return scoreAll(folder, new Set(samples.map(({ judged }) => judged.name)))
}

const heading = `# PDF in the fidelity lane, on folds

Each figure is the mean over the documents of a corpus. The brackets hold its 95 % bootstrap interval: the range of 95 % of the means when as many
documents are drawn again with replacement. \`npm run score -- --folds --weights DIR\` writes this file. Scanned corpora are scored with text recognition.

- *Rules alone*: rules label the lines. Many of them were developed on dpbench, pmc-jats, jose-jats and tagged-pdf; none on the paired corpora.
- *Learnt, left out*: the weights were not trained on the corpus; for the paired corpora, not on its quarter of the templates; for the scans, weights of
  letters and blanks not on the document's quarter of the scans.
- *All seen*: the weights that Recto ships with.

Tables are scored with the weights in DIR if it has any, otherwise with the shipped ones.`

interface Column {
  readonly name: string
  readonly found: readonly Estimate[]
}

function tableOf(columns: readonly Column[]): string {
  const [first] = columns
  const rows = (first?.found ?? []).map(({ corpus, measure, documents }) => {
    const cells = columns.map(({ found }) => {
      const own = found.find((other) => other.corpus === corpus && other.measure === measure)
      return own
        ? `${figure(own.mean, measure)} [${figure(own.low, measure)}, ${figure(own.high, measure)}]`
        : ''
    })
    return `| ${[corpus, measure, documents, ...cells].join(' | ')} |`
  })
  const head = ['corpus', 'measure', 'documents', ...columns.map(({ name }) => name)]
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n')
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

/** Prints the documents that lost most in one measure, and the numbers of gains and losses. */
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
