/** Moves notes at the foot of a column behind the columns in which the text continues. */

import { type LayoutBlock, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { startsNote } from './note-marks.ts'
import { isLong } from './note-references.ts'
import { structureSettings as settings } from './settings.ts'

export function putNotesLast(blocks: readonly LayoutBlock[]): readonly LayoutBlock[] {
  const columns = [...Map.groupBy(blocks.filter(isText), ({ column }) => column).values()]
  const feet = columns.map(feetOf)
  const notes = new Set<LayoutBlock>()
  let last = 0
  for (const [index, { text, notes: own }] of feet.entries()) {
    const after = text
      ? columns.slice(index + 1).map((list) => list.filter((block) => isAlike(block, text)))
      : []
    const next = index + 1 + after.findLastIndex((list) => list.length > 0)
    if (next <= index || after.flat().some((block) => isUnder(block, own))) continue
    for (const block of own) notes.add(block)
    last = Math.max(last, next)
  }
  if (notes.size === 0) return blocks
  // The notes go before those of the last column, because their numbers are smaller.
  const [own] = feet[last]?.notes ?? []
  const rest = blocks.filter((block) => !notes.has(block))
  const at = own ? rest.indexOf(own) : rest.length
  return [...rest.slice(0, at), ...notes, ...rest.slice(at)]
}

function isText(block: LayoutBlock): block is TextBlock {
  return block.type === 'text'
}

function isAlike(a: TextBlock, b: TextBlock): boolean {
  return Math.abs(sizeOf(a) - sizeOf(b)) <= settings.sameSize * sizeOf(b) && isLong(a)
}

/** Returns true if the text continues below the small print, which then is not at the foot of a column. */
function isUnder({ box }: TextBlock, notes: readonly TextBlock[]): boolean {
  return notes.some((note) => box.y0 > note.box.y1 && box.x0 < note.box.x1 && box.x1 > note.box.x0)
}

interface Feet {
  /** The text block above the notes. */
  readonly text?: TextBlock
  readonly notes: readonly TextBlock[]
}

/** Returns the blocks in small print below the text of a column if one of them begins with the mark of a note. */
function feetOf(column: readonly TextBlock[]): Feet {
  let size = 0
  for (let index = column.length - 1; index >= 0; index--) {
    const text = column[index] as TextBlock
    const notes = column.slice(index + 1)
    if (notes.length > 0 && size <= settings.smaller * sizeOf(text)) {
      const areNotes = isLong(text) && notes.some((block) => startsNote(textOf(block)))
      return areNotes ? { text, notes } : { notes: [] }
    }
    size = Math.max(size, sizeOf(text))
  }
  return { notes: [] }
}
