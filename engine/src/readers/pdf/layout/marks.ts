/** Adds combining marks that are drawn apart from their letters to the clusters over which they are drawn. */
import { type Glyphs, isComplexScript } from '../content/index.ts'
import type { Clusters, Run } from './clusters.ts'
import type { Frame } from './frames.ts'
import type { PlacedGlyph } from './placed-glyphs.ts'
import { layoutSettings as settings } from './settings.ts'
import { isLeftwards } from './unicode.ts'

/** A combining mark, and where it is drawn. */
export interface DrawnMark {
  readonly text: string
  readonly isLeftwards: boolean
  /** True for a mark of a complex script, which follows its letter; TeX shows accents and strokes before the letter. */
  readonly isInOrder: boolean
  /** Middle of its ink along the line. */
  readonly middle: number
  /** End of its advance; some have a width of their own. */
  readonly end: number
  readonly v: number
  readonly frame: Frame
  readonly object: number
  /** The cluster before it, which gets the mark if no cluster of its line is below it. */
  readonly before: number
}

const nonspacing = /^[\p{Mn}\p{Me}]$/u

/** Detects a mark without a width of its own, which may be drawn before or after its letter. */
export function isNonspacing(text: string): boolean {
  return nonspacing.test(text)
}

/** Returns true if two glyphs are parts of one: PDFium gives all of its letters the same box, or divides it among them. */
export function isOneGlyph(glyphs: Glyphs, one: number, other: number): boolean {
  const { objects, originX, originY, x0, x1 } = glyphs
  if (one < 0 || other >= glyphs.count || objects[one] !== objects[other]) return false
  if (originX[one] !== originX[other] || originY[one] !== originY[other]) return false
  const [start, end] = [x0[one] as number, x1[one] as number]
  const [nextStart, nextEnd] = [x0[other] as number, x1[other] as number]
  if (start === nextStart && end === nextEnd) return true
  const isAsWide = Math.abs(end - start - (nextEnd - nextStart)) < settings.dividedPoints
  return isAsWide && Math.abs(end - nextStart) < settings.dividedPoints
}

/** Describes a mark by the place of its ink, because its origin may be at either side of its letter. */
export function markOf(
  glyph: PlacedGlyph,
  glyphs: Glyphs,
  index: number,
  before: number,
): DrawnMark {
  const x = ((glyphs.x0[index] as number) + (glyphs.x1[index] as number)) / 2
  const y = ((glyphs.y0[index] as number) + (glyphs.y1[index] as number)) / 2
  const { text, code, end, v, frame, object } = glyph
  const middle = x * frame.cos + y * frame.sin
  const kind = { isLeftwards: isLeftwards(code), isInOrder: isComplexScript(code) }
  return { text, ...kind, middle, end, v, frame, object, before }
}

/**
 * Finds the cluster over which a mark is drawn, in the last runs, and adds the mark to it.
 *
 * @returns False if the mark is over no cluster.
 */
export function putMark(mark: DrawnMark, clusters: Clusters, runs: readonly Run[]): boolean {
  const least = Math.max(0, runs.length - settings.markReach)
  for (let at = runs.length - 1; at >= least; at--) {
    const run = runs[at] as Run
    const first = Math.max(run.first, run.end - settings.markClusters)
    for (let index = run.end - 1; index >= first; index--) {
      if (!isOnCluster(mark, clusters, run, index)) continue
      addMark(mark, clusters, index)
      return true
    }
  }
  return false
}

/** Returns true if a mark is near the baseline of a run. Marks of letters of the next line are further below it. */
export function isOnLine({ v, frame, isLeftwards }: DrawnMark, run: Run): boolean {
  const rise = (run.baseline - v) / run.size
  // Arabic fonts lower the position of marks, also of those above.
  const drop = isLeftwards ? settings.markRise : settings.markDrop
  return frame === run.frame && rise <= settings.markRise && rise >= -drop
}

/** Returns true if a mark is drawn above or below a cluster of a run. */
export function isOnCluster(
  mark: DrawnMark,
  { starts, ends }: Clusters,
  run: Run,
  index: number,
): boolean {
  const { middle } = mark
  if (!isOnLine(mark, run)) return false
  return middle >= (starts[index] as number) && middle <= (ends[index] as number)
}

/** A tone mark of Thai or Lao before a vowel sign, which is written first. */
const toneFirst = /([\u0e47-\u0e4e\u0ec8-\u0ecd])([\u0e31\u0e34-\u0e3a\u0eb1\u0eb4-\u0ebc])$/

/** Texts of clusters are in visual order: a mark of a right-to-left letter precedes it. */
export function addMark(
  mark: Pick<DrawnMark, 'text' | 'isLeftwards'>,
  { texts }: Clusters,
  index: number,
): void {
  // TeX puts marks on dotless letters.
  const text = (texts[index] as string).replace(/ı$/, 'i').replace(/ȷ$/, 'j')
  texts[index] = mark.isLeftwards ? mark.text + text : (text + mark.text).replace(toneFirst, '$2$1')
}

/** Widens a cluster to the end of one of its parts. */
export function extendTo(end: number, { ends }: Clusters, index: number): void {
  ends[index] = Math.max(ends[index] as number, end)
}
