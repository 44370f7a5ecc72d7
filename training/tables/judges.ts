/** Creates the judge of a document's table candidates: by words, or by positions where these are known. */
import { readFileSync } from 'node:fs'
import type { Area } from '../../engine/src/readers/pdf/tables/area.ts'
import type { Judge } from './candidates.ts'
import type { ScoredTable, TrueTable, TruthReader, Words } from './truth.ts'

/** A candidate with a smaller share of its words in one true table is not a table. */
const MIN_OWN_SHARE = 0.4
/** If the truth does not separate a table's pages, a candidate with this many words may be the whole part on its page. */
const MIN_PART_WORDS = 30
const MIN_PART_OWN_SHARE = 0.8
/** A grid is compared with the true one if it has at least this share of its words. */
const MIN_GRID_SHARE = 0.8
/** Weight of a candidate that may be a part of a table. */
const PART_WEIGHT = 0.5

/**
 * @param own Share of the candidate's words that belong to the table.
 * @param whole Share of the table's words in the candidate.
 * @param isPaged True if `whole` counts only the words of its page.
 */
function verdict({ own, whole, words, isPaged }: Shares, truth?: ScoredTable): ReturnType<Judge> {
  if (own < MIN_OWN_SHARE) return { label: 0, weight: 1 }
  const isPart = !isPaged && words >= MIN_PART_WORDS && own >= MIN_PART_OWN_SHARE && whole < 0.8
  const label = isPart ? 1 : (2 * own * whole) / (own + whole)
  const isWhole = own >= MIN_PART_OWN_SHARE && whole >= MIN_GRID_SHARE
  return {
    label,
    weight: isPart || !isWhole ? PART_WEIGHT : 1,
    ...(truth && isWhole && { truth }),
  }
}

interface Shares {
  readonly own: number
  readonly whole: number
  readonly words: number
  readonly isPaged: boolean
}

export function judgeByWords(truths: readonly TrueTable[], wordsOf: TruthReader['wordsOf']): Judge {
  return ({ text }) => {
    const words = wordsOf(text)
    const size = sizeOf(words)
    let [own, whole] = [0, 0]
    let best: ScoredTable | undefined
    for (const truth of truths) {
      const common = commonOf(words, truth.words)
      if (common / Math.max(1, size) < own) continue
      own = common / Math.max(1, size)
      const part = common / Math.max(1, sizeOf(truth.words))
      if (part >= whole) best = truth.table
      whole = Math.max(whole, part)
    }
    return verdict({ own, whole, words: size, isPaged: false }, best)
  }
}

/** A cell that only marks the text beside it. */
const mark = /^(?:[QA]:|[•·*–—-]|\(?[\da-z]{1,3}[.):])$/i
/** Tables with more words in a cell, on average, are layouts: columns of text, or boxes. */
const MOST_WORDS = 20

/**
 * Judges a document printed from a format that also uses tables for layouts. An area in a table that may be a layout, or in a
 * part of a table, has no weight: nobody can say whether a reader would take it for a table.
 */
export function judgePrinted(truths: readonly TrueTable[], wordsOf: TruthReader['wordsOf']): Judge {
  const judge = judgeByWords(truths.filter(isData), wordsOf)
  return (area) => {
    const judged = judge(area)
    if (judged.label >= 0.5) return judged
    const words = wordsOf(area.text)
    const isInTable = truths.some((truth) => commonOf(words, truth.words) >= 0.5 * sizeOf(words))
    return isInTable ? { ...judged, weight: 0 } : judged
  }
}

/** Returns true for a table of data: three rows with heads or three columns, mostly filled, of short texts. */
function isData({ table: { cells, rows, columns }, words }: TrueTable): boolean {
  const filled = cells.filter(({ text }) => text !== '')
  if (rows < 3 || columns < 2 || filled.length < 0.5 * rows * columns) return false
  if (columns < 3 && !cells.some(({ header }) => header)) return false
  if (sizeOf(words) > MOST_WORDS * filled.length) return false
  const stub = cells.filter(({ column }) => column === 0)
  return stub.filter(({ text }) => mark.test(text.trim())).length < 0.5 * stub.length
}

function sizeOf(words: Words): number {
  let size = 0
  for (const count of words.values()) size += count
  return size
}

function commonOf(one: Words, other: Words): number {
  let common = 0
  for (const [word, count] of one) common += Math.min(count, other.get(word) ?? 0)
  return common
}

interface Place {
  readonly page: number
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

interface PlacedText {
  readonly text: string
  readonly lines: readonly Place[]
}

interface PlacedTruth {
  readonly blocks: readonly {
    readonly label: string
    readonly rows: number
    readonly columns: number
    readonly cells?: readonly (ScoredTable['cells'][number] &
      PlacedText & { readonly items?: readonly PlacedText[] })[]
  }[]
}

/** @param path Path of the truth of a training page, with positions. */
export function judgeByPlaces(path: string): Judge {
  const { blocks }: PlacedTruth = JSON.parse(readFileSync(path, 'utf8'))
  const tables = blocks
    .filter(({ label }) => label === 'table')
    .map(({ cells = [], rows, columns }) => ({
      places: cells.flatMap(({ lines, items = [] }) => [
        ...lines,
        ...items.flatMap((item) => item.lines),
      ]),
      truth: { cells: cells.map(withItems), rows, columns },
    }))
  return (area) => {
    const { number } = area.context.page
    let [own, whole] = [0, 0]
    let best: ScoredTable | undefined
    for (const { places, truth } of tables) {
      const lines = places.filter(({ page }) => page === number)
      const inside = area.words.filter((word) => lines.some((line) => isIn(word, line))).length
      if (inside === 0 || inside / area.words.length < own) continue
      own = inside / area.words.length
      whole = inside / Math.max(1, wordsIn(area, lines))
      best = lines.length === places.length ? truth : undefined
    }
    return verdict({ own, whole, words: area.words.length, isPaged: true }, best)
  }
}

/** Returns a cell whose text includes its items. */
function withItems<Cell extends PlacedText>(cell: Cell & { items?: readonly PlacedText[] }): Cell {
  const { items = [] } = cell
  return items.length === 0
    ? cell
    : { ...cell, text: [cell, ...items].map(({ text }) => text).join(' ') }
}

type Word = Area['words'][number]

function isIn({ x0, x1, baseline, size }: Word, place: Place): boolean {
  const x = (x0 + x1) / 2
  const y = baseline - size / 3
  return x > place.x0 - 1 && x < place.x1 + 1 && y > place.y0 && y < place.y1
}

function wordsIn({ context }: Area, lines: readonly Place[]): number {
  return context.page.words.filter((word) => lines.some((line) => isIn(word, line))).length
}
