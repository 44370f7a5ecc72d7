/** `recto convert`: files → Markdown or JSON, in child processes like the service's, without a server. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createPool, type Pool } from '@recto/converter'
import { detectMediaType, mediaTypeOf, type Warning } from '@recto/engine'
import { createProgressBar, type ProgressBar } from '../progress.ts'
import { type ConvertArguments, convertUsage, parseConvertArguments } from './arguments.ts'
import { ConvertError, toConvertError } from './errors.ts'
import { expandInputs } from './inputs.ts'
import { describeError, describeWarnings } from './messages.ts'
import { chooseTesseract, isOcrOff } from './ocr.ts'
import { type Destination, deliver, placeOutputs } from './outputs.ts'
import { readStandardInput } from './standard-input.ts'

/** A document gets what a queued job gets. */
const DEADLINE_MS = 120_000

interface Run {
  readonly args: ConvertArguments
  readonly pool: Pool
  /** Where texts are written before they go to their place. */
  readonly folder: string
  readonly bar: ProgressBar
  done: number
}

/** @returns The exit code: 0 when all were converted, else 1. @throws {UsageError} */
export async function runConvert(words: readonly string[]): Promise<number> {
  const args = parseConvertArguments(words)
  if (!args) {
    process.stdout.write(convertUsage)
    return 0
  }
  const inputs = await expandInputs(args.inputs)
  const destinations = await placeOutputs(inputs, args.out, args.to)
  const isOff = isOcrOff(process.env)
  const folder = await mkdtemp(join(tmpdir(), 'recto-'))
  let pool: Pool | undefined
  try {
    const hasOcr = !isOff && mayBeScans(args, inputs)
    const tesseract = hasOcr ? await chooseTesseract(process.env, folder) : undefined
    const sizeAtStart = Math.min(inputs.length, availableParallelism())
    pool = createPool({ parentFolder: folder, tesseract, isOcrOff: isOff, sizeAtStart })
    const bar = createProgressBar(process.stderr, inputs.length)
    return await convertAll({ args, pool, folder, bar, done: 0 }, inputs, destinations)
  } finally {
    await pool?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function mayBeScans({ lane }: ConvertArguments, inputs: readonly string[]): boolean {
  return lane === 'fidelity' && inputs.some((input) => input === '-' || /\.pdf$/i.test(input))
}

/** All at once as far as the pool goes; texts for standard output in the order of the inputs. */
async function convertAll(
  run: Run,
  inputs: readonly string[],
  destinations: readonly Destination[],
): Promise<number> {
  const results = inputs.map((input, index) => convertOne(run, input, index))
  // Each is waited for below, in turn; until then a failure must not count as unhandled.
  for (const result of results) result.catch(() => {})
  let failed = 0
  for (const [index, result] of results.entries()) {
    const input = inputs[index] ?? ''
    try {
      const { path, warnings } = await result
      run.bar.clear()
      if (!run.args.jsonErrors) describeWarnings(input, warnings).forEach(tell)
      await deliver(path, destinations[index] ?? { type: 'stdout' })
    } catch (error) {
      failed += 1
      run.bar.clear()
      tell(describeError(input, toConvertError(error), run.args.jsonErrors))
    }
  }
  run.bar.clear()
  return failed === 0 ? 0 : 1
}

function tell(words: string): void {
  process.stderr.write(`${words}\n`)
}

interface Converted {
  /** Of the text. */
  readonly path: string
  readonly warnings: readonly Warning[]
}

async function convertOne(run: Run, input: string, index: number): Promise<Converted> {
  const { args, pool, folder, bar } = run
  bar.show(run.done, input)
  const inputPath = input === '-' ? await readStandardInput(join(folder, 'stdin')) : input
  await refuseMissing(input, inputPath)
  const filename = input === '-' ? 'stdin' : basename(input)
  const path = join(folder, `${index}.out`)
  const { warnings } = await pool.convert(
    {
      inputPath,
      outputs: { [args.to]: path },
      mediaType: args.type ?? (await findMediaType(filename, inputPath)),
      filename,
      profile: args.lane,
      ...(args.mainContent && { mainContent: true }),
    },
    {
      deadlineMs: DEADLINE_MS,
      onProgress: ({ pagesDone, pagesTotal }) =>
        bar.show(run.done, `${filename} ${pagesDone}/${pagesTotal ?? '?'}`),
    },
  )
  run.done += 1
  bar.show(run.done, '')
  return { path, warnings }
}

async function refuseMissing(input: string, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new ConvertError('not_found', 'There is no such file.')
  if (found.isDirectory()) {
    throw new ConvertError('not_found', `It is a folder; name its files: '${join(input, '*')}'.`)
  }
}

/** By the name's ending, else by the content. */
async function findMediaType(filename: string, path: string): Promise<string> {
  return mediaTypeOf(filename) ?? (await detectMediaType(await readFile(path), filename))
}
