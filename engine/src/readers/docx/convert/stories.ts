/** Converts stories (body, notes, headers, text boxes, cells) to blocks. */
import type { Block } from '../../../model/index.ts'
import type { Content, Story } from '../parse/index.ts'
import { attachCaptions } from './captions.ts'
import type { StoryContext } from './context.ts'
import { type Entry, groupEntries } from './entries.ts'
import { convertParagraph } from './paragraphs.ts'
import { convertTable } from './tables.ts'

/** Converts a story or a part of one. */
export function convertStory(story: Story, context: StoryContext): readonly Block[] {
  const entries: Entry[] = []
  // Content of paragraphs that run into the next one: drop caps, and paragraphs whose end was deleted.
  let waiting: Content[] = []
  for (let index = 0; index < story.length; index += 1) {
    const block = story[index]
    if (block?.type === 'paragraph') {
      const { isDropCap, isEndRemoved } = block.properties
      if ((isDropCap || isEndRemoved) && story[index + 1]?.type === 'paragraph') {
        for (const content of block.content) waiting.push(content)
        continue
      }
      entries.push(...convertParagraph(block, waiting, context))
      if (waiting.length > 0) waiting = []
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
      entries.push(...toEntries(takeChunk(block.relationship, context)))
    }
  }
  const blocks = groupEntries(entries)
  return context.conversion.profile === 'fidelity' ? attachCaptions(blocks) : blocks
}

/** Returns the blocks of a chunk at its first reference only: a hostile file refers to it thousands of times. */
function takeChunk(relationship: string, { conversion }: StoryContext): readonly Block[] {
  const { chunks, usedChunks, warnings } = conversion
  if (usedChunks.has(relationship)) {
    warnings.add(
      'repeated_part',
      'An included part is used more than once; only its first use was converted.',
    )
    return []
  }
  usedChunks.add(relationship)
  return chunks.get(relationship) ?? []
}

function toEntries(blocks: readonly Block[]): Entry[] {
  return blocks.map((block) => ({ type: 'block', block }))
}
