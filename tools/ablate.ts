/**
 * Measures what each part of the PDF reader contributes, by leaving out one part at a time.
 *
 * `npm run ablate -- [--weights DIR] [PART…]`: use weights that were not trained on the documents they judge (see
 * training/README.md). A part that helps fewer than three documents in two corpora is not worth its code.
 */
import { parseArgs } from 'node:util'
import { parts } from '../engine/src/readers/pdf/experiments.ts'
import { passes } from '../engine/src/readers/pdf/structure/index.ts'
import { compare } from './folds/bootstrap.ts'
import { convertAll, predictionFolder, type Variant } from './folds/convert-all.ts'
import { listSamples, type Sample } from './folds/corpora.ts'
import { type CorpusScores, loadScorer, scoreAll } from './folds/scores.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { weights: { type: 'string' } },
})

/** Optional passes, and optional parts of other passes. */
const optional = [
  ...passes.filter((pass) => !('isEssential' in pass)).map(({ name }) => name),
  ...parts,
]

/** Leaves out corpora that need OCR: the parts do not concern them, and they take most of the time. */
const samples = listSamples().filter(({ judged }) => !judged.ocr || judged.corpus === 'dpbench')
const measures = ['overall', 'text', 'heading_f1', 'level_acc', 'item_f1', 'notes_found']

async function scoresOf(variant: Variant, chosen: readonly Sample[]): Promise<CorpusScores> {
  const folder = predictionFolder(variant)
  await convertAll(chosen, folder, variant)
  return scoreAll(folder, new Set(chosen.map(({ judged }) => judged.name)))
}

/** Counts the documents that the left-out part helps and harms in a measure. */
function movesOf(before: CorpusScores, after: CorpusScores, measure: string): string {
  const moves = Object.entries(after).flatMap(([corpus, documents]) => {
    const earlier = new Map(before[corpus]?.map(({ name, scores }) => [name, scores[measure]]))
    return documents.flatMap(({ name, scores }) => {
      const [old, now] = [earlier.get(name), scores[measure]]
      const isMoved =
        typeof old === 'number' && typeof now === 'number' && Math.abs(now - old) > 0.001
      return isMoved ? [{ corpus, isUp: now > old }] : []
    })
  })
  const helped = moves.filter(({ isUp }) => !isUp)
  const corpora = new Set(helped.map(({ corpus }) => corpus)).size
  return `helps ${helped.length} documents of ${corpora} corpora, harms ${moves.length - helped.length}`
}

async function main(): Promise<void> {
  if (samples.length === 0) return print('ablate: skipped, there are no corpora in ../shared.')
  const scorer = await loadScorer()
  const base = values.weights === undefined ? {} : { weights: values.weights }
  const before = await scoresOf(base, samples)
  for (const part of positionals.length > 0 ? positionals : optional) {
    const after = await scoresOf({ ...base, without: [part] }, samples)
    print(`\nwithout ${part}`)
    for (const measure of measures) {
      const found = compare(before, after, scorer).filter((other) => other.measure === measure)
      const changed = found.filter(({ mean }) => Math.abs(mean) >= 0.0005)
      if (changed.length === 0) continue
      const changes = changed.map(({ corpus, mean }) => `${corpus} ${(-mean).toFixed(3)}`)
      print(`  ${measure}: ${movesOf(before, after, measure)}; worth ${changes.join(', ')}`)
    }
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

await main()
