/** Makes an SVG of a page's picture with marks, and a legend beside it. */
import type { Straightening } from '../../../model/index.ts'
import type { PagePicture } from '../content/index.ts'
import { toPng } from '../content/index.ts'
import { colors, type Mark, type MarkKind, type Marks } from './marks.ts'

interface Painting {
  readonly page: {
    readonly width: number
    readonly height: number
    readonly straightened?: Straightening
  }
  readonly picture: PagePicture | undefined
  readonly marks: Marks
  readonly heading: string
}

/** Sizes of the drawing, in points. */
const drawing = {
  margin: 24,
  legendWidth: 150,
  /** The legend needs at least this height. */
  minHeight: 320,
  /** Bounds of a page's longer side as shown: A4 has 842. */
  side: { least: 700, most: 1200 },
  /** The opacity of the picture, paler than the marks. */
  opacity: 0.6,
  /** Labels of cells are smaller, because they lie between lines of text. */
  labelSize: 5.5,
  cellLabelSize: 3.2,
  /** Width of a label's letter, as a share of its size. */
  letterWidth: 0.53,
  badgeRadius: 5,
} as const
/** Kinds with hundreds of marks on a page: they have thin lines and small labels. */
const small: ReadonlySet<MarkKind> = new Set([
  'word',
  'turned word',
  'cell',
  'header cell',
  'ruling',
  'fill',
])

export function paint(painting: Painting): string {
  const { page, picture, marks, heading } = toReadable(painting)
  const width = page.width + 2 * drawing.margin + drawing.legendWidth
  const height = Math.max(page.height, drawing.minHeight) + 2 * drawing.margin
  const size = `width="${num(width)}" height="${num(height)}"`
  const { isOrdered = false } = marks
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${num(width)} ${num(height)}" ${size} font-family="Helvetica, Arial, sans-serif">`,
    `<title>${escapeXml(heading)}</title>`,
    '<rect width="100%" height="100%" fill="#eef0f3"/>',
    `<text x="${drawing.margin}" y="${drawing.margin - 9}" font-size="9" fill="#374151">${escapeXml(heading)}</text>`,
    `<g transform="translate(${drawing.margin} ${drawing.margin})">`,
    pageOf(page, picture),
    ...marks.marks.map((mark) => boxOf(mark)),
    ...(isOrdered ? orderOf(marks.marks) : marks.marks.map((mark) => labelOf(mark))),
    '</g>',
    ...legendOf(marks.marks, page.width + 2 * drawing.margin),
    '</svg>\n',
  ].join('\n')
}

/** Scales posters and receipts to a size that suits labels. */
function toReadable(painting: Painting): Painting {
  const { page, marks } = painting
  const longest = Math.max(1, page.width, page.height)
  const scale = Math.min(drawing.side.most, Math.max(drawing.side.least, longest)) / longest
  if (scale === 1) return painting
  const scaled = marks.marks.map(({ box: { x0, y0, x1, y1 }, ...mark }) => ({
    ...mark,
    box: { x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale },
  }))
  return {
    ...painting,
    page: { ...page, width: page.width * scale, height: page.height * scale },
    marks: { ...marks, marks: scaled },
  }
}

function pageOf(
  { width, height, straightened = { turns: 0, degrees: 0 } }: Painting['page'],
  picture: PagePicture | undefined,
): string {
  const size = `width="${num(width)}" height="${num(height)}"`
  const paper = `<rect ${size} fill="#fff" stroke="#c5cad3" stroke-width="0.5"/>`
  if (!picture) return paper
  const data = toPng(picture).toString('base64')
  const { turns, degrees } = straightened
  const [across, down] = turns % 2 === 0 ? [width, height] : [height, width]
  const turn = `rotate(${num(turns * 90 + degrees)} ${num(width / 2)} ${num(height / 2)})`
  const place = `x="${num((width - across) / 2)}" y="${num((height - down) / 2)}"`
  const own = `width="${num(across)}" height="${num(down)}" transform="${turn}"`
  const look = `opacity="${drawing.opacity}" preserveAspectRatio="none"`
  return `${paper}\n<image ${place} ${own} ${look} href="data:image/png;base64,${data}"/>`
}

function boxOf({ box: { x0, y0, x1, y1 }, kind }: Mark): string {
  const color = colors[kind]
  const isSmall = small.has(kind)
  const look = `fill="${color}" fill-opacity="${isSmall ? 0.06 : 0.09}" stroke="${color}" stroke-width="${isSmall ? 0.4 : 0.7}"`
  return `<rect x="${num(x0)}" y="${num(y0)}" width="${num(x1 - x0)}" height="${num(y1 - y0)}" ${look}/>`
}

/** Makes a label: short ones in a box at the left, long ones above the right corner, because captions end before it. */
function labelOf({ box, kind, label }: Mark): string {
  if (label === undefined) return ''
  if (small.has(kind)) {
    const place = `x="${num(box.x0)}" y="${num(box.y0 - 0.6)}" font-size="${drawing.cellLabelSize}"`
    return `<text ${place} fill="${colors['header cell']}">${escapeXml(label)}</text>`
  }
  const width = widthOf(label, drawing.labelSize) + 3
  const height = drawing.labelSize + 1.6
  const isShort = width <= drawing.margin
  const x = isShort ? box.x0 - width - 0.6 : Math.max(box.x0, box.x1 - width)
  const y = isShort ? box.y0 : box.y0 - height
  return [
    `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" rx="1" fill="${colors[kind]}"/>`,
    `<text x="${num(x + 1.5)}" y="${num(y + drawing.labelSize)}" font-size="${drawing.labelSize}" fill="#fff">${escapeXml(label)}</text>`,
  ].join('')
}

const ARROW_COLOR = '#111827'

/** Makes numbers beside the corners, and a line from each to the next. */
function orderOf(marks: readonly Mark[]): string[] {
  const points = marks.map(({ box }) => ({
    x: box.x0 - drawing.badgeRadius,
    y: box.y0 + drawing.badgeRadius,
  }))
  const lines = points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    const distance = Math.hypot(to.x - from.x, to.y - from.y)
    if (distance <= 2 * drawing.badgeRadius) return ''
    // The line ends at the rim of the next number.
    const share = (distance - drawing.badgeRadius - 1) / distance
    const end = `x2="${num(from.x + (to.x - from.x) * share)}" y2="${num(from.y + (to.y - from.y) * share)}"`
    return `<line x1="${num(from.x)}" y1="${num(from.y)}" ${end} marker-end="url(#arrow)"/>`
  })
  const badges = points.map(({ x, y }, index) => {
    const color = colors[marks[index]?.kind ?? 'paragraph']
    const number = `<text x="${num(x)}" y="${num(y + 2)}" font-size="${index < 99 ? 6 : 4.5}" fill="#fff" text-anchor="middle">${index + 1}</text>`
    return `<circle cx="${num(x)}" cy="${num(y)}" r="${drawing.badgeRadius}" fill="${color}"/>${number}`
  })
  return [
    `<defs><marker id="arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L6 3L0 6z" fill="${ARROW_COLOR}"/></marker></defs>`,
    `<g stroke="${ARROW_COLOR}" stroke-width="0.8" stroke-opacity="0.7">`,
    ...lines,
    '</g>',
    ...badges,
  ]
}

function legendOf(marks: readonly Mark[], x: number): string[] {
  const counts = new Map<MarkKind, number>()
  for (const { kind } of marks) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (counts.size === 0) return [legendText(x, drawing.margin + 8, 'Nothing was found.')]
  // Sound: the keys of `colors` are the kinds.
  const kinds = (Object.keys(colors) as MarkKind[]).filter((kind) => counts.has(kind))
  return kinds.flatMap((kind, index) => {
    const y = drawing.margin + index * 15
    const color = colors[kind]
    const look = `fill="${color}" fill-opacity="0.15" stroke="${color}"`
    return [
      `<rect x="${num(x)}" y="${num(y)}" width="12" height="9" ${look}/>`,
      legendText(x + 18, y + 8, `${kind} (${counts.get(kind)})`),
    ]
  })
}

function legendText(x: number, y: number, text: string): string {
  return `<text x="${num(x)}" y="${num(y)}" font-size="9" fill="#374151">${escapeXml(text)}</text>`
}

function widthOf(text: string, size: number): number {
  return text.length * size * drawing.letterWidth
}

/** Rounds to hundredths of a point. */
function num(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Escapes a text, and removes characters that XML 1.0 forbids: labels contain list markers, which can be anything. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
}
