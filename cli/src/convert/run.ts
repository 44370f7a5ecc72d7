/** Converts the inputs concurrently and reports each outcome as it comes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Pool, Result } from '@recto/converter'
import type { OutputFormat } from '@recto/engine'
import type { ProgressBar } from '../progress.ts'
import { type ConvertArguments, MAX_TIMEOUT_SECONDS } from './arguments.ts'
import type { ClaimedPaths } from './claimed-paths.ts'
import { ConvertError, toConvertError } from './errors.ts'
import { addFrontMatter } from './front-matter.ts'
import { deliverImages, type ImageOutput, resolveImages } from './images.ts'
import type { Input } from './inputs.ts'
import {
  claimPaths,
  type Destination,
  deliver,
  type OutputPaths,
  print,
  resolveOutputs,
} from './outputs.ts'
import { type Outcome, type Report, secondsSince } from './report.ts'
import { openSource } from './sources.ts'

interface Run {
  readonly args: ConvertArguments
  readonly pool: Pool
  /** The number of children, and so of concurrent documents. */
  readonly size: number
  /** A temporary folder: outputs are written here, then moved to their destination. */
  readonly folder: string
  readonly destination: Destination
  readonly isMany: boolean
  readonly claims: ClaimedPaths
  readonly bar: ProgressBar
  readonly report: Report
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal
}

/** Documents in progress besides those in children: while one is written to its destination, the next is converted. */
const MORE_THAN_CHILDREN = 1

/** Converts as many documents at a time as there are children, and reads no more inputs ahead. */
export async function convertAll(run: Run, inputs: AsyncIterable<Input>): Promise<void> {
  const iterator = inputs[Symbol.asyncIterator]()
  /** Resolves when the previous input is finished, which keeps the order on standard output. */
  let turn = Promise.resolve()
  const takeTurns = async (): Promise<void> => {
    for (;;) {
      const before = turn
      const { promise, resolve } = Promise.withResolvers<void>()
      turn = promise
      const next = run.signal.aborted ? { done: true as const } : await iterator.next()
      if (next.done) return resolve()
      // Standard output keeps the order of the inputs.
      const isInOrder = run.destination.type === 'stdout'
      await convertOne(run, next.value, isInOrder ? before : Promise.resolve())
      resolve()
    }
  }
  await Promise.all(Array.from({ length: run.size + MORE_THAN_CHILDREN }, takeTurns))
}

/** An outcome without the input's name and duration. */
type Ending = Pick<Outcome, 'status'> & Partial<Outcome>

async function convertOne(run: Run, input: Input, turn: Promise<void>): Promise<void> {
  const begin = performance.now()
  const unconverted = { input: input.name, outputs: [], warnings: [], pages: 0 }
  const ending = await tryOne(run, input, turn).catch((error: unknown): Ending | undefined => {
    if (run.signal.aborted) return undefined
    return { status: 'failed', error: toConvertError(error) }
  })
  await turn
  if (ending) run.report.report({ ...unconverted, seconds: secondsSince(begin), ...ending })
}

async function tryOne(run: Run, input: Input, turn: Promise<void>): Promise<Ending> {
  if (input.fault) throw input.fault
  const reason = findReasonToSkip(run, input)
  if (reason) return { status: 'skipped', error: reason }
  const { to, existing } = run.args
  const paths = resolveOutputs(input, to, run.destination)
  const outputs = [...paths.values()]
  if (!(await claimPaths(input.name, paths, existing, run.claims))) {
    const error = new ConvertError('output_exists', 'Its output already exists.')
    return { status: 'skipped', error, outputs }
  }
  const images = await resolveImages(run.args, input, paths)
  const folder = await mkdtemp(join(run.folder, 'one-'))
  try {
    const result = await convertFile(run, input, folder, images)
    await turn
    if (images) await deliverImages(images, join(folder, 'images'), result)
    await deliverAll(run, input, paths, result, folder)
    const { warnings, pages } = result
    return { status: 'converted', outputs, warnings, pages }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the reason to skip an input: an unsupported file of a folder, or an output of this run. */
function findReasonToSkip(
  { claims }: Run,
  { name, isUnsupported }: Input,
): ConvertError | undefined {
  if (isUnsupported) {
    return new ConvertError('unsupported_media_type', 'The file type is not supported.')
  }
  if (!claims.has(resolve(name))) return undefined
  return new ConvertError('output_of_this_run', 'It is an output of this run.')
}

async function convertFile(
  run: Run,
  input: Input,
  folder: string,
  images: ImageOutput | undefined,
): Promise<Result> {
  const { args, pool, bar, signal } = run
  const { path, filename, mediaType } = await openSource(input.name, {
    folder,
    type: args.type,
    signal,
  })
  bar.show(run.report.done, filename)
  const names = images ? [...args.to, 'images'] : args.to
  const outputs = Object.fromEntries(names.map((name) => [name, join(folder, name)]))
  const { pages, password, chunkSize, pageBreaks, mainContent, ocr, ocrLanguages } = args
  return pool.convert(
    {
      inputPath: path,
      outputs,
      mediaType,
      filename,
      profile: args.lane,
      ...(pages !== undefined && { pages }),
      ...(password !== undefined && { password }),
      ...(images && { imageFolder: images.link }),
      ...(chunkSize !== undefined && { chunkSize }),
      ...(pageBreaks && { pageBreaks }),
      ...(mainContent && { mainContent }),
      ...(ocr === 'force' && { isOcrForced: true as const }),
      ...(ocrLanguages && { ocrLanguages }),
    },
    {
      deadlineMs: (args.timeoutSeconds ?? MAX_TIMEOUT_SECONDS) * 1_000,
      signal,
      onProgress: ({ pagesDone, pagesTotal }) =>
        bar.show(run.report.done, `${filename} ${pagesDone}/${pagesTotal ?? '?'}`),
    },
  )
}

async function deliverAll(
  { args, isMany, destination, bar }: Run,
  { name }: Input,
  paths: OutputPaths,
  result: Result,
  folder: string,
): Promise<void> {
  const textOf = async (form: OutputFormat): Promise<string> => {
    const path = join(folder, form)
    const hasFront = args.frontMatter && form === 'markdown'
    return hasFront ? addFrontMatter(path, name, result) : path
  }
  if (destination.type === 'stdout') {
    bar.clear()
    for (const form of args.to) await print(await textOf(form), isMany ? name : undefined)
  }
  for (const [form, path] of paths) await deliver(await textOf(form), path)
}
