/** Inserts a comment into the Markdown where each page, slide or sheet begins. */
import { type Document, pageOf, provenanceOf } from '../../model/index.ts'
import type { TracedMarkdown } from './state.ts'

/**
 * Writes `<!-- page 3 -->` as a separate paragraph before the first block of each page.
 *
 * A block that continues on the next page is not split: the comment follows it.
 */
export function withPageBreaks({ pages }: Document, { lines, blocks }: TracedMarkdown): string {
  const left = pages.map(({ number }) => number).toSorted((one, other) => one - other)
  const written: string[] = []
  const begin = (page: number): void => {
    while ((left[0] ?? Number.POSITIVE_INFINITY) <= page) {
      if (written.length > 0 && written.at(-1) !== '') written.push('')
      written.push(`<!-- page ${left.shift()} -->`, '')
    }
  }
  let end = 0
  for (const { block, start, end: stop } of blocks) {
    if (start < end) continue
    written.push(...lines.slice(end, start))
    const [location] = provenanceOf(block)
    if (location) begin(pageOf(location))
    // A blank line before a block is among its own lines.
    const isBlank = written.at(-1) === '' && lines[start] === ''
    for (const line of lines.slice(isBlank ? start + 1 : start, stop)) written.push(line)
    end = stop
  }
  written.push(...lines.slice(end))
  begin(Number.MAX_SAFE_INTEGER)
  while (written.at(-1) === '') written.pop()
  return written.length === 0 ? '' : `${written.join('\n')}\n`
}
