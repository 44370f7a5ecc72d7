/** Computes all measures of the corpora's Markdown, with the scorer in `../shared`. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { corpusRoot, type Judged, judgedCorpora, shared } from './corpora.ts'
import { scoreMarks } from './marks.ts'

/** Measures by name; `null` if the document has nothing to measure. */
type Scores = Readonly<Record<string, number | null>>

export interface ScoredDocument {
  readonly name: string
  readonly scores: Scores
}

/** Scores by the corpus name in the results table. */
export type CorpusScores = Readonly<Record<string, readonly ScoredDocument[]>>

/** The used functions of the scorer: the measures of each corpus, and their summary. */
interface Corpus {
  readonly headline: readonly string[]
}

interface Scorer {
  readonly corpora: Readonly<Record<string, Corpus>>
  readonly summarise: (corpus: Corpus, documents: readonly ScoredDocument[]) => Scores
}

const scorerFolder = join(shared, 'score', 'pdf')

export async function loadScorer(): Promise<Scorer> {
  return (await import(join(scorerFolder, 'pdf', 'corpora.mjs'))) as Scorer
}

/**
 * @param folder The folder of predictions, which also caches the scores.
 * @param names Names of judged corpora.
 */
export async function scoreAll(folder: string, names: ReadonlySet<string>): Promise<CorpusScores> {
  const path = join(folder, 'scores.json')
  const cached: CorpusScores = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const todo = judgedCorpora.filter(({ name }) => names.has(name) && !cached[name])
  // Scores two groups concurrently; these three take the same time as all others together.
  const slow = ['pmc-jats', 'jose-jats', 'dpbench']
  const groups = Map.groupBy(todo, ({ corpus, isUntagged }) =>
    isUntagged ? 'untagged' : slow.includes(corpus) ? 'slow' : 'others',
  )
  const parts = await Promise.all([...groups.values()].map((group) => scorePart(folder, group)))
  const scores: CorpusScores = Object.assign({}, cached, ...parts)
  writeFileSync(path, JSON.stringify(scores))
  return Object.fromEntries(Object.entries(scores).filter(([name]) => names.has(name)))
}

async function scorePart(folder: string, judged: readonly Judged[]): Promise<CorpusScores> {
  const isUntagged = judged[0]?.isUntagged ?? false
  const json = join(folder, `part-${judged[0]?.name.replace(/\W+/g, '-')}.json`)
  const only = judged.map(({ corpus }) => corpus).join(',')
  const predictions = join(folder, isUntagged ? 'untagged' : 'tagged')
  const paths = ['--corpus', corpusRoot, '--pred', predictions, '--json', json]
  const script = join(scorerFolder, 'score-pdf.mjs')
  await promisify(execFile)(process.execPath, [script, ...paths, '--only', only], {
    maxBuffer: 2 ** 26,
  })
  const { corpora } = JSON.parse(readFileSync(json, 'utf8'))
  return Object.fromEntries(
    judged.flatMap(({ name, corpus }) =>
      corpora[corpus] ? [[name, withMarks(corpora[corpus].documents, corpus, predictions)]] : [],
    ),
  )
}

/** Adds the measures of marks to documents whose truth is Markdown with marks. */
function withMarks(
  documents: readonly ScoredDocument[],
  corpus: string,
  predictions: string,
): readonly ScoredDocument[] {
  const { truth } = judgedCorpora.find((judged) => judged.corpus === corpus) ?? {}
  if (truth !== 'paired' && truth !== 'jats') return documents
  return documents.map(({ name, scores }) => {
    const own = join(corpusRoot, corpus, 'gt', `${name}.md`)
    const found = join(predictions, corpus, `${name}.md`)
    if (!existsSync(own) || !existsSync(found)) return { name, scores }
    const marks = scoreMarks(readFileSync(own, 'utf8'), readFileSync(found, 'utf8'))
    return { name, scores: { ...scores, ...marks } }
  })
}
