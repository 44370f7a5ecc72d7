/** Finds the title among the headings, and the large lines around it that are no headings: names, places, dates. */
import { contentsTitle, entryEnd, isSentence, sectionNumber } from './heading-text.ts'
import type { FoundHeading } from './headings.ts'
import { type LayoutBlock, textOf } from './layout-blocks.ts'
import { depthOfNumber } from './number-kinds.ts'
import { structureSettings as settings } from './settings.ts'
import { type PageShape, titlesInPlace } from './slide-titles.ts'

export interface FrontMatterOptions extends PageShape {
  readonly bodySize: number
  readonly pageCount: number
  /** All layout blocks of the document, in order. */
  readonly blocks: readonly LayoutBlock[]
  /** Texts of the running headers and footers. */
  readonly running: readonly string[]
}

interface FrontMatter {
  readonly title: FoundHeading | undefined
  /** The lines of the title, which may be headings of their own. */
  readonly titleLines: readonly FoundHeading[]
  /** The headings of the text. */
  readonly rest: readonly FoundHeading[]
}

export function splitFrontMatter(
  all: readonly FoundHeading[],
  options: FrontMatterOptions,
): FrontMatter {
  const cover = coverOf(all, options)
  const headings = all.filter((heading) => !cover?.others.has(heading))
  const title =
    findNamedTitle(headings) ??
    cover?.title ??
    findTaggedTitle(headings) ??
    findUntaggedTitle(headings) ??
    findTitleHeading(headings, options)
  if (!title) return { title, titleLines: [], rest: headings }
  const titleLines = wholeTitle(headings, title, options.blocks)
  const front = frontMatterOf(headings, title, options)
  const rest = headings.filter((heading) => !titleLines.includes(heading) && !front.has(heading))
  return { title, titleLines, rest }
}

/** Returns the title with all other lines of its style, if they are on its page and no text of the body lies between. */
function wholeTitle(
  headings: readonly FoundHeading[],
  title: FoundHeading,
  blocks: readonly LayoutBlock[],
): FoundHeading[] {
  const whole = headings.filter((heading) => isOfTitle(heading, title))
  const isOnPage = whole.every(({ block }) => block.page === title.block.page)
  const isTagged = whole.some(({ tagLevel }) => tagLevel !== undefined)
  return !isOnPage || isTagged || isTextBetween(whole, blocks) ? [title] : whole
}

/** Returns true if text of the body, a table or a formula is between the first and the last of these headings. */
function isTextBetween(headings: readonly FoundHeading[], blocks: readonly LayoutBlock[]): boolean {
  const [first, last] = [headings[0], headings.at(-1)]
  if (!first || !last) return false
  const between = blocks.slice(blocks.indexOf(first.block), blocks.indexOf(last.block))
  return between.some((block) => isLong(block) || block.type !== 'text')
}

interface Cover {
  readonly title: FoundHeading
  /** Its other headings. */
  readonly others: ReadonlySet<FoundHeading>
}

/** Returns the headings of a cover, a first page of few short lines: several, or the title of a presentation. */
function coverOf(
  headings: readonly FoundHeading[],
  { blocks, pageCount, ...page }: FrontMatterOptions,
): Cover | undefined {
  const own = headings.filter(({ block }) => block.page === 1)
  const isNamed = own.some(({ tagLevel, outlineDepth }) => (tagLevel ?? outlineDepth ?? 0) > 0)
  const inPlace = titlesInPlace(headings, page)
  // The title of a presentation may have the style of the titles of its slides, but is further down its page.
  const isTitleSlide = inPlace.length > 0 && !own.some((heading) => inPlace.includes(heading))
  if (pageCount < settings.few || ((isNamed || own.length < 2) && !isTitleSlide)) return undefined
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
  const isTitle = !institution.test(text) && !date.test(text) && !text.endsWith(':')
  return text === title.text || (cluster === title.cluster && isTitle)
}

/** Matches a whole date in figures. */
const date = /\b\d{1,2}([./-])\d{1,2}\1\d{4}\b|\b\d{4}-\d\d-\d\d\b|\d{4}\s*年/u

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

/** Returns the first heading if it has no tag, but others have: word processors tag titles as paragraphs. */
function findUntaggedTitle([first, ...others]: readonly FoundHeading[]): FoundHeading | undefined {
  const isUntagged = first?.tagLevel === undefined && first?.block.page === 1
  return isUntagged && others.some(({ tagLevel }) => tagLevel !== undefined) ? first : undefined
}

/** Returns the title only if it is certain: several words, alone in the largest style, at the top of the first page. */
function findTitleHeading(
  headings: readonly FoundHeading[],
  { blocks, bodySize, pageHeight, running }: FrontMatterOptions,
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
  const [first, another] = largestOf(wordy)
  if (!another && isTitle(first, settings.muchLarger * bodySize)) return first
  const [opener] = named
  if (opener && isTitle(opener, bodySize) && isCentredAlone(opener, named)) return opener
  // A title before numbered sections may be a single word, and smaller than they are.
  const sections = named.filter((heading) => depthOfNumber(heading) === 1)
  const before = named.slice(0, sections[0] && named.indexOf(sections[0]))
  const isOpening = ({ text }: FoundHeading) => opening.test(text) || contentsTitle.test(text)
  const front = before.filter((own) => own.block.page === 1 && !isOpening(own))
  const [head, second] = largestOf(front)
  if (sections.length < 2 || !head || !isTitle(head, bodySize)) return undefined
  // Of several, the first is the title if all are its lines: no text is between them.
  if (second && isTextBetween(front, blocks)) return undefined
  // A later title of its style that begins as it does: sheets of problems have several.
  const [name] = head.text.split(' ', 1)
  const isPart = ({ text, cluster }: FoundHeading) =>
    text !== head.text && cluster === head.cluster && text.split(' ', 1)[0] === name
  const isBelowText = blocks.slice(0, blocks.indexOf(head.block)).some(isLong)
  return isBelowText || named.some(isPart) ? undefined : head
}

/** Returns true for the only centred heading of its style, if nearly all others begin at the start of their column. */
function isCentredAlone(title: FoundHeading, headings: readonly FoundHeading[]): boolean {
  const others = headings.filter((heading) => heading !== title)
  const centred = others.filter(isCentred)
  return (
    title.text.includes(' ') &&
    isCentred(title) &&
    others.length >= settings.few &&
    centred.length < settings.centredTitle.share * others.length &&
    centred.every(({ cluster }) => cluster !== title.cluster)
  )
}

function isCentred({
  block: { box, columnStart, columnEnd },
  cluster: { size },
}: FoundHeading): boolean {
  const off = (box.x0 + box.x1) / 2 - (columnStart + columnEnd) / 2
  const indent = settings.centredTitle.indentEms * size
  return Math.abs(off) <= settings.centreEms * size && box.x0 - columnStart > indent
}

function largestOf(headings: readonly FoundHeading[]): FoundHeading[] {
  const largest = Math.max(...headings.map(({ cluster }) => cluster.size))
  return headings.filter(({ cluster }) => cluster.size === largest)
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
  { blocks, pageCount }: FrontMatterOptions,
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
