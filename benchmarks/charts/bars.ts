/** Draws an SVG of bars, a group for each task; our bars are highlighted. */
import { round, svgOf, textAt } from './style.ts'

export interface BarGroup {
  readonly title: string
  readonly bars: readonly {
    readonly name: string
    readonly value: number
    /** Text at the right of the bar. */
    readonly label: string
    readonly isOurs: boolean
  }[]
}

const WIDTH = 720
const LEFT = 170
/** Space for labels. */
const RIGHT = 210
const [ROW, BAR, GAP, TOP] = [22, 14, 44, 34]

/** Each group has a separate scale, on which its slowest bar has the full length. */
export function drawBars(title: string, groups: readonly BarGroup[]): string {
  const body = [textAt(16, 22, 'text-fill strong', title)]
  let y = TOP
  for (const { title: name, bars } of groups) {
    const most = Math.max(...bars.map(({ value }) => value))
    body.push(textAt(16, y + 24, 'faint-fill strong', name))
    y += GAP - 8
    for (const { name: own, value, label, isOurs } of bars) {
      const length = Math.max(2, (value / most) * (WIDTH - LEFT - RIGHT))
      const middle = y + BAR - 3
      body.push(
        textAt(LEFT - 10, middle, `end ${isOurs ? 'text-fill strong' : 'text-fill'}`, own),
        `<rect x="${LEFT}" y="${y}" width="${round(length)}" height="${BAR}" rx="2" class="${isOurs ? 'a' : 'c'}-fill"/>`,
        textAt(LEFT + length + 8, middle, isOurs ? 'text-fill strong' : 'faint-fill', label),
      )
      y += ROW
    }
  }
  return svgOf(WIDTH, y + 16, title, body)
}
