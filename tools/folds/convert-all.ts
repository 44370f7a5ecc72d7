/**
 * Converts documents to Markdown in a folder named after the reader's code and settings, so that nothing is converted
 * twice.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { ConversionResult, ConversionTask } from './convert-one.ts'
import type { Sample } from './corpora.ts'
import { weightsOf } from './weights.ts'

const root = join(import.meta.dirname, '..', '..')
const cache = process.env['RECTO_FOLDS_CACHE'] ?? join(tmpdir(), 'recto-folds')
/** Limited by the number of cores. */
const WORKERS = 2
const DEADLINE_MS = 120_000

/** Changes of the reader for this run. */
export interface Variant {
  /** Folder of weights with a file for each fold, trained without that fold. */
  readonly weights?: string
  readonly without?: readonly string[]
}

/** Returns a folder whose files are `tagged/<corpus>/<name>.md` and `untagged/<corpus>/<name>.md`. */
export function predictionFolder(variant: Variant): string {
  return join(cache, hashOf(variant))
}

/** Hashes the engine's sources and all settings that affect its output. */
function hashOf(variant: Variant): string {
  const hash = createHash('sha1').update(JSON.stringify(variant.without ?? []))
  if (variant.weights !== undefined) {
    for (const file of globSync('*.json', { cwd: variant.weights }).toSorted()) {
      hash.update(file).update(readFileSync(join(variant.weights, file)))
    }
  }
  const files = globSync('engine/src/**/*.{ts,json,bin}', { cwd: root }).toSorted()
  for (const file of files) {
    if (file.includes('.test.')) continue
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

function outputOf(folder: string, { judged, name }: Sample): string {
  return join(folder, judged.isUntagged ? 'untagged' : 'tagged', judged.corpus, `${name}.md`)
}

/**
 * Converts the missing documents.
 *
 * @param variant The unchanged reader when left out.
 */
export async function convertAll(
  samples: readonly Sample[],
  folder: string,
  variant: Variant = {},
): Promise<void> {
  const done = join(folder, 'done.json')
  const results = readResults(done)
  const todo = samples.filter((sample) => !results.has(outputOf(folder, sample)))
  if (todo.length === 0) return
  const recognitions = join(cache, 'recognitions')
  mkdirSync(recognitions, { recursive: true })
  mkdirSync(folder, { recursive: true })
  // The longest documents come first, so that no worker is left with a long one at the end.
  const queue = todo.toSorted((a, b) => weightOf(a) - weightOf(b))
  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined
    for (let sample = queue.pop(); sample; sample = queue.pop()) {
      child ??= startChild(recognitions)
      const output = outputOf(folder, sample)
      const result = await convertIn(child, taskOf(sample, output, variant))
      if (!result || result.error?.code === 'internal_error') {
        child.kill('SIGKILL')
        child = undefined
      }
      results.set(output, result ?? { error: { code: 'timeout', message: 'It took too long.' } })
    }
    child?.kill()
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  writeFileSync(`${done}.part`, JSON.stringify([...results]))
  renameSync(`${done}.part`, done)
  writeRefusals(folder, samples, results)
}

type Results = Map<string, Partial<ConversionResult>>

function readResults(path: string): Results {
  return new Map(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [])
}

function weightOf({ judged, path }: Sample): number {
  return readFileSync(path).length * (judged.ocr ? 10 : 1)
}

function taskOf(
  sample: Sample,
  output: string,
  { weights, without = [] }: Variant,
): ConversionTask {
  const { judged, path } = sample
  return {
    path,
    output,
    ocr: judged.ocr ?? false,
    readTags: !judged.isUntagged,
    without,
    weights: weights === undefined ? {} : weightsOf(weights, sample),
  }
}

function startChild(recognitions: string): ChildProcess {
  return fork(join(import.meta.dirname, 'convert-one.ts'), [recognitions], {
    execArgv: ['--max-old-space-size=2048'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** @returns Nothing if the child died or exceeded its time. */
function convertIn(
  child: ChildProcess,
  task: ConversionTask,
): Promise<ConversionResult | undefined> {
  return new Promise((resolve) => {
    const finish = (result?: ConversionResult): void => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(result)
    }
    const timer = setTimeout(finish, DEADLINE_MS)
    child.on('message', (message) => finish(message as ConversionResult))
    child.on('exit', () => finish())
    child.send(task)
  })
}

/** Writes the record that the scorer of damaged files reads beside the Markdown. */
function writeRefusals(folder: string, samples: readonly Sample[], results: Results): void {
  const refusals = samples.flatMap((sample) => {
    const error = results.get(outputOf(folder, sample))?.error
    if (sample.judged.corpus !== 'robustness' || !error) return []
    return [{ file: basename(sample.path), ok: false, error }]
  })
  mkdirSync(join(folder, 'tagged', 'robustness'), { recursive: true })
  const path = join(folder, 'tagged', 'robustness', 'results.json')
  writeFileSync(path, JSON.stringify(refusals))
}

/** Returns the CPU time of all conversions in seconds. */
export function cpuSecondsOf(folder: string): number {
  const results = readResults(join(folder, 'done.json'))
  return [...results.values()].reduce((sum, { cpuMs = 0 }) => sum + cpuMs / 1000, 0)
}
