/** `recto inspect`: draws a stage of the PDF reader over a page as SVG, or over several pages as HTML. */
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ConversionError, countPages, mediaTypes, type Progress } from '@recto/engine'
import { inspectPdf, inspectPdfAsHtml } from '@recto/engine/inspect'
import { createProgressBar } from '../progress.ts'
import { type InspectArguments, inspectUsage, parseInspectArguments, wrong } from './arguments.ts'

export { inspectOptions } from './arguments.ts'

/**
 * @returns The exit code: 0 on success, else 1.
 * @throws {UsageError}
 */
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
    process.stderr.write(`${sentenceOf(error, args)}\n`)
    return 1
  }
}

async function inspect({ input, page, isHtml, stage, out }: InspectArguments): Promise<void> {
  const bytes = await readFile(input)
  const { pages } = await countPages(bytes, { mediaType: mediaTypes.pdf })
  if (page !== undefined && page > pages) {
    throw wrong(`There is no page ${page}: ${basename(input)} has ${pages}.`)
  }
  const filename = basename(input)
  const bar = createProgressBar(process.stderr, 1)
  const options = {
    stage,
    filename,
    onProgress: ({ pagesDone, pagesTotal = pages }: Progress) =>
      bar.show(0, `${filename} ${pagesDone}/${pagesTotal}`),
  }
  const painting = isHtml
    ? inspectPdfAsHtml(bytes, { ...options, ...(page !== undefined && { page }) })
    : inspectPdf(bytes, { ...options, page: page ?? 1 })
  const painted = await painting.finally(bar.clear)
  if (out === '-') process.stdout.write(painted)
  else {
    await writeFile(out, painted)
    process.stderr.write(`${out}\n`)
  }
}

/** Returns the message of an error that the document or the file system caused; rethrows any other error as a bug. */
function sentenceOf(error: unknown, { input, out }: InspectArguments): string {
  if (error instanceof ConversionError) return `${input}: ${error.code}: ${error.message}`
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
  if ('path' in error && error.path === out) {
    return `${out}: not_written: ${error.code}: the output could not be written.`
  }
  if (error.code === 'ENOENT') return `${input}: not_found: The file does not exist.`
  if (error.code === 'EISDIR') return `${input}: not_found: It is a folder, not a file.`
  return `${input}: ${error.message}`
}
