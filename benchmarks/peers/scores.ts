/** Scores each contestant on the development halves of the corpora, with the scorers that Recto uses. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installScorer, runScorer, shared } from '../../tools/scorer.ts'
import type { Task } from '../contestants.ts'

/** Returns a score from 0 to 1; `undefined` if the contestant fails on every file. */
export type Score = (task: Task, name: string) => Promise<number | undefined>

const run = promisify(execFile)
const office = join(shared, 'corpus', 'office')
const pdf = join(shared, 'corpus', 'pdf')
/** Pages of reports, papers and forms; its truth has their order, tables and headings. */
const PDF_CORPUS = 'dpbench'
/** Time limit for one contestant on one corpus. */
const TIMEOUT_MS = 15 * 60_000

const convert = join(import.meta.dirname, 'convert-corpus.ts')

interface File {
  readonly path: string
  readonly output: string
}

/** @param folder For the contestants' output. @returns `undefined` without the corpora. */
export async function openScores(folder: string): Promise<Score | undefined> {
  if (!existsSync(shared)) return undefined
  const scorer = await installScorer(folder)
  return async (task, name) => {
    if (task === 'pdf' || task === 'scan') return undefined
    const out = join(folder, `${task} ${name}`.replaceAll(/[^a-z0-9]+/gi, '-'))
    const files = task === 'pdf-fidelity' ? pdfFiles(out) : officeFiles(task, out)
    const list = `${out}.json`
    await writeFile(list, JSON.stringify(files))
    await run(process.execPath, [convert, task, name, list], {
      timeout: TIMEOUT_MS,
      maxBuffer: 2 ** 28,
    })
    const json = `${out}.scores.json`
    if (task === 'pdf-fidelity') {
      const words = ['--corpus', pdf, '--pred', out, '--only', PDF_CORPUS, '--json', json]
      runScorer(join(scorer, 'pdf', 'score-pdf.mjs'), words)
    } else {
      const words = ['--corpus', office, '--formats', task, '--pred', out, '--json', json]
      runScorer(join(scorer, 'office', 'office-score.mjs'), words)
    }
    return findOverall(JSON.parse(readFileSync(json, 'utf8')))
  }
}

function officeFiles(format: string, out: string): File[] {
  // Sound: it is a table of the corpus.
  const splits = JSON.parse(readFileSync(join(office, 'splits.json'), 'utf8')) as Record<
    string,
    string
  >
  return Object.entries(splits)
    .filter(([path, split]) => split === 'dev' && path.startsWith(`${format}/`))
    .map(([path]) => ({ path: join(office, path), output: join(out, `${path}.md`) }))
}

function pdfFiles(out: string): File[] {
  const folder = join(pdf, PDF_CORPUS, 'pdf')
  return readdirSync(folder).map((name) => ({
    path: join(folder, name),
    output: join(out, PDF_CORPUS, name.replace(/\.pdf$/, '.md')),
  }))
}

/** Finds the overall score: both scorers print one number with this name for each format or corpus. */
function findOverall(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { overall } = value as { readonly overall?: unknown }
  if (typeof overall === 'number') return overall
  for (const [key, each] of Object.entries(value)) {
    const found = key === 'documents' ? undefined : findOverall(each)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Reads the score of Recto with weights that were not trained on the corpus.
 *
 * @param folds The table that `npm run score -- --folds` writes.
 */
export function readLeftOut(folds: string): string | undefined {
  const row = folds.split('\n').find((line) => line.startsWith(`| ${PDF_CORPUS} | overall |`))
  return /\d*\.\d+/.exec(row?.split('|')[5] ?? '')?.[0]
}
