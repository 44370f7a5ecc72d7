/** Computes the provenance of a block: the position of each part and its range of characters in the text. */
import { type Inline, type Provenance, plainText } from '../../../model/index.ts'
import type { TextBlock } from './layout-blocks.ts'
import type { StyledLine } from './styled-line.ts'

/**
 * Returns the positions of a block's parts; several parts also get their ranges in the text.
 *
 * @param inlinesOf Makes the inlines of lines. It removes hyphens and markers, so that the lengths of the lines are not
 * enough.
 */
export function provenanceOf(
  { lines, provenance, laterParts }: TextBlock,
  inlinesOf: (lines: readonly StyledLine[]) => readonly Inline[],
): readonly Provenance[] {
  if (provenance.length < 2 || laterParts.length + 1 !== provenance.length) return provenance
  const whole = plainText(inlinesOf(lines))
  const ends = laterParts.map(({ firstLine }) => {
    return endOf(plainText(inlinesOf(lines.slice(0, firstLine))), whole)
  })
  return withCharacters(provenance, ends, whole.length)
}

/** @param ends End of the text of each part, except the last, in the whole text. */
export function withCharacters(
  provenance: readonly Provenance[],
  ends: readonly number[],
  length: number,
): Provenance[] {
  let start = 0
  return provenance.map((place, index) => {
    const end = Math.max(start, ends[index] ?? length)
    const characters = end - start
    start = end
    return place.type === 'page' ? { ...place, characters } : place
  })
}

/** Returns the end of the first lines' text in the whole text, where a hyphen may be removed or a blank added. */
function endOf(text: string, whole: string): number {
  let end = 0
  while (end < text.length && text[end] === whole[end]) end++
  return whole[end] === ' ' ? end + 1 : end
}
