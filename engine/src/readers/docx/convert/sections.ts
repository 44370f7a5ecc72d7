/** Converts the body, with the running headers and footers of its sections. */
import type { Block, Furniture } from '../../../model/index.ts'
import type { DocxFile, Section, Story } from '../parse/index.ts'
import type { StoryContext } from './context.ts'
import { createFields } from './fields.ts'
import { convertStory } from './stories.ts'

/**
 * Converts the body.
 *
 * Puts a header where the first section that uses it begins, and a footer where that section ends.
 */
export function convertBody(file: DocxFile, context: StoryContext): readonly Block[] {
  if (file.furniture.size === 0) return convertStory(file.body, context)
  const printed = new Set<string>()
  const furniture = (kind: Furniture['kind'], ids: readonly string[]): Block[] =>
    ids.flatMap((id): Block[] => {
      if (printed.has(id)) return []
      printed.add(id)
      const story = file.furniture.get(id) ?? []
      const blocks = convertStory(story, { ...context, fields: createFields() })
      return blocks.length > 0 ? [{ type: 'furniture', kind, blocks }] : []
    })
  return splitSections(file).flatMap(({ story, section }) => [
    ...furniture('header', section?.headers ?? []),
    ...convertStory(story, context),
    ...furniture('footer', section?.footers ?? []),
  ])
}

interface BodyPart {
  readonly story: Story
  readonly section: Section | undefined
}

/** Splits the body only at sections that introduce headers or footers, so that lists continue across the others. */
function splitSections({ body, section, furniture }: DocxFile): BodyPart[] {
  const parts: BodyPart[] = []
  let start = 0
  for (const [index, block] of body.entries()) {
    const own = block.type === 'paragraph' ? block.section : undefined
    if (!own || ![...own.headers, ...own.footers].some((id) => furniture.has(id))) continue
    parts.push({ story: body.slice(start, index + 1), section: own })
    start = index + 1
  }
  return [...parts, { story: body.slice(start), section }]
}
