import { expect, test } from 'vitest'
import { copyWord, type Frame, type Word } from '../layout/index.ts'
import { words } from '../layout/testing/layout.ts'
import { findTables } from './find-tables.ts'
import { horizontal, pageOf, rowsOfWords, show, type TextRow } from './testing/pages.ts'

const body: readonly TextRow[] = [
  { 100: 'North', 220: '1,200', 300: '1,310', 380: '12' },
  { 100: 'South', 220: '980', 300: '1,040', 380: '9' },
  { 100: 'West', 220: '455', 300: '510', 380: '3' },
]
const shownBody = ['North | 1,200 | 1,310 | 12', 'South | 980 | 1,040 | 9', 'West | 455 | 510 | 3']

function frameOf(angleDegrees: number): Frame {
  const angle = (angleDegrees * Math.PI) / 180
  return { angleDegrees, cos: Math.cos(angle), sin: Math.sin(angle) }
}

/** Makes words of one direction, beginning at a point of the page. */
function turned(text: string, x: number, y: number, angleDegrees: number): Word[] {
  const frame = frameOf(angleDegrees)
  const u = x * frame.cos + y * frame.sin
  const v = y * frame.cos - x * frame.sin
  return words(text, u, v).map((word) => copyWord(word, { frame }))
}

const UPWARDS = 270
const DOWNWARDS = 90
const SLANTED = 315

test.each([
  {
    name: 'upward heads with their feet above the columns',
    heads: [
      ...turned('Sold before', 236, 160, UPWARDS),
      ...turned('Sold now', 316, 160, UPWARDS),
      ...turned('Staff', 390, 160, UPWARDS),
    ],
    shown: ' | Sold before | Sold now | Staff',
  },
  {
    name: 'downward heads',
    heads: [
      ...turned('Sold before', 229, 106, DOWNWARDS),
      ...turned('Sold now', 309, 120, DOWNWARDS),
      ...turned('Staff', 383, 136, DOWNWARDS),
    ],
    shown: ' | Sold before | Sold now | Staff',
  },
  {
    name: 'slanted heads on the line of an upright one',
    heads: [
      ...words('Region', 100, 160),
      ...turned('Before', 232, 160, SLANTED),
      ...turned('Now', 312, 160, SLANTED),
      ...turned('Staff', 386, 160, SLANTED),
    ],
    shown: 'Region | Before | Now | Staff',
  },
  {
    name: 'heads of two lines',
    heads: [
      ...turned('Sold', 230, 160, UPWARDS),
      ...turned('before', 242, 160, UPWARDS),
      ...turned('Sold', 310, 160, UPWARDS),
      ...turned('now', 322, 160, UPWARDS),
      ...turned('Staff', 390, 160, UPWARDS),
    ],
    shown: ' | Sold before | Sold now | Staff',
  },
])('findTables includes rotated heads: $name', ({ heads, shown }) => {
  const content = [...heads, ...rowsOfWords(body, 180)]
  const rulings = [96, 166, 214].map((y) => horizontal(y, 95, 410))
  const tables = findTables(pageOf(content, { rulings }))
  expect(tables.map(show)).toEqual([[shown, ...shownBody]])
  expect(tables[0]?.headerRows).toBe(1)
  expect(tables[0]?.box.y0).toBeLessThan(110)
})

test('labels below a table are not its heads', () => {
  const labels = [
    ...turned('Before', 232, 290, SLANTED),
    ...turned('Now', 312, 290, SLANTED),
    ...turned('Staff', 386, 290, SLANTED),
  ]
  const rulings = [166, 182, 214].map((y) => horizontal(y, 95, 410))
  const tables = findTables(pageOf([...rowsOfWords(body, 178), ...labels], { rulings }))
  expect(tables.map(show)).toEqual([shownBody])
})
