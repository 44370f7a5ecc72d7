import { expect, test } from 'vitest'
import { endsInTag, withTagsLast } from './right-tags.ts'
import { blockOf, bodyStyle, boldStyle, run, styledLine } from './testing/lines.ts'

const COLUMN_END = 300

/** A line of a definition with a tag at the right edge of the column. */
function lineOf(text: string, tag: string, style = bodyStyle) {
  const [start, end] = [styledLine([run(text)]), styledLine([run(tag)])]
  const width = end.x1 - end.x0
  const fragments = end.fragments.map((own) => ({ ...own, x0: COLUMN_END - width, x1: COLUMN_END }))
  const isBold = style !== bodyStyle
  const runs = isBold ? [run(text, style), run(` ${tag}`)] : [run(`${text} ${tag}`)]
  return { ...start, x1: COLUMN_END, runs, fragments: [...start.fragments, ...fragments] }
}

test.each([
  { text: 'turn wheel', tag: '[Function]', ends: true },
  { text: 'turn(wheel)', tag: '(function)', ends: true },
  { text: 'turn (wheel,', tag: '[Function]', ends: false },
  { text: 'a = b', tag: '(12)', ends: false },
  { text: 'turn', tag: 'Method', ends: false },
  { text: 'turn', tag: 'Special Form', style: boldStyle, ends: true },
])('endsInTag: $text $tag is $ends', ({ text, tag, style, ends }) => {
  const line = lineOf(text, tag, style)
  expect(endsInTag(line, blockOf([line], { columnEnd: COLUMN_END }))).toBe(ends)
})

test('withTagsLast: the tag comes after the rest of the definition', () => {
  const lines = [lineOf('turn (wheel,', '[Function]'), styledLine([run('speed)')])]
  const { lines: moved } = withTagsLast(blockOf(lines, { columnEnd: COLUMN_END }))
  const texts = moved.map(({ runs }) => runs.map((own) => own.text).join(''))
  expect(texts).toEqual(['turn (wheel,', 'speed) [Function]'])
})

test('withTagsLast: other lines stay', () => {
  const block = blockOf([styledLine([run('one [line]')]), styledLine([run('and another')])])
  expect(withTagsLast(block)).toBe(block)
})
