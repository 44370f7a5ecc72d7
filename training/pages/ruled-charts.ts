/** Draws figures that look like tables: stacked bars with their numbers, bars above a grid of numbers, panels, schemes of arms. */
import { barChart, lineChart, palettes, survivalChart } from './charts.ts'
import { type Composer, cutAtWord, drawHeading, drawPhrase } from './stock.ts'
import { box, type Drawing, line, path, words } from './svg.ts'

/** Bars of several parts side by side, each part with its number, between vertical lines and often in a frame. */
export function stackedBars(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(5.5, 9)
  const colours = random.pick([...palettes, ['#0cf', '#9ff', '#066']] as const)
  const rows = random.int(3, 8)
  const parts = random.int(2, 4)
  const isDated = random.chance(0.5)
  const left = size * (isDated ? 4 : 11)
  const [top, right] = [size * 1.2, drawing.width - size * 2.5]
  const bottom = drawing.height - size * 5
  if (random.chance(0.6))
    box(drawing, [0.5, 0.5, drawing.width - 1, drawing.height - 1], 'none', '#222')
  const steps = drawing.width > size * 40 ? random.pick([5, 10]) : random.pick([4, 5])
  const isGridded = random.chance(0.6)
  for (let step = 0; step <= steps; step++) {
    const x = left + ((right - left) * step) / steps
    if (isGridded) line(drawing, [x, top, x, bottom], '#555', 0.5)
    words(drawing, x, bottom + size * 1.3, `${(100 * step) / steps}%`, { size })
  }
  if (random.chance(0.6)) box(drawing, [left, top, right - left, bottom - top], 'none', '#222')
  const pitch = (bottom - top) / rows
  const outline = random.pick(['#111', 'none', '#fff'])
  for (let row = 0; row < rows; row++) {
    const y = top + (row + 0.2) * pitch
    const label = isDated ? String(2001 + row * 4) : cutAtWord(drawPhrase(composer, 18), 18)
    words(drawing, left - 3, y + pitch * 0.45, label, { size, anchor: 'end' })
    let x = left
    for (const [at, share] of sharesOf(composer, parts).entries()) {
      const width = (right - left) * share
      const fill = colours[at % colours.length] ?? '#ccc'
      box(drawing, [x, y, width, pitch * 0.6], fill, outline)
      words(drawing, x + width / 2, y + pitch * 0.45, (share * 100).toFixed(1), {
        size,
        fill: inkOn(fill),
      })
      x += width
    }
  }
  drawKeys(drawing, composer, { colours, parts, size, y: drawing.height - size * 1.6 })
}

/** Random parts of a whole. */
function sharesOf({ random }: Composer, parts: number): number[] {
  const found = Array.from({ length: parts }, () => random.between(0.3, 1))
  const sum = found.reduce((total, own) => total + own, 0)
  return found.map((own) => own / sum)
}

interface Keys {
  readonly colours: readonly string[]
  readonly parts: number
  readonly size: number
  readonly y: number
}

function drawKeys(drawing: Drawing, composer: Composer, { colours, parts, size, y }: Keys): void {
  if (composer.random.chance(0.5))
    box(drawing, [size * 3, y - size * 1.3, drawing.width - size * 6, size * 2], 'none', '#222')
  for (let at = 0; at < parts; at++) {
    const x = size * 4 + ((drawing.width - size * 8) * at) / parts
    box(
      drawing,
      [x, y - size * 0.8, size * 0.8, size * 0.8],
      colours[at % colours.length] ?? '#ccc',
    )
    words(drawing, x + size * 1.2, y, cutAtWord(drawPhrase(composer, 14), 14), {
      size,
      anchor: 'start',
    })
  }
}

/** A chart of bars above a grid that repeats its numbers. */
export function barsAboveNumbers(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(5.5, 8)
  const columns = random.int(3, 7)
  const series = random.int(1, 3)
  const colours = random.pick(palettes)
  const left = drawing.width * 0.2
  const width = (drawing.width - left - 2) / columns
  const height = size * 1.7
  const bottom = drawing.height - height * (series + 1) - 2
  const steps = random.int(3, 5)
  for (let step = 0; step <= steps; step++) {
    const y = bottom - ((bottom - size) * step) / steps
    line(drawing, [left, y, drawing.width - 2, y], '#999', 0.5)
    words(drawing, left - 3, y + size * 0.3, String(step * 20), { size, anchor: 'end' })
  }
  for (let row = 0; row <= series + 1; row++)
    line(
      drawing,
      [row ? 2 : left, bottom + row * height, drawing.width - 2, bottom + row * height],
      '#666',
    )
  for (let column = 0; column <= columns; column++) {
    const x = left + column * width
    line(drawing, [x, bottom, x, drawing.height - 2], '#666')
    if (column === columns) continue
    words(drawing, x + width / 2, bottom + height * 0.7, String(2010 + column), { size })
    for (let row = 0; row < series; row++) {
      const share = random.between(0.05, 0.95)
      const bar = (width * 0.8) / series
      const high = (bottom - size) * share
      const colour = colours[row % colours.length] ?? '#999'
      box(drawing, [x + width * 0.1 + row * bar, bottom - high, bar * 0.9, high], colour)
      const y = bottom + (row + 1.7) * height
      words(drawing, x + width / 2, y, (share * 100).toFixed(1), { size })
    }
  }
  for (let row = 0; row < series; row++) {
    const y = bottom + (row + 1.7) * height
    box(
      drawing,
      [3, y - size * 0.7, size * 0.7, size * 0.7],
      colours[row % colours.length] ?? '#999',
    )
    words(drawing, 5 + size, y, cutAtWord(drawPhrase(composer, 10), 10), { size, anchor: 'start' })
  }
}

/** Several charts of one kind below each other, each with its letter, sometimes in one frame. */
export function panels(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const count = drawing.height > 450 ? 3 : 2
  const height = drawing.height / count
  const draw = random.weighted({ survival: 6, bar: 2, line: 2 })
  for (let at = 0; at < count; at++) {
    const parts: string[] = []
    const own = { ...drawing, parts, height: height * 0.94 }
    if (draw === 'survival') survivalChart(own, composer)
    else if (draw === 'bar') barChart(own, composer)
    else lineChart(own, composer)
    drawing.parts.push(`<g transform="translate(0 ${(at * height).toFixed(2)})">`, ...parts, '</g>')
    words(drawing, 5, at * height + 10, String.fromCharCode(65 + at), { size: 9, weight: 'bold' })
  }
  if (random.chance(0.5))
    box(drawing, [0.5, 0.5, drawing.width - 1, drawing.height - 1], 'none', '#805')
}

/** Arms of a study or stages of a process: bold names above rows of labelled boxes, joined by lines. */
export function arms(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(6.5, 9.5)
  const colours = random.pick([...palettes, ['#f90', '#f60', '#39b', '#9cd']] as const)
  const count = random.int(1, 3)
  const pitch = drawing.height / count
  const radius = random.pick([0, 0, 3, 6])
  if (random.chance(0.6))
    box(
      drawing,
      [0.5, 0.5, drawing.width - 1, drawing.height - 1],
      'none',
      '#111',
      random.pick([0, 6]),
    )
  const left = random.chance(0.5) ? drawing.width * 0.12 : 6
  for (let arm = 0; arm < count; arm++) {
    const y = (arm + 0.62) * pitch
    const title = cutAtWord(
      `${random.pick(['Arm', 'Group', 'Step', 'Phase'])} ${arm + 1}: ${drawHeading(composer)}`,
      44,
    )
    words(drawing, left + 4, y - pitch * 0.28, title, {
      size: size * 1.15,
      anchor: 'start',
      weight: 'bold',
    })
    line(drawing, [left, y, drawing.width - 6, y], '#111', 1)
    const boxes = random.int(2, 5)
    const step = (drawing.width - left - 12) / boxes
    for (let at = 0; at < boxes; at++) {
      const x = left + (at + 0.1) * step
      const fill = colours[at % colours.length] ?? '#ccc'
      box(drawing, [x, y - size * 1.1, step * 0.8, size * 2.2], fill, '#111', radius)
      const label = cutAtWord(
        drawPhrase(composer, 14),
        Math.max(5, Math.floor((step * 1.4) / size)),
      )
      words(drawing, x + step * 0.4, y + size * 0.35, label, {
        size,
        weight: random.pick(['bold', 'normal']),
        fill: inkOn(fill),
      })
    }
    if (left > 6)
      path(
        drawing,
        [
          [left * 0.4, drawing.height / 2],
          [left, y],
        ],
        { stroke: '#111' },
      )
  }
}

/** Returns the colour of a text that is legible on a fill. */
const inkOn = (fill: string): string => (darkFills.has(fill) ? '#fff' : '#222')

const darkFills = new Set(['#222', '#777', '#555', '#00429d', '#1f77b4', '#066'])
