/** Finds the title and the level of each heading by tags, outline, numbering, and rank of style. */
import { heaviest, median } from '../statistics.ts'
import { labelOf } from './chapter-labels.ts'
import { entryEnd, isSentence, sectionNumber } from './heading-text.ts'
import type { Cluster, FoundHeading } from './headings.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { depthsByKind } from './number-kinds.ts'
import { structureSettings as settings } from './settings.ts'

/** Levels of the headings; 0 is the title. */
export type Levels = ReadonlyMap<TextBlock, number>

interface LevelOptions {
  readonly bodySize: number
  /** Size of the first page that has headings. */
  readonly pageWidth: number
  readonly pageHeight: number
  readonly pageCount: number
  /** All layout blocks of the document, in order. */
  readonly blocks: readonly LayoutBlock[]
  /** Texts of the running headers and footers. */
  readonly running: readonly string[]
}

export function findLevels(all: readonly FoundHeading[], options: LevelOptions): Levels {
  const levels = new Map<TextBlock, number>()
  const cover = coverOf(all, options)
  const headings = all.filter((heading) => !cover?.others.has(heading))
  const named = findNamedTitle(headings)
  const title =
    named ??
    cover?.title ??
    findTaggedTitle(headings) ??
    findUntaggedTitle(headings) ??
    findTitleHeading(headings, options)
  const whole = title ? wholeTitle(headings, title, options.blocks) : []
  for (const { block } of whole) levels.set(block, 0)
  const front = title ? frontMatterOf(headings, title, options) : new Set<FoundHeading>()
  const rest = headings.filter((heading) => !whole.includes(heading) && !front.has(heading))
  const inner = findInnerSeries(rest)
  const isInner = ({ cluster }: FoundHeading) => inner.has(cluster)
  const clusters = levelsOfClusters(rest, title, inner)
  const slides = stylesOfSlideTitles(rest, options)
  const tagged = rest.flatMap(({ tagLevel }) => (tagLevel === undefined ? [] : [tagLevel]))
  const topTag = tagged.reduce((top, level) => Math.min(top, level), settings.headingLevels)
  const depths = depthsByKind(rest.map((own) => (isInner(own) ? '' : own.text)))
  const topIndex = depths.findIndex((depth = 0) => depth > 0) - 1
  const top = depths[topIndex] === 0 ? rest[topIndex] : undefined
  for (const [index, heading] of rest.entries()) {
    const { block, cluster, tagLevel } = heading
    const own = tagLevel === undefined ? undefined : tagLevel - topTag + 1
    const depth = index > topIndex ? depths[index] : undefined
    const ofKind = top && depth !== undefined ? (levels.get(top.block) ?? 1) + depth : undefined
    const ofNumber = isInner(heading) ? undefined : numberDepth(heading, clusters)
    const ofStyle = clusters.get(slides.get(heading) ?? cluster)
    levels.set(block, own ?? ofKind ?? ofNumber ?? ofStyle ?? 1)
  }
  return levels
}

/**
 * Returns the titles of slides with their usual style: a long title is set smaller to fit. It is the first heading of a page that is
 * wider than high, and as far from the top as the other titles.
 */
function stylesOfSlideTitles(
  headings: readonly FoundHeading[],
  { pageHeight, pageWidth }: LevelOptions,
): Map<FoundHeading, Cluster> {
  const titles = new Map<FoundHeading, Cluster>()
  if (pageWidth <= pageHeight) return titles
  const byPage = Map.groupBy(headings, ({ block }) => block.page)
  const firsts = [...byPage.values()].flatMap(([first]) => first ?? [])
  const middle = ({ block: { box } }: FoundHeading) => (box.y0 + box.y1) / 2
  const usual = median(firsts.map(middle))
  const alike = firsts.filter((own) => Math.abs(middle(own) - usual) <= own.cluster.size)
  const styles = alike.map(({ cluster }) => [cluster, 1] as const)
  const style = heaviest(styles)
  if (style && alike.length >= settings.few) for (const own of alike) titles.set(own, style)
  return titles
}

/** Returns the title with all other lines of its style, if they are on its page and no text of the body lies between. */
function wholeTitle(
  headings: readonly FoundHeading[],
  title: FoundHeading,
  blocks: readonly LayoutBlock[],
): FoundHeading[] {
  const whole = headings.filter((heading) => isOfTitle(heading, title))
  const isOnPage = whole.every(({ block }) => block.page === title.block.page)
  const [first, last] = [whole[0], whole.at(-1)]
  if (!first || !last || whole.length === 1 || !isOnPage) return [title]
  const between = blocks.slice(blocks.indexOf(first.block), blocks.indexOf(last.block))
  const isApart = between.some((block) => isLong(block) || block.type !== 'text')
  return isApart || whole.some(({ tagLevel }) => tagLevel !== undefined) ? [title] : whole
}

interface Cover {
  readonly title: FoundHeading
  /** Its other headings. */
  readonly others: ReadonlySet<FoundHeading>
}

/** Returns the headings of a cover, a first page of few short lines, if it has several. */
function coverOf(
  headings: readonly FoundHeading[],
  { blocks, pageCount }: LevelOptions,
): Cover | undefined {
  const own = headings.filter(({ block }) => block.page === 1)
  const isNamed = own.some(({ tagLevel, outlineDepth }) => (tagLevel ?? outlineDepth ?? 0) > 0)
  if (pageCount < settings.few || isNamed || own.length < 2) return undefined
  const texts: string[] = []
  for (const block of blocks) {
    if (block.page > 1) break
    if (block.type !== 'text' || isSentenceOfBody(block)) return undefined
    texts.push(textOf(block))
  }
  const entries = texts.filter((text) => entryEnd.test(text))
  if (entries.length >= settings.few || texts.join('').length > settings.coverCharacters)
    return undefined
  const [title] = own.toSorted(
    (a, b) =>
      Number(b.outlineDepth === 0) - Number(a.outlineDepth === 0) ||
      b.cluster.size - a.cluster.size ||
      Number(institution.test(a.text)) - Number(institution.test(b.text)) ||
      b.text.length - a.text.length,
  )
  if (!title) return undefined
  return { title, others: new Set(own.filter((heading) => !isOfTitle(heading, title))) }
}

/** Returns true for a line in the style of the title, and for the title itself. */
function isOfTitle({ cluster, text }: FoundHeading, title: FoundHeading): boolean {
  const isTitle = !institution.test(text) && !text.endsWith(':')
  return text === title.text || (cluster === title.cluster && isTitle)
}

/** Matches the name of an institution, which covers print as large as the title. */
const institution =
  /\b(?:univers|facult|fakult|depart|dipart|institut|school|college|hochschul|academ|akadem|école|escuela|scuola)/i

/**
 * Returns the heading that the metadata names, unless its tag or other headings of its style show that it is one of several
 * sections.
 */
function findNamedTitle(headings: readonly FoundHeading[]): FoundHeading | undefined {
  const named = headings.find(({ outlineDepth }) => outlineDepth === 0)
  if (!named || named.tagLevel !== undefined) return undefined
  const alike = headings.filter(({ cluster }) => cluster === named.cluster)
  return alike.length === 1 ? named : undefined
}

/** Returns the first tagged heading if it is on page 1 and no other one has its level or a higher one. */
function findTaggedTitle(headings: readonly FoundHeading[]): FoundHeading | undefined {
  const [first, ...others] = headings
  const level = first?.tagLevel
  if (!first || level === undefined || first.block.page !== 1) return undefined
  const isAlone = others.every(({ tagLevel = settings.headingLevels }) => tagLevel > level)
  return isAlone && others.length > 0 ? first : undefined
}

const contentsTitle = /^table of contents$/i

/** Returns the first heading if it has no tag, but others have: word processors tag titles as paragraphs. */
function findUntaggedTitle([first, ...others]: readonly FoundHeading[]): FoundHeading | undefined {
  const isUntagged = first?.tagLevel === undefined && first?.block.page === 1
  return isUntagged && others.some(({ tagLevel }) => tagLevel !== undefined) ? first : undefined
}

/** Returns the title only if it is certain: several words, alone in the largest style, at the top of the first page. */
function findTitleHeading(
  headings: readonly FoundHeading[],
  { blocks, bodySize, pageHeight, running }: LevelOptions,
): FoundHeading | undefined {
  if (headings.some(({ tagLevel }) => tagLevel !== undefined)) return undefined
  const named = headings.filter(({ text }) => !isJournal(text, running))
  const most = Math.max(...named.map(({ cluster }) => cluster.size))
  // A smaller text that ends in a colon, such as `Topics of the manual:`, introduces something.
  const mayBeTitle = ({ text, cluster }: FoundHeading) =>
    text.split(' ').length >= settings.few &&
    (cluster.size === most || (!text.endsWith(':') && !contentsTitle.test(text)))
  const wordy = named.filter(mayBeTitle)
  const isTitle = (heading: FoundHeading | undefined, minSize: number) => {
    if (heading?.block.page !== 1 || heading.block.box.y1 > settings.titlePlace * pageHeight)
      return false
    const isNumbered = sectionNumber.test(heading.text) && /^\d/.test(heading.text)
    return heading.cluster.size >= minSize && !isNumbered
  }
  const first = largestAlone(wordy)
  if (isTitle(first, settings.muchLarger * bodySize)) return first
  // A title before numbered sections may be a single word, and smaller than they are.
  const sections = named.filter((heading) => depthOfNumber(heading) === 1)
  const before = named.slice(0, sections[0] && named.indexOf(sections[0]))
  const head = largestAlone(before.filter(({ block }) => block.page === 1))
  if (sections.length < 2 || !head || !isTitle(head, bodySize)) return undefined
  const isOpening = opening.test(head.text) || contentsTitle.test(head.text)
  // A later title of its style that begins as it does: sheets of problems have several.
  const [name] = head.text.split(' ', 1)
  const isPart = ({ text, cluster }: FoundHeading) =>
    text !== head.text && cluster === head.cluster && text.split(' ', 1)[0] === name
  const isBelowText = blocks.slice(0, blocks.indexOf(head.block)).some(isLong)
  return isOpening || isBelowText || named.some(isPart) ? undefined : head
}

/** Returns the heading of the largest size if it is the only one. */
function largestAlone(headings: readonly FoundHeading[]): FoundHeading | undefined {
  const largest = Math.max(...headings.map(({ cluster }) => cluster.size))
  const found = headings.filter(({ cluster }) => cluster.size === largest)
  return found.length === 1 ? found[0] : undefined
}

/** Returns true if a running header continues the text with a year or volume: it is the name of a journal. */
function isJournal(text: string, running: readonly string[]): boolean {
  return running.some(
    (header) => header.startsWith(text) && /^\W*(?:vol\w*\W*)?\d/i.test(header.slice(text.length)),
  )
}

/** Matches the sections with which an article begins. */
const opening =
  /^(?:a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|(?:executive |management )?summary|introduction|overview|highlights|key ?points|contents|background|objectives?|purpose|preface|foreword|statement)/i

/** Returns large lines around an article's title that are not headings: the journal's name above, the authors below. */
function frontMatterOf(
  headings: readonly FoundHeading[],
  title: FoundHeading,
  { blocks, pageCount }: LevelOptions,
): Set<FoundHeading> {
  if (pageCount < 2 || title.tagLevel !== undefined) return new Set()
  const start = blocks.findIndex((block) => block !== title.block && isLong(block))
  // Without body text, all headings may be sections.
  if (start < 0) return new Set()
  const isInBody = ({ block, text, outlineDepth }: FoundHeading) =>
    block.page !== 1 ||
    blocks.indexOf(block) >= start ||
    outlineDepth !== undefined ||
    opening.test(text) ||
    chapterStart.test(text)
  // The line directly below the title may be a subtitle above the abstract.
  const headsText = ({ block }: FoundHeading) =>
    isSentenceOfBody(below(block, blocks)) && below(title.block, blocks) !== block
  // The styles of headings in the body: a large line above it in one of them is a heading, too.
  const inBody = headings.filter((heading) => isInBody(heading) || headsText(heading))
  const lasting = new Set(inBody.map(({ cluster }) => cluster))
  const front = headings.filter((heading) => {
    if (heading === title || heading.tagLevel !== undefined || isInBody(heading)) return false
    const { block, cluster } = heading
    const isAbove = block.box.y1 <= title.block.box.y0
    return isAbove || !lasting.has(cluster) || areNames(heading, title, blocks)
  })
  return new Set(front)
}

function below(block: LayoutBlock, blocks: readonly LayoutBlock[]): LayoutBlock | undefined {
  return blocks[blocks.indexOf(block) + 1]
}

function isLong(block: LayoutBlock | undefined): boolean {
  return block?.type === 'text' && textOf(block).length >= settings.bodyCharacters
}

/** Detects a sentence of the body, which may be short. Affiliations begin with their number. */
function isSentenceOfBody(block: LayoutBlock | undefined): boolean {
  return block?.type === 'text' && /^\D/.test(textOf(block)) && isSentence(textOf(block))
}

/** Matches a list of names: all words begin with a capital, except those that join names. */
const names =
  /^(?:\p{Lu}[\p{L}.’'-]*\d*,?|and|&|de|la|van|von|der)(?:\s(?:\p{Lu}[\p{L}.’'-]*\d*,?|and|&|de|la|van|von|der))+$/u

/** Returns true for a line of authors below the title that looks like a heading: no body text follows. */
function areNames(
  { block, text }: FoundHeading,
  title: FoundHeading,
  blocks: readonly LayoutBlock[],
): boolean {
  const start = blocks.indexOf(title.block)
  // Marks of institutes may be between the title and its authors.
  const between = blocks.slice(start + 1, Math.max(start, blocks.indexOf(block)))
  const areMarks = between.every((own) => own.type === 'text' && textOf(own).length <= settings.few)
  const isUnderTitle = blocks.indexOf(block) > start && between.length <= settings.few && areMarks
  return isUnderTitle && names.test(text) && !isLong(below(block, blocks))
}

const chapterStart = /^(?:chapter|part|section|appendix|annex|\d)/i

/** Returns the depth of a heading's number in a style of numbered headings: `2.1` has 2. */
function numberDepth(
  heading: FoundHeading,
  clusters: ReadonlyMap<Cluster, number>,
): number | undefined {
  return clusters.has(heading.cluster) ? depthOfNumber(heading) : undefined
}

/** Returns the number of parts of a decimal number; chapters with a label have 1, unless the label is a Roman number. */
function depthOfNumber({ block, text }: FoundHeading): number | undefined {
  const label = labelOf(block)
  if (label !== '' && !/\s[IVXL]+\W?$/.test(label)) return 1
  return decimalNumber(text)?.split('.').length
}

/** Returns the number before a title. `1)` counts items without a depth. */
function decimalNumber(text: string): string | undefined {
  if (/^\S+\)/.test(text)) return undefined
  const number = sectionNumber.exec(text)?.[1]
  return number && /^(?:\d|[A-Z]\.\d)/.test(number) ? number : undefined
}

/**
 * Finds the styles whose numbers do not tell a level: a larger style has the same numbers, as the sections of a manual have those of
 * the clauses of the licence at its end.
 */
function findInnerSeries(headings: readonly FoundHeading[]): Set<Cluster> {
  const numbers = new Map<Cluster, Set<string>>()
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
