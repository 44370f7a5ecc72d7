import { expect, test } from 'vitest'
import type { TagElement } from '../../content/index.ts'
import type { TextBlock } from '../layout-blocks.ts'
import { blockOf, run, styledLine } from '../testing/lines.ts'
import { flow, treesWith } from '../testing/sequences.ts'
import { labelLines } from './decode.ts'

let order = 0
const element = (type: string): TagElement => ({ type, within: [], order: order++ })

/** Lines of prose, each with its element. The weights of the tests say little about them. */
function proseOf(tags: readonly TagElement[]): TextBlock {
  return blockOf(
    tags.map((tag, at) => {
      const line = styledLine([run(`Mill ${at} of the valley stood idle`)], {
        y: 100 + 12 * at,
      })
      return { ...line, tag }
    }),
  )
}

interface Tags {
  readonly useTags: boolean
  readonly tagged?: ReadonlySet<TextBlock>
}

function labelsOf(blocks: readonly TextBlock[], tags: Tags, margin: number): string[] {
  const sequence = flow(blocks)
  const facts = { ...sequence.facts, ...tags }
  return [...labelLines({ ...sequence, facts }, treesWith(margin)).values()]
}

/** Elements of two lines each. */
const pairs = (type: string) =>
  Array.from({ length: 12 }, () => element(type)).flatMap((tag) => [tag, tag])

test('a line in another element begins a paragraph', () => {
  const block = proseOf(pairs('P'))
  const labels = labelsOf([block], { useTags: true }, 0.2)
  const goOn = labels.slice(1).map((label) => label.endsWith(' on'))
  expect(goOn).toEqual(labels.slice(1).map((_, at) => at % 2 === 0))
})

test.each([
  { name: 'are not read', useTags: false, tags: pairs('P') },
  {
    name: 'have an element for each line',
    useTags: true,
    tags: pairs('P').map(() => element('P')),
  },
  { name: 'only group text', useTags: true, tags: pairs('P').fill(element('Div')) },
])('lines go on where tags $name', ({ useTags, tags }) => {
  const labels = labelsOf([proseOf(tags)], { useTags }, 1)
  expect(labels.slice(1).every((label) => label.endsWith(' on'))).toBe(true)
})

test('headings of tags and the first lines of their items are sure', () => {
  const title = element('H1')
  const item = element('LBody')
  const heading = proseOf([title, title])
  const items = proseOf([item, item])
  const tags = { useTags: true, tagged: new Set([heading]) }
  expect(labelsOf([heading, items], tags, 1)).toEqual(['heading', 'heading on', 'item', 'item on'])
})
