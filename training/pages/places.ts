/** Reads the positions of leaves from a PDF: engines print links around them, whose annotations hold the boxes. */
import { probeAddress } from './html/leaves.ts'
import type { Box } from './truth.ts'

export interface Found {
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly places: Map<number, Box[]>
}

/** Dictionaries by object number; the engines write them uncompressed, outside of object streams. */
type Objects = ReadonlyMap<string, string>

export function readPlaces(pdf: Uint8Array): Found {
  const objects = readObjects(Buffer.from(pdf).toString('latin1'))
  const catalog = [...objects.values()].find((text) => /\/Type\s*\/Catalog\b/.test(text)) ?? ''
  const pages = pagesBelow(objects, refs(catalog, 'Pages')[0], '')
  const boxes = new Map<number, Box[]>()
  const sizes = pages.map(({ text, box }, at) => {
    const turn = Number(/\/Rotate\s+(-?\d+)/.exec(text)?.[1] ?? 0)
    const page = { number: at + 1, box, turned: turn % 180 !== 0 }
    for (const annotation of annotationsOf(objects, text)) addPlace(boxes, annotation, page)
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0]
    return page.turned ? { width: height, height: width } : { width, height }
  })
  const places = [...boxes].map(([id, own]) => [id, linesOf(own)] as const)
  return { pages: sizes, places: new Map(places) }
}

function readObjects(text: string): Objects {
  const objects = new Map<string, string>()
  for (const match of text.matchAll(/(?:^|[\r\n ])(\d+) 0 obj\b/g)) {
    const from = match.index + match[0].length
    const ends = [text.indexOf('endobj', from), text.indexOf('stream', from)].filter(
      (at) => at >= 0,
    )
    objects.set(match[1] ?? '', text.slice(from, Math.min(...ends, text.length)))
  }
  return objects
}

/** Object numbers in the key's value: one reference, or an array. */
function refs(text: string, key: string): string[] {
  const value = new RegExp(`/${key}\\s*(\\[[^\\]]*\\]|\\d+ \\d+ R)`).exec(text)?.[1] ?? ''
  return [...value.matchAll(/(\d+) \d+ R/g)].map((match) => match[1] ?? '')
}

interface ShownPage {
  readonly number: number
  readonly box: Omit<Box, 'page'>
  readonly turned: boolean
}

interface PageObject {
  readonly text: string
  readonly box: Omit<Box, 'page'>
}

function pagesBelow(objects: Objects, number: string | undefined, inherited: string): PageObject[] {
  const text = objects.get(number ?? '') ?? ''
  const media = /\/MediaBox\s*\[([^\]]*)\]/.exec(text)?.[1] ?? inherited
  const kids = /\/Type\s*\/Pages\b/.test(text) ? refs(text, 'Kids') : []
  if (kids.length > 0) return kids.flatMap((kid) => pagesBelow(objects, kid, media))
  const [x0 = 0, y0 = 0, x1 = 612, y1 = 792] = media.trim().split(/\s+/).map(Number)
  return [{ text, box: { x0, y0, x1, y1 } }]
}

function annotationsOf(objects: Objects, page: string): string[] {
  const own = refs(page, 'Annots')
  const listed =
    own.length === 1 && /\/Annots\s*\d/.test(page)
      ? refs(`/L ${objects.get(own[0] ?? '') ?? ''}`, 'L')
      : own
  return listed.map((number) => objects.get(number) ?? '')
}

function addPlace(
  boxes: Map<number, Box[]>,
  annotation: string,
  { number: page, box, turned }: ShownPage,
): void {
  const at = annotation.indexOf(probeAddress)
  const rect = /\/Rect\s*\[([^\]]*)\]/.exec(annotation)?.[1]
  if (at < 0 || !rect) return
  const id = Number.parseInt(annotation.slice(at + probeAddress.length), 10)
  const [a = 0, b = 0, c = 0, d = 0] = rect.trim().split(/\s+/).map(Number)
  const round = (value: number): number => Math.round(value * 100) / 100
  // A page turned by 90 degrees shows the left edge of its sheet at the top.
  const [left, top, right, bottom] = turned
    ? [
        Math.min(b, d) - box.y0,
        Math.min(a, c) - box.x0,
        Math.max(b, d) - box.y0,
        Math.max(a, c) - box.x0,
      ]
    : [
        Math.min(a, c) - box.x0,
        box.y1 - Math.max(b, d),
        Math.max(a, c) - box.x0,
        box.y1 - Math.min(b, d),
      ]
  const place = { page, x0: round(left), y0: round(top), x1: round(right), y1: round(bottom) }
  boxes.set(id, [...(boxes.get(id) ?? []), place])
}

/**
 * Returns one box for each line, in reading order: LibreOffice writes the box of a link's last line first. The empty boxes that LaTeX
 * writes before an indent are left out.
 */
function linesOf(boxes: readonly Box[]): Box[] {
  const drawn = boxes.filter(({ x0, x1, y0, y1 }) => x1 - x0 > 1 && y1 - y0 > 1)
  const pages = Map.groupBy(drawn.length > 0 ? drawn : boxes, ({ page }) => page)
  const sorted = [...pages].sort(([a], [b]) => a - b)
  return sorted.flatMap(([, own]) => columnsOf(own).flat()).reduce(withBox, [] as Box[])
}

/** Groups boxes that overlap from side to side, each group in lines from top to bottom. */
function columnsOf(boxes: readonly Box[]): Box[][] {
  const columns: Box[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const box of boxes.toSorted((a, b) => a.x0 - b.x0)) {
    if (box.x0 > end) columns.push([])
    columns.at(-1)?.push(box)
    end = Math.max(end, box.x1)
  }
  return columns.map((own) => {
    const rows: Box[][] = []
    for (const box of own.sort((a, b) => a.y0 - b.y0)) {
      const row = rows.at(-1)
      if (row?.[0] && overlap(row[0], box) > 0.5) row.push(box)
      else rows.push([box])
    }
    return rows.flatMap((row) => row.sort((a, b) => a.x0 - b.x0))
  })
}

/** Returns the common height of two boxes as a share of the lower one's. */
function overlap(a: Box, b: Box): number {
  const height = Math.min(a.y1 - a.y0, b.y1 - b.y0)
  return (Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)) / height
}

/** Marks and formulas have separate boxes; boxes of one line are merged. */
function withBox(boxes: readonly Box[], box: Box): Box[] {
  const last = boxes.at(-1)
  const height = Math.min(box.y1 - box.y0, (last?.y1 ?? 0) - (last?.y0 ?? 0))
  const joins = last && last.page === box.page && overlap(last, box) > 0.5
  const gap = last ? Math.max(box.x0 - last.x1, last.x0 - box.x1) : 0
  // Columns are further apart than a marker and its text.
  if (!joins || gap > height * 1.5) return [...boxes, box]
  const whole = {
    page: box.page,
    x0: Math.min(last.x0, box.x0),
    y0: Math.min(last.y0, box.y0),
    x1: Math.max(last.x1, box.x1),
    y1: Math.max(last.y1, box.y1),
  }
  return [...boxes.slice(0, -1), whole]
}

/** Renames the keys that hold the links without changing their length, so that all offsets stay valid. */
export function withoutProbes(pdf: Uint8Array): Buffer {
  return replaceSameLength(Buffer.from(pdf), '/Annots', '/Xnnots')
}

export function replaceSameLength(pdf: Buffer, from: string, to: string): Buffer {
  const result = Buffer.from(pdf)
  for (let at = result.indexOf(from); at >= 0; at = result.indexOf(from, at + to.length))
    result.write(to, at, 'latin1')
  return result
}
