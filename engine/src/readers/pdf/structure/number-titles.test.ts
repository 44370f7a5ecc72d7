import { expect, test } from 'vitest'
import { joinNumberTitles } from './number-titles.ts'
import { bodyStyle, boldStyle, unit } from './testing.ts'
import { textOf, type Unit } from './units.ts'

const large = (text: string, y: number) => unit(text, boldStyle, { size: 20, y })

test.each<{ name: string; units: Unit[]; texts: string[] }>([
  {
    name: 'a numeral over its title',
    units: [large('III.', 100), large('The mills', 130)],
    texts: ['III. The mills'],
  },
  {
    name: 'no number of the size of the body',
    units: [unit('3'), large('The mills', 130)],
    texts: ['3', 'The mills'],
  },
  {
    name: 'no number over text of the body',
    units: [large('3', 100), unit('The mills', bodyStyle, { y: 130 })],
    texts: ['3', 'The mills'],
  },
  {
    name: 'no number in another column',
    units: [large('3', 100), { ...large('The mills', 130), column: 1 }],
    texts: ['3', 'The mills'],
  },
  {
    name: 'no number far above',
    units: [large('3', 100), { ...large('The mills', 330), spaceBefore: 9 }],
    texts: ['3', 'The mills'],
  },
])('joinNumberTitles: $name', ({ units, texts }) => {
  const joined = joinNumberTitles(units, { size: 10, style: bodyStyle })
  expect(joined.map((own) => (own.type === 'text' ? textOf(own) : ''))).toEqual(texts)
})
