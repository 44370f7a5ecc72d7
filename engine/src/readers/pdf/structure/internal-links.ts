/** Links to places of the document → links to the headings that stand there; what leads elsewhere is text. */
import { createHeadingNames, plainText } from '../../../model/index.ts'
import type { Place } from '../content/index.ts'
import type { Vocabulary } from './hyphens.ts'
import { inlinesOf, joinRuns } from './inlines.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { appendRun, type Run } from './styled-lines.ts'

export interface LinkOptions {
  readonly isHeading: (unit: TextBlock) => boolean
  readonly vocabulary: () => Vocabulary
}

/** Programs lead to the space above a heading: that many points at most, the larger of two lines of a title. */
const MAX_ABOVE_POINTS = 48
/** A heading that lies above the place by more than this is another's. */
const MAX_BELOW_POINTS = 4
/** Columns are further apart than this; a place is at the left side of its heading, as a rule. */
const MAX_BESIDE_POINTS = 120

/** Settles, in place. @param units All texts of the document, in the order of its blocks. */
export function resolveLinks(units: readonly TextBlock[], options: LinkOptions): void {
  if (!units.some(leadsInside)) return
  const headings = namedHeadings(units, options)
  for (const unit of units) {
    for (const [index, line] of unit.lines.entries()) {
      if (!line.runs.some(isInside)) continue
      unit.lines[index] = { ...line, runs: merged(line.runs.map((run) => settle(run, headings))) }
    }
  }
}

function leadsInside({ lines }: TextBlock): boolean {
  return lines.some(({ runs }) => runs.some(isInside))
}

function isInside({ link }: Run): boolean {
  return typeof link === 'object'
}

interface NamedHeading {
  readonly unit: TextBlock
  /** As links in Markdown name it. */
  readonly name: string
  /** Letters and digits of its text. */
  readonly key: string
}

/** By page. */
type Headings = ReadonlyMap<number, readonly NamedHeading[]>

function namedHeadings(
  units: readonly TextBlock[],
  { isHeading, vocabulary }: LinkOptions,
): Headings {
  const nameOf = createHeadingNames()
  const named = units.filter(isHeading).map((unit): NamedHeading => {
    const text = plainText(inlinesOf(joinRuns(unit.lines, vocabulary), { isHeading: true }))
    return { unit, name: nameOf(text), key: keyOf(textOf(unit)) }
  })
  return Map.groupBy(named, ({ unit }) => unit.page)
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function settle(run: Run, headings: Headings): Run {
  const { link, ...rest } = run
  if (typeof link !== 'object') return run
  const heading = findHeading(link, run.text, headings.get(link.page) ?? [])
  return heading && heading.name !== '' ? { ...rest, link: `#${heading.name}` } : rest
}

/** The heading at the place, or, where only the page is told, the one that the link's text names. */
function findHeading(
  place: Place,
  text: string,
  headings: readonly NamedHeading[],
): NamedHeading | undefined {
  if (place.y === undefined) {
    const key = keyOf(text)
    return headings.find((heading) => heading.key !== '' && key.startsWith(heading.key))
  }
  let nearest: NamedHeading | undefined
  let least = Number.POSITIVE_INFINITY
  for (const heading of headings) {
    const distance = distanceTo(place, heading.unit)
    if (distance < least) [nearest, least] = [heading, distance]
  }
  return nearest && canLead(text, nearest) ? nearest : undefined
}

/** Figures, tables and entries of the literature: a heading may stand near to them. */
const otherPlaces =
  /^\W*(?:fig|tab|eq|equation|formula|scheme|algorithm|listing|box)(?:s|\.|ure|ures|le|les)?\b|\bet al\b|\b(?:1[89]|20)\d\d[a-z]?\b/i
const hasWord = /\p{L}{2}/u

/** Whether a link with this text leads to a heading, and not to what happens to stand near to one. */
function canLead(text: string, { unit, key }: NamedHeading): boolean {
  const own = keyOf(text)
  if (own !== '' && own.startsWith(key)) return true
  if (hasWord.test(text)) return !otherPlaces.test(text)
  // A number alone is that of the section, or of something else.
  const [number = ''] = /^\w+(?:\.\w+)*/.exec(textOf(unit)) ?? []
  return own !== '' && own === keyOf(number)
}

/** In points; infinite for a heading that does not stand there. */
function distanceTo({ x, y = 0 }: Place, { box }: TextBlock): number {
  const down = box.y0 - y
  if (down > MAX_ABOVE_POINTS || box.y1 < y - MAX_BELOW_POINTS) return Number.POSITIVE_INFINITY
  const beside = x === undefined || x <= 0 ? 0 : Math.abs(box.x0 - x)
  return Math.abs(down) + Math.min(beside, MAX_BESIDE_POINTS)
}

/** Runs that links alone parted are one again. */
function merged(runs: readonly Run[]): Run[] {
  const whole: Run[] = []
  for (const run of runs) appendRun(whole, run)
  return whole
}
