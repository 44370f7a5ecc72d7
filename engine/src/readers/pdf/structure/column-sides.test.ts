import { expect, test } from 'vitest'
import { withUsualSides } from './column-sides.ts'
import type { TextBlock } from './layout-blocks.ts'
import { blockOf, bodyStyle, run, styledLine } from './testing/lines.ts'

interface Place {
  readonly x?: number
  readonly y?: number
  readonly column?: number
}

/** A block whose column is as wide as its longest line. */
function blockWith(
  page: number,
  texts: readonly string[],
  { x = 50, y = 100, column = page }: Place = {},
): TextBlock {
  const lines = texts.map((text, at) =>
    styledLine([run(text, bodyStyle)], { x, y: y + 12 * at, page }),
  )
  const columnEnd = Math.max(...lines.map(({ x1 }) => x1))
  return blockOf(lines, { page, column, columnStart: x, columnEnd })
}

const noFigures: Parameters<typeof withUsualSides>[1] = new Map()

/** Returns how far the columns of the last page are extended, in points. */
function extensions(pages: TextBlock[][], figures = noFigures): number[] {
  const given = pages.at(-1) ?? []
  const extended = withUsualSides(pages, figures).at(-1) ?? []
  return extended.flatMap((own, at) =>
    own.type === 'text' ? own.columnEnd - (given[at]?.columnEnd ?? 0) : [],
  )
}

const wide = ['The water of the mill flows', 'over the wheel and then on', 'to the sea.']
const short = ['10 -> P43', '11 -> P44']
const book = [1, 2, 3].map((page) => [blockWith(page, wide)])
const usual = blockWith(1, wide).columnEnd - blockWith(4, short).columnEnd

test('withUsualSides: short lines have the column of the other pages', () => {
  expect(extensions([...book, [blockWith(4, short)]])).toEqual([usual])
})

test('withUsualSides: a column of another left side, or whose own lines wrap, keeps its width', () => {
  expect(extensions([...book, [blockWith(4, short, { x: 90 })]])).toEqual([0])
  expect(extensions([...book, [blockWith(4, ['Water and', 'mills'])]])).toEqual([0])
})

test('withUsualSides: a column ends before what stands beside it', () => {
  const beside = blockWith(4, short, { x: 120, column: 5 })
  expect(extensions([...book, [blockWith(4, short), beside]])).toEqual([0, 0])
  const figure = { x0: 120, y0: 90, x1: 180, y1: 130, isPicture: false, isSure: true }
  expect(extensions([...book, [blockWith(4, short)]], new Map([[4, [figure]]]))).toEqual([0])
})

test('withUsualSides: lines below a table have the column of the lines above it', () => {
  const [above, below] = [blockWith(1, wide), blockWith(1, short, { y: 400 })]
  expect(extensions([[above, below]])).toEqual([0, usual])
})
