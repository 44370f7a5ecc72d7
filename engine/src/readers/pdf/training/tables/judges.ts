/** The true tables of a document → a judge of its candidates: by their words, or by their places where these are known. */
import { readFileSync } from 'node:fs'
import type { Area } from '../../tables/area.ts'
import type { Judge } from './candidates.ts'
import type { Words } from './truth.ts'

/** Share of a candidate's words that are of one true table: more is a table, less is none, between is not judged. */
const MIN_OWN_SHARE = 0.8
const MAX_FOREIGN_SHARE = 0.4
/** A part of a table is one if it has that share of it, or so many words: tables go on over pages. */
const MIN_WHOLE_SHARE = 0.4
const MIN_PART_WORDS = 30

/**
 * @param own Share of the candidate's words that are of the table.
 * @param whole Share of the table's words that the candidate has.
 */
function verdict(own: number, whole: number, words: number): ReturnType<Judge> {
  if (own < MAX_FOREIGN_SHARE) return { label: 0, weight: 1 }
  const isPart = whole >= MIN_WHOLE_SHARE || words >= MIN_PART_WORDS
  return own >= MIN_OWN_SHARE && isPart ? { label: 1, weight: 1 } : { label: 0, weight: 0 }
}

export function judgeByWords(truths: readonly Words[], wordsOf: (text: string) => Words): Judge {
  return ({ text }) => {
    const words = wordsOf(text)
    const size = sizeOf(words)
    let [own, whole] = [0, 0]
    for (const truth of truths) {
      const common = commonOf(words, truth)
      if (common / Math.max(1, size) < own) continue
      own = common / Math.max(1, size)
      whole = Math.max(whole, common / Math.max(1, sizeOf(truth)))
    }
    return verdict(own, whole, size)
  }
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

interface PlacedTruth {
  readonly blocks: readonly {
    readonly label: string
    readonly cells?: readonly { readonly lines: readonly Place[] }[]
  }[]
}

/** @param path Of the truth with places of a training page. */
export function judgeByPlaces(path: string): Judge {
  const { blocks }: PlacedTruth = JSON.parse(readFileSync(path, 'utf8'))
  const tables = blocks
    .filter(({ label }) => label === 'table')
    .map(({ cells = [] }) => cells.flatMap(({ lines }) => lines))
  return (area) => {
    const { number } = area.context.page
    let [own, whole] = [0, 0]
    for (const table of tables) {
      const lines = table.filter(({ page }) => page === number)
      const inside = area.words.filter((word) => lines.some((line) => isIn(word, line))).length
      if (inside === 0 || inside / area.words.length < own) continue
      own = inside / area.words.length
      whole = inside / Math.max(1, wordsIn(area, lines))
    }
    return verdict(own, whole, area.words.length)
  }
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
