/** Draws an SVG of lines: quantities over time or a count. */
import { round, SERIES, svgOf, textAt, ticksTo } from './style.ts'

interface LineChart {
  readonly title: string
  readonly across: string
  readonly series: readonly {
    readonly name: string
    readonly points: readonly (readonly [x: number, y: number])[]
  }[]
}

const [WIDTH, HEIGHT] = [720, 320]
const [LEFT, TOP, RIGHT, BOTTOM] = [56, 56, 16, 44]

/** Draws lines on a scale from zero, so that slopes are not exaggerated. */
export function drawLines({ title, across, series }: LineChart): string {
  const points = series.flatMap((each) => each.points)
  const ticks = ticksTo(Math.max(1, ...points.map(([, y]) => y)))
  const [right, top] = [Math.max(1, ...points.map(([x]) => x)), ticks.at(-1) ?? 1]
  const xOf = (x: number): number => LEFT + (x / right) * (WIDTH - LEFT - RIGHT)
  const yOf = (y: number): number => HEIGHT - BOTTOM - (y / top) * (HEIGHT - TOP - BOTTOM)
  const rows = ticks.flatMap((tick) => [
    `<path class="line-line" d="M${LEFT} ${round(yOf(tick))}H${WIDTH - RIGHT}"/>`,
    textAt(LEFT - 8, yOf(tick) + 4, 'faint-fill end', tick.toLocaleString('en')),
  ])
  const columns = ticksTo(right)
    .filter((tick) => tick <= right)
    .map((tick) =>
      textAt(xOf(tick), HEIGHT - BOTTOM + 18, 'faint-fill middle', tick.toLocaleString('en')),
    )
  const lines = series.map(({ points: own }, index) => {
    const path = own.map(([x, y]) => `${round(xOf(x))} ${round(yOf(y))}`).join('L')
    return `<path class="${SERIES[index]}-line" d="M${path}"/>`
  })
  const names = series.map(({ name }, index) =>
    textAt(LEFT + index * 150, 42, `${SERIES[index]}-fill strong`, name),
  )
  return svgOf(WIDTH, HEIGHT, title, [
    textAt(LEFT, 22, 'text-fill strong', title),
    ...names,
    ...rows,
    ...columns,
    textAt((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, 'faint-fill middle', across),
    ...lines,
  ])
}
