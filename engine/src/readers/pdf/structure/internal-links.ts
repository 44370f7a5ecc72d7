/** Turns links to places in the document into links to the headings there; other internal links become plain text. */
import { createHeadingNames, plainText } from '../../../model/index.ts'
import type { Place } from '../content/index.ts'
import type { Vocabulary } from '../hyphens.ts'
import { splitEntry } from '../layout/index.ts'
import type { DocumentLayout } from './document-layout.ts'
import { linkEntry } from './entry-lines.ts'
import { numberOf } from './heading-text.ts'
import { inlinesOf, joinRuns } from './inlines.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { outlineKey, textKey } from './outline-names.ts'
import { structureSettings as settings } from './settings.ts'
import type { Run, StyledLine } from './styled-line.ts'

/** Resolves the links of all lines in place. @param blocks All text blocks of the document, in order. */
export function resolveLinks(
  blocks: readonly TextBlock[],
  { levels, contents, vocabulary }: Pick<DocumentLayout, 'levels' | 'contents' | 'vocabulary'>,
): void {
  if (contents.size === 0 && !blocks.some(({ lines }) => lines.some(leadsInside))) return
  const headings = namedHeadings(
    blocks.filter((block) => levels.has(block)),
    vocabulary,
  )
  const byPage = Map.groupBy(headings, ({ block }) => block.page)
  const names = new Map(headings.map(({ block, name }) => [block, name]))
  for (const block of blocks) {
    const heading = contents.get(block)?.heading
    const name = heading && names.get(heading)
    const linked = name ? linkEntry(block.lines, `#${name}`) : []
    for (const [index, line] of linked.entries()) block.lines[index] = line
    if (!block.lines.some(leadsInside)) continue
    const texts = linkTexts(block.lines)
    for (const [index, line] of block.lines.entries()) {
      const runs = line.runs.map((run) => resolveRun(run, texts.get(run) ?? run.text, byPage))
      block.lines[index] = { ...line, runs }
    }
  }
}

function leadsInside({ runs }: StyledLine): boolean {
  return runs.some(({ link }) => typeof link === 'object')
}

/** Matches punctuation beside the text of a link, and the page number that DocBook's stylesheets print after it. */
const aside = /^(?:[\s.,;:!?()]*|\s*\[\d+\]\s*)$/

/** Returns the whole text of the link of each run: a link may have several types, and go on in the next line. */
function linkTexts(lines: readonly StyledLine[]): ReadonlyMap<Run, string> {
  const texts = new Map<Run, string>()
  let own: Run[] = []
  const flush = (): void => {
    const text = own.map((run) => run.text).join('')
    for (const run of own) if (!aside.test(run.text)) texts.set(run, text)
    own = []
  }
  for (const run of lines.flatMap(({ runs }) => runs)) {
    if (!isSamePlace(own[0]?.link, run.link)) flush()
    own.push(run)
  }
  flush()
  return texts
}

function isSamePlace(a: Run['link'], b: Run['link']): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return false
  return a.page === b.page && a.x === b.x && a.y === b.y
}

interface NamedHeading {
  readonly block: TextBlock
  /** Fragment of the heading's address in Markdown. */
  readonly name: string
  /** Letters and digits of the heading's text. */
  readonly key: string
  /** The same without the section's number. */
  readonly title: string
  /** Letters and digits of its number, as `1` of `Chapter 1`, or of its first word. */
  readonly number: string
}

/** Headings by page. */
type Headings = ReadonlyMap<number, readonly NamedHeading[]>

function namedHeadings(
  blocks: readonly TextBlock[],
  vocabulary: () => Vocabulary,
): readonly NamedHeading[] {
  const nameOf = createHeadingNames()
  return blocks.map((block): NamedHeading => {
    const text = plainText(inlinesOf(joinRuns(block.lines, vocabulary), { isTitle: true }))
    const own = textOf(block)
    const number = textKey(numberOf(own) ?? /^\w+(?:\.\w+)*/.exec(own)?.[0] ?? '')
    return { block, name: nameOf(text), key: textKey(own), title: outlineKey(own), number }
  })
}

/** @param text All of the link's text. */
function resolveRun(run: Run, text: string, headings: Headings): Run {
  const { link, ...rest } = run
  if (typeof link !== 'object') return run
  const heading = findHeading(link, text, headings.get(link.page) ?? [])
  return heading && heading.name !== '' ? { ...rest, link: `#${heading.name}` } : rest
}

/**
 * Returns the heading of the page that has the link's text, otherwise the heading at the link's place. The text comes first,
 * because browsers that scale a page do not scale the places of its links, and some places are in the section before. Without a
 * place on the page, the link's text must begin with the heading, or be its number.
 */
function findHeading(
  place: Place,
  text: string,
  headings: readonly NamedHeading[],
): NamedHeading | undefined {
  const named = headingWithText(text, headings)
  if (named) return named
  const key = textKey(text)
  if (place.y === undefined)
    return headings.find((own) => own.key !== '' && (key.startsWith(own.key) || key === own.number))
  let nearest: NamedHeading | undefined
  let least = Number.POSITIVE_INFINITY
  for (const heading of headings) {
    const distance = distanceTo(place, heading.block)
    if (distance < least && canLead(text, heading)) [nearest, least] = [heading, distance]
  }
  return nearest
}

/**
 * Returns the only heading that has a link's text. The text of an entry of a contents list ends with a page number, and the
 * numbers of sections may be missing or outdated.
 */
function headingWithText(
  text: string,
  headings: readonly NamedHeading[],
): NamedHeading | undefined {
  const key = textKey(text)
  const exact = headings.filter((heading) => heading.key !== '' && heading.key === key)
  if (exact.length === 1) return exact[0]
  const title = outlineKey(splitEntry(text.trim()).title)
  const alike = headings.filter((heading) => heading.title !== '' && heading.title === title)
  return alike.length === 1 ? alike[0] : undefined
}

/** Matches references to figures, tables and literature, which may have a heading nearby. */
const otherPlaces =
  /^\W*(?:fig|tab|eq|equation|formula|scheme|algorithm|listing|box)(?:s|\.|ure|ures|le|les)?\b|\bet al\b|\b(?:1[89]|20)\d\d[a-z]?\b/i
const hasWord = /\p{L}{2}/u
/** Matches the number of a section of a section. */
const deepNumber = /^\W*(\d+(?:\.\d+)+)/

/** Returns true if a link with this text can mean the heading, and not something near it. */
function canLead(text: string, { key, number }: NamedHeading): boolean {
  const own = textKey(text)
  if (own !== '' && own.startsWith(key)) return true
  const printed = deepNumber.exec(text)?.[1]
  if (printed !== undefined && textKey(printed) !== number) return false
  if (hasWord.test(text)) return !otherPlaces.test(text)
  // A number alone means the section only if it is the section's number.
  return own !== '' && own === number
}

/** Returns the distance in points; infinite for a heading elsewhere. A heading above the place is farther than one below it. */
function distanceTo({ x, y = 0 }: Place, { box }: TextBlock): number {
  const down = box.y0 - y
  if (down > settings.linkAbovePoints || box.y1 < y - settings.overlapPoints)
    return Number.POSITIVE_INFINITY
  const beside = x === undefined || x <= 0 ? 0 : Math.abs(box.x0 - x)
  const above = box.y1 < y - settings.samePlacePoints ? settings.linkAbovePoints : 0
  return above + Math.abs(down) + beside
}
