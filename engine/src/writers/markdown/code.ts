/** Writes code with fences and delimiters longer than any backticks inside (docs/markdown.md, C10). */
import { cleanLines } from './characters.ts'

/** Writes a code block with lines and indentation unchanged; empty for empty code. */
export function writeCodeBlock(code: string, language = ''): string {
  const text = trimLineEnds(cleanLines(code))
  if (text.trim() === '') return ''
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1))
  // Any other character in an info string could end it (CommonMark 4.5).
  const info = /^[\w#+.-]+$/.test(language) ? language : ''
  return `${fence}${info}\n${text}\n${fence}`
}

/** Writes a code span with as many backticks as needed, padded if the code begins or ends with one (CommonMark 6.1). */
export function writeCodeSpan(code: string): string {
  const ticks = '`'.repeat(longestTicks(code) + 1)
  const padded = /^`|`$|^ .* $/.test(code) ? ` ${code} ` : code
  return `${ticks}${padded}${ticks}`
}

function longestTicks(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

function trimLineEnds(text: string): string {
  let end = text.length
  while (text.charCodeAt(end - 1) === 10) end -= 1
  return text.slice(0, end)
}
