/** Finds the titles of slides: the topmost texts of most pages in one style, which few other texts have. */
import type { BodyStyle } from './body-style.ts'
import { isTooLong } from './heading-text.ts'
import { type LayoutBlock, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'

/** The size of a page in points. */
interface PageSize {
  readonly number: number
  readonly width: number
  readonly height: number
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
