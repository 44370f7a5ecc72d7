/** Finds running headers, footers and page numbers by their repetition over pages. */

import { isLetter } from '../ascii.ts'
import { groupIntoRows, type LineFragment, typicalSize } from '../layout/index.ts'
import {
  bareNumber,
  type Candidate,
  candidatesOn,
  type FurnitureKind,
  type FurniturePage,
  sideCandidates,
} from './furniture-candidates.ts'
import { structureSettings as settings } from './settings.ts'

/**
 * Finds the furniture of a document.
 *
 * A text is furniture if only furniture is further outside, and another page has the same text at the same height. Its
 * numbers may count with the pages. A text beside a running head is its varying part: the section's title. An inner row
 * is furniture as a whole or not at all. So is any row on less than half of the pages, and white must separate it from
 * the text: cells, heads and captions of tables and bullets also repeat.
 */
export function findFurniture(pages: readonly FurniturePage[]): Map<LineFragment, FurnitureKind> {
  const [only] = pages
  if (only && pages.length === 1) return findOnSinglePage(only)
  const found = new Map<LineFragment, FurnitureKind>()
  const candidates = pages.map((page) => candidatesOn(page))
  const places = placesOf(candidates.flat())
  const echoes = findEchoes(candidates.flat(), pages)
  const echoPlaces = placesOf([...echoes.values()])
  const outermostPlaces = placesOf(candidates.flat().filter(isOutermost).map(withAnyText))
  for (const [index, list] of candidates.entries()) {
    const isSure = (candidate: Candidate): boolean =>
      isUsual(candidate, places, pages.length) ||
      pagesAt(echoes.get(candidate), echoPlaces).size >= settings.few ||
      isLoneNumber(candidate, list) ||
      isStamp(candidate.fragment)
    // A chapter's title is on few pages of a book, but some head is at this height on most of them.
    const isHead = (candidate: Candidate): boolean =>
      isSure(candidate) ||
      (pagesAt(candidate, places).size >= settings.few &&
        pagesAt(withAnyText(candidate), outermostPlaces).size >= pages.length / 2)
    const heads = list.filter(isHead)
    const sure = new Set(list.filter((own) => isSure(own) || isBesideHead(own, heads)))
    const isProven = (candidate: Candidate): boolean => {
      if (sure.has(candidate)) return true
      if (!isRepeated(candidate, places)) return false
      const inner = list.filter((other) => isInnerRow(other, candidate))
      return candidate.isApart || (inner.length > 0 && inner.every(isProven))
    }
    for (const rows of rowsOf(list)) {
      for (const row of rows) {
        const isWhole = row.every(isProven)
        for (const own of row)
          if (isWhole || (own.row === 0 && sure.has(own))) found.set(own.fragment, own.kind)
        if (!isWhole) break
      }
    }
    for (const fragment of pages[index]?.fragments ?? []) {
      const kind = turnOf(fragment)
      if (kind) found.set(fragment, kind)
    }
  }
  const isBlank = ({ fragments }: FurniturePage): boolean =>
    fragments.every((fragment) => found.has(fragment))
  const textPages = new Set(pages.filter((page) => !isBlank(page)).map(({ number }) => number))
  for (const [index, page] of pages.entries()) {
    if (textPages.has(page.number)) continue
    const list = candidates[index] ?? []
    const shared = list.filter((own) => !pagesAt(own, places).isDisjointFrom(textPages))
    const heads = list.filter((own) => shared.some((other) => areInOneRow(own, other)))
    keepOnlyText(page, found, new Set(heads.map(({ fragment }) => fragment)))
  }
  return found
}

/**
 * Finds furniture on a single page, where nothing repeats: a bare page number at the edge, and stamps of archives and
 * publishers.
 */
function findOnSinglePage(page: FurniturePage): Map<LineFragment, FurnitureKind> {
  const found = new Map<LineFragment, FurnitureKind>()
  for (const candidate of sideCandidates(page)) {
    if (isStamp(candidate.fragment)) found.set(candidate.fragment, 'header')
  }
  const upright = page.fragments.filter(({ frame }) => frame.angleDegrees === 0)
  const rows = groupIntoRows(upright)
  const limit = settings.muchLarger * typicalSize(page.fragments)
  for (const kind of ['header', 'footer'] as const) {
    const inwards = kind === 'header' ? rows : rows.toReversed()
    for (let index = 0; index < Math.min(settings.furnitureRows, inwards.length); index++) {
      const row = inwards[index] as LineFragment[]
      const rest = row.filter((fragment) => !isStamp(fragment))
      const [number] = rest
      const isNumber = rest.length === 1 && number && number.size <= limit && isPageNumber(number)
      const isOuter = isAtEdge(row, page) || (kind === 'footer' && isApart(row, inwards[index + 1]))
      if (!isOuter || !(rest.length === 0 || isNumber)) break
      for (const fragment of row) found.set(fragment, kind)
    }
  }
  keepOnlyText(page, found)
  return found
}

function isAtEdge(row: readonly LineFragment[], { height }: FurniturePage): boolean {
  const margin = height * settings.marginShare
  return row.every(({ y0, y1 }) => y1 < margin || y0 > height - margin)
}

function isApart(
  [fragment]: readonly LineFragment[],
  inner: readonly LineFragment[] = [],
): boolean {
  const [above] = inner
  if (!fragment || !above) return false
  return fragment.y0 - above.y1 > settings.apartEms * fragment.size
}

function isPageNumber({ text }: LineFragment): boolean {
  return loneNumber.test(text) && !isYear(text)
}

const loneNumber = /^\W*\d{1,4}\W*$/

function isYear(text: string): boolean {
  return /^\W*(?:1[5-9]|20)\d\d\W*$/.test(text)
}

/** Matches the stamps of archives and publishers on delivered pages; the wording alone is proof. */
const stamp =
  /^\W*(?:(?:this (?:content|article) (?:was )?)?downloaded (?:from|by|on|at|via)\b|download date\b|authori[sz]ed licensed use limited to\b|(?:electronic )?copy available at\b|published by .{3,60}, (?:19|20)\d\d$)/i

function isStamp({ text }: LineFragment): boolean {
  return stamp.test(text)
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
 * Removes the furniture of a page without other text, except its number: the rest is the page's text.
 *
 * @param heads The running heads, which remain furniture on blank pages.
 */
function keepOnlyText(
  page: FurniturePage,
  found: Map<LineFragment, FurnitureKind>,
  heads: ReadonlySet<LineFragment> = new Set(),
): void {
  if (page.fragments.some((fragment) => !found.has(fragment))) return
  for (const fragment of page.fragments) {
    if (!heads.has(fragment) && !bareNumber.test(fragment.text)) found.delete(fragment)
  }
}

/** Returns the rows of each side of a page, from the edge inwards. */
function rowsOf(candidates: readonly Candidate[]): Candidate[][][] {
  return [...Map.groupBy(candidates, sideOf).values()].map((side) => [
    ...Map.groupBy(side, ({ row }) => row).values(),
  ])
}

function sideOf({ kind, fragment }: Candidate): string {
  return `${kind} ${fragment.frame.angleDegrees}`
}

function areInOneRow(a: Candidate, b: Candidate): boolean {
  return a.row === b.row && sideOf(a) === sideOf(b)
}

/** Returns true for text in the outermost row of a page if white separates it from the rest. */
function isOutermost({ row, isApart }: Candidate): boolean {
  return row === 0 && isApart
}

/** Returns a candidate that is found at its height with any text. */
function withAnyText(candidate: Candidate): Candidate {
  return { ...candidate, key: '', numbers: [] }
}

/** Returns true for the varying part of a running head: the section's title beside a page number or the chapter's title. */
function isBesideHead(candidate: Candidate, heads: readonly Candidate[]): boolean {
  if (!isOutermost(candidate)) return false
  return heads.some(
    (head) =>
      areInOneRow(head, candidate) &&
      candidate.fragment.size <= (1 + settings.sameSize) * head.fragment.size,
  )
}

/** Returns true if a candidate is in the next row inwards of another one. */
function isInnerRow(candidate: Candidate, outer: Candidate): boolean {
  return candidate.row === outer.row + 1 && sideOf(candidate) === sideOf(outer)
}

/**
 * Finds outermost rows that repeat a larger text of the document. Running heads name the section of the page, so they
 * may differ from page to page.
 */
function findEchoes(
  candidates: readonly Candidate[],
  pages: readonly FurniturePage[],
): Map<Candidate, Candidate> {
  const outer = candidates.filter(({ row }) => row === 0)
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
  const echoes = [...lettersOfOuter].filter(
    ([{ fragment }, letters]) =>
      letters.length >= settings.fewLetters &&
      (largest.get(letters) ?? 0) > (1 + settings.sameSize) * fragment.size,
  )
  return new Map(echoes.map(([candidate]) => [candidate, withAnyText(candidate)]))
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
  return text.toLowerCase().replace(/\P{L}+/gu, '')
}

interface Places {
  /** The candidates of each key, by side and height. */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>
  /** Results of `pagesAt`: a text of every page would otherwise be compared with that of every page. */
  readonly pages: Map<string, ReadonlySet<number>>
}

function placeOf(candidate: Candidate, offset: number): string {
  const height = Math.round(candidate.fragment.baseline / settings.samePlacePoints) + offset
  return `${sideOf(candidate)} ${height} ${candidate.key}`
}

function placesOf(candidates: readonly Candidate[]): Places {
  const byPlace = Map.groupBy(candidates, (candidate) => placeOf(candidate, 0))
  return { candidates: byPlace, pages: new Map() }
}

/** Returns the pages that have the text of a candidate at its height. */
function pagesAt(candidate: Candidate | undefined, places: Places): ReadonlySet<number> {
  const found = new Set<number>()
  if (!candidate) return found
  const { numbers, page } = candidate
  const own = numbers.length > 0 ? `${page.number} ${numbers.join(' ')}` : ''
  const key = `${own} ${placeOf(candidate, 0)}`
  const known = places.pages.get(key)
  if (known) return known
  for (const offset of [-1, 0, 1]) {
    for (const other of places.candidates.get(placeOf(candidate, offset)) ?? []) {
      if (hasNumbersOf(candidate, other)) found.add(other.page.number)
    }
  }
  places.pages.set(key, found)
  return found
}

/** Returns true if the numbers of two texts are equal or count with the pages, unlike those of two rows of a table. */
function hasNumbersOf(own: Candidate, other: Candidate): boolean {
  const pages = other.page.number - own.page.number
  return own.numbers.every((number, index) => {
    const difference = (other.numbers[index] ?? number) - number
    return difference === 0 || difference === pages
  })
}

/** Returns true if a text is repeated, except large text: on few pages it is a title. */
function isRepeated(candidate: Candidate, places: Places): boolean {
  const { fragment, page } = candidate
  const found = pagesAt(candidate, places)
  // A heading and its entry in a table of contents may repeat on two pages, far from each other.
  if (found.size === 2 && Math.max(...found) - Math.min(...found) > settings.few) return false
  const isTitle = fragment.size > settings.muchLarger * typicalSize(page.fragments)
  return !isTitle && found.size > 1
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

/** Detects a bare number alone in the outermost row of a margin: in a document of several pages it is the page number. */
function isLoneNumber(
  { page, fragment, row, kind }: Candidate,
  list: readonly Candidate[],
): boolean {
  if (row > 0 || !loneNumber.test(fragment.text) || !isAtEdge([fragment], page)) return false
  return !list.some(
    (other) => other.kind === kind && other.row === 0 && other.fragment !== fragment,
  )
}
