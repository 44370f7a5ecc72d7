/** Finds the titles of slides: the topmost texts of most pages in one place, in styles that few other texts have. */
import { median } from '../statistics.ts'
import type { BodyStyle } from './body-style.ts'
import { isTooLong } from './heading-text.ts'
import type { FoundHeading } from './headings.ts'
import { type LayoutBlock, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { beginsWithBullet } from './markers.ts'
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
  // A long title is set smaller to fit, so that titles differ in size, but not in their place.
  const styles = Map.groupBy(inUsualPlace(tops), styleKey)
  const titles = [...styles].flatMap(([key, group]) => {
    const others = (counts.get(key)?.length ?? 0) - group.length
    return group.every((block) => sizeOf(block) >= size) && others < group.length ? group : []
  })
  const isVaried = new Set(titles.map(textOf)).size >= least
  return isVaried && titles.length >= share * slides.length ? new Set(titles) : none
}

/** Returns the blocks whose middles are within the size of their text from the median height, each on its page. */
function inUsualPlace(blocks: readonly TextBlock[]): TextBlock[] {
  const middle = ({ box }: TextBlock) => (box.y0 + box.y1) / 2
  const usual = median(blocks.map(middle))
  return blocks.filter((block) => Math.abs(middle(block) - usual) <= sizeOf(block))
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
  const inPlace = new Set(inUsualPlace(firsts.map(({ block }) => block)))
  return inPlace.size >= settings.few ? firsts.filter(({ block }) => inPlace.has(block)) : []
}

/** Returns the topmost text of a page, other than a number, if it can be a title. */
function topOf(all: readonly TextBlock[]): TextBlock | undefined {
  const [first, ...others] = all.filter((block) => /\p{L}{2}/u.test(textOf(block)))
  if (!first) return undefined
  const top = others.reduce((least, block) => (block.box.y0 < least.box.y0 ? block : least), first)
  const text = textOf(top)
  return top.isCell || isTooLong(top, text) || beginsWithBullet(text) ? undefined : top
}

function styleKey(block: TextBlock): string {
  const { font = '', color = 0 } = block.lines[0]?.style ?? {}
  return `${Math.round(sizeOf(block) / settings.sizeStep)} ${color} ${font}`
}
