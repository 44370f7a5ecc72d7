/** Finds furniture: running headers, footers and page numbers by their repetition over pages, stamps and watermarks. */

import { isAscii, isLetter } from '../ascii.ts'
import { type LineFragment, typicalSize } from '../layout/index.ts'
import {
  type Candidate,
  type FurnitureKind,
  type FurniturePage,
  findInnerEdges,
  sidesOf,
} from './furniture-candidates.ts'
import { findFacing } from './furniture-facing.ts'
import { findOriginals } from './furniture-originals.ts'
import { type Places, pagesAt, placesOf, withAnyText } from './furniture-places.ts'
import { type CountOfStyle, countStyles } from './furniture-styles.ts'
import { structureSettings as settings } from './settings.ts'
import {
  findOnSinglePage,
  isAtEdge,
  isNumberOfPreprint,
  isStamp,
  keepOnlyText,
  loneNumber,
} from './single-page-furniture.ts'
import { titleInHead } from './title-in-head.ts'
import { findWatermarks } from './watermarks.ts'

/** Finds running headers, footers, page numbers, stamps and watermarks. */
export function findFurniture(pages: readonly FurniturePage[]): Map<LineFragment, FurnitureKind> {
  const originals = findOriginals(pages)
  const found =
    originals.length > 1
      ? findOnPages(pages, originals)
      : new Map(pages.flatMap((page) => [...findOnSinglePage(page)]))
  for (const watermark of findWatermarks(pages)) found.set(watermark, 'header')
  return found
}

/**
 * Finds the furniture of a document by its repetition.
 *
 * A text is furniture if only furniture is further outside, and another page has the same text at the same height. Its
 * numbers may count with the pages. A text beside a running head is its varying part: the section's title. So is a text on
 * one or two pages at the height of running heads. An inner row is furniture as a whole or not at all. So is any row on
 * less than half of the pages, and white must separate it from the text: cells, heads and captions of tables and bullets
 * also repeat.
 */
function findOnPages(
  pages: readonly FurniturePage[],
  originals: readonly FurniturePage[],
): Map<LineFragment, FurnitureKind> {
  const found = new Map<LineFragment, FurnitureKind>()
  const edges = findInnerEdges(originals)
  const all = pages.map((page) => sidesOf(page, edges))
  const isUsualText = usualTexts(all.flat(3), pages.length)
  const sides = all.map((own) => own.map((rows) => rowsOutsideHeading(rows, isUsualText)))
  const isOriginal = new Set(originals)
  const originalSides = sides.filter((_, index) => isOriginal.has(pages[index] as FurniturePage))
  const repetitions = repetitionsOf(originalSides.flat(), originals)
  for (const [index, page] of pages.entries()) {
    const own = sides[index] ?? []
    const outermost = own.flatMap(([row = []]) => row)
    const furniture = own.flatMap((rows) => furnitureOf(rows, outermost, repetitions))
    for (const { fragment, kind } of furniture) found.set(fragment, kind)
    for (const fragment of page.fragments) {
      const kind = turnOf(fragment)
      if (kind) found.set(fragment, kind)
    }
  }
  for (const own of titleInHead(pages, found)) found.delete(own)
  const withText = pages.filter(({ fragments }) => fragments.some((own) => !found.has(own)))
  const textPages = new Set(withText.map(({ number }) => number))
  for (const [index, page] of pages.entries()) {
    if (textPages.has(page.number)) continue
    const isShared = (own: Candidate): boolean =>
      !pagesAt(own, repetitions.places).isDisjointFrom(textPages)
    const heads = (sides[index] ?? []).flat().filter((row) => row.some(isShared))
    keepOnlyText(page, found, new Set(heads.flat().map(({ fragment }) => fragment)))
  }
  return found
}

/**
 * Returns the rows up to a heading that one of them names in smaller type, as the running head `Problem 2` does. The two sizes of a
 * name in a letterhead are alike on most pages, and are no headings.
 */
function rowsOutsideHeading(
  rows: Candidate[][],
  isUsualText: (own: Candidate) => boolean,
): Candidate[][] {
  const sizes = new Map<string, number>()
  const end = rows.findIndex((row) => {
    const isHeading = row.some((own) => {
      const { text, size } = own.fragment
      const named = sizes.get(text) ?? Infinity
      return size > (1 + settings.sameSize) * named && !isUsualText(own)
    })
    for (const { fragment } of row) sizes.set(fragment.text, fragment.size)
    return isHeading
  })
  return end < 0 ? rows : rows.slice(0, end)
}

/** Returns a test for texts that are on most pages in one size. */
function usualTexts(candidates: readonly Candidate[], pageCount: number) {
  const keyOf = ({ fragment: { text, size } }: Candidate) => `${size} ${text}`
  const alike = Map.groupBy(candidates, keyOf)
  return (own: Candidate) => {
    const pages = new Set(alike.get(keyOf(own))?.map(({ page }) => page))
    return pages.size > 1 && 2 * pages.size > pageCount
  }
}

/** What repeats over the pages of a document. */
interface Repetitions {
  readonly pageCount: number
  readonly places: Places
  /** Texts of outermost rows that repeat a larger text of the document, and their heights. */
  readonly echoes: ReadonlySet<Candidate>
  readonly echoPlaces: Places
  readonly facing: ReadonlySet<Candidate>
  /** Heights of outermost rows, of those that white separates from the text, and of those of them that repeat. */
  readonly outermostPlaces: Places
  readonly apartPlaces: Places
  readonly headPlaces: Places
  /** How often each text of a candidate is within the pages. */
  readonly counts: ReadonlyMap<string, number>
  readonly countOfStyle: CountOfStyle
}

function repetitionsOf(
  sides: readonly Candidate[][][],
  pages: readonly FurniturePage[],
): Repetitions {
  const outermost = sides.flatMap(([row = []]) => row)
  const apart = outermost.filter(({ isApart }) => isApart)
  const echoes = new Set(findEchoes(outermost, pages))
  const candidates = sides.flat(2)
  const outer = new Set(candidates.map(({ fragment }) => fragment))
  const places = placesOf(candidates)
  const heads = apart.filter((own) => pagesAt(own, places).size >= settings.few || echoes.has(own))
  return {
    pageCount: pages.length,
    places,
    headPlaces: placesOf(heads.map(withAnyText)),
    echoes,
    echoPlaces: placesOf(Array.from(echoes, withAnyText)),
    facing: findFacing(sides.flatMap(([row]) => (row ? [row] : []))),
    outermostPlaces: placesOf(outermost.map(withAnyText)),
    apartPlaces: placesOf(apart.map(withAnyText)),
    counts: countTexts(pages, outer),
    countOfStyle: countStyles(pages, outer),
  }
}

function countTexts(
  pages: readonly FurniturePage[],
  outer: ReadonlySet<LineFragment>,
): Map<string, number> {
  const counts = new Map(Array.from(outer, ({ text }) => [text, 0]))
  for (const { fragments } of pages) {
    for (const fragment of fragments) {
      const count = counts.get(fragment.text)
      if (count !== undefined && !outer.has(fragment)) counts.set(fragment.text, count + 1)
    }
  }
  return counts
}

/**
 * Finds the furniture of one side of a page.
 *
 * @param rows Rows from the edge inwards.
 * @param outermost The outermost rows of all sides.
 */
function furnitureOf(
  rows: readonly Candidate[][],
  outermost: readonly Candidate[],
  repetitions: Repetitions,
): Candidate[] {
  const sure = new Set(
    rows.flatMap((row, at) => {
      const neighbours = { outer: rows[at - 1], inner: rows[at + 1] }
      return sureOf(row, neighbours, at === 0 ? outermost : undefined, repetitions)
    }),
  )
  const isProven = (candidate: Candidate, at: number): boolean => {
    if (sure.has(candidate)) return true
    if (!isRepeated(candidate, repetitions.places) || recursInText(candidate, repetitions))
      return false
    const inner = rows[at + 1]?.every((other) => isProven(other, at + 1)) ?? false
    return candidate.isApart || inner
  }
  const whole = rows.findIndex((row, at) => !row.every((own) => isProven(own, at)))
  if (whole < 0) return rows.flat()
  // Parts of the outermost row may be furniture, but not of others.
  return whole === 0 ? (rows[0] ?? []).filter((own) => sure.has(own)) : rows.slice(0, whole).flat()
}

/** Returns true if a text is as often within pages as it is at this place, as an item of many lists is. */
function recursInText(candidate: Candidate, { counts, places }: Repetitions): boolean {
  return (counts.get(candidate.fragment.text) ?? 0) >= pagesAt(candidate, places).size
}

/** The next rows further outside and inside. */
interface Neighbours {
  readonly outer: readonly Candidate[] | undefined
  readonly inner: readonly Candidate[] | undefined
}

/**
 * Detects a heading that begins many pages, such as `NAME` of manual pages: text follows closely, and texts within the pages have
 * its style. A line of a running head may be close to text, too, but to its other lines.
 */
function isHeading(
  row: readonly Candidate[],
  { outer = [], inner = [] }: Neighbours,
  { places, pageCount, countOfStyle }: Repetitions,
): boolean {
  const [only] = row
  if (!only || row.length > 1 || only.kind !== 'header' || only.isApart) return false
  if (!outer.every(({ isApart }) => isApart)) return false
  if (inner.some((own) => isUsual(own, places, pageCount))) return false
  return countOfStyle(only) >= pagesAt(only, places).size
}

/** Returns the texts of a row that are furniture regardless of the rest of the row. */
function sureOf(
  row: readonly Candidate[],
  neighbours: Neighbours,
  outermost: readonly Candidate[] | undefined,
  repetitions: Repetitions,
): Candidate[] {
  const {
    pageCount,
    places,
    echoes,
    echoPlaces,
    facing,
    outermostPlaces,
    apartPlaces,
    headPlaces,
  } = repetitions
  // The head of a short section is on one or two pages, but most heads at its height are on more.
  const isAmongHeads = (candidate: Candidate): boolean => {
    const { isApart, fragment, page } = candidate
    if (outermost === undefined || !isApart) return false
    const place = withAnyText(candidate)
    const heads = pagesAt(place, headPlaces).size
    if (heads < settings.few || heads <= pagesAt(place, outermostPlaces).size / 2) return false
    return fragment.size <= (1 + settings.sameSize) * typicalSize(page.fragments)
  }
  const isSure = (candidate: Candidate): boolean =>
    (isUsual(candidate, places, pageCount) && !isHeading(row, neighbours, repetitions)) ||
    (echoes.has(candidate) && pagesAt(withAnyText(candidate), echoPlaces).size >= settings.few) ||
    (outermost !== undefined && isLoneNumber(candidate, outermost)) ||
    isStamp(candidate.fragment) ||
    isNumberOfPreprint(candidate.fragment) ||
    facing.has(candidate) ||
    isAmongHeads(candidate)
  // A chapter's title is on few pages of a book, but some head is at this height on most of them.
  const isHead = (candidate: Candidate): boolean =>
    isSure(candidate) ||
    (!isLarge(candidate) &&
      pagesAt(candidate, places).size >= settings.few &&
      pagesAt(withAnyText(candidate), apartPlaces).size >= pageCount / 2)
  const sizes = outermost ? row.filter(isHead).map(({ fragment }) => fragment.size) : []
  // The varying part of a running head is the section's title beside a page number or the chapter's title.
  const isBesideHead = (candidate: Candidate): boolean =>
    candidate.isApart &&
    !isLarge(candidate) &&
    sizes.some((head) => candidate.fragment.size <= (1 + settings.sameSize) * head)
  return row.filter((candidate) => isSure(candidate) || isBesideHead(candidate))
}

/** Matches "continued on next page" and similar texts anywhere on a page; the wording alone is proof. */
const turn =
  /^\W*continued (?:(on)|from) (?:the )?(?:next|following|previous|preceding) (?:page|column)\W*$/i

function turnOf({ text }: LineFragment): FurnitureKind | undefined {
  if (text.length > settings.nameCharacters) return undefined
  const found = turn.exec(text)
  if (!found) return undefined
  return found[1] === undefined ? 'header' : 'footer'
}

/**
 * Finds texts of outermost rows that repeat a larger text of the document. Running heads name the section of the page, so they
 * may differ from page to page. Large ones are titles of slides, which the title slide names in larger type.
 */
function findEchoes(outer: readonly Candidate[], pages: readonly FurniturePage[]): Candidate[] {
  const least = (1 + settings.sameSize) * Math.min(...outer.map(({ fragment }) => fragment.size))
  const lettersOfOuter = new Map(outer.map((own) => [own, lettersOf(own.fragment.text)]))
  const most = Math.max(...[...lettersOfOuter.values()].map(({ length }) => length))
  const largest = new Map<string, number>()
  for (const { fragments } of pages) {
    for (const { text, size } of fragments) {
      if (size <= least || hasMoreLetters(text, most)) continue
      const letters = lettersOf(text)
      if (size > (largest.get(letters) ?? 0)) largest.set(letters, size)
    }
  }
  return outer.filter((own) => {
    if (isSlide(own.page) && isLarge(own)) return false
    const letters = lettersOfOuter.get(own) ?? ''
    if (letters.length < settings.fewLetters) return false
    return (largest.get(letters) ?? 0) > (1 + settings.sameSize) * own.fragment.size
  })
}

/** Returns true if a text has more than `most` ASCII letters, as most lines have more than a running head. */
function hasMoreLetters(text: string, most: number): boolean {
  let letters = 0
  for (let index = 0; index < text.length && letters <= most; index++) {
    if (isLetter(text.charCodeAt(index))) letters++
  }
  return letters > most
}

function lettersOf(text: string): string {
  const lower = text.toLowerCase()
  return isAscii(lower) ? lower.replace(/[^a-z]+/g, '') : lower.replace(/\P{L}+/gu, '')
}

/** Returns true if a text is repeated, except large text: on few pages it is a title. */
function isRepeated(candidate: Candidate, places: Places): boolean {
  const found = pagesAt(candidate, places)
  if (found.size <= 1) return false
  // A heading and its entry in a table of contents may repeat on two pages, far from each other.
  if (found.size === 2 && Math.max(...found) - Math.min(...found) > settings.few) return false
  // The numbers of chapters do not count with the pages.
  const isPageNumber = loneNumber.test(candidate.fragment.text) && found.size >= settings.few
  return isPageNumber || !isLarge(candidate)
}

/**
 * Returns true for large text, such as a title. On a page that is wider than high, text of the usual size counts as large, because
 * the items of slides repeat as their titles do.
 */
function isLarge({ fragment: { size }, page }: Candidate): boolean {
  const factor = isSlide(page) ? settings.smaller : settings.muchLarger
  return size > factor * typicalSize(page.fragments)
}

function isSlide({ width, height }: FurniturePage): boolean {
  return width > height
}

/** Returns true if a text is repeated on half of the pages, or of the left or right pages. */
function isUsual(candidate: Candidate, places: Places, pageCount: number): boolean {
  const { number } = candidate.page
  const found = pagesAt(candidate, places)
  if (found.size === 1) return false
  let isLeftOrRight = true
  for (const page of found) if ((page - number) % 2 !== 0) isLeftOrRight = false
  const pages = isLeftOrRight && found.size >= settings.few ? pageCount / 2 : pageCount
  return found.size >= pages / 2
}

/** Detects a bare number in a margin: alone in the outermost row of a document of several pages, it is the page number. */
function isLoneNumber(
  { page, fragment, kind }: Candidate,
  outermost: readonly Candidate[],
): boolean {
  if (!loneNumber.test(fragment.text) || !isAtEdge([fragment], page)) return false
  return outermost.filter((other) => other.kind === kind).length === 1
}
