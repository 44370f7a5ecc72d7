/** `recto inspect`: a page of a PDF → an SVG of it with a stage of its reading painted over. */
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ConversionError, countPages, mediaTypes } from '@recto/engine'
import { inspectPdf } from '@recto/engine/inspect'
import { createProgressBar } from '../progress.ts'
import { type InspectArguments, inspectUsage, parseInspectArguments, wrong } from './arguments.ts'

export { inspectOptions } from './arguments.ts'

/** @returns The exit code: 0 when it was painted, else 1. @throws {UsageError} */
export async function runInspect(words: readonly string[]): Promise<number> {
  const args = parseInspectArguments(words)
  if (!args) {
    process.stdout.write(inspectUsage)
    return 0
  }
  try {
    await inspect(args)
    return 0
  } catch (error) {
    process.stderr.write(`${args.input}: ${sentenceOf(error)}\n`)
    return 1
  }
}

async function inspect({ input, page, stage, out }: InspectArguments): Promise<void> {
  const bytes = await readFile(input)
  const { pages } = await countPages(bytes, { mediaType: mediaTypes.pdf })
  if (page > pages) {
    throw wrong(`There is no page ${page}: ${basename(input)} has ${pages}.`)
  }
  const filename = basename(input)
  const bar = createProgressBar(process.stderr, 1)
  const svg = await inspectPdf(bytes, {
    page,
    stage,
    filename,
    onProgress: ({ pagesDone, pagesTotal = pages }) =>
      bar.show(0, `${filename} ${pagesDone}/${pagesTotal}`),
  }).finally(bar.clear)
  if (out === '-') process.stdout.write(svg)
  else {
    await writeFile(out, svg)
    process.stderr.write(`${out}\n`)
  }
}

/** Of what the document or the file system is to blame for; anything else is a fault of ours and is thrown on. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConversionError) return `${error.code}: ${error.message}`
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return error.code === 'ENOENT'
      ? 'not_found: There is no such file.'
      : `${error.code}: ${error.message}`
  }
  throw error
}
