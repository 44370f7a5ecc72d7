/** Converts comments to a section, each after its author's name. ECMA-376 Part 1, 17.13.4. */
import type { Block, Section, Text } from '../../../model/index.ts'
import type { Comment } from '../parse/index.ts'
import type { StoryContext } from './context.ts'
import { createFields } from './fields.ts'

/** @returns An empty list for comments without text. */
export function convertComments(comments: readonly Comment[], context: StoryContext): Section[] {
  const blocks = comments.flatMap(({ author, story }) => {
    const said = context.convertStory(story, { ...context, fields: createFields() })
    return author === '' || said.length === 0 ? said : withAuthor(author, said)
  })
  return blocks.length === 0 ? [] : [{ type: 'section', kind: 'comments', blocks }]
}

function withAuthor(author: string, [first, ...rest]: readonly Block[]): Block[] {
  const by: Text = { type: 'text', text: `${author}: ` }
  if (first?.type === 'paragraph') {
    return [{ ...first, inlines: [by, ...first.inlines] }, ...rest]
  }
  const others = first ? [first, ...rest] : rest
  return [{ type: 'paragraph', inlines: [{ ...by, text: `${author}:` }] }, ...others]
}
