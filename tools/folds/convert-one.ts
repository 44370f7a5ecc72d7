/**
 * A child process that converts the PDFs that its parent names to Markdown, one after the other, with the fidelity
 * profile.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConversionError, type Recognize } from '../../engine/src/index.ts'
import { defaultLimits } from '../../engine/src/limits.ts'
import { experiments } from '../../engine/src/readers/pdf/experiments.ts'
import { readWithPages } from '../../engine/src/readers/pdf/index.ts'
import { loadTrees, type Trees } from '../../engine/src/readers/pdf/models/index.ts'
import {
  type Language,
  tesseractArguments,
  tesseractEnvironment,
  writeLanguageData,
} from '../../engine/src/tesseract.ts'
import { writeMarkdown } from '../../engine/src/writers/markdown/index.ts'
import { type WeightFiles, weightKinds } from './weights.ts'

/** A request of the parent. */
export interface ConversionTask {
  readonly path: string
  readonly output: string
  readonly ocr: boolean
  readonly readTags: boolean
  /** Files of weights by model; the shipped ones by default. */
  readonly weights: WeightFiles
  /** Parts of the reader to leave out. */
  readonly without: readonly string[]
}

/** The answer to a request. */
export interface ConversionResult {
  readonly error?: { readonly code: string; readonly message: string }
  /** CPU time for this document. */
  readonly cpuMs: number
}

/** Folder of cached recognitions: pictures do not change between runs, and recognition takes most of the time. */
const [recognitions = ''] = process.argv.slice(2)
const hasTesseract = spawnSync('tesseract', ['--version']).status === 0
const detectedLanguages = new Set<Language>()

const recognize: Recognize = async (pgm, options) => {
  const key = createHash('sha1')
    .update(pgm)
    .update(JSON.stringify(tesseractArguments(options, '')))
    .digest('hex')
  const path = join(recognitions, `${key}.hocr`)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  if (!detectedLanguages.has(options.language)) {
    await writeLanguageData(options.language, recognitions)
    detectedLanguages.add(options.language)
  }
  const { status, stdout } = spawnSync('tesseract', tesseractArguments(options, recognitions), {
    ...{ input: pgm, encoding: 'utf8', maxBuffer: 2 ** 28 },
    env: { ...process.env, ...tesseractEnvironment },
  })
  if (status !== 0) throw new Error('Tesseract failed')
  writeFileSync(path, stdout)
  return stdout
}

const loaded = new Map<string, Trees>()

function treesIn(path: string): Trees {
  const trees = loaded.get(path) ?? loadTrees(JSON.parse(readFileSync(path, 'utf8')))
  loaded.set(path, trees)
  return trees
}

function useWeights(files: WeightFiles): void {
  for (const kind of weightKinds) {
    const file = files[kind]
    if (file) experiments[kind] = treesIn(file)
    else delete experiments[kind]
  }
}

async function convertOne(task: ConversionTask): Promise<void> {
  const { path, output, ocr, readTags, weights } = task
  useWeights(weights)
  for (const part of task.without) experiments.without.add(part)
  const options = {
    profile: 'fidelity',
    limits: defaultLimits,
    ocr: ocr ? { ...(hasTesseract && { recognize }) } : 'off',
  } as const
  const { reading } = await readWithPages(readFileSync(path), options, { readTags })
  const text = writeMarkdown(reading.document, { tables: 'html', limits: defaultLimits })
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(output, text)
}

process.on('message', async (task: ConversionTask) => {
  const before = process.cpuUsage()
  let error: ConversionResult['error']
  try {
    await convertOne(task)
  } catch (cause) {
    const code = cause instanceof ConversionError ? cause.code : 'internal_error'
    error = { code, message: cause instanceof Error ? cause.message : String(cause) }
  }
  const { user, system } = process.cpuUsage(before)
  process.send?.({ cpuMs: (user + system) / 1000, ...(error && { error }) })
})
