/** Runs `recto inspect` and restores the options that npm consumed: `npm run overlay FILE --page 3 --stage tables`. */
import { runInspect } from '../cli/src/inspect/index.ts'
import { UsageError } from '../cli/src/usage.ts'

/** Without `--`, npm consumes the names of options and passes only their values on. */
function withNames(words: readonly string[]): readonly string[] {
  if (words.some((word) => word.startsWith('-'))) return words
  const [file = '--help', ...values] = words
  return [file, ...values.map((value) => `--${nameOf(value)}=${value}`)]
}

function nameOf(value: string): string {
  if (/^\d+$/.test(value)) return 'page'
  return value.endsWith('.svg') ? 'out' : 'stage'
}

try {
  process.exitCode = await runInspect(withNames(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n${error.advice}\n`)
  process.exitCode = 2
}
