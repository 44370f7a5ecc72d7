/** Resolves jumps to other slides to the Markdown headings of these. */
import { type Block, mapLinks, nameHeadings, type Section } from '../../model/index.ts'

/** The prefix of jump targets. No URL scheme has this form, and a typed `#slide=3` also leads to slide 3. */
const JUMP = '#slide='

/** @param slide Counted from 1; 0 for a hidden slide. */
export function jumpTo(slide: number): string | undefined {
  return slide > 0 ? `${JUMP}${slide}` : undefined
}

/**
 * Sets the targets of jumps once all titles are known; a jump to a slide without a title becomes text.
 *
 * @param sections A section for each slide; `undefined` for one that could not be read.
 */
export function resolveJumps(sections: readonly (Section | undefined)[]): readonly Block[] {
  const blocks = sections.filter((section) => section !== undefined)
  const names = nameHeadings(blocks)
  return mapLinks(blocks, (target) => {
    if (!target.startsWith(JUMP)) return target
    const section = sections[Number(target.slice(JUMP.length)) - 1]
    const name = section && names.get(section)
    return name ? `#${name}` : undefined
  })
}
