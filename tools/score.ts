/**
 * Converts the corpora in `../shared` and runs their scorers; writes `fixtures/score.txt`, or `score.fidelity.txt`.
 *
 * `npm run score` runs all of them, `npm run score -- docx html` only these; `--lane fidelity` uses the other lane;
 * `--folds` scores the PDF reader per document, with confidence intervals (`folds/index.ts`). Without `../shared`,
 * which users do not have, it prints that and ends.
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConversionFailure, createPool, type Pool } from '../converter/src/index.ts'
import { mediaTypeOf } from '../engine/src/index.ts'
import { judgeFolds } from './folds/index.ts'
import { installScorer, runScorer, shared } from './scorer.ts'

const root = join(import.meta.dirname, '..')
const officeFormats = ['docx', 'pptx', 'xlsx', 'html', 'txt'] as const

/** A document, and the path of its Markdown in the folder of predictions. */
interface Source {
  readonly path: string
  readonly output: string
  readonly mediaType: string
}

interface Refusal {
  readonly file: string
  readonly ok: false
  readonly error: { readonly code: string; readonly message: string }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lane: { type: 'string', default: 'fast' },
    worst: { type: 'string', default: '10' },
    folds: { type: 'boolean', default: false },
    against: { type: 'string' },
    scores: { type: 'string' },
    only: { type: 'string' },
    weights: { type: 'string' },
    without: { type: 'string' },
  },
})

const scoreFile = values.lane === 'fidelity' ? 'score.fidelity.txt' : 'score.txt'
if (!existsSync(shared)) {
  process.stdout.write('score: skipped, there are no corpora in ../shared.\n')
} else if (values.folds) {
  await judgeFolds(values)
} else {
  const folder = await mkdtemp(join(tmpdir(), 'recto-score-'))
  const pool = createPool({ parentFolder: folder })
  try {
    const report = [
      `Lane: ${values.lane}`,
      ...(await scoreOffice(folder, pool)),
      ...(await scorePdf(folder, pool)),
    ]
    const text = `${report.join('\n\n')}\n`
    process.stdout.write(text)
    if (positionals.length === 0) await writeFile(join(root, 'fixtures', scoreFile), text)
  } finally {
    await pool.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function wanted(name: string): boolean {
  return positionals.length === 0 || positionals.includes(name)
}

async function scoreOffice(folder: string, pool: Pool): Promise<string[]> {
  const formats = officeFormats.filter(wanted)
  if (formats.length === 0) return []
  const corpus = join(shared, 'corpus', 'office')
  const out = join(folder, 'office')
  const sources = (await Promise.all(formats.map((format) => officeSources(corpus, format)))).flat()
  await convertAll(sources, out, folder, pool)
  const scorer = await installScorer(folder)
  const args = ['--corpus', corpus, '--split', 'dev', '--formats', formats.join(','), '--pred', out]
  return [runScorer(join(scorer, 'office', 'office-score.mjs'), [...args, '--worst', values.worst])]
}

async function officeSources(corpus: string, format: string): Promise<Source[]> {
  const sources: Source[] = []
  for (const name of await readdir(join(corpus, format))) {
    const src = join(corpus, format, name, 'src')
    if (!existsSync(src)) continue
    for (const file of await readdir(src)) {
      const mediaType = format === 'txt' ? 'text/plain' : mediaTypeOf(`x.${format}`)
      const output = join(format, name, 'src', `${file}.md`)
      sources.push({ path: join(src, file), output, mediaType: mediaType ?? 'text/plain' })
    }
  }
  return sources
}

async function scorePdf(folder: string, pool: Pool): Promise<string[]> {
  if (!wanted('pdf')) return []
  const corpus = join(shared, 'corpus', 'pdf')
  const out = join(folder, 'pdf')
  const sources: Source[] = []
  for (const name of await readdir(corpus)) {
    for (const file of await readdir(join(corpus, name, 'pdf'))) {
      const output = join(name, `${basename(file, '.pdf')}.md`)
      sources.push({ path: join(corpus, name, 'pdf', file), output, mediaType: 'application/pdf' })
    }
  }
  const refusals = await convertAll(sources, out, folder, pool)
  const odd = refusals.filter(({ file }) => file.startsWith('robustness/'))
  const results = odd.map((refusal) => ({ ...refusal, file: basename(refusal.file) }))
  await mkdir(join(out, 'robustness'), { recursive: true })
  await writeFile(join(out, 'robustness', 'results.json'), JSON.stringify(results))
  const scorer = join(shared, 'score', 'pdf', 'score-pdf.mjs')
  return [runScorer(scorer, ['--corpus', corpus, '--pred', out, '--worst', values.worst])]
}

/** Converts each document like the service, with one conversion per core. */
async function convertAll(
  sources: readonly Source[],
  out: string,
  folder: string,
  pool: Pool,
): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  const todo = [...sources.entries()]
  const worker = async (): Promise<void> => {
    for (let next = todo.pop(); next; next = todo.pop()) {
      const [index, source] = next
      const refusal = await convertOne(source, index, out, folder, pool)
      if (refusal) refusals.push(refusal)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return refusals
}

async function convertOne(
  { path, output, mediaType }: Source,
  index: number,
  out: string,
  folder: string,
  pool: Pool,
): Promise<Refusal | undefined> {
  const text = join(folder, `${index}.md`)
  const profile = values.lane === 'fidelity' ? 'fidelity' : 'fast'
  const task = {
    inputPath: path,
    outputs: { markdown: text },
    mediaType,
    filename: basename(path),
    profile,
  } as const
  try {
    await pool.convert(task, { deadlineMs: 60_000 })
    await mkdir(dirname(join(out, output)), { recursive: true })
    await cp(text, join(out, output))
    return undefined
  } catch (error) {
    if (!(error instanceof ConversionFailure)) throw error
    const file = output.replace(/\.md$/, output.startsWith('robustness/') ? '.pdf' : '')
    process.stderr.write(`score: ${file}: ${error.code}: ${error.message}\n`)
    return { file, ok: false, error: { code: error.code, message: error.message } }
  } finally {
    await rm(text, { force: true })
  }
}
