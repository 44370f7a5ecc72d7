import { expect, test } from 'vitest'
import { withoutChartPoints } from './chart-points.ts'
import { word } from './testing/layout.ts'

const range = (count: number) => Array.from({ length: count }, (_, at) => at)

test.each([
  {
    name: 'the points of a chart are left out, a bullet is not',
    words: [
      word('Felt', 100, 100),
      ...range(20).map((at) => word('●', 150 + 7 * (at % 6), 110 + 5 * at)),
      ...[word('●', 100, 300), word('Wool', 110, 300)],
    ],
    left: ['Felt', '●', 'Wool'],
  },
  {
    name: 'marks of a table stand beside its rows',
    words: range(20).flatMap((at) => [
      word(`row${at}`, 100, 100 + 12 * at),
      word('●', 300, 100 + 12 * at),
    ]),
    left: range(20).flatMap((at) => [`row${at}`, '●']),
  },
])('withoutChartPoints: $name', ({ words, left }) => {
  expect(withoutChartPoints(words).map(({ text }) => text)).toEqual(left)
})

test('withoutChartPoints: many discs and words at one height take little time', () => {
  const many = range(20_000).flatMap((at) => [word('●', at, 100), word('a', at, 100)])
  const loose = range(20).map((at) => word('●', 5 * at, 300 + 10 * at))
  const start = performance.now()
  withoutChartPoints([...many, ...loose])
  expect(performance.now() - start).toBeLessThan(2000)
})
