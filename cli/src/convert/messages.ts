/** What went wrong with a file, or was lost of it → lines for standard error. */
import type { Warning } from '@recto/engine'
import type { ConvertError } from './errors.ts'

export function describeError(
  input: string,
  { code, message }: ConvertError,
  asJson: boolean,
): string {
  const file = nameOf(input)
  return asJson ? JSON.stringify({ file, code, message }) : `${file}: ${code}: ${message}`
}

/** @returns A line for each code: a document may have the same trouble on every page. */
export function describeWarnings(input: string, warnings: readonly Warning[]): string[] {
  return [...Map.groupBy(warnings, ({ code }) => code)].map(([code, all]) => {
    const more = all.length > 1 ? ` (and ${all.length - 1} more)` : ''
    return `${nameOf(input)}: warning: ${code}: ${all[0]?.message ?? ''}${more}`
  })
}

function nameOf(input: string): string {
  return input === '-' ? 'stdin' : input
}
