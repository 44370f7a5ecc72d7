/** Makes figures: charts, flow charts, screens, logos, pictures, with or without captions. */
import {
  barChart,
  boxPlot,
  heatMap,
  lineChart,
  pieChart,
  scatterChart,
  sideBarChart,
  survivalChart,
} from './charts.ts'
import type { Figure, Leaf } from './content.ts'
import {
  flowChart,
  formulaDiagram,
  logoGrid,
  picture,
  screen,
  timeline,
  treeDiagram,
} from './diagrams.ts'
import { arms, barsAboveNumbers, panels, stackedBars } from './ruled-charts.ts'
import { type Composer, cutAtWord, drawHeading, drawText, leaf } from './stock.ts'
import { createDrawing, type Drawing, svgOf } from './svg.ts'

const drawers = {
  bar: barChart,
  sideBar: sideBarChart,
  line: lineChart,
  scatter: scatterChart,
  survival: survivalChart,
  pie: pieChart,
  heat: heatMap,
  boxes: boxPlot,
  flow: flowChart,
  tree: treeDiagram,
  timeline,
  blocks: formulaDiagram,
  screen,
  logos: logoGrid,
  picture,
  stacked: stackedBars,
  numbers: barsAboveNumbers,
  panels,
  arms,
} as const satisfies Record<string, (drawing: Drawing, composer: Composer) => void>

export type FigureSort = keyof typeof drawers

const usualSorts: Readonly<Record<FigureSort, number>> = {
  bar: 4,
  sideBar: 2,
  line: 4,
  scatter: 2,
  survival: 1.5,
  pie: 2,
  heat: 1.5,
  boxes: 1.5,
  flow: 3,
  tree: 1.5,
  timeline: 1,
  blocks: 1.5,
  screen: 2,
  logos: 0.7,
  picture: 4,
  stacked: 2,
  numbers: 1.5,
  panels: 2,
  arms: 2,
}

interface FigureOptions {
  /** Width of the column, in points. */
  readonly width: number
  readonly font: string
  readonly captioned: boolean
  readonly captionSide: 'above' | 'below'
  readonly label: string
  readonly beside: boolean
  readonly spanning: boolean
  readonly sort?: FigureSort
}

export function makeFigure(composer: Composer, options: FigureOptions): Figure {
  const { random } = composer
  const sort = options.sort ?? random.weighted(usualSorts)
  const width = options.width * random.between(0.6, 0.98)
  // Panels are below each other, so their figure is high.
  const tall = sort === 'panels' ? random.between(1.3, 2.2) : random.between(0.4, 0.75)
  const height = Math.min(sort === 'panels' ? 520 : 300, width * tall)
  const drawing = createDrawing(width, height, options.font)
  drawers[sort](drawing, composer)
  const id = leaf(composer, '').id
  const caption = options.captioned ? makeCaption(composer, options.label) : undefined
  return {
    type: 'figure',
    id,
    sort,
    svg: svgOf(drawing),
    width,
    height,
    labels: drawing.labels,
    beside: options.beside,
    spanning: options.spanning,
    ...(caption ? { caption } : {}),
    captionSide: options.captionSide,
  }
}

function makeCaption(composer: Composer, label: string): Leaf {
  const { random, counters } = composer
  counters.figure += 1
  const text = random.chance(0.6) ? cutAtWord(drawText(composer, 240), 240) : drawHeading(composer)
  if (label === '') return leaf(composer, text)
  const mark = random.weighted({ bold: 5, italic: 1 })
  const separator = random.pick([': ', '. ', ' – ', ' | '])
  return leaf(composer, [{ text: `${label} ${counters.figure}${separator}`, mark }, { text }])
}
