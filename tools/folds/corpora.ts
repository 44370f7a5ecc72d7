/** Lists the documents of the PDF corpora in `../shared`, and the fold that each one is judged in. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'

const besideProject = join(import.meta.dirname, '..', '..', '..', 'shared')
// The scorer does nothing if it is started through a symbolic link, so the real path is used.
export const shared = existsSync(besideProject) ? realpathSync(besideProject) : besideProject
export const corpusRoot = join(shared, 'corpus', 'pdf')

/** A corpus and how it is judged; one corpus may be listed twice. */
export interface Judged {
  /** Its name in the results table. */
  readonly name: string
  readonly corpus: string
  /** True to recognise pictures, which costs seconds per page; most corpora lose nothing without. */
  readonly ocr?: boolean
  /** True to ignore the structure trees, because they are the ground truth. */
  readonly isUntagged?: boolean
  /** Distributes the documents over this many folds by template; without it, the corpus is one fold. */
  readonly templateFolds?: number
  /** Name of the fold that the corpus shares with another corpus of the same documents. */
  readonly fold?: string
  /** The models that its ground truth can train. */
  readonly trains?: readonly Trained[]
  /** Absent if no blocks or tables are read from its ground truth. */
  readonly truth?: TruthFormat
}

/** The format of the ground truth. `paired` is Markdown with front matter, made from the source of the document. */
export type TruthFormat = 'html' | 'jats' | 'markdown' | 'paired' | 'structure tree'

/** Models for labels of lines, scores of tables, and the choice between two readings of a scan. */
type Trained = 'lines' | 'tables' | 'readings'

const templateFolds = 4
const trains: readonly Trained[] = ['lines', 'tables']

export const judgedCorpora: readonly Judged[] = [
  { name: 'dpbench', corpus: 'dpbench', ocr: true, trains, truth: 'markdown' },
  {
    name: 'dpbench-scan',
    corpus: 'dpbench-scan',
    ocr: true,
    fold: 'dpbench',
    trains: ['readings'],
  },
  { name: 'icdar2013-tables', corpus: 'icdar2013-tables', trains: ['tables'], truth: 'html' },
  { name: 'pmc-jats', corpus: 'pmc-jats', trains, truth: 'jats' },
  { name: 'jose-jats', corpus: 'jose-jats', trains, truth: 'jats' },
  { name: 'tagged-pdf', corpus: 'tagged-pdf', trains, truth: 'structure tree' },
  { name: 'tagged-pdf, tags unread', corpus: 'tagged-pdf', isUntagged: true, fold: 'tagged-pdf' },
  { name: 'paired-md', corpus: 'paired-md', templateFolds, trains, truth: 'paired' },
  { name: 'paired-tex', corpus: 'paired-tex', templateFolds, trains, truth: 'paired' },
  { name: 'olmocr-sample', corpus: 'olmocr-sample', ocr: true },
  { name: 'sroie-receipts', corpus: 'sroie-receipts', ocr: true, trains: ['readings'] },
  { name: 'robustness', corpus: 'robustness' },
]

/** A document of a corpus. */
export interface Sample {
  readonly judged: Judged
  readonly name: string
  readonly path: string
  /** The corpus or templates that were held out when training the weights that judge it. */
  readonly fold: string
  /** The part of the corpus, for training that uses documents of all corpora. */
  readonly part: string
}

/** Lists the documents whose ground truth trains a model. */
export function listTrainingSamples(trained: Trained): Sample[] {
  return listSamples().filter(({ judged: { trains = [] } }) => trains.includes(trained))
}

export function listSamples(): Sample[] {
  return judgedCorpora.flatMap((judged) => {
    const folder = join(corpusRoot, judged.corpus, 'pdf')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .toSorted()
      .map((file) => {
        const name = basename(file, '.pdf')
        const fold = foldOf(judged, name)
        return { judged, name, path: join(folder, file), fold, part: partOf(fold, judged, name) }
      })
  })
}

function foldOf({ corpus, fold = corpus, templateFolds }: Judged, name: string): string {
  if (templateFolds === undefined) return fold
  const path = join(corpusRoot, corpus, 'meta', `${name}.json`)
  const meta: { readonly template?: string } = JSON.parse(readFileSync(path, 'utf8'))
  // LaTeX templates have the same names in both corpora, so the name alone selects the fold.
  return `templates ${1 + (numberOf(meta.template ?? name) % templateFolds)}`
}

const PARTS = 4

/** In a corpus that is one fold, a page and its scan belong to the same part. */
function partOf(fold: string, { templateFolds }: Judged, name: string): string {
  if (templateFolds !== undefined) return fold.replace(/.* /, '')
  return `${1 + (numberOf(name.replace(/^scan-/, '')) % PARTS)}`
}

function numberOf(text: string): number {
  return createHash('sha1').update(text).digest().readUInt32BE()
}
