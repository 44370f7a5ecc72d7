/** Finds the areas of a page with drawings, each with its drawings and texts. */
import type { BBox } from '../../../model/index.ts'
import { areaOfBox, boxAround, boxOfRuling, isCentreIn } from '../boxes.ts'
import { labelledKind } from '../captions.ts'
import type { Drawings, Fill, Ruling } from '../content/index.ts'
import { createDisjointSets } from '../disjoint-sets.ts'
import { type LineFragment, toPageBox } from '../layout/index.ts'
import { regionSettings as settings } from './settings.ts'

/** The facts about a page from which figures are found. */
export interface DrawnPage {
  readonly number: number
  readonly drawings: Drawings
  readonly width: number
  readonly height: number
  readonly fragments: readonly LineFragment[]
}

/** A fragment of a line, with its box on the page. */
export interface PlacedText {
  readonly fragment: LineFragment
  readonly box: BBox
}

/** An area with drawings. */
export interface DrawnArea {
  /** The box around the drawing and its labels. */
  readonly box: BBox
  /** The box around the drawing alone. */
  readonly drawn: BBox
  readonly images: readonly BBox[]
  readonly shapes: readonly BBox[]
  readonly fills: readonly Fill[]
  readonly rulings: readonly Ruling[]
  /** Texts within the drawing. */
  readonly inside: readonly PlacedText[]
  /** Texts around it: labels of axes, legends. */
  readonly labels: readonly PlacedText[]
}

type Part =
  | { readonly type: 'image' | 'shape'; readonly box: BBox }
  | { readonly type: 'fill'; readonly box: Fill }
  | { readonly type: 'ruling'; readonly box: BBox; readonly ruling: Ruling }

/** Finds the areas of a page. A page with too many parts, which is hostile or a map, has no areas. */
export function findAreas(page: DrawnPage): DrawnArea[] {
  const parts = partsOf(page)
  if (parts.length === 0 || parts.length > settings.maxParts) return []
  const texts = page.fragments.map((fragment) => ({
    fragment,
    box: toPageBox(fragment.frame, fragment),
  }))
  const isSmall = (box: BBox) => areaOfBox(box) <= settings.maxPageShare * page.width * page.height
  return mergeOverlapping(clustersOf(parts, page).filter((own) => isSmall(own.box)))
    .filter(({ box }) => isSmall(box) && isLargeEnough(box))
    .map((cluster) => areaOf(cluster, texts))
}

function isLargeEnough({ x0, y0, x1, y1 }: BBox): boolean {
  return Math.min(x1 - x0, y1 - y0) >= settings.minPoints
}

function partsOf({ drawings, width, height }: DrawnPage): Part[] {
  const isSmall = (box: BBox) => areaOfBox(box) <= settings.maxPageShare * width * height
  return [
    ...drawings.images.filter(isSmall).map((box): Part => ({ type: 'image', box })),
    ...drawings.shapes.filter(isSmall).map((box): Part => ({ type: 'shape', box })),
    ...drawings.fills.filter(isSmall).map((box): Part => ({ type: 'fill', box })),
    ...drawings.rulings.map(
      (ruling): Part => ({ type: 'ruling', box: boxOfRuling(ruling), ruling }),
    ),
  ]
}

interface Cluster {
  readonly box: BBox
  readonly parts: readonly Part[]
}

/** Groups near parts: those that touch connected squares of a coarse raster. */
function clustersOf(parts: readonly Part[], { width, height }: DrawnPage): Cluster[] {
  const { nearPoints } = settings
  const columns = Math.ceil(width / nearPoints) + 1
  const rows = Math.ceil(height / nearPoints) + 1
  const squares = new Int32Array(columns * rows)
  const connected = createDisjointSets(parts.length)
  const indexIn = (value: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor(value / nearPoints)))
  for (const [index, { box }] of parts.entries()) {
    const right = indexIn(box.x1, columns) + 1
    const bottom = indexIn(box.y1, rows) + 1
    for (let row = indexIn(box.y0, rows); row <= bottom && row < rows; row++) {
      for (let column = indexIn(box.x0, columns); column <= right && column < columns; column++) {
        const at = row * columns + column
        const other = squares[at] as number
        if (other > 0) connected.join(other - 1, index)
        squares[at] = index + 1
      }
    }
  }
  return connected.sets().map((indices) => {
    const own = indices.map((index) => parts[index] as Part)
    return { parts: own, box: boxAround(own.map(({ box }) => box)) }
  })
}

function mergeOverlapping(clusters: readonly Cluster[]): Cluster[] {
  const merged: Cluster[] = []
  for (const cluster of clusters) {
    let whole = cluster
    for (let index = merged.length - 1; index >= 0; index--) {
      const other = merged[index] as Cluster
      if (!isTouching(whole.box, other.box)) continue
      whole = {
        parts: [...whole.parts, ...other.parts],
        box: boxAround([whole.box, other.box]),
      }
      merged.splice(index, 1)
      index = merged.length
    }
    merged.push(whole)
  }
  return merged
}

function isTouching(a: BBox, b: BBox): boolean {
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1
}

function areaOf({ parts, box: drawn }: Cluster, texts: readonly PlacedText[]): DrawnArea {
  const inside = texts.filter(({ box }) => isCentreIn(box, drawn))
  const labels: PlacedText[] = []
  let box = boxAround([drawn, ...inside.map((text) => text.box)])
  // The first round finds labels of an axis, the next one its title beside them.
  for (let round = 0; round < settings.labelRounds; round++) {
    const found = texts.filter(
      (text) => !inside.includes(text) && !labels.includes(text) && isLabel(text, box),
    )
    labels.push(...found)
    box = boxAround([box, ...found.map((text) => text.box)])
  }
  return {
    ...{ box, drawn, inside, labels },
    images: parts.flatMap((part) => (part.type === 'image' ? [part.box] : [])),
    shapes: parts.flatMap((part) => (part.type === 'shape' ? [part.box] : [])),
    fills: parts.flatMap((part) => (part.type === 'fill' ? [part.box] : [])),
    rulings: parts.flatMap((part) => (part.type === 'ruling' ? [part.ruling] : [])),
  }
}

/** Returns true for a short text close to a drawing: a number, a name, a turned text. */
function isLabel({ fragment, box }: PlacedText, around: BBox): boolean {
  const reach = settings.labelReachEms * fragment.size
  const gapX = Math.max(around.x0 - box.x1, box.x0 - around.x1)
  const gapY = Math.max(around.y0 - box.y1, box.y0 - around.y1)
  if (gapX > reach || gapY > reach) return false
  if (fragment.frame.angleDegrees !== 0) return true
  if (labelledKind(fragment.text)) return false
  const isNarrow = box.x1 - box.x0 <= settings.labelWidthShare * (around.x1 - around.x0)
  return isNarrow && fragment.text.split(' ').length <= settings.labelWords
}
