/** Units of one or more pieces → their places, each with the characters of the text that stand there. */
import { type Inline, type Provenance, plainText } from '../../../model/index.ts'
import type { TextBlock } from './layout-blocks.ts'
import type { StyledLine } from './styled-lines.ts'

/**
 * Tells the pieces of a joined paragraph apart in its text.
 *
 * @param inlinesOf What becomes of lines of the unit: hyphens and markers are gone then, so that lines alone don't tell.
 */
export function provenanceOf(
  { lines, provenance, firstLines }: TextBlock,
  inlinesOf: (lines: readonly StyledLine[]) => readonly Inline[],
): readonly Provenance[] {
  if (provenance.length < 2 || firstLines.length !== provenance.length) return provenance
  const whole = plainText(inlinesOf(lines))
  const ends = firstLines.slice(1).map((line) => {
    return endOf(plainText(inlinesOf(lines.slice(0, line))), whole)
  })
  return withCharacters(provenance, ends, whole.length)
}

/** @param ends Where the text of each piece but the last ends in that of the whole. */
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

/** Where the text of the first lines ends in the whole: a hyphen may be gone, a blank have come. */
function endOf(text: string, whole: string): number {
  let end = 0
  while (end < text.length && text[end] === whole[end]) end++
  return whole[end] === ' ' ? end + 1 : end
}
