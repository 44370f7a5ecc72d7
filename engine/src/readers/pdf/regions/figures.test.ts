import { expect, test } from 'vitest'
import { type Drawings, noDrawings, type Ruling } from '../content/index.ts'
import { type LineFragment, uprightFrame } from '../layout/index.ts'
import { figuresOf } from './figures.ts'

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 })

/** A text of nine points that begins at a place. */
function show(text: string, x0: number, baseline: number): LineFragment {
  const x1 = x0 + 4.5 * text.length
  return {
    ...{ text, frame: uprightFrame, x0, x1, y0: baseline - 6.5, y1: baseline + 2 },
    ...{ baseline, size: 9 },
    ...{ object: 0, leftWordWidth: 20, rightWordWidth: 20, wordsWidth: 20, wordsLength: 1 },
  }
}

const ruling = (isHorizontal: boolean, at: number, from: number, to: number): Ruling => {
  return { isHorizontal, at, from, to, thickness: 0.5 }
}

const sentence = 'All people are born free and equal in dignity and rights and in all that'
const body = [...Array(12).keys()].map((line) => show(sentence, 72, 420 + 12 * line))

/** Bars above an axis with ticks, numbers beside them, names below. */
const barChart = {
  drawings: {
    fills: [60, 85, 30, 110].map((height, index) => ({
      ...box(130 + 45 * index, 300 - height, 155 + 45 * index, 300),
      color: [0x2f5597ff, 0xc55a11ff, 0x7f7f7fff, 0xbf9000ff][index] ?? 0,
    })),
    rulings: [
      ruling(true, 300, 120, 300),
      ruling(false, 120, 180, 300),
      ...[180, 210, 240, 270].map((at) => ruling(true, at, 120, 300)),
    ],
  },
  fragments: [
    ...['40', '30', '20', '10', '0'].map((text, index) => show(text, 105, 183 + 30 * index)),
    ...['Rye', 'Oats', 'Corn', 'Flax'].map((text, index) => show(text, 132 + 45 * index, 312)),
    show('Figure 1: The harvest by crop.', 130, 336),
    ...body,
  ],
}

/** The chart in a form, with another text above it in the form. */
const inForm = (text: LineFragment) => ({
  drawings: { ...barChart.drawings, formTexts: [box(90, 100, 330, 314)] },
  fragments: [text, ...barChart.fragments],
})

/** A grid of cells with a word in each. */
const table = {
  drawings: {
    rulings: [
      ...[150, 170, 190, 210, 230].map((at) => ruling(true, at, 100, 340)),
      ...[100, 180, 260, 340].map((at) => ruling(false, at, 150, 230)),
    ],
  },
  fragments: [
    ...['Crop', 'Rye', 'Oats', 'Corn'].flatMap((text, row) => [
      show(text, 104, 164 + 20 * row),
      show(row === 0 ? 'Acres' : `${40 - row}`, 184, 164 + 20 * row),
      show(row === 0 ? 'Yield' : `${90 + 7 * row}`, 264, 164 + 20 * row),
    ]),
    ...body,
  ],
}

test.each<{
  name: string
  page: { readonly drawings: Partial<Drawings>; readonly fragments?: readonly LineFragment[] }
  figures: object[]
}>([
  {
    name: 'a picture',
    page: { drawings: { images: [box(100, 100, 300, 200)] } },
    figures: [{ ...box(100, 100, 300, 200), isPicture: true }],
  },
  {
    name: 'an icon is not a figure',
    page: { drawings: { images: [box(100, 100, 120, 120)] } },
    figures: [],
  },
  {
    name: 'a background is not a figure',
    page: { drawings: { images: [box(0, 0, 600, 700)] } },
    figures: [],
  },
  {
    name: 'a chart with the labels of its axes, without its caption',
    page: barChart,
    figures: [{ x0: 105, y1: 314, isPicture: false, isSure: true }],
  },
  {
    name: 'a chart in a form with its title',
    page: inForm(show('The Harvest of Last Year', 150, 120)),
    figures: [{ x0: 90, y0: 100, y1: 314 }],
  },
  {
    name: 'a chart in a form with a sentence is smaller than the form',
    page: inForm(show(sentence, 95, 120)),
    figures: [{ x0: 105, y1: 314 }],
  },
  { name: 'a table is not a figure', page: table, figures: [] },
])('figures: $name', ({ page: { drawings, fragments = [] }, figures }) => {
  const page = { number: 1, width: 600, height: 800, fragments }
  const found = figuresOf({ ...page, drawings: { ...noDrawings, ...drawings } })
  expect(found).toHaveLength(figures.length)
  for (const [index, figure] of figures.entries()) expect(found[index]).toMatchObject(figure)
})
