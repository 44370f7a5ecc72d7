/**
 * Fits `models/tables.json`: which areas of a page are tables.
 *
 * `npm run train:tables` reads the corpora in `../shared`, collects the candidates of each document, and fits the trees;
 * `-- --folds` prints first how weights do on corpora and templates that they have not seen, `--made DIR` adds pages that
 * `npm run train:pages` made, `--rows FILE` keeps the candidates.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { candidatesOf, type Row } from './candidates.ts'
import { judgeByPlaces, judgeByWords } from './judges.ts'
import { openTruth } from './truth.ts'

const reader = join(import.meta.dirname, '..', '..')
const shared = join(reader, '..', '..', '..', '..', '..', 'shared')
const corpora = [
  'dpbench',
  'icdar2013-tables',
  'pmc-jats',
  'jose-jats',
  'tagged-pdf',
  'paired-md',
  'paired-tex',
]

const { values } = parseArgs({
  options: {
    folds: { type: 'boolean' },
    made: { type: 'string', multiple: true },
    rows: { type: 'string' },
  },
})

/** Documents of one template are alike: folds keep them together. */
function templateOf(corpus: string, name: string): string {
  const path = join(shared, 'corpus', 'pdf', corpus, 'meta', `${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).template : name
}

async function collect(): Promise<Row[]> {
  const truth = await openTruth(shared)
  const rows: Row[] = []
  for (const corpus of corpora) {
    const folder = join(shared, 'corpus', 'pdf', corpus, 'pdf')
    for (const file of readdirSync(folder).sort()) {
      const document = basename(file, '.pdf')
      if (truth.isExcluded(corpus, document)) continue
      const names = { corpus, template: templateOf(corpus, document), document }
      const bytes = await readFile(join(folder, file))
      const judge = judgeByWords(truth.tablesOf(corpus, document), truth.wordsOf)
      rows.push(...(await candidatesOf(bytes, judge, names)))
    }
  }
  return rows
}

/** Pages that `npm run train:pages` made; they judge nothing. */
async function collectMade(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.pdf')) continue
    const document = basename(file, '.pdf')
    const judge = judgeByPlaces(join(folder, `${document}.json`))
    const names = { corpus: 'made', template: document, document }
    rows.push(...(await candidatesOf(await readFile(join(folder, file)), judge, names)))
  }
  return rows
}

if (!existsSync(shared)) {
  process.stdout.write('train: skipped, there are no corpora in ../shared.\n')
} else {
  const folder = await mkdtemp(join(tmpdir(), 'recto-train-'))
  try {
    const path = values.rows ?? join(folder, 'rows.jsonl')
    const made = await Promise.all((values.made ?? []).map(collectMade))
    const rows = [...(await collect()), ...made.flat()]
    await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'))
    const script = join(reader, 'training', 'fit_trees.py')
    const model = join(reader, 'models', 'tables.json')
    const args = [script, path, model, ...(values.folds ? ['--folds'] : [])]
    execFileSync('/usr/bin/python3', args, { stdio: 'inherit' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
