/**
 * Fits `models/tables.json`, which areas of a page are tables, and `models/grids.json`, which of their grids is the best.
 *
 * `npm run train:tables` reads the corpora in `../shared`, collects the candidates of each document, and fits the trees;
 * `-- --folds` prints first how weights do on corpora and templates that they have not seen, `--made DIR` adds pages that
 * `npm run train:pages` made, `--rows DIR` keeps the candidates, `--weights DIR` writes for each fold the weights that have not seen it
 * (for `npm run score -- --folds`).
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { listTrainingSamples, shared } from '../../../../../../tools/folds/corpora.ts'
import { type Collected, candidatesOf } from './candidates.ts'
import { judgeByPlaces, judgeByWords } from './judges.ts'
import { openTruth, type TruthReader } from './truth.ts'

const reader = join(import.meta.dirname, '..', '..')
const { values } = parseArgs({
  options: {
    folds: { type: 'boolean' },
    made: { type: 'string', multiple: true },
    rows: { type: 'string' },
    weights: { type: 'string' },
  },
})

/** Documents of one template are alike: folds keep them together. */
function templateOf(corpus: string, name: string): string {
  const path = join(shared, 'corpus', 'pdf', corpus, 'meta', `${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).template : name
}

async function collect(truth: TruthReader): Promise<Collected[]> {
  const found: Collected[] = []
  for (const { judged, name: document, path, fold } of listTrainingSamples('tables')) {
    const { name: corpus } = judged
    if (truth.isExcluded(corpus, document)) continue
    const names = { corpus, template: templateOf(corpus, document), document, fold }
    const judge = judgeByWords(truth.tablesOf(judged, document), truth.wordsOf)
    found.push(await candidatesOf(await readFile(path), judge, truth.similarity, names))
  }
  return found
}

/** Pages that `npm run train:pages` made; they judge nothing. */
async function collectMade(folder: string, { similarity }: TruthReader): Promise<Collected[]> {
  const found: Collected[] = []
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.pdf')) continue
    const document = basename(file, '.pdf')
    const judge = judgeByPlaces(join(folder, `${document}.json`))
    const names = { corpus: 'made', template: document, document, fold: 'made' }
    const bytes = await readFile(join(folder, file))
    found.push(await candidatesOf(bytes, judge, similarity, names))
  }
  return found
}

if (!existsSync(shared)) {
  process.stdout.write('train: skipped, there are no corpora in ../shared.\n')
} else {
  const folder = values.rows ?? (await mkdtemp(join(tmpdir(), 'recto-train-')))
  await mkdir(folder, { recursive: true })
  try {
    const truth = await openTruth(shared)
    const found = await collect(truth)
    for (const made of values.made ?? []) found.push(...(await collectMade(made, truth)))
    await fit(
      'tables',
      found.flatMap(({ areas }) => areas),
      folder,
    )
    await fit(
      'grids',
      found.flatMap(({ grids }) => grids),
      folder,
    )
  } finally {
    if (values.rows === undefined) await rm(folder, { recursive: true, force: true })
  }
}

async function fit(name: string, rows: readonly object[], folder: string): Promise<void> {
  const path = join(folder, `${name}.jsonl`)
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  const script = join(reader, 'training', 'fit_trees.py')
  const model = join(reader, 'models', `${name}.json`)
  const folds = values.folds ? ['--folds'] : []
  const weights = values.weights === undefined ? [] : ['--weights', values.weights]
  const args = [script, path, model, ...folds, ...weights]
  execFileSync('/usr/bin/python3', args, { stdio: 'inherit' })
}
