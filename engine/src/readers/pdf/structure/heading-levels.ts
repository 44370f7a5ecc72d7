/** Finds the level of each heading by tags, outline, numbering, and rank of style. */
import { heaviest } from '../statistics.ts'
import { type FrontMatterOptions, splitFrontMatter } from './front-matter.ts'
import type { Cluster, FoundHeading } from './headings.ts'
import type { TextBlock } from './layout-blocks.ts'
import { decimalNumber, depthOfNumber, depthsByKind } from './number-kinds.ts'
import { structureSettings as settings } from './settings.ts'
import { titlesInPlace } from './slide-titles.ts'

/** Levels of the headings; 0 is the title. */
export type Levels = ReadonlyMap<TextBlock, number>

export function findLevels(all: readonly FoundHeading[], options: FrontMatterOptions): Levels {
  const levels = new Map<TextBlock, number>()
  const { title, titleLines, rest } = splitFrontMatter(all, options)
  for (const { block } of titleLines) levels.set(block, 0)
  const inner = findInnerSeries(rest)
  const isInner = ({ cluster }: FoundHeading) => inner.has(cluster)
  const clusters = levelsOfClusters(rest, title, inner)
  // The titles of slides have one level, although a long one is set smaller to fit.
  const slides = new Set(titlesInPlace(rest, options))
  const ofSlides = [...slides].reduce(
    (least, { cluster: own }) => Math.min(least, clusters.get(own) ?? 1),
    Number.POSITIVE_INFINITY,
  )
  const tagged = rest.flatMap(({ tagLevel }) => (tagLevel === undefined ? [] : [tagLevel]))
  const topTag = tagged.reduce((top, level) => Math.min(top, level), settings.headingLevels)
  const depths = depthsByKind(rest.map((own) => (isInner(own) ? '' : own.text)))
  const ranks = rest.map(({ cluster }) => clusters.get(cluster) ?? 1)
  const topIndex = topOfKinds(depths, ranks)
  const top = rest[topIndex]
  for (const [index, heading] of rest.entries()) {
    const { block, cluster, tagLevel } = heading
    const own = tagLevel === undefined ? undefined : tagLevel - topTag + 1
    const depth = index > topIndex ? depths[index] : undefined
    const ofKind = top && depth !== undefined ? (levels.get(top.block) ?? 1) + depth : undefined
    const ofNumber = isInner(heading) ? undefined : numberDepth(heading, clusters)
    const ofStyle = slides.has(heading) ? ofSlides : clusters.get(cluster)
    levels.set(block, own ?? ofKind ?? ofNumber ?? ofStyle ?? 1)
  }
  raiseFirst(rest, levels)
  return levels
}

/**
 * Returns the index of the heading that the first deeper kind of number is below, or -1 if no heading is.
 *
 * This is the last heading of the top kind before it. A heading between the two may have no number, but its style must not rank
 * between theirs: such a style is a level of its own.
 */
function topOfKinds(depths: readonly (number | undefined)[], ranks: readonly number[]): number {
  const deeper = depths.findIndex((depth = 0) => depth > 0)
  const top = depths.slice(0, Math.max(0, deeper)).lastIndexOf(0)
  const [above = 0, below = 0] = [ranks[top], ranks[deeper]]
  const isBetween = ranks.slice(top + 1, deeper).some((rank) => rank > above && rank < below)
  return isBetween ? -1 : top
}

/**
 * Raises the headings before the first one of the highest level, so that they have it, too: nothing is above them. Most are parts of
 * the front matter, or the first sections of a document with one large label at its end. The number of 1.1 shows that 1 was not found.
 */
function raiseFirst(headings: readonly FoundHeading[], levels: Map<TextBlock, number>): void {
  const levelOf = ({ block }: FoundHeading) => levels.get(block) ?? 1
  const highest = (some: readonly FoundHeading[]) =>
    some.reduce((level, own) => Math.min(level, levelOf(own)), Number.POSITIVE_INFINITY)
  const top = highest(headings)
  const end = headings.findIndex(
    (own) => levelOf(own) === top || decimalNumber(own.text)?.includes('.'),
  )
  const first = headings.slice(0, end)
  const excess = highest(first) - top
  for (const own of first) levels.set(own.block, levelOf(own) - excess)
}

/** Returns the depth of a heading's number in a style of numbered headings: `2.1` has 2. */
function numberDepth(
  heading: FoundHeading,
  clusters: ReadonlyMap<Cluster, number>,
): number | undefined {
  return clusters.has(heading.cluster) ? depthOfNumber(heading) : undefined
}

/**
 * Finds the styles whose numbers do not tell a level: a larger style has the same numbers, as the sections of a manual have those of
 * the clauses of the licence at its end; or it is the only number, as in `2 people like this`.
 */
function findInnerSeries(headings: readonly FoundHeading[]): Set<Cluster> {
  const numbers = new Map<Cluster, Set<string>>()
  const numbered = headings.filter((heading) => depthOfNumber(heading) !== undefined)
  const [only] = numbered
  if (only && numbered.length === 1 && /^\d+\s/.test(only.text)) return new Set([only.cluster])
  for (const { text, cluster } of headings) {
    const number = /^\d/.test(text) ? decimalNumber(text) : undefined
    if (number === undefined || number.includes('.')) continue
    numbers.set(cluster, (numbers.get(cluster) ?? new Set()).add(number))
  }
  const inner = [...numbers].filter(([cluster, own]) =>
    numbers
      .entries()
      .some(
        ([{ size }, others]) =>
          size >= (1 + settings.sameSize) * cluster.size && !own.isDisjointFrom(others),
      ),
  )
  return new Set(inner.map(([cluster]) => cluster))
}

function levelsOfClusters(
  headings: readonly FoundHeading[],
  title: FoundHeading | undefined,
  inner: ReadonlySet<Cluster>,
): Map<Cluster, number> {
  const members = Map.groupBy(headings, ({ cluster }) => cluster)
  const clusters = [...members.keys()].sort(byRank)
  const levels = new Map<Cluster, number>()
  const topOutline = topDepth(headings, title)
  const known = new Map<Cluster, number>()
  for (const cluster of clusters) {
    const own = members.get(cluster) ?? []
    const ofNumbers = inner.has(cluster) ? undefined : numberedLevel(own)
    const level = outlineLevel(own, topOutline) ?? ofNumbers
    if (level !== undefined) known.set(cluster, level)
  }
  let above = 0
  for (const [index, cluster] of clusters.entries()) {
    // A style is not deeper than known styles of the same size, and less deep than smaller ones.
    const below = clusters.slice(index + 1).flatMap((other) => {
      const level = known.get(other)
      if (level === undefined) return []
      return cluster.size >= (1 + settings.sameSize) * other.size ? level - 1 : level
    })
    const limit = Math.min(...below, Number.POSITIVE_INFINITY)
    const level = known.get(cluster) ?? Math.max(1, Math.min(above + 1, limit))
    const own = members.get(cluster) ?? []
    const isClosed = own.every(({ text }) => closed.test(text))
    levels.set(cluster, isClosed ? Math.min(level, 1) : level)
    if (!isClosed) above = Math.max(above, level)
  }
  return levels
}

/** Sorts larger styles first, then bolder ones, capitals, upright ones. */
function byRank(a: Cluster, b: Cluster): number {
  return (
    b.size - a.size ||
    Number(b.bold) - Number(a.bold) ||
    Number(b.caps) - Number(a.caps) ||
    Number(a.italic) - Number(b.italic)
  )
}

/** Returns the depth of sections in the outline: the second where the title is its root. */
function topDepth(headings: readonly FoundHeading[], title: FoundHeading | undefined): number {
  const depths = headings.flatMap(({ outlineDepth }) => outlineDepth || [])
  const top = Math.min(...depths)
  const root = title?.outlineDepth ?? 0
  return root > 0 && root < top ? root + 1 : top
}

function outlineLevel(own: readonly FoundHeading[], top: number): number | undefined {
  const depths = own.flatMap(({ outlineDepth }) => outlineDepth || [])
  if (depths.length === 0 || depths.length < own.length / 2) return undefined
  return mode(depths) - top + 1
}

/** Matches titles of sections without subsections, however large they are. */
const closed =
  /^(?:(?:graphical |extended )?abstract|summary|highlights|key ?points|key ?words|(?:table of )?contents|references|bibliography|acknowledge?ments?)\W*$/i

function numberedLevel(own: readonly FoundHeading[]): number | undefined {
  const depths = own.flatMap((heading) => depthOfNumber(heading) ?? [])
  return depths.length > 0 && depths.length >= own.length / 2 ? mode(depths) : undefined
}

function mode(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return heaviest(sorted.map((value) => [value, 1])) ?? 1
}
