/** Finds the headings that entries of contents name. */
import { firstFrom } from '../statistics.ts'
import type { Levels } from './heading-levels.ts'
import { numberOf } from './heading-text.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { outlineKey, textKey } from './outline-names.ts'
import { structureLimits as limits } from './settings.ts'

interface PlacedHeading {
  readonly block: TextBlock
  /** Letters and digits of its text without the section's number. */
  readonly title: string
  readonly number: string | undefined
  readonly order: number
}

/** The headings of a document by their text, number and page. */
export class HeadingSearch {
  readonly levels: Levels
  readonly #orders = new Map<LayoutBlock, number>()
  readonly #byText: ReadonlyMap<string, readonly PlacedHeading[]>
  readonly #byTitle: ReadonlyMap<string, readonly PlacedHeading[]>
  /** By number and title; those without a number have an empty one. */
  readonly #byNumber: ReadonlyMap<string, readonly PlacedHeading[]>
  readonly #byPage: ReadonlyMap<number, readonly PlacedHeading[]>

  constructor(blocks: readonly LayoutBlock[], levels: Levels) {
    this.levels = levels
    const headings: PlacedHeading[] = []
    for (const [order, block] of blocks.entries()) {
      this.#orders.set(block, order)
      if (block.type !== 'text' || !levels.has(block)) continue
      const text = textOf(block)
      headings.push({ block, order, title: outlineKey(text), number: numberOf(text) })
    }
    this.#byText = Map.groupBy(headings, ({ block }) => textKey(textOf(block)))
    this.#byPage = Map.groupBy(headings, ({ block }) => block.page)
    this.#byTitle = Map.groupBy(headings, ({ title }) => title)
    this.#byNumber = Map.groupBy(headings, ({ number = '', title }) => `${number} ${title}`)
  }

  /**
   * @returns The first heading after an entry that has its text; otherwise its title, unless both have numbers that differ; otherwise
   * one that its link leads to; otherwise the first heading before it.
   */
  find(entry: TextBlock, text: string): TextBlock | undefined {
    const key = outlineKey(text)
    if (key === '') return undefined
    const order = this.#orders.get(entry) ?? 0
    const [exact, alike] = [this.#byText.get(textKey(text)), this.#titled(key, numberOf(text))]
    const later = firstAfter(exact, order) ?? firstAfter(alike, order) ?? this.#linked(entry, key)
    const first = (exact ?? alike)?.[0]?.block
    return later ?? (first === entry ? undefined : first)
  }

  /** Returns true if a block is before another one in the document. */
  isBefore(block: TextBlock, other: TextBlock): boolean {
    return (this.#orders.get(block) ?? 0) < (this.#orders.get(other) ?? 0)
  }

  /** Returns the headings with a title, and with a number if they have any. */
  #titled(title: string, number: string | undefined): readonly PlacedHeading[] | undefined {
    if (number === undefined) return this.#byTitle.get(title)
    return this.#byNumber.get(`${number} ${title}`) ?? this.#byNumber.get(` ${title}`)
  }

  /** Returns the first heading after `before` with the text of `heading`, if `heading` is not after it; without one, `heading`. */
  following(heading: TextBlock, before: TextBlock | undefined): TextBlock {
    const order = before ? (this.#orders.get(before) ?? 0) : 0
    if ((this.#orders.get(heading) ?? 0) > order) return heading
    return firstAfter(this.#byText.get(textKey(textOf(heading))), order) ?? heading
  }

  /** Returns the first heading with this text. */
  named(text: string): TextBlock | undefined {
    return this.#byText.get(textKey(text))?.[0]?.block
  }

  /** Returns a heading on the page that an entry links to which ends with its title: `CHAPTER ONE WOOL`. */
  #linked(entry: TextBlock, key: string): TextBlock | undefined {
    const link = entry.lines
      .flatMap(({ runs }) => runs)
      .find((run) => typeof run.link === 'object')?.link
    if (typeof link !== 'object') return undefined
    const headings = this.#byPage.get(link.page)?.slice(0, limits.pageHeadings)
    return headings?.find(({ title }) => title.endsWith(key))?.block
  }
}

/** Returns the first heading after a place in the document; a hostile file may have thousands of equal headings. */
function firstAfter(headings: readonly PlacedHeading[] = [], order: number): TextBlock | undefined {
  const at = firstFrom(headings.length, (index) => headings[index]?.order ?? 0, order + 1)
  return headings[at]?.block
}
