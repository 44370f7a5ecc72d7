/** Finds where lines must end because a picture or a text in a box stands beside them within their column. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'

const smallLetter = /^\p{Ll}/u

/** Returns the boxes that begin within another one, which is that of a column. */
export function obstaclesOf(own: BBox, boxes: readonly BBox[]): BBox[] {
  return boxes.filter(
    (box) => box.x0 > own.x0 && box.x0 < own.x1 && box.y0 < own.y1 && box.y1 > own.y0,
  )
}

/**
 * Sets the limits of the lines that end before something beside them: as far as the longest of the lines around goes, because the
 * white between is not known.
 *
 * @param lines From top to bottom, read from left to right.
 */
export function withLimits(lines: readonly StyledLine[], obstacles: readonly BBox[]): StyledLine[] {
  if (obstacles.length === 0) return [...lines]
  const limited: StyledLine[] = []
  let open: StyledLine[] = []
  const close = () => {
    const limit = limitOf(open)
    for (const line of open) limited.push(limit === undefined ? line : { ...line, limit })
    open = []
  }
  for (const line of lines) {
    if (obstacles.some((box) => isBeside(box, line))) {
      open.push(line)
      continue
    }
    if (open.length > 0) close()
    limited.push(line)
  }
  if (open.length > 0) close()
  return limited
}

/**
 * Returns the end of the longest line, if enough lines go on with a small letter that had no room above: other lines are labels,
 * cells, items or code.
 */
function limitOf(lines: readonly StyledLine[]): number | undefined {
  const [first] = lines
  if (!first) return undefined
  const { x0, x1 } = boxAround(lines)
  const wrapped = lines.slice(1).filter((line, at) => {
    const before = lines[at] as StyledLine
    const room = x1 - before.x1 - line.firstWordWidth
    return smallLetter.test(line.text) && room <= settings.slackEms * line.size
  })
  const isWide = x1 - x0 >= settings.proseEms * first.size
  return isWide && wrapped.length >= settings.wrappedShare * lines.length ? x1 : undefined
}

/** Below a picture or box there is white, as beside it. */
function isBeside(box: BBox, line: StyledLine): boolean {
  const gap = box.x0 - line.x1
  const isLevel = box.y0 < line.y1 && box.y1 + line.size > line.y0
  return isLevel && gap > -settings.slackEms * line.size
}
