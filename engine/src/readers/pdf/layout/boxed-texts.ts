/**
 * Finds texts in drawn boxes beside other text: cards, panels, the boxes of diagrams. Each is read by itself.
 *
 * A box is a filled rectangle or the box of a curved shape, such as a rectangle with round corners. Boxes that overlap are one.
 */
import type { BBox } from '../../../model/index.ts'
import { areaOfBox, boxAround, commonArea, isCentreIn } from '../boxes.ts'
import type { Drawings } from '../content/index.ts'
import { createDisjointSets } from '../disjoint-sets.ts'
import type { Column } from './column.ts'
import { findColumns } from './columns.ts'
import type { LineFragment } from './fragments.ts'
import { groupIntoRows } from './lines.ts'
import { areWords } from './running-text.ts'
import { layoutLimits, layoutSettings } from './settings.ts'

const settings = layoutSettings.boxes

type Text = readonly LineFragment[]

/**
 * Finds the columns of upright fragments, in reading order; the text of a box is not divided by other text.
 *
 * @param barriers Boxes at which columns end.
 * @param page Size in points, and its drawings.
 */
export function findColumnsAndBoxes(
  fragments: Text,
  page: PageOfBoxes,
  barriers: readonly BBox[] = [],
  depth = 0,
): Column[] {
  const columns = findColumns(fragments, barriers)
  const texts = depth < layoutLimits.depth ? findBoxedTexts(fragments, page) : []
  return withBoxesWhole(columns, texts, (text) => findColumnsAndBoxes(text, page, [], depth + 1))
}

/**
 * Finds the texts in boxes among the upright fragments of a page. A text has several rows, most of them with words: the plots of
 * charts have numbers.
 */
function findBoxedTexts(fragments: Text, { width, height, drawings }: PageOfBoxes): Text[] {
  const isSmall = (box: BBox) => areaOfBox(box) <= settings.pageShare * width * height
  const drawn = [...drawings.fills, ...drawings.shapes].filter(
    (box) => isLargeEnough(box) && isSmall(box),
  )
  if (drawn.length > layoutLimits.boxes) return []
  const boxes = unionsOf(drawn.filter((box) => isBeside(box, fragments)))
  return boxes.flatMap((box) => {
    if (!isSmall(box) || !isBeside(box, fragments) || isCrossed(box, fragments)) return []
    const inside = fragments.filter((fragment) => isCentreIn(fragment, box))
    const rows = groupIntoRows(inside)
    return rows.length > 1 && areWords(rows) ? [inside] : []
  })
}

interface PageOfBoxes {
  readonly width: number
  readonly height: number
  readonly drawings: Drawings
}

function isLargeEnough({ x0, y0, x1, y1 }: BBox): boolean {
  return Math.min(x1 - x0, y1 - y0) >= settings.points
}

/** Returns the box around each group of overlapping boxes. */
function unionsOf(boxes: readonly BBox[]): BBox[] {
  const sets = createDisjointSets(boxes.length)
  for (const [index, box] of boxes.entries()) {
    for (let other = 0; other < index; other++) {
      if (commonArea(box, boxes[other] as BBox) > 0) sets.join(other, index)
    }
  }
  return sets.sets().map((own) => boxAround(own.map((index) => boxes[index] as BBox)))
}

/** Returns true if a text is on the left or the right of a box. */
function isBeside(box: BBox, fragments: Text): boolean {
  return fragments.some(({ x0, y0, x1, y1 }) => {
    const middle = (y0 + y1) / 2
    return middle > box.y0 && middle < box.y1 && (x0 >= box.x1 || x1 <= box.x0)
  })
}

/** Returns true if a text is partly in a box, or touches it from outside. */
function isCrossed(box: BBox, fragments: Text): boolean {
  return fragments.some((fragment) => {
    if (commonArea(fragment, box) === 0) return false
    const tolerance = fragment.size / 2
    const isOutside = fragment.x0 < box.x0 - tolerance || fragment.x1 > box.x1 + tolerance
    return isOutside || !isCentreIn(fragment, box)
  })
}

/** Moves the fragments of each boxed text together, to the place in the reading order where most of them are. */
function withBoxesWhole(
  columns: readonly Column[],
  texts: readonly Text[],
  columnsOf: (text: Text) => readonly Column[],
): Column[] {
  const textOf = new Map<LineFragment, Text>()
  const firsts = new Set<LineFragment | undefined>()
  for (const text of texts) {
    const parts = partsOf(text, columns)
    if (parts.length === 1 && parts[0]?.isTogether) continue
    for (const fragment of text) textOf.set(fragment, text)
    const [most] = parts.toSorted((a, b) => b.fragments.length - a.fragments.length)
    firsts.add(most?.fragments[0])
  }
  if (textOf.size === 0) return [...columns]
  return columns.flatMap((column) => {
    const parts: Column[] = []
    let open: LineFragment[] = []
    for (const fragment of column.fragments) {
      const text = textOf.get(fragment)
      if (!text) open.push(fragment)
      if (!text || !firsts.has(fragment)) continue
      if (open.length > 0) parts.push({ ...column, fragments: open })
      open = []
      parts.push(...columnsOf(text))
    }
    return open.length > 0 ? [...parts, { ...column, fragments: open }] : parts
  })
}

/** The fragments of a text in one column. */
interface Part {
  readonly fragments: Text
  /** True if no other fragment is between them. */
  readonly isTogether: boolean
}

function partsOf(text: Text, columns: readonly Column[]): Part[] {
  const own = new Set(text)
  return columns.flatMap(({ fragments }) => {
    const first = fragments.findIndex((fragment) => own.has(fragment))
    if (first < 0) return []
    const last = fragments.findLastIndex((fragment) => own.has(fragment))
    const found = fragments.slice(first, last + 1).filter((fragment) => own.has(fragment))
    return [{ fragments: found, isTogether: found.length === last + 1 - first }]
  })
}
