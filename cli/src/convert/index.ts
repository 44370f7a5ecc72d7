/** `recto convert`: converts documents in child processes like the service's, without a server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool } from '@recto/converter'
import { mediaTypeOf, mediaTypes } from '@recto/engine'
import { createProgressBar, silent } from '../progress.ts'
import { type ConvertArguments, parseConvertArguments } from './arguments.ts'
import { createClaimedPaths } from './claimed-paths.ts'
import { findInputs, type Inputs } from './inputs.ts'
import { watchInterruption } from './interruption.ts'
import { chooseTesseract, isOcrOff } from './ocr.ts'
import { convertUsage } from './options.ts'
import { chooseDestination, type Destination } from './outputs.ts'
import { createReport } from './report.ts'
import { convertAll } from './run.ts'

export { lanes, ocrModes } from './arguments.ts'
export { convertOptions } from './options.ts'

/** The exit code of a program ended by Ctrl-C. */
const INTERRUPTED = 130

/** @returns The exit code. @throws {UsageError} */
export async function runConvert(words: readonly string[]): Promise<number> {
  const args = parseConvertArguments(words)
  if (!args) {
    process.stdout.write(convertUsage)
    return 0
  }
  const interruption = watchInterruption()
  try {
    const inputs = await findInputs(args, interruption.signal)
    const destination = await chooseDestination(args, inputs.isMany)
    return await convertInto(args, inputs, destination, interruption.signal)
  } finally {
    interruption.forget()
  }
}

async function convertInto(
  args: ConvertArguments,
  { isMany, count, all }: Inputs,
  destination: Destination,
  signal: AbortSignal,
): Promise<number> {
  const isOff = args.ocr === undefined ? isOcrOff(process.env) : args.ocr === 'off'
  const folder = await mkdtemp(join(tmpdir(), 'recto-'))
  let pool: Pool | undefined
  try {
    const hasOcr = !isOff && mayBeScans(args)
    const tesseract = hasOcr ? await chooseTesseract(process.env, folder) : undefined
    const size = args.jobs ?? availableParallelism()
    const sizeAtStart = Math.min(count ?? size, size)
    pool = createPool({ parentFolder: folder, tesseract, isOcrOff: isOff, size, sizeAtStart })
    const bar = args.loudness === 'quiet' ? silent : createProgressBar(process.stderr, count)
    const report = createReport({ args, isMany, bar })
    const claims = createClaimedPaths()
    const run = { args, destination, isMany, claims, bar, report, signal, pool, folder, size }
    await convertAll(run, all)
    report.end(signal.aborted)
    if (signal.aborted) return INTERRUPTED
    return report.failed === 0 ? 0 : 1
  } finally {
    await pool?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns true if an input may be a scan, so that the system's Tesseract is needed. */
function mayBeScans({ lane, inputs, filesFrom }: ConvertArguments): boolean {
  const types = inputs.map((input) => mediaTypeOf(input) ?? mediaTypes.pdf)
  const isScan = (type: string): boolean => type === mediaTypes.pdf || type.startsWith('image/')
  return lane === 'fidelity' && (filesFrom !== undefined || types.some(isScan))
}
