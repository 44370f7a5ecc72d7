/** Units of a document → the style of its body, against which headings are seen. */

import type { LayoutBlock } from './layout-blocks.ts'
import type { Style } from './style.ts'

/** The style of most of the document's text. */
export interface BodyStyle {
  readonly size: number
  readonly style: Style
}

/** Sizes in steps of this many points are one style. */
export const SIZE_STEP = 0.5
/** Text that is larger than the body by this factor can be a heading. */
export const LARGE = 1.1

interface Count {
  readonly body: BodyStyle
  count: number
}

export function findBodyStyle(units: readonly LayoutBlock[]): BodyStyle | undefined {
  const letters = new Map<string, Count>()
  let last: Count | undefined
  for (const unit of units) {
    if (unit.type !== 'text') continue
    for (const line of unit.lines) {
      const size = Math.round(line.size / SIZE_STEP) * SIZE_STEP
      // Most lines are set as the one before: no key is put together for them.
      if (last?.body.size !== size || last.body.style !== line.style) {
        const key = `${size} ${line.style.font} ${line.style.color}`
        last = letters.get(key) ?? { body: { size, style: line.style }, count: 0 }
        letters.set(key, last)
      }
      last.count += line.text.length
    }
  }
  const all = [...letters.values()].reduce((sum, { count }) => sum + count, 0)
  const usual = usualOf([...letters.values()], all)
  if (!usual) return undefined
  const inTables = typicalOfTables(units)
  const factor = all < FEW_LETTERS ? 1 : TABLE_FACTOR
  if (!inTables || inTables.letters < factor * all) return usual.body
  return { ...usual.body, size: Math.min(usual.body.size, inTables.size) }
}

/** Prose of that share of the letters is the body, however much code stands in it. */
const PROSE_SHARE = 0.25

function usualOf(styles: readonly Count[], all: number): Count | undefined {
  const sorted = styles.toSorted((a, b) => b.count - a.count)
  const prose = sorted.find(({ body }) => !body.style.mono)
  return prose && prose.count >= PROSE_SHARE * all ? prose : sorted[0]
}

/** With so many times more letters in tables than around them, their size is the document's: a slide with a table. */
const TABLE_FACTOR = 3
/** … and of a page with fewer than so many around them, as soon as they have the most: a form. */
const FEW_LETTERS = 300

function typicalOfTables(
  units: readonly LayoutBlock[],
): { size: number; letters: number } | undefined {
  const counts = new Map<number, number>()
  let letters = 0
  for (const unit of units) {
    if (unit.type !== 'table') continue
    for (const { size, text } of unit.table.words) {
      const rounded = Math.round(size / SIZE_STEP) * SIZE_STEP
      counts.set(rounded, (counts.get(rounded) ?? 0) + text.length)
      letters += text.length
    }
  }
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])
  return usual && { size: usual[0], letters }
}
