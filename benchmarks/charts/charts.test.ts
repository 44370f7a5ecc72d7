import { expect, test } from 'vitest'
import { drawBars } from './bars.ts'
import { drawLines } from './lines.ts'
import { ticksTo } from './style.ts'

test('ticks are round and reach the value', () => {
  expect(ticksTo(994)).toEqual([0, 200, 400, 600, 800, 1000])
  expect(ticksTo(0.4)).toHaveLength(5)
  expect(ticksTo(1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1].map((tick) => expect.closeTo(tick, 9)))
})

test('line charts start at zero, stay inside the picture and name their lines', () => {
  const svg = drawLines({
    title: 'Memory < 1 GiB',
    across: 'minutes',
    series: [
      {
        name: 'RSS',
        points: [
          [0, 500],
          [10, 1_000],
        ],
      },
    ],
  })
  expect(svg).toContain('Memory &lt; 1 GiB')
  expect(svg).toContain('class="a-line" d="M56 166L704 56"')
  expect(svg).toContain('>RSS</text>')
})

test('bars share the scale of their group, and the bar of Recto is highlighted', () => {
  const bar = (name: string, value: number, isOurs: boolean) => ({
    ...{ name, value, isOurs, label: `${value} ms` },
  })
  const svg = drawBars('Time', [
    { title: 'Word', bars: [bar('recto', 50, true), bar('other', 100, false)] },
    { title: 'Excel', bars: [bar('recto', 1_000, true)] },
  ])
  expect(
    svg.match(/<rect [^>]*width="[^"]+"/g)?.map((rect) => /width="(\d+)"/.exec(rect)?.[1]),
  ).toEqual([...['170', '340', '340']])
  expect(svg.match(/class="a-fill"/g)).toHaveLength(2)
  expect(svg).toContain('1000 ms</text>')
})
