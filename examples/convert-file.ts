/**
 * Converts a document to Markdown on standard output, with warnings on standard error: `node convert-file.ts
 * report.pdf`.
 */
import { ConversionError, convert } from '@recto/engine'

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Usage: node convert-file.ts FILE')

try {
  const { markdown, warnings, pages } = await convert(path)
  process.stdout.write(markdown)
  for (const { code, message } of warnings) process.stderr.write(`${code}: ${message}\n`)
  process.stderr.write(`Pages: ${pages}\n`)
} catch (error) {
  // Only faults of the document are reported; any other error is rethrown.
  if (!(error instanceof ConversionError)) throw error
  process.stderr.write(`${error.code}: ${error.message}\n`)
  process.exitCode = 1
}
