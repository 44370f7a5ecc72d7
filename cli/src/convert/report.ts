/** Reports the outcomes of inputs, as text for people or as JSON for programs. */
import type { Warning } from '@recto/engine'
import type { ProgressBar } from '../progress.ts'
import type { ConvertArguments } from './arguments.ts'
import type { ConvertError } from './errors.ts'

/** The outcome of one input. */
export interface Outcome {
  readonly input: string
  readonly status: 'converted' | 'skipped' | 'failed'
  /** Paths of the written files; empty for standard output. */
  readonly outputs: readonly string[]
  /** The reason why it was skipped or failed. */
  readonly error?: ConvertError
  readonly warnings: readonly Warning[]
  readonly pages: number
  readonly seconds: number
}

export interface Report {
  report(outcome: Outcome): void
  /** @param isInterrupted True if some inputs were not converted. */
  end(isInterrupted: boolean): void
  readonly failed: number
  /** Finished inputs. */
  readonly done: number
}

interface Options {
  readonly args: ConvertArguments
  readonly isMany: boolean
  readonly bar: ProgressBar
}

export function createReport({ args, isMany, bar }: Options): Report {
  const counts = { converted: 0, skipped: 0, failed: 0 }
  let warnings = 0
  let pages = 0
  const begin = performance.now()
  return {
    report: (outcome) => {
      counts[outcome.status] += 1
      warnings += outcome.warnings.length
      pages += outcome.pages
      bar.clear()
      if (args.jsonLines) process.stdout.write(`${JSON.stringify(toLine(outcome))}\n`)
      else for (const line of describe(outcome, args)) process.stderr.write(`${line}\n`)
    },
    end: (isInterrupted) => {
      bar.clear()
      const isOne = !isMany && !isInterrupted
      if (isOne || args.loudness === 'quiet' || args.jsonErrors) return
      const done = Object.entries(counts).map(([status, count]) => `${count} ${status}`)
      const seconds = secondsSince(begin)
      const all = [...done, count(warnings, 'warning'), count(pages, 'page'), `${seconds} s`]
      process.stderr.write(`${isInterrupted ? 'Interrupted: ' : ''}${all.join(', ')}\n`)
    },
    get failed() {
      return counts.failed
    },
    get done() {
      return counts.converted + counts.skipped + counts.failed
    },
  }
}

/** Returns elapsed seconds with two decimals. */
export function secondsSince(begin: number): number {
  return Math.round((performance.now() - begin) / 10) / 100
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

/** Writes all members, even if they are empty. */
function toLine({ input, status, outputs, error, warnings, pages, seconds }: Outcome): object {
  return {
    input,
    output: outputs.length > 1 ? outputs : (outputs[0] ?? null),
    status,
    code: error?.code ?? null,
    message: error?.message ?? null,
    warnings: warnings.map(({ code, message }) => ({ code, message })),
    pages,
    seconds,
  }
}

function describe(outcome: Outcome, { loudness, jsonErrors }: ConvertArguments): string[] {
  const { input, status, outputs, error, warnings } = outcome
  const name = input === '-' ? 'stdin' : input
  if (status === 'failed' && error) {
    const { code, message } = error
    const asJson = (): string => JSON.stringify({ file: name, code, message })
    return [jsonErrors ? asJson() : `${name}: ${code}: ${message}`]
  }
  if (jsonErrors || loudness === 'quiet') return []
  if (loudness === 'usual') return status === 'skipped' ? [] : summarize(name, warnings)
  if (status === 'skipped') return [`${name}: skipped: ${error?.message ?? ''}`]
  const to = outputs.length === 0 ? '' : ` -> ${outputs.join(', ')}`
  const facts = `${count(outcome.pages, 'page')}, ${outcome.seconds} s`
  const lines = warnings.map(({ code, message }) => `${name}: warning: ${code}: ${message}`)
  return [...lines, `${name}${to} (${facts})`]
}

/** Prints one line per code: a document may have the same warning on every page. */
function summarize(name: string, warnings: readonly Warning[]): string[] {
  return [...Map.groupBy(warnings, ({ code }) => code)].map(([code, all]) => {
    const more = all.length > 1 ? ` (and ${all.length - 1} more)` : ''
    return `${name}: warning: ${code}: ${all[0]?.message ?? ''}${more}`
  })
}
