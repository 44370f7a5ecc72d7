/** A part of the page that may be a table: its lines of text and its rulings, in points of one frame. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import type { Ruling } from '../content/index.ts'
import type { Lines } from './rulings.ts'
import type { Segment, TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

export interface Region {
  readonly box: BBox
  readonly lines: readonly TextLine[]
  readonly horizontal: readonly Ruling[]
  readonly vertical: readonly Ruling[]
  readonly kind: 'ruled' | 'halfRuled' | 'unruled'
  /** Heights above, between and below the rows, if their text shows them all. */
  readonly rowEdges?: readonly number[]
}

/** Makes a region without a frame: its box is around the text of its lines. */
export function unruledRegion(lines: readonly TextLine[], rulings: Lines): Region {
  const { x0, y0, x1, y1 } = boxAround(lines.flatMap(({ segments }) => segments))
  const box = { x0: x0 - 1, y0: y0 - 1, x1: x1 + 1, y1: y1 + 1 }
  return { ...regionOf(box, [], rulings, 'unruled'), lines }
}

/** Makes a region of the lines and rulings in a box. */
export function regionOf(
  box: BBox,
  lines: readonly TextLine[],
  rulings: Lines,
  kind: Region['kind'],
): Region {
  return {
    box,
    kind,
    lines: linesWithin(lines, box),
    horizontal: rulings.horizontal.filter(
      (ruling) =>
        ruling.at >= box.y0 - settings.nearPoints &&
        ruling.at <= box.y1 + settings.nearPoints &&
        isWithin(ruling, box.x0, box.x1),
    ),
    vertical: rulings.vertical.filter(
      (ruling) =>
        ruling.at >= box.x0 - settings.nearPoints &&
        ruling.at <= box.x1 + settings.nearPoints &&
        isWithin(ruling, box.y0, box.y1),
    ),
  }
}

/** Returns true if most of a ruling lies between two positions. */
function isWithin({ from, to }: Ruling, start: number, end: number): boolean {
  const common = Math.min(to, end) - Math.max(from, start)
  return common > 0.5 * (to - from)
}

/** Returns the lines, reduced to their segments in the box. */
export function linesWithin(lines: readonly TextLine[], box: BBox): TextLine[] {
  const found: TextLine[] = []
  for (const line of lines) {
    if (line.baseline < box.y0 || line.baseline > box.y1 + 2 * settings.nearPoints) continue
    const segments = line.segments.filter((segment) => isInside(segment, box))
    const reduced = lineOfSegments(line, segments)
    if (reduced) found.push(reduced)
  }
  return found
}

export function lineOfSegments(line: TextLine, segments: readonly Segment[]): TextLine | undefined {
  if (segments.length === line.segments.length) return line
  const [first] = segments
  if (!first) return undefined
  return {
    ...line,
    segments,
    x0: first.x0,
    x1: Math.max(...segments.map(({ x1 }) => x1)),
  }
}

function isInside(segment: Segment, box: BBox): boolean {
  const x = (segment.x0 + segment.x1) / 2
  const y = (segment.y0 + segment.y1) / 2
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1
}
