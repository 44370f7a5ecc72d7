/** A document → its Markdown on standard output, and what was lost of it on standard error: `node convert-file.ts report.pdf`. */
import { ConversionError, convert } from '@recto/engine'

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Usage: node convert-file.ts FILE')

try {
  const { markdown, warnings, pages } = await convert(path)
  process.stdout.write(markdown)
  for (const { code, message } of warnings) process.stderr.write(`${code}: ${message}\n`)
  process.stderr.write(`${pages} pages\n`)
} catch (error) {
  // What the document is to blame for; all else is thrown on.
  if (!(error instanceof ConversionError)) throw error
  process.stderr.write(`${error.code}: ${error.message}\n`)
  process.exitCode = 1
}
