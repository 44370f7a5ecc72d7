/** Jumps to other slides → links to the headings that these are in Markdown. */
import { type Block, mapLinks, nameHeadings, type Section } from '../../model/index.ts'

/** No URL begins so; what an author wrote as one leads to the same slide. */
const JUMP = '#slide='

/** @param slide From 1; 0 for a slide that is not shown. */
export function jumpTo(slide: number): string | undefined {
  return slide > 0 ? `${JUMP}${slide}` : undefined
}

/**
 * Gives jumps their targets, now that all titles are known; a jump to a slide without a title is text.
 *
 * @param sections One a slide; `undefined` for one that could not be read.
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
