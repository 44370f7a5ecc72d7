/** A story → blocks. */
import type { Block } from '../../../model/index.ts'
import type { Content, Story } from '../parse/index.ts'
import { tieCaptions } from './captions.ts'
import type { StoryContext } from './context.ts'
import { type Entry, groupEntries } from './entries.ts'
import { convertParagraph } from './paragraphs.ts'
import { convertTable } from './tables.ts'

/** Converts a story, or a part of one. */
export function convertStory(story: Story, context: StoryContext): readonly Block[] {
  const entries: Entry[] = []
  // Content of paragraphs that run on into the next: a drop cap, one whose end was deleted.
  let waiting: readonly Content[] = []
  for (let index = 0; index < story.length; index += 1) {
    const block = story[index]
    if (block?.type === 'paragraph') {
      const { isDropCap, isEndRemoved } = block.properties
      if ((isDropCap || isEndRemoved) && story[index + 1]?.type === 'paragraph') {
        waiting = [...waiting, ...block.content]
        continue
      }
      entries.push(...convertParagraph(block, waiting, context))
      waiting = []
    } else if (block?.type === 'table') {
      entries.push(...toEntries(convertTable(block, context)))
    } else if (block?.type === 'formula') {
      entries.push(
        ...toEntries(
          block.formulas.map(({ latex, number }) => ({
            type: 'formulaBlock',
            latex,
            ...(number !== undefined && { number }),
          })),
        ),
      )
    } else if (block) {
      entries.push(...toEntries(context.conversion.chunks.get(block.relationship) ?? []))
    }
  }
  const blocks = groupEntries(entries)
  return context.conversion.profile === 'fidelity' ? tieCaptions(blocks) : blocks
}

function toEntries(blocks: readonly Block[]): Entry[] {
  return blocks.map((block) => ({ type: 'block', block }))
}
