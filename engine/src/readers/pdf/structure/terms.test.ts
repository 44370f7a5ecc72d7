import { expect, test } from 'vitest'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { findTerms, isCodeTerm } from './terms.ts'
import { blockOf, bodyStyle, boldStyle, monoStyle, run, styledLine } from './testing/lines.ts'

const body = { size: 10, style: bodyStyle }

function block(texts: readonly string[], x: number, style = bodyStyle, size = 10): TextBlock {
  const lines = texts.map((text, index) =>
    styledLine([run(text, style)], { x, y: 100 + 12 * index, size }),
  )
  return blockOf(lines, { spaceBefore: 0.3 })
}

const text = (x: number) => block(['The wheel is turned by the water of', 'the mill.'], x)
const paragraphs = [text(36), text(36), text(36)]

test.each<{ name: string; blocks: TextBlock[]; terms: string[] }>([
  {
    name: 'a bold line with text indented below it',
    blocks: [
      block(['OPTIONS'], 0, boldStyle),
      ...paragraphs,
      block(['--wheel'], 36, boldStyle),
      text(72),
    ],
    terms: ['--wheel'],
  },
  {
    name: 'not a bold line to the left of all paragraphs',
    blocks: [...paragraphs, block(['OPTIONS'], 0, boldStyle), text(36)],
    terms: [],
  },
  {
    name: 'not a bold line over text at its own indent',
    blocks: [
      block(['OPTIONS'], 0, boldStyle),
      ...paragraphs,
      block(['Wheels'], 36, boldStyle),
      text(36),
    ],
    terms: [],
  },
  {
    name: 'not a bold line over an indented paragraph of one line',
    blocks: [
      block(['OPTIONS'], 0, boldStyle),
      ...paragraphs,
      block(['Thanks'], 36, boldStyle),
      block(['We thank the miller.'], 48),
    ],
    terms: [],
  },
  {
    name: 'not a larger line',
    blocks: [
      block(['OPTIONS'], 0, boldStyle),
      ...paragraphs,
      block(['Wheels'], 36, boldStyle, 12),
      text(72),
    ],
    terms: [],
  },
])('findTerms: $name', ({ blocks, terms }) => {
  expect([...findTerms(blocks, body)].map(textOf)).toEqual(terms)
})

test.each([
  { name: 'a description that is indented below it', x: 25, spaceBefore: 0.3, isFound: true },
  { name: 'text with the same indent', x: 0, spaceBefore: 0.3, isFound: false },
  { name: 'a description after an empty line', x: 25, spaceBefore: 1.2, isFound: true },
  { name: 'indented text at a larger distance', x: 25, spaceBefore: 4, isFound: false },
])('isCodeTerm: a line of code over $name', ({ x, spaceBefore, isFound }) => {
  const description = { ...block(['The folder of the mill.'], x), spaceBefore }
  expect(isCodeTerm(block(['MILL_HOME'], 0, monoStyle), description)).toBe(isFound)
})
