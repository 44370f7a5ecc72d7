/** Draws charts as vectors: bars, lines, points, pies, survival curves, heat maps, boxes. */
import type { Random } from './random.ts'
import { type Composer, cutAtWord, drawHeading, drawPhrase } from './stock.ts'
import { box, colourOfHue, type Drawing, dot, line, path, words } from './svg.ts'

export const palettes = [
  ['#4472c4', '#ed7d31', '#a5a5a5', '#ffc000'],
  ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728'],
  ['#222', '#777', '#bbb', '#555'],
  ['#00429d', '#73a2c6', '#f4777f', '#93003a'],
] as const

interface Plot {
  readonly drawing: Drawing
  readonly composer: Composer
  readonly colours: readonly string[]
  readonly size: number
  /** The area inside of the axes. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Draws axes with ticks, and sometimes a grid, titles of the axes and a legend. */
function startPlot(drawing: Drawing, composer: Composer, names: readonly string[]): Plot {
  const { random } = composer
  const size = random.between(5.5, 8.5)
  const colours = random.pick(palettes)
  const legend = names.length > 1 ? random.pick(['right', 'top', 'bottom']) : 'none'
  const plot = {
    drawing,
    composer,
    colours,
    size,
    left: size * 4.5,
    top: size * (legend === 'top' ? 3.5 : 2),
    right: drawing.width - (legend === 'right' ? size * 9 : size),
    bottom: drawing.height - size * (legend === 'bottom' ? 5 : 3.4),
  }
  drawFrame(plot, random)
  drawLegend(plot, names, legend)
  if (random.chance(0.35))
    words(drawing, drawing.width / 2, size * 1.2, cutAtWord(drawHeading(composer), 50), {
      size: size * 1.15,
      weight: 'bold',
    })
  return plot
}

function drawFrame(
  { drawing, composer, size, left, top, right, bottom }: Plot,
  random: Random,
): void {
  const steps = random.int(3, 6)
  const top10 = random.pick([1, 10, 100, 50, 1000])
  const grid = random.chance(0.55)
  for (let step = 0; step <= steps; step++) {
    const y = bottom - ((bottom - top) * step) / steps
    if (grid) line(drawing, [left, y, right, y], '#ccc', 0.5)
    else line(drawing, [left - 2, y, left, y], '#333', 0.5)
    words(
      drawing,
      left - 3,
      y + size * 0.35,
      String(Math.round((top10 * 100 * step) / steps) / 100),
      { size, anchor: 'end' },
    )
  }
  line(drawing, [left, bottom, right, bottom], '#333')
  if (random.chance(0.7)) line(drawing, [left, top, left, bottom], '#333')
  if (random.chance(0.25)) box(drawing, [left, top, right - left, bottom - top], 'none', '#333')
  if (random.chance(0.7))
    words(drawing, size, (top + bottom) / 2, cutAtWord(drawPhrase(composer, 24), 24), {
      size,
      turn: -90,
    })
  if (random.chance(0.7))
    words(
      drawing,
      (left + right) / 2,
      bottom + size * 2.7,
      cutAtWord(drawPhrase(composer, 30), 30),
      { size },
    )
}

function drawLegend(
  { drawing, colours, size, left, top, right, bottom }: Plot,
  names: readonly string[],
  place: string,
): void {
  if (place === 'none') return
  names.forEach((name, at) => {
    const colour = colours[at % colours.length] ?? '#333'
    const x = place === 'right' ? right + size * 0.8 : left + (at * (right - left)) / names.length
    const y =
      place === 'right'
        ? top + at * size * 1.6 + size
        : place === 'top'
          ? size * 2.8
          : bottom + size * 4.4
    box(drawing, [x, y - size * 0.8, size * 0.8, size * 0.8], colour)
    words(drawing, x + size * 1.2, y, name, { size, anchor: 'start' })
  })
}

const names = (composer: Composer, least: number, most: number, longest = 14): string[] =>
  Array.from({ length: composer.random.int(least, most) }, () =>
    cutAtWord(drawPhrase(composer, longest), longest),
  )

const colourOf = ({ colours }: Plot, at: number): string => colours[at % colours.length] ?? '#333'

/** Positions of `count` categories along the lower axis, with their names. */
function categories(plot: Plot, labels: readonly string[]): (at: number) => number {
  const { drawing, left, right, bottom, size } = plot
  const step = (right - left) / labels.length
  const turn = labels.some((label) => label.length * size * 0.5 > step) ? -35 : 0
  labels.forEach((label, at) => {
    const x = left + (at + 0.5) * step
    words(drawing, x, bottom + size * 1.2, turn ? label.slice(0, 9) : label, {
      size,
      turn,
      anchor: turn ? 'end' : 'middle',
    })
  })
  return (at) => left + (at + 0.5) * step
}

export function barChart(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const series = names(composer, 1, 3)
  const plot = startPlot(drawing, composer, series)
  const labels = random.chance(0.4)
    ? Array.from({ length: random.int(3, 8) }, (_, at) => String(2016 + at))
    : names(composer, 3, 7, 12)
  const place = categories(plot, labels)
  const width = ((plot.right - plot.left) / labels.length) * 0.7
  const valued = random.chance(0.4)
  labels.forEach((_, at) => {
    series.forEach((_, row) => {
      const share = random.between(0.05, 0.95)
      const x = place(at) - width / 2 + (row * width) / series.length
      const y = plot.bottom - (plot.bottom - plot.top) * share
      box(drawing, [x, y, (width / series.length) * 0.92, plot.bottom - y], colourOf(plot, row))
      if (valued)
        words(
          drawing,
          x + width / series.length / 2,
          y - 1.5,
          (share * 100).toFixed(random.int(0, 1)),
          { size: plot.size * 0.85 },
        )
    })
  })
}

/** Horizontal bars, with their names at the left. */
export function sideBarChart(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(6, 8.5)
  const labels = names(composer, 3, 9, 24)
  const left = drawing.width * 0.38
  const step = (drawing.height - size * 2) / labels.length
  const colour = random.pick(random.pick(palettes))
  labels.forEach((label, at) => {
    const share = random.between(0.08, 1)
    const y = at * step + size
    words(drawing, left - 4, y + step * 0.5, label, { size, anchor: 'end' })
    box(drawing, [left, y, (drawing.width - left - 30) * share, step * 0.7], colour)
    words(
      drawing,
      left + (drawing.width - left - 30) * share + 3,
      y + step * 0.5,
      `${Math.round(share * 100)}%`,
      { size, anchor: 'start' },
    )
  })
  line(drawing, [left, 0, left, drawing.height - size], '#333')
}

function curve(plot: Plot, rough: number): [number, number][] {
  const { random } = plot.composer
  let share = random.between(0.2, 0.8)
  const drift = random.between(-0.05, 0.05)
  return Array.from({ length: 24 }, (_, at): [number, number] => {
    share = Math.min(0.97, Math.max(0.03, share + drift + random.between(-rough, rough)))
    return [
      plot.left + ((plot.right - plot.left) * at) / 23,
      plot.bottom - (plot.bottom - plot.top) * share,
    ]
  })
}

export function lineChart(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const series = names(composer, 1, 4)
  const plot = startPlot(drawing, composer, series)
  categories(
    plot,
    Array.from({ length: random.int(4, 8) }, (_, at) => String(at * 5)),
  )
  series.forEach((_, row) => {
    const points = curve(plot, 0.07)
    path(drawing, points, { stroke: colourOf(plot, row), dash: random.chance(0.3) ? '4 2' : '' })
    if (random.chance(0.4))
      for (const [x, y] of points) dot(drawing, x, y, 1.6, colourOf(plot, row))
  })
}

export function scatterChart(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const plot = startPlot(drawing, composer, names(composer, 1, 3))
  categories(
    plot,
    Array.from({ length: random.int(4, 7) }, (_, at) => String(at / 2)),
  )
  for (let at = 0; at < random.int(20, 120); at++) {
    const x = random.next()
    const y = Math.min(0.98, Math.max(0.02, x * 0.6 + random.between(-0.2, 0.3)))
    dot(
      drawing,
      plot.left + x * (plot.right - plot.left),
      plot.bottom - y * (plot.bottom - plot.top),
      1.4,
      colourOf(plot, at % 3),
    )
  }
  if (random.chance(0.5))
    line(drawing, [plot.left, plot.bottom - 5, plot.right, plot.top + 12], '#900', 1)
}

/** Falling step curves, with the numbers at risk below. */
export function survivalChart(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const series = names(composer, 2, 3)
  const plot = startPlot({ ...drawing, height: drawing.height * 0.8 }, composer, series)
  const times = [0, 6, 12, 18, 24, 30].map(String)
  const place = categories(plot, times)
  series.forEach((name, row) => {
    let share = 1
    const points: [number, number][] = []
    for (let at = 0; at < 20; at++) {
      const x = plot.left + ((plot.right - plot.left) * at) / 20
      const y = plot.bottom - (plot.bottom - plot.top) * share
      share = Math.max(0.05, share - random.between(0, 0.08))
      points.push([x, y], [x, plot.bottom - (plot.bottom - plot.top) * share])
    }
    path(drawing, points, { stroke: colourOf(plot, row) })
    const y = drawing.height - (series.length - row) * plot.size * 1.3
    words(drawing, plot.left - 4, y, name.slice(0, 8), { size: plot.size * 0.9, anchor: 'end' })
    times.forEach((_, at) => {
      words(drawing, place(at), y, String(Math.max(0, 240 - at * random.int(20, 46))), {
        size: plot.size * 0.9,
      })
    })
  })
  words(
    drawing,
    plot.left,
    drawing.height - (series.length + 1) * plot.size * 1.3,
    'Number at risk',
    { size: plot.size * 0.9, anchor: 'start' },
  )
}

export function pieChart(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(6, 8)
  const colours = [...random.pick(palettes), '#8ecae6', '#b5838d']
  const labels = names(composer, 3, 6, 18)
  const radius = Math.min(drawing.width * 0.28, drawing.height * 0.42)
  const [cx, cy] = [drawing.width * 0.35, drawing.height / 2]
  const shares = labels.map(() => random.between(0.3, 1))
  const sum = shares.reduce((total, share) => total + share, 0)
  let angle = -Math.PI / 2
  shares.forEach((share, at) => {
    const end = angle + (share / sum) * 2 * Math.PI
    const arc = Array.from({ length: 20 }, (_, step): [number, number] => {
      const turn = angle + ((end - angle) * step) / 19
      return [cx + Math.cos(turn) * radius, cy + Math.sin(turn) * radius]
    })
    path(drawing, [[cx, cy], ...arc, [cx, cy]], { fill: colours[at] ?? '#999', stroke: '#fff' })
    const middle = (angle + end) / 2
    words(
      drawing,
      cx + Math.cos(middle) * radius * 0.65,
      cy + Math.sin(middle) * radius * 0.65,
      `${Math.round((share / sum) * 100)}%`,
      { size, fill: '#fff' },
    )
    box(
      drawing,
      [drawing.width * 0.68, cy - radius + at * size * 1.8, size, size],
      colours[at] ?? '#999',
    )
    words(
      drawing,
      drawing.width * 0.68 + size * 1.5,
      cy - radius + at * size * 1.8 + size * 0.85,
      labels[at] ?? '',
      { size, anchor: 'start' },
    )
    angle = end
  })
}

export function heatMap(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(5.5, 7.5)
  const rows = names(composer, 3, 8, 12)
  const columns = names(composer, 3, 8, 7)
  const left = size * 7
  const [width, height] = [
    (drawing.width - left - 4) / columns.length,
    (drawing.height - size * 2) / rows.length,
  ]
  const valued = random.chance(0.7)
  const hue = random.int(0, 360)
  rows.forEach((row, y) => {
    words(drawing, left - 3, size * 2 + (y + 0.6) * height, row, { size, anchor: 'end' })
    columns.forEach((column, x) => {
      const value = random.next()
      box(
        drawing,
        [left + x * width, size * 2 + y * height, width, height],
        colourOfHue(hue, 0.7, 0.95 - value * 0.6),
        random.chance(0.5) ? '#fff' : 'none',
      )
      if (valued)
        words(drawing, left + (x + 0.5) * width, size * 2 + (y + 0.62) * height, value.toFixed(2), {
          size: size * 0.9,
          fill: value > 0.6 ? '#fff' : '#222',
        })
      if (y === 0) words(drawing, left + (x + 0.5) * width, size * 1.4, column, { size })
    })
  })
}

export function boxPlot(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const plot = startPlot(drawing, composer, [])
  const labels = names(composer, 3, 7, 9)
  const place = categories(plot, labels)
  labels.forEach((_, at) => {
    const high = plot.bottom - plot.top
    const [low, middle, top] = [
      random.between(0.1, 0.3),
      random.between(0.35, 0.5),
      random.between(0.55, 0.8),
    ]
    const x = place(at)
    line(
      drawing,
      [x, plot.bottom - high * (low - 0.08), x, plot.bottom - high * (top + 0.1)],
      '#333',
    )
    box(
      drawing,
      [x - 8, plot.bottom - high * top, 16, high * (top - low)],
      random.pick(['#fff', '#cde', '#ddd']),
      '#333',
    )
    line(
      drawing,
      [x - 8, plot.bottom - high * middle, x + 8, plot.bottom - high * middle],
      '#333',
      1.2,
    )
  })
}
