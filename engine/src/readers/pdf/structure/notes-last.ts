/** Units of a page in reading order → the same, notes at the foot of a column behind the columns that the text goes on in. */

import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { startsNote } from './notes.ts'

/** Notes are set smaller than the text over them, by this factor at most. */
const MAX_SIZE = 0.93
/** The text that goes on in the next column is of one size, to this share … */
const SAME_SHARE = 0.05
/** … and no heading: that many characters at least. */
const MIN_CHARACTERS = 60

export function putNotesLast(units: readonly LayoutBlock[]): readonly LayoutBlock[] {
  const columns = [...Map.groupBy(units.filter(isText), ({ column }) => column).values()]
  const feet = columns.map(feetOf)
  const notes = new Set<LayoutBlock>()
  let last = 0
  for (const [index, { text, notes: own }] of feet.entries()) {
    const next = text
      ? columns.findLastIndex((list) => list.some((unit) => isAlike(unit, text)))
      : 0
    if (next <= index) continue
    for (const unit of own) notes.add(unit)
    last = Math.max(last, next)
  }
  if (notes.size === 0) return units
  // Before the notes of the last column: theirs are the smaller numbers.
  const [own] = feet[last]?.notes ?? []
  const rest = units.filter((unit) => !notes.has(unit))
  const at = own ? rest.indexOf(own) : rest.length
  return [...rest.slice(0, at), ...notes, ...rest.slice(at)]
}

function isText(unit: LayoutBlock): unit is TextBlock {
  return unit.type === 'text'
}

function sizeOf({ lines }: TextBlock): number {
  return lines[0]?.size ?? 0
}

function isAlike(a: TextBlock, b: TextBlock): boolean {
  return Math.abs(sizeOf(a) - sizeOf(b)) <= SAME_SHARE * sizeOf(b) && isLong(a)
}

function isLong(unit: TextBlock): boolean {
  return textOf(unit).length >= MIN_CHARACTERS
}

interface Feet {
  /** What stands over the notes. */
  readonly text?: TextBlock
  readonly notes: readonly TextBlock[]
}

/** The small units under the text of a column, when one of them begins with the mark of a note. */
function feetOf(column: readonly TextBlock[]): Feet {
  let size = 0
  for (let index = column.length - 1; index >= 0; index--) {
    const text = column[index] as TextBlock
    const notes = column.slice(index + 1)
    if (notes.length > 0 && size <= MAX_SIZE * sizeOf(text)) {
      const areNotes = isLong(text) && notes.some((unit) => startsNote(textOf(unit)))
      return areNotes ? { text, notes } : { notes: [] }
    }
    size = Math.max(size, sizeOf(text))
  }
  return { notes: [] }
}
