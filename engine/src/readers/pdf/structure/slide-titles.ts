/** Finds the titles of slides: the topmost texts of most pages in one style, which few other texts have. */
import { median } from '../statistics.ts'
import type { BodyStyle } from './body-style.ts'
import { isTooLong } from './heading-text.ts'
import type { FoundHeading } from './headings.ts'
import { type LayoutBlock, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'

/** The size of a page in points. */
interface PageSize {
  readonly number: number
  readonly width: number
  readonly height: number
}

/** The size of the first page that has headings, in points. */
export interface PageShape {
  readonly pageWidth: number
  readonly pageHeight: number
}

/** Returns the titles of the slides; an empty set for pages that are no slides. */
export function findSlideTitles(
  blocks: readonly LayoutBlock[],
  pages: readonly PageSize[],
  { size }: BodyStyle,
): ReadonlySet<TextBlock> {
  const { aspect, share, least } = settings.slideTitles
  const slides = pages.filter(({ width, height }) => width >= aspect * height)
  const none = new Set<TextBlock>()
  if (slides.length < least) return none
  const texts = blocks.filter((block) => block.type === 'text')
  const byPage = Map.groupBy(texts, ({ page }) => page)
  const tops = slides.flatMap(({ number }) => topOf(byPage.get(number) ?? []) ?? [])
  const counts = Map.groupBy(texts, styleKey)
  const groups = [...Map.groupBy(tops, styleKey).values()]
  const titles = groups.reduce((most, group) => (group.length > most.length ? group : most), [])
  const [first] = titles
  if (!first || titles.length < share * slides.length || sizeOf(first) < size) return none
  const others = (counts.get(styleKey(first))?.length ?? 0) - titles.length
  const isVaried = new Set(titles.map(textOf)).size >= least
  return isVaried && others < titles.length ? new Set(titles) : none
}

/**
 * Returns the titles of slides among the headings: the first ones of pages that are wider than high, if several are equally far from
 * the top; an empty list for other pages.
 */
export function titlesInPlace(
  headings: readonly FoundHeading[],
  { pageHeight, pageWidth }: PageShape,
): FoundHeading[] {
  if (pageWidth <= pageHeight) return []
  const byPage = Map.groupBy(headings, ({ block }) => block.page)
  const firsts = [...byPage.values()].flatMap(([first]) => first ?? [])
  const middle = ({ block: { box } }: FoundHeading) => (box.y0 + box.y1) / 2
  const usual = median(firsts.map(middle))
  const alike = firsts.filter((own) => Math.abs(middle(own) - usual) <= own.cluster.size)
  return alike.length >= settings.few ? alike : []
}

/** Returns the topmost text of a page if it can be a title. */
function topOf(texts: readonly TextBlock[]): TextBlock | undefined {
  const [first, ...others] = texts
  if (!first) return undefined
  const top = others.reduce((least, block) => (block.box.y0 < least.box.y0 ? block : least), first)
  const text = textOf(top)
  return /\p{L}{2}/u.test(text) && !top.isCell && !isTooLong(top, text) ? top : undefined
}

function styleKey(block: TextBlock): string {
  const { font = '', color = 0 } = block.lines[0]?.style ?? {}
  return `${Math.round(sizeOf(block) / settings.sizeStep)} ${color} ${font}`
}
