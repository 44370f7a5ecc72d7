/**
 * Computes means with confidence intervals from document scores, and finds significant differences between two runs.
 */
import { randomNumbers } from '../../engine/src/testing/random.ts'
import { judgedCorpora } from './corpora.ts'
import { markMeasures } from './marks.ts'
import type { CorpusScores, loadScorer, ScoredDocument } from './scores.ts'

type Scorer = Awaited<ReturnType<typeof loadScorer>>

/** The mean of a measure over a corpus. */
export interface Estimate {
  readonly corpus: string
  readonly measure: string
  readonly mean: number
  /** The bounds of the 95 % interval for means of samples drawn from these documents. */
  readonly low: number
  readonly high: number
  readonly documents: number
}

/** The difference of a measure between two runs over the same documents. */
export interface Difference extends Estimate {
  readonly before: number
}

/** With this many samples, the bounds of the interval vary by less than .001. */
const SAMPLES = 1000

export function estimate(scores: CorpusScores, scorer: Scorer): Estimate[] {
  return eachMeasure(scores, scorer, (corpus, measure, documents, summary) => {
    const means = resample(documents.length, (chosen) =>
      summary(chosen.map((index) => documents[index] as ScoredDocument)),
    )
    const mean = summary(documents)
    return mean === null
      ? undefined
      : { corpus, measure, mean, ...endsOf(means), ...countOf(documents, measure) }
  })
}

/** Returns the differences, each with its confidence interval. */
export function compare(before: CorpusScores, after: CorpusScores, scorer: Scorer): Difference[] {
  return eachMeasure(after, scorer, (corpus, measure, documents, summary) => {
    const earlier = new Map(before[corpus]?.map((document) => [document.name, document]))
    const pairs = documents.flatMap((document) => {
      const other = earlier.get(document.name)
      return other ? [{ old: other, now: document }] : []
    })
    const difference = (chosen: readonly (typeof pairs)[number][]) => {
      const [now, old] = [
        summary(chosen.map((pair) => pair.now)),
        summary(chosen.map((pair) => pair.old)),
      ]
      return now === null || old === null ? null : now - old
    }
    const mean = difference(pairs)
    const old = summary(pairs.map((pair) => pair.old))
    if (mean === null || old === null) return undefined
    const means = resample(pairs.length, (chosen) =>
      difference(chosen.map((index) => pairs[index] as (typeof pairs)[number])),
    )
    return { corpus, measure, mean, before: old, ...endsOf(means), ...countOf(documents, measure) }
  })
}

function countOf(documents: readonly ScoredDocument[], measure: string): { documents: number } {
  const own = documents.filter(
    ({ scores }) => scores[measure] !== null && scores[measure] !== undefined,
  )
  return { documents: own.length || documents.length }
}

type Summary = (documents: readonly ScoredDocument[]) => number | null

function eachMeasure<Found>(
  scores: CorpusScores,
  { corpora, summarise }: Scorer,
  make: (
    corpus: string,
    measure: string,
    documents: readonly ScoredDocument[],
    summary: Summary,
  ) => Found | undefined,
): Found[] {
  return judgedCorpora.flatMap(({ name, corpus }) => {
    const documents = scores[name]
    const described = corpora[corpus]
    if (!documents || !described) return []
    const measures = [...described.headline, ...marksOf(documents), ...countsOf(documents)]
    return measures.flatMap((measure) => {
      const slim = documents.map((document) => slimmed(document, measure))
      const summary: Summary = (chosen) => summarise(described, chosen)[measure] ?? null
      return make(name, measure, slim, summary) ?? []
    })
  })
}

function marksOf(documents: readonly ScoredDocument[]): string[] {
  return markMeasures.filter((measure) =>
    documents.some(({ scores }) => typeof scores[measure] === 'number'),
  )
}

/** Counts false tables, which are not a headline measure but guide the development. */
function countsOf(documents: readonly ScoredDocument[]): string[] {
  return documents.some(({ scores }) => '#extra' in scores) ? ['#extra'] : []
}

/** Keeps only the measures that this one needs: computing means of samples would otherwise take most of the time. */
function slimmed({ name, scores }: ScoredDocument, measure: string): ScoredDocument {
  const kept = Object.entries(scores).filter(
    ([key]) => key === measure || key === 'teds' || key.startsWith('#'),
  )
  return { name, scores: Object.fromEntries(kept) }
}

function resample(count: number, mean: (chosen: readonly number[]) => number | null): number[] {
  const random = randomNumbers(count)
  return Array.from({ length: SAMPLES }, () =>
    mean(Array.from({ length: count }, () => Math.floor(random() * count))),
  ).filter((value) => value !== null)
}

function endsOf(means: readonly number[]): { low: number; high: number } {
  const sorted = means.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { low: at(0.025), high: at(0.975) }
}
