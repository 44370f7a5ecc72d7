/** Finds letters within a word between which a link begins or ends. */
import { type Glyphs, linkAround, linkLevel, type PageLink } from '../content/index.ts'
import { solidScript } from '../hyphens.ts'
import type { Clusters, Run } from './clusters.ts'

/** The letters of a page with its links. */
interface LinkedText {
  readonly clusters: Clusters
  readonly glyphs: Glyphs
  readonly links: readonly PageLink[]
}

/** Returns the links on the line of an upright run. */
export function linksOnLine(
  links: readonly PageLink[],
  { frame, baseline, size }: Run,
): readonly PageLink[] {
  if (links.length === 0 || frame.angleDegrees !== 0) return []
  const y = linkLevel(baseline, size)
  return links.filter(({ y0, y1 }) => y0 <= y && y <= y1)
}

/** A letter or figure. */
const nameLetter = /^[\p{L}\p{N}]$/u

/**
 * Returns true if a link begins or ends before a letter of a run. Between two letters or figures this counts only in scripts
 * without blanks: elsewhere the rectangle of the link is too short. A link to a place counts only there, because the numbers of
 * references would be apart from their brackets, and look like cells.
 *
 * @param links The links on the line of the run.
 */
export function isLinkEdge(text: LinkedText, links: readonly PageLink[], next: number): boolean {
  if (links.length === 0) return false
  const [before, after] = [text.clusters.texts[next - 1] ?? '', text.clusters.texts[next] ?? '']
  const isSolid = solidScript.test(before) || solidScript.test(after)
  if (!isSolid && nameLetter.test(before) && nameLetter.test(after)) return false
  const [left, right] = [targetAt(text, links, next - 1), targetAt(text, links, next)]
  return left !== right && (isSolid || typeof left === 'string' || typeof right === 'string')
}

/**
 * Returns the target of the link of a letter. A letter between two links with one target belongs to both, such as a dot before a
 * line break within an address. A bracket belongs to neither, because it separates a text from its printed address.
 */
function targetAt(
  text: LinkedText,
  links: readonly PageLink[],
  at: number,
): PageLink['target'] | undefined {
  const own = linkOf(text, links, at)
  if (own || text.clusters.texts[at] === '(') return own?.target
  const before = linkOf(text, links, at - 1)
  // The next letter may be on the next line.
  const after = linkOf(text, text.links, at + 1)
  return before?.target === after?.target ? before?.target : undefined
}

/** Returns the link around the middle of a letter's ink. */
function linkOf({ clusters, glyphs }: LinkedText, links: readonly PageLink[], at: number) {
  const glyph = clusters.glyphs[at]
  if (glyph === undefined) return undefined
  const x = ((glyphs.x0[glyph] as number) + (glyphs.x1[glyph] as number)) / 2
  const y = ((glyphs.y0[glyph] as number) + (glyphs.y1[glyph] as number)) / 2
  return linkAround(links, x, y)
}
