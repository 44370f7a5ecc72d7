import { expect, test } from 'vitest'
import { codeBlockOf } from './code.ts'
import { inlinesOf, joinRuns } from './inlines.ts'
import { joinBlocks } from './joins.ts'
import type { TextBlock } from './layout-blocks.ts'
import { provenanceOf } from './provenance.ts'
import { splitRunIn } from './run-in.ts'
import type { StyledLine } from './styled-line.ts'
import {
  blockOf,
  bodyStyle,
  boldStyle,
  monoStyle,
  run,
  styledLine,
  textBlock,
} from './testing/lines.ts'

const vocabulary = () => new Set<string>()
const toInlines = (lines: readonly StyledLine[]) => inlinesOf(joinRuns(lines, vocabulary))

function charactersOf(own: TextBlock | undefined): unknown[] {
  return own ? provenanceOf(own, toInlines).map((place) => ({ ...place, bbox: undefined })) : []
}

test.each([
  {
    name: 'the blank between two parts counts for the first',
    parts: ['on and', 'on.'],
    sizes: [7, 3],
  },
  { name: 'a removed hyphen counts for neither part', parts: ['an algo-', 'rithm'], sizes: [7, 5] },
  { name: 'a paragraph may have three parts', parts: ['a b', 'c d', 'e f'], sizes: [4, 4, 3] },
])(
  'the places of a joined paragraph have their numbers of characters: $name',
  ({ parts, sizes }) => {
    const blocks = parts.map((text, index) =>
      textBlock(text, bodyStyle, { page: index + 1 }, { column: index, columnEnd: 20 }),
    )
    const joined = joinBlocks(blocks, () => false)
    expect(joined).toHaveLength(1)
    expect(charactersOf(joined[0] as TextBlock)).toEqual(
      sizes.map((characters, index) => ({ type: 'page', page: index + 1, characters })),
    )
  },
)

test('a paragraph of one part has no number of characters', () => {
  const own = textBlock('One.')
  expect(provenanceOf(own, toInlines)).toBe(own.provenance)
})

test('a run-in heading and its paragraph have separate boxes', () => {
  const runs = [run('2.1. Sheets.', boldStyle, { x1: 60 }), run(' They are white.', bodyStyle)]
  const [head, rest] = splitRunIn(blockOf([styledLine(runs)]), bodyStyle) ?? []
  expect(head?.box).toMatchObject({ x0: 0, x1: 60 })
  expect(rest?.provenance).toMatchObject([{ page: 1, bbox: { x0: 60 } }])
})

test('code over two pages has two places, code on one page has one', () => {
  const lines = [1, 1, 2].map((page, at) =>
    textBlock('ab();', monoStyle, { page, y: 100 + at * 12 }),
  )
  expect(codeBlockOf(lines, 1.2).provenance).toMatchObject([
    { page: 1, characters: 12 },
    { page: 2, characters: 5 },
  ])
})
